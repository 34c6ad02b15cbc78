/// A clock as nanoseconds since a cache was made.
struct EvictionClock: Sendable {
  /// The deadline of what does not expire.
  static let never = Int64.max

  private let elapsed: @Sendable () -> Duration

  init<C: Clock<Duration>>(_ clock: C) {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
  }

  /// Nanoseconds since the cache was made; whatever the clock shows, a number.
  var now: Int64 { elapsed().saturatedNanoseconds }

  /// The moment after which something expires; ``never`` if that is beyond all reckoning.
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
