import Keywright
import KeywrightRig

/// A seeded row of operations on three keys, each with the time before and after it.
///
/// Every value written is unique, so that a read shows which write it saw.
struct History {
  private static let keys = ["a", "b", "c"].map { Key<Root, Int>($0, default: 0) }
  private let path: String
  private let process: Int
  private let count: Int
  private let refreshes: Bool
  private var random: Seeded

  /// `history PATH SEED PROCESS COUNT refresh|stale`
  init(_ words: [String]) {
    path = words[1]
    process = Int(words[3]) ?? 0
    random = Seeded((UInt64(words[2]) ?? 0) &* 31 &+ UInt64(process))
    count = Int(words[4]) ?? 0
    refreshes = words[5] == "refresh"
  }

  func run() {
    var random = random
    let store = DefaultsStore(url: url(path), lockTimeout: .seconds(60))
    say("ready")
    guard readLine() == "go" else { return }
    var lines: [String] = []
    for step in 1...count {
      let value = process * 1_000_000 + step
      let start = moment()
      let what: String
      do {
        what = try operate(store, value, &random)
      } catch {
        what = "failed \(code(of: error))"
      }
      lines.append("\(start) \(moment()) \(what)")
    }
    for line in lines { say(line) }
    say("done")
  }

  private func operate(_ store: DefaultsStore, _ value: Int, _ random: inout Seeded) throws
    -> String
  {
    let first = Int.random(in: 0..<3, using: &random)
    let second = (first + Int.random(in: 1...2, using: &random)) % 3
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<45:
      if refreshes { try store.refresh() }
      return "read " + Self.keys.map { "\(store.get($0))" }.joined(separator: " ")
    case 45..<65:
      try store.set(Self.keys[first], to: value)
      return "write \(first) \(value)"
    case 65..<82:
      let old = try store.update(Self.keys[first]) { current in
        defer { current = value }
        return current
      }
      return "update \(first) \(old) \(value)"
    case 82..<98:
      try store.transaction { change in
        try change.set(Self.keys[first], to: value)
        try change.set(Self.keys[second], to: value)
      }
      return "both \(first) \(second) \(value)"
    default:
      try store.flush(compacting: true)
      return "flush"
    }
  }
}
