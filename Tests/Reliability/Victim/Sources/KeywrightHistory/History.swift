import Keywright
import KeywrightRig

/// A seeded row of operations on three keys, each with the time before and after it.
///
/// Every value written is unique, so that a read shows which write it saw.
package struct History<S: Store> {
  private let process: Int
  private let count: Int
  private let read: (S, [Key<Root, Int>]) throws -> [Int]
  private let other: ((S) throws -> String)?
  private var random: Seeded

  /// - Parameters:
  ///   - words: `SEED PROCESS COUNT`; two processes of one seed do different things.
  ///   - read: Reads all keys, as they were at one moment.
  ///   - other: An operation that only this kind of store has, and its name; done now and then.
  package init(
    _ words: ArraySlice<String>, read: @escaping (S, [Key<Root, Int>]) throws -> [Int],
    other: ((S) throws -> String)? = nil
  ) {
    let numbers = words.map { UInt64($0) ?? 0 }
    process = Int(numbers[1])
    count = Int(numbers[2])
    random = Seeded(numbers[0] &* 31 &+ numbers[1])
    self.read = read
    self.other = other
  }

  /// Runs the operations, and says them when all are done.
  package func run(on store: S) {
    var random = random
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

  private func operate(_ store: S, _ value: Int, _ random: inout Seeded) throws -> String {
    let keys = ["a", "b", "c"].map { Key<Root, Int>($0, default: 0) }
    let first = Int.random(in: 0..<3, using: &random)
    let second = (first + Int.random(in: 1...2, using: &random)) % 3
    let draw = Int.random(in: 0..<100, using: &random)
    if draw >= 98, let other { return try other(store) }
    switch draw {
    case 0..<45:
      return "read " + (try read(store, keys)).map(String.init).joined(separator: " ")
    case 45..<65:
      try store.set(keys[first], to: value)
      return "write \(first) \(value)"
    case 65..<82:
      let old = try store.update(keys[first]) { current in
        defer { current = value }
        return current
      }
      return "update \(first) \(old) \(value)"
    default:
      try store.transaction { change in
        try change.set(keys[first], to: value)
        try change.set(keys[second], to: value)
      }
      return "both \(first) \(second) \(value)"
    }
  }
}

/// The code of a store's error; the type of any other error.
package func code(of error: any Error) -> String {
  (error as? StoreError)?.code.rawValue ?? "\(type(of: error))"
}
