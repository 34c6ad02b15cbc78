/// The time to wait between two attempts to take a lock: shortly at first, since commits take
/// microseconds, then longer, so that waiting costs little processor time.
///
/// A writer that has waited for long must not ask much less often than one that has just come: with pauses of up to
/// 2 ms the slowest of sixteen processes made 0.44 of the commits of the quickest, and with these 0.64 (medians
/// beside a load).
struct Backoff {
  private let timeout: Duration
  private var deadline: Duration?
  private var step = Duration.microseconds(20)

  /// Waits no longer than the timeout, counted from the first wait.
  init(timeout: Duration) {
    self.timeout = timeout
  }

  /// Waits before another attempt.
  /// - Returns: False when the time is up.
  mutating func wait(_ fileSystem: any FileSystem) -> Bool {
    let now = fileSystem.now()
    let deadline = deadline ?? now + timeout
    self.deadline = deadline
    let rest = deadline - now
    guard rest > .zero else { return false }
    fileSystem.pause(min(step, rest))
    step = min(step * 2, .microseconds(500))
    return true
  }
}
