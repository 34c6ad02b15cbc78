import Keywright
import KeywrightEtcd

/// A seeded row of operations on three keys, each with the time before and after it: the program of
/// `Tests/Reliability` for T9, on etcd.
///
/// Every value written is unique, so that a read shows which write it saw.
struct History {
  private static let keys = ["a", "b", "c"].map { Key<Root, Int>($0, default: 0) }
  private let store: EtcdStore
  private let process: Int
  private let count: Int
  private let refreshes: Bool
  private let seed: UInt64

  /// `history SEED PROCESS COUNT refresh|stale`
  init(_ store: EtcdStore, _ words: [String]) {
    self.store = store
    process = Int(words[2]) ?? 0
    seed = (UInt64(words[1]) ?? 0) &* 31 &+ UInt64(process)
    count = Int(words[3]) ?? 0
    refreshes = words[4] == "refresh"
  }

  func run() {
    var random = Seeded(state: seed)
    var lines: [String] = []
    for step in 1...count {
      let value = process * 1_000_000 + step
      let start = moment()
      let what: String
      do {
        what = try operate(value, &random)
      } catch {
        what = "failed \(code(of: error))"
      }
      lines.append("\(start) \(moment()) \(what)")
    }
    for line in lines { say(line) }
    say("done")
  }

  private func operate(_ value: Int, _ random: inout Seeded) throws -> String {
    let first = Int.random(in: 0..<3, using: &random)
    let second = (first + Int.random(in: 1...2, using: &random)) % 3
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<45:
      if refreshes { try store.refresh() }
      let values = store.atOneRevision { store in Self.keys.map { "\(store.get($0))" } }
      return "read " + values.joined(separator: " ")
    case 45..<65:
      try store.set(Self.keys[first], to: value)
      return "write \(first) \(value)"
    case 65..<82:
      let old = try store.update(Self.keys[first]) { current in
        defer { current = value }
        return current
      }
      return "update \(first) \(old) \(value)"
    default:
      try store.transaction { change in
        try change.set(Self.keys[first], to: value)
        try change.set(Self.keys[second], to: value)
      }
      return "both \(first) \(second) \(value)"
    }
  }
}

/// SplitMix64.
struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
