import KeywrightStorage
import Keywright

/// A clock that stands still until a test moves it, for what expires.
///
/// ```swift
/// let clock = TestClock()
/// clock.advance(by: .seconds(60))
/// ```
///
/// Thread safety: safe from any thread.
public final class TestClock: Clock {
  /// A moment of a test clock.
  public struct Instant: InstantProtocol, Sendable {
    /// The time since the clock was made.
    public let offset: Duration

    /// Makes a moment.
    ///
    /// - Parameter offset: The time since the clock was made.
    public init(offset: Duration) { self.offset = offset }

    /// The moment that is later by a duration.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// The duration from this moment to another.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Whether a moment is before another.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct State {
    var now = Instant(offset: .zero)
    var nextID: UInt64 = 0
    var sleepers: [UInt64: (deadline: Instant, wake: CheckedContinuation<Void, any Error>)] = [:]
    var cancelled: Set<UInt64> = []
  }

  private let state = Protected(State())

  /// Makes a clock that stands at zero.
  public init() {}

  /// The moment at which the clock stands.
  public var now: Instant { state.withLock { $0.now } }

  /// Zero: a test moves the clock as finely as it likes.
  public var minimumResolution: Duration { .zero }

  /// Moves the clock, also backwards, and wakes the tasks that waited for a moment that is then
  /// reached.
  ///
  /// - Parameter duration: How far.
  public func advance(by duration: Duration) {
    let woken = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.value.deadline <= state.now }
      for id in due.keys { state.sleepers[id] = nil }
      return due.values.sorted { $0.deadline < $1.deadline }
    }
    for sleeper in woken { sleeper.wake.resume() }
  }

  /// Waits until the clock was moved to a moment.
  ///
  /// - Parameters:
  ///   - deadline: The moment.
  ///   - tolerance: Ignored.
  /// - Throws: `CancellationError` if the task is cancelled during the wait.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    defer { state.withLock { _ = $0.cancelled.remove(id) } }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result = state.withLock { state -> Result<Void, any Error>? in
          if state.cancelled.contains(id) { return .failure(CancellationError()) }
          if deadline <= state.now { return .success(()) }
          state.sleepers[id] = (deadline, continuation)
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        state.cancelled.insert(id)
        return state.sleepers.removeValue(forKey: id)
      }
      sleeper?.wake.resume(throwing: CancellationError())
    }
  }
}
