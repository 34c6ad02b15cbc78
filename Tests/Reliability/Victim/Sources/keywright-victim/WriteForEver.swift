import Keywright
import KeywrightHistory
import KeywrightRig

#if canImport(Glibc)
  import Glibc
#endif

/// Says what it found, then commits without end, and says each commit once it returned.
struct WriteForEver {
  private let path: String
  private let kind: Workload.Kind
  private let durability: DefaultsStore.Durability
  /// Whether commits are acknowledged by the `flush` that follows five of them.
  private let flushes: Bool
  /// After how many commits the property list is brought up to date.
  private let interval: Int

  init(_ arguments: [String]) {
    guard arguments.count >= 3, let kind = Workload.Kind(rawValue: arguments[1]) else {
      say("usage: write PATH defaults|file process|durable|flush [INTERVAL]")
      exit(64)
    }
    path = arguments[0]
    self.kind = kind
    durability = arguments[2] == "durable" ? .durable : .process
    flushes = arguments[2] == "flush"
    interval = arguments.dropFirst(3).first.flatMap { Int($0) } ?? 97
  }

  func run() {
    do {
      switch kind {
      case .defaults: try writeDefaults()
      case .file: try writeFiles()
      }
    } catch {
      say("failed \(code(of: error)) \(error)")
      exit(3)
    }
  }

  private func writeDefaults() throws {
    let store = DefaultsStore(url: url(path), durability: durability, history: .kept)
    say("state \(Workload.state(of: store))")
    var k = store.get(Workload.sequence)
    while true {
      k += 1
      try Workload.commit(k, to: store)
      if flushes, k % 5 == 0 { try store.flush() }
      if !flushes || k % 5 == 0 { say("ack \(k)") }
      if k % 41 == 0 { try store.flush() }
      if k % interval == 0 { try store.flush(compacting: true) }
    }
  }

  private func writeFiles() throws {
    let store = FileStore(folder: url(path))
    say("state \(Workload.state(of: store))")
    // There is no number to read back: the rig says where to go on.
    guard let start = readLine().flatMap({ Int($0) }) else { return }
    var k = start
    while true {
      try Workload.commit(k, to: store)
      say("ack \(k)")
      k += 1
    }
  }
}
