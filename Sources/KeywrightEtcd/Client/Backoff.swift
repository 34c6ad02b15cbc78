import KeywrightStorage

/// Waits that grow, each drawn at random, so that many machines do not come back at one moment.
struct Backoff {
  private let limits: ClosedRange<Duration>
  private var delay: Duration

  init(_ limits: ClosedRange<Duration>) {
    self.limits = limits
    delay = limits.lowerBound
  }

  /// The next wait: between half of the delay and all of it; the delay then doubles.
  mutating func next(by time: any TimeSource) -> Duration {
    defer { delay = min(delay * 2, limits.upperBound) }
    return time.spread(delay, over: 0.5...1)
  }

  mutating func reset() { delay = limits.lowerBound }
}
