import FoundationEssentials
import Keywright
import KeywrightRig

#if canImport(Glibc)
  import Glibc
#endif

/// Opens, writes and closes many times, and says what was left open.
struct Opens {
  private let folder: String
  private let count: Int
  /// The mistake to make on purpose; empty for none.
  private let fault: String

  init(_ arguments: [String]) {
    folder = arguments.first ?? "."
    count = arguments.dropFirst().first.flatMap { Int($0) } ?? 100
    fault = arguments.dropFirst(2).first ?? ""
  }

  func run() {
    // The runtime makes descriptors of its own when something first happens in the background.
    for number in 0..<10 { round(number) }
    Self.rest()
    let before = Self.descriptors()
    for number in 1...count { round(number) }
    if fault == "overflow" { overflow() }
    Self.rest()
    say("descriptors \(Self.descriptors() - before)")
  }

  private func round(_ number: Int) {
    let store = DefaultsStore(url: url(folder + "/store.plist"))
    let key = Workload.key(number % Workload.slots)
    do {
      if number % 2 == 0 { try store.set(key, to: Workload.text(number)) }
      if number % 50 == 0 { try store.flush(compacting: true) }
      _ = try store.read(key) as String?
      let files = FileStore(folder: url(folder + "/files"))
      if number % 4 == 0 { try files.set(key, to: "\(number)") }
      _ = try files.read(key) as String?
    } catch {
      say("failed \(error)")
    }
    if number % 3 == 0 { store.close() }
    switch fault {
    case "leak": _ = Unmanaged.passRetained(Leaked())
    case "descriptor": if number % 100 == 0 { _ = dup(STDIN_FILENO) }
    default: break
    }
  }

  /// Waits until maintenance in the background has closed every file.
  private static func rest() { usleep(3_500_000) }

  private static func descriptors() -> Int {
    (0..<4_096).count { fcntl(Int32($0), F_GETFD) >= 0 }
  }

  private func overflow() {
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 16)
    bytes.initialize(repeating: 0, count: 16)
    bytes[Int(getpid() > 0 ? 16 : 0)] = 1
    say("overflowed \(bytes[16])")
    bytes.deallocate()
  }
}

private final class Leaked {
  var bytes = [UInt8](repeating: 0, count: 64)
}
