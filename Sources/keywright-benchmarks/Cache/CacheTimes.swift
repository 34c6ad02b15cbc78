import Foundation
import Keywright

/// Nanoseconds of a cache's get and set on one thread, 10,000 entries, beside Foundation's cache.
enum CacheTimes {
  private static let entries = 10_000
  private static let rounds = 5
  private static let repeats = 60

  private static let cache = CacheStore(capacity: entries)
  private static let scalars = keys("i", default: 0, count: entries)
  private static let strings = keys("s", default: "", count: entries)
  private static let newcomers = keys("n", default: 0, count: entries * 8)

  /// Keys at fixed addresses, each in what cannot be copied: so that a key is used where it is, as one
  /// in a `static let` is.
  private static func keys<Value: Convertible>(
    _ prefix: String, default value: Value, count: Int
  ) -> KeyList<Value> {
    let keys = UnsafeMutablePointer<PlacedKey<Value>>.allocate(capacity: count)
    for number in 0..<count {
      (keys + number).initialize(to: PlacedKey(key: Key("\(prefix)\(number)", default: value)))
    }
    return KeyList(keys: keys, count: count)
  }

  private struct KeyList<Value: Sendable>: @unchecked Sendable {
    // `@unchecked`: never written again.
    let keys: UnsafeMutablePointer<PlacedKey<Value>>
    let count: Int

    @inline(__always)
    subscript(number: Int) -> PlacedKey<Value> {
      unsafeAddress { UnsafePointer(keys + number) }
    }
  }

  private struct PlacedKey<Value: Sendable>: ~Copyable {
    let key: Key<Bench, Value>

    @inline(__always)
    func get(from cache: CacheStore) -> Value { cache.get(key) }

    @inline(__always)
    func set(_ value: Value, in cache: CacheStore) throws { try cache.set(key, to: value) }
  }

  /// A namespace with an ancestor and without hooks, as most are.
  enum Outer: Namespace {
    typealias Parent = Root
    static let namespaceID = "outer"
  }

  enum Bench: Namespace {
    typealias Parent = Outer
    static let namespaceID = "bench"
  }

  static func run(_ arguments: [String]) throws {
    print(
      "nanoseconds of processor time for one call; one thread, \(entries) entries, best of \(repeats)"
    )
    try scalarTimes()
    try stringTimes()
    try evictionTimes()
    foundationTimes()
  }

  private static func scalarTimes() throws {
    let (cache, scalars, newcomers) = (cache, scalars, newcomers)
    for number in 0..<entries { try scalars[number].set(1, in: cache) }
    var sum = 0
    report("CacheStore get Int", atMost: 60) { sum += scalars[$0].get(from: cache) }
    try report("CacheStore set Int, key present", atMost: 150) {
      try scalars[$0].set($0, in: cache)
    }
    report("CacheStore get Int, missing", atMost: 60) { sum += newcomers[$0].get(from: cache) }
    if sum == 1 { print("") }
  }

  private static func stringTimes() throws {
    let (cache, strings) = (cache, strings)
    cache.trim(to: 0)
    let values = (0..<entries).map { "a value of more than fifteen bytes, \($0)" }
    for number in 0..<entries { try strings[number].set("x", in: cache) }
    try report("CacheStore set String, key present", atMost: 150) {
      try strings[$0].set(values[$0], in: cache)
    }
    var sum = 0
    report("CacheStore get String", atMost: 60) { sum += strings[$0].get(from: cache).utf8.count }
    if sum == 1 { print("") }
  }

  private static func evictionTimes() throws {
    let (cache, newcomers) = (cache, newcomers)
    cache.trim(to: 0)
    for number in 0..<newcomers.count { try newcomers[number].set(1, in: cache) }
    var next = 0
    try report("CacheStore set Int, evicting another", atMost: 150) { _ in
      try newcomers[next].set(next, in: cache)
      next = next + 1 == newcomers.count ? 0 : next + 1
    }
  }

  private static func foundationTimes() {
    let cache = NSCache<NSString, NSNumber>()
    cache.countLimit = entries
    let keys = (0..<entries).map { NSString(string: "i\($0)") }
    let values = (0..<entries).map { NSNumber(value: $0) }
    for (key, value) in zip(keys, values) { cache.setObject(value, forKey: key) }
    report("NSCache set NSNumber, key present") { cache.setObject(values[$0], forKey: keys[$0]) }
    var found = 0
    report("NSCache get NSNumber") { found += cache.object(forKey: keys[$0]) == nil ? 0 : 1 }
    if found == 1 { print("") }
  }

  /// Prints the time of one call of `body`, which is given the number of an entry.
  @inline(__always)
  private static func report(
    _ name: String, atMost limit: Double? = nil, _ body: (Int) throws -> Void
  ) rethrows {
    var best = Double.infinity
    for _ in 0..<repeats {
      let start = threadTime
      for _ in 0..<rounds {
        for entry in 0..<entries { try body(entry) }
      }
      best = min(best, Double(threadTime - start) / Double(rounds * entries))
    }
    let padding = String(repeating: " ", count: max(42 - name.count, 1))
    let verdict = limit.map { "  at most \(Int($0)): \(best <= $0 ? "yes" : "NO")" } ?? ""
    print(name + padding + String(format: "%.1f", best) + verdict)
  }

  /// Nanoseconds for which this thread had a processor, so that a busy machine disturbs less.
  private static var threadTime: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
