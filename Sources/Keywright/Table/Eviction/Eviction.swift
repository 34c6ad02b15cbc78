import Synchronization

/// The policy of a bounded ``ValueTable``: its bounds, deadlines, and which entry goes next.
///
/// Thread safety: `lock` of the table guards everything that is not atomic.
final class Eviction: @unchecked Sendable {
  // `@unchecked`: all mutable state is atomic, or guarded by the table's `lock`.
  let bounds: Bounds
  let clock: EvictionClock

  /// The time to live and the cost of a value for which neither the caller nor the key says
  /// otherwise.
  let ttl: Duration?
  let cost: (@Sendable (any Sendable) -> Int)?

  private let misses = Atomic(0)

  /// Whether an entry ever had a deadline; only the program's clock knows whether one is over.
  private let hasDeadlines = Atomic(false)

  @exclusivity(unchecked) var queues = EvictionQueues()
  /// The numbers of free slots.
  @exclusivity(unchecked) var freeSlots: [UInt32] = []
  @exclusivity(unchecked) var count = 0
  @exclusivity(unchecked) var totalCost = 0
  /// The number of entries with a deadline.
  @exclusivity(unchecked) var expiringCount = 0
  @exclusivity(unchecked) var evictions = 0
  @exclusivity(unchecked) var expirations = 0

  /// The size that a cache may have.
  struct Bounds: Sendable {
    let count: Int
    let cost: Int

    init(count: Int, cost: Int) {
      // Entries have numbers of 32 bits.
      self.count = min(max(count, 0), Int(clamping: UInt32.max - 1))
      self.cost = max(cost, 0)
    }
  }

  init(
    bounds: Bounds, ttl: Duration? = nil, cost: (@Sendable (any Sendable) -> Int)? = nil,
    clock: EvictionClock
  ) {
    self.bounds = bounds
    self.ttl = ttl
    self.cost = cost
    self.clock = clock
  }

  /// The time if an entry can expire, else the earliest of all times. No lock is held.
  var now: Int64 { hasDeadlines.load(ordering: .relaxed) ? clock.now : .min }

  var missCount: Int { misses.load(ordering: .relaxed) }

  func countMiss() { misses.wrappingAdd(1, ordering: .relaxed) }

  func noteDeadline() { hasDeadlines.store(true, ordering: .relaxed) }

  /// Whether values of a key, unless it says otherwise, cost 1 and never expire.
  var isPlain: Bool { ttl == nil && cost == nil }
}

/// A value on its way into a bounded table.
struct Entry {
  var held: HeldValue
  var cost = 1
  var deadline = EvictionClock.never

  var expires: Bool { deadline != EvictionClock.never }
}

/// A clock as nanoseconds since a cache was made.
struct EvictionClock: Sendable {
  /// The deadline of what does not expire.
  static let never = Int64.max

  private let elapsed: @Sendable () -> Duration

  init<C: Clock<Duration>>(_ clock: C) {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
  }

  /// Nanoseconds since the cache was made, at most those that an `Int64` holds.
  var now: Int64 { elapsed().saturatedNanoseconds }

  /// The moment after which something expires; ``never`` if an `Int64` does not hold it.
  func deadline(after ttl: Duration) -> Int64 {
    let (sum, overflow) = now.addingReportingOverflow(ttl.saturatedNanoseconds)
    return overflow ? (ttl < .zero ? .min : EvictionClock.never) : sum
  }
}

extension Duration {
  /// Whole nanoseconds, or the nearest number there is.
  fileprivate var saturatedNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let limit: Int64 = seconds < 0 ? .min : .max
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return limit }
    let (sum, overflowed) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflowed ? limit : sum
  }
}
