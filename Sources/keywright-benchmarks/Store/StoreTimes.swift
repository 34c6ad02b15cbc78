import Foundation
import Keywright

/// Nanoseconds of a durable store's get and set with 1,000 keys, beside Foundation's
/// `UserDefaults`, in one run: the ratios count.
enum StoreTimes {
  private static let keys = 1_000
  /// Many short rounds: a neighbour on the same core slows whole tenths of a second.
  private static let rounds = 500
  private static let title = "a value of more than fifteen bytes"

  static func run(_ arguments: [String]) throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "keywright-benchmark-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = DefaultsStore(url: folder.appending(path: "store.plist"))
    let durable = DefaultsStore(url: folder.appending(path: "durable.plist"), durability: .durable)
    let suite = "keywright-benchmark-\(UUID().uuidString)"
    guard let defaults = UserDefaults(suiteName: suite) else { return }
    defer { defaults.removePersistentDomain(forName: suite) }
    try fill(store, defaults)
    try fill(durable, defaults)

    print("nanoseconds for one call; one thread, \(keys) keys, best of \(rounds)")
    compareReads(store, defaults)
    try compareWrites(store, durable, defaults)
  }

  private static func fill(_ store: DefaultsStore, _ defaults: UserDefaults) throws {
    try store.transaction { change in
      for number in 0..<keys - 2 {
        try change.set(Key<Settings, Int>("key\(number)", default: 0), to: number)
        defaults.set(number, forKey: "settings:key\(number)")
      }
      try change.set(Settings.count, to: 1)
      try change.set(Settings.title, to: title)
    }
    defaults.set(1, forKey: "settings:count")
    defaults.set(title, forKey: "settings:title")
  }

  private static func compareReads(_ store: DefaultsStore, _ defaults: UserDefaults) {
    var sum = 0
    let int = time("DefaultsStore get Int", 50_000) { sum &+= store.get(Settings.count) }
    time("DefaultsStore get Int, nothing stored", 50_000) { sum &+= store.get(Settings.absent) }
    let string = time("DefaultsStore get String", 50_000) {
      sum &+= store.get(Settings.title).utf8.count
    }
    let otherInt = time("UserDefaults integer(forKey:)", 1_000) {
      sum &+= defaults.integer(forKey: "settings:count")
    }
    let otherString = time("UserDefaults string(forKey:)", 1_000) {
      sum &+= defaults.string(forKey: "settings:title")?.utf8.count ?? 0
    }
    print("  times as quick: Int \(ratio(otherInt, int)), String \(ratio(otherString, string))")
    if sum == 1 { print("") }
  }

  private static func compareWrites(
    _ store: DefaultsStore, _ durable: DefaultsStore, _ defaults: UserDefaults
  ) throws {
    var number = 0
    func next() -> Int {
      number += 1
      return number
    }
    let set = try time("DefaultsStore set Int, survives kill -9", 200) {
      try store.set(Settings.count, to: next())
    }
    try time("DefaultsStore set Int, survives a power cut", 5) {
      try durable.set(Settings.count, to: next())
    }
    let other = time("UserDefaults set, in memory only", 20) {
      defaults.set(next(), forKey: "settings:count")
    }
    time("UserDefaults set and synchronize", 1) {
      defaults.set(next(), forKey: "settings:count")
      _ = defaults.synchronize()
    }
    print("  times as quick: set \(ratio(other, set))")
  }

  private static func ratio(_ other: Double, _ own: Double) -> Int { Int(other / own) }

  @discardableResult
  @inline(__always)
  private static func time(
    _ name: String, _ count: Int, _ body: () throws -> Void
  ) rethrows -> Double {
    var best = Double.infinity
    for _ in 0..<rounds {
      let taken = try ContinuousClock().measure { for _ in 0..<count { try body() } }
      best = min(best, taken / .nanoseconds(1) / Double(count))
    }
    let figure = best < 100 ? String(format: "%.1f", best) : String(Int(best))
    print("  \(name): \(figure)")
    return best
  }
}
