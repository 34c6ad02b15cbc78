/// A bounded store in memory, in which entries that do not fit give way to those that are used more.
///
/// ```swift
/// let cache = CacheStore(capacity: 10_000)
/// try cache.set(Player.cover, to: image)
/// cache.get(Player.cover)               // the image, or the key's default if it had to go
/// ```
///
/// Any key works, and values are kept as they are, with no encoding. A commit is a commit as in any
/// store: processing, constraints, hooks, observers, so a `set` may throw. Eviction and expiry are
/// not commits: no hook is called for them, and they have no number.
///
/// ### What has to go
///
/// S3-FIFO chooses (Yang and others, SOSP 2023), with one use instead of two to leave its small
/// queue. It was measured beside others on a million requests for 100,000 objects with Zipf(0.9)
/// frequencies, on the same with 25 % of requests for objects never asked for again, and on the
/// same with scans of 10,000 objects. Hits in %, at cache sizes of 1, 10 and 50 % of the objects
/// asked for:
///
/// | | Zipf | one-hit wonders | scans |
/// |---|---|---|---|
/// | FIFO | 29.7 55.0 80.2 | 28.6 48.1 62.0 | 26.5 39.7 52.1 |
/// | LRU | 33.3 59.1 83.0 | 31.7 51.7 64.8 | 28.6 42.9 55.1 |
/// | SIEVE | 43.7 65.2 84.1 | 40.7 56.9 65.4 | 35.6 48.4 56.4 |
/// | S3-FIFO, as published | 44.3 65.6 83.7 | 41.7 57.2 64.5 | 36.1 48.9 55.3 |
/// | `CacheStore` | 44.3 65.8 83.9 | 41.9 58.3 65.4 | 36.2 50.1 56.6 |
///
/// S3-FIFO as published falls behind LRU on one-hit wonders at 50 %; SIEVE never does, but has
/// fewer hits in small caches and under scans. The whole table, at eight sizes: `swift run -c
/// release keywright-benchmarks eviction`.
///
/// Thread safety: safe from any thread; reading waits for no writer. Durability: none.
public struct CacheStore: Store {
  /// The writer's lock, commit numbers, issues and notifications.
  public let core: StoreCore
  @usableFromInline let table: ValueTable

  /// Makes an empty cache.
  ///
  /// A value that does not fit is no error. One that costs more than `totalCost`, or whose time is
  /// over before it begins, is not kept, and an older value of its key is dropped; a cache with a
  /// `capacity` of 0 or less keeps nothing. The commit takes place all the same.
  ///
  /// ```swift
  /// let images = CacheStore(capacity: 10_000, totalCost: 64 << 20) { value in
  ///   (value as? Image)?.byteCount ?? 1
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - capacity: How many entries are kept at most.
  ///   - totalCost: The bound of the cost of all entries together; a negative number is 0.
  ///   - ttl: How long an entry is kept at most, if neither its key nor `set` says otherwise; nil
  ///     is for ever, 0 or less not at all.
  ///   - name: A name for messages.
  ///   - clock: Measures `ttl`. If it leaps forward, entries expire earlier by the leap; if it goes
  ///     back, entries made before live longer by as much.
  ///   - cost: The cost of a value if `set` does not say so; by default 1. It runs
  ///     under the writer's lock. A negative cost is 0.
  public init(
    capacity: Int, totalCost: Int = .max, ttl: Duration? = nil, name: String = "cache",
    clock: any Clock<Duration> = ContinuousClock(),
    cost: (@Sendable (any Sendable) -> Int)? = nil
  ) {
    let eviction = Eviction(
      bounds: Eviction.Bounds(count: capacity, cost: totalCost), ttl: ttl, cost: cost,
      clock: EvictionClock(clock))
    table = ValueTable(eviction: eviction)
    core = StoreCore(name: name, table: table, of: CacheStore.self)
  }

  /// The number of entries that are kept at most.
  public var capacity: Int { table.eviction?.bounds.count ?? 0 }

  /// The most that all entries may cost together.
  public var totalCost: Int { table.eviction?.bounds.cost ?? 0 }

  /// Counts of the cache's lookups and evictions so far, and of its entries.
  ///
  /// Complexity: O(*n*) in the largest number of entries so far.
  public var statistics: CacheStatistics { table.statistics }

  /// Drops entries that expired, then evicts until the given bounds hold.
  ///
  /// Not a commit. For memory warnings, or for a program that goes to the background. Commits
  /// of other threads go on beside it, see `keywright-benchmarks growth`.
  ///
  /// The memory of the values is free for others; some 150 bytes of each entry are kept for later ones.
  ///
  /// - Parameters:
  ///   - count: How many entries may stay; a negative number is 0.
  ///   - cost: The bound of their cost together; a negative number is 0.
  ///
  /// Complexity: O(*n*) if anything can expire, else O(*k*) in the number of entries evicted.
  public func trim(to count: Int = .max, cost: Int = .max) { table.trim(count: count, cost: cost) }
}

extension CacheStore {
  /// Stores a value, and says for how long and at what cost; nil removes.
  ///
  /// ```swift
  /// try cache.set(Player.cover, to: image, ttl: .seconds(60), cost: image.byteCount)
  /// ```
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - value: The value before processing.
  ///   - ttl: How long the value is kept at most; 0 or less is not at all. Nil leaves it to the key
  ///     and to the cache.
  ///   - cost: The cost of the value; a negative number is 0. Nil leaves it to the key and to the
  ///     cache.
  /// - Throws: If the value is refused; then nothing changed.
  public func set<K: KeyType>(
    _ key: K, to value: K.Value, ttl: Duration?, cost: Int? = nil
  ) throws(StoreError) {
    try write(value, to: key, retention: Retention(cost: cost, ttl: ttl), operation: "set")
  }

  /// Stores a value, and says at what cost; nil removes.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - value: The value before processing.
  ///   - cost: The cost of the value; a negative number is 0.
  /// - Throws: If the value is refused; then nothing changed.
  public func set<K: KeyType>(
    _ key: K, to value: K.Value, cost: Int
  ) throws(StoreError) {
    try set(key, to: value, ttl: nil, cost: cost)
  }
}
