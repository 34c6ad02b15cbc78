import Synchronization

/// A clock that goes when told to, in either direction.
final class TestClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    func duration(to other: Instant) -> Duration { other.offset - offset }

    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let state = Mutex(Instant(offset: .zero))

  var now: Instant { state.withLock { $0 } }

  var minimumResolution: Duration { .zero }

  func advance(by duration: Duration) { state.withLock { $0.offset += duration } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    advance(by: now.duration(to: deadline))
  }
}
