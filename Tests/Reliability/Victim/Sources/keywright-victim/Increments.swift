import Keywright
import KeywrightHistory
import KeywrightRig

#if canImport(Glibc)
  import Glibc
#endif

/// Adds one to a number, many times, each an atomic update; says each that returned.
struct Increments {
  static let number = Key<Root, Int>("number", default: 0)
  private let path: String
  private let count: Int
  /// Between two increments, in microseconds; with one, the end waits for a line too.
  private let pause: UInt32

  init(_ arguments: [String]) {
    path = arguments.first ?? "store.plist"
    count = arguments.dropFirst().first.flatMap { Int($0) } ?? 0
    pause = arguments.dropFirst(2).first.flatMap { UInt32($0) } ?? 0
  }

  func run() {
    let store = DefaultsStore(url: url(path), lockTimeout: .seconds(60), history: .kept)
    say("found \(store.get(Self.number))")
    guard readLine() != nil else { return }
    for step in 0..<count {
      do {
        try store.update(Self.number) { $0 += 1 }
        say("ack")
        if pause > 0 { usleep(pause) }
        if step % 100 == 99, pause == 0 { try store.flush(compacting: true) }
      } catch {
        say("failed \(code(of: error)) \(error)")
        exit(3)
      }
    }
    if pause > 0 { _ = readLine() }
    for issue in store.issues { say("issue \(issue.code.rawValue)") }
    say("done")
  }
}
