import Foundation
import Keywright

/// The cost of observers to a `set`, as ratios of one run.
enum ObservingTimes {
  private enum Bench: Namespace {
    typealias Parent = Root
    static let namespaceID = "bench"
    static let value = Key<Bench, Int>("value", default: 0)
  }

  private static let rounds = 15
  private static let keys = 9

  static func run(_ arguments: [String]) throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "keywright-benchmark-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    print("nanoseconds for one call, best of \(rounds); the ratios count")
    try listeners("CacheStore", CacheStore(capacity: 10_000), 10_000)
    try listeners("MemoryStore", MemoryStore(), 5_000)
    try listeners("DefaultsStore", DefaultsStore(url: folder.appending(path: "a.plist")), 500)
    try many()
  }

  /// One `set` with no listener, with one, and with 1,000 on other keys: the medians of some keys.
  ///
  /// One key in eight is not told from the observed ones without a lock, and costs as if it were observed.
  private static func listeners(_ name: String, _ store: some Store, _ count: Int) throws {
    var number = 0
    func best(_ key: Key<Bench, Int>) throws -> Double {
      var best = Double.infinity
      for _ in 0..<rounds {
        let taken = try time(count) {
          number += 1
          try store.set(key, to: number)
        }
        best = min(best, taken)
      }
      return best
    }
    let others = (0..<1_000).map { Key<Bench, Int>("other\($0)", default: 0) }
    var times: (alone: [Double], one: [Double], thousand: [Double]) = ([], [], [])
    // By turns, so that what the machine does besides falls on all three.
    for index in 0..<keys {
      let key = Key<Bench, Int>("value\(index)", default: 0)
      times.alone.append(try best(key))
      let token = store.observe(key) { _ in }
      times.one.append(try best(key))
      token.cancel()
      let tokens = others.map { key in store.observe(key) { _ in } }
      times.thousand.append(try best(key))
      for token in tokens { token.cancel() }
    }
    let alone = median(times.alone)
    print("\(name) set, unobserved: \(figure(alone))")
    let (one, thousand) = (median(times.one), median(times.thousand))
    report("one listener", one, one / alone, atMost: 1.5)
    report("1,000 listeners on other keys", thousand, thousand / alone, atMost: 1.1)
  }

  private static func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }

  /// The time that one more observer adds to a `set`: one of the key, and one of the whole store.
  private static func many() throws {
    let store = MemoryStore()
    var number = 0
    func set() throws {
      number += 1
      try store.set(Bench.value, to: number)
    }
    let count = 101
    var best = (key: [Double.infinity, .infinity], store: [Double.infinity, .infinity])
    for _ in 0..<rounds {
      for (position, observers) in [1, count].enumerated() {
        let tokens = (0..<observers).map { _ in store.observe(Bench.value) { _ in } }
        best.key[position] = min(best.key[position], try time(5_000, set))
        for token in tokens { token.cancel() }
        let others = (0..<observers).map { _ in store.observe { _ in } }
        best.store[position] = min(best.store[position], try time(5_000, set))
        for token in others { token.cancel() }
      }
    }
    let more = Double(count - 1)
    let (key, whole) = ((best.key[1] - best.key[0]) / more, (best.store[1] - best.store[0]) / more)
    print("MemoryStore, one more observer of the whole store: \(figure(whole))")
    report("one more observer of the key", key, key / whole, atMost: 3)
  }

  private static func time(_ count: Int, _ body: () throws -> Void) rethrows -> Double {
    let taken = try ContinuousClock().measure { for _ in 0..<count { try body() } }
    return taken / .nanoseconds(1) / Double(count)
  }

  private static func report(_ name: String, _ time: Double, _ ratio: Double, atMost limit: Double)
  {
    let verdict = ratio <= limit ? "yes" : "NO"
    let times = String(format: "%.2f", ratio)
    print("  \(name): \(figure(time)), \(times) times; at most \(limit): \(verdict)")
  }

  private static func figure(_ time: Double) -> String { String(format: "%.1f", time) }
}
