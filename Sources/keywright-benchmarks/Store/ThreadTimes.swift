import Foundation
import Keywright

/// The reads of two threads on one store, as ratios to those of one thread in the same run.
enum ThreadTimes {
  private enum Bench: Namespace {
    typealias Parent = Root
    static let namespaceID = "bench"
  }

  private static let count = 1_000_000
  private static let rounds = 9

  static func run(_ arguments: [String]) throws {
    print("reads of two threads by those of one; best of \(rounds)")
    try read("Int", [1, 2], atLeast: 1.7, own: 1.7)
    try read("String of 8 bytes", ["a string", "a value."], atLeast: 1, own: 1.8)
    let long = (1...2).map { "a value of more than fifteen bytes, \($0)" }
    try read("String of 36 bytes", long, atLeast: 0.8, own: 1.8)
  }

  /// Reads of one key by one thread, by two at once, and of two keys by two threads.
  private static func read<Value: Convertible>(
    _ name: String, _ values: [Value], atLeast least: Double, own leastOfOwn: Double
  ) throws {
    let store = MemoryStore()
    let keys = values.indices.map { Key<Bench, Value>("value\($0)", default: values[$0]) }
    for (key, value) in zip(keys, values) { try store.set(key, to: value) }
    // By turns, so that what the machine does besides falls on all three.
    var best = (one: Double.infinity, shared: Double.infinity, own: Double.infinity)
    for _ in 0..<rounds {
      best.one = min(best.one, time(store, [keys[0]]))
      best.shared = min(best.shared, time(store, [keys[0], keys[0]]))
      best.own = min(best.own, time(store, keys))
    }
    print("\(name), one thread: \(figure(best.one / Double(count))) ns")
    report("two threads, one key", 2 * best.one / best.shared, atLeast: least)
    report("two threads, a key each", 2 * best.one / best.own, atLeast: leastOfOwn)
  }

  /// The time in which as many threads as there are keys read one each.
  private static func time<Value: Convertible>(
    _ store: MemoryStore, _ keys: [Key<Bench, Value>]
  ) -> Double {
    let start = ContinuousClock.now
    DispatchQueue.concurrentPerform(iterations: keys.count) { number in
      let key = keys[number]
      for _ in 0..<count { use(store.get(key)) }
    }
    return (ContinuousClock.now - start) / .nanoseconds(1)
  }

  /// Keeps the compiler from leaving out a read.
  @inline(never)
  @_optimize(none)
  private static func use<Value>(_ value: Value) {}

  private static func report(_ name: String, _ ratio: Double, atLeast least: Double) {
    let verdict = ratio >= least ? "yes" : "NO"
    print("  \(name): \(figure(ratio)) times the reads; at least \(least): \(verdict)")
  }

  private static func figure(_ number: Double) -> String { String(format: "%.2f", number) }
}
