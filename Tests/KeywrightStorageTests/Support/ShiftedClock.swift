@testable import KeywrightStorage

/// The real file system with a clock that is wrong, until it is set right.
final class ShiftedClock: FileSystemWrapper, @unchecked Sendable {
  // `@unchecked`: `offset` has a lock of its own.
  private let offset: Protected<Duration>

  init(by offset: Duration) { self.offset = Protected(offset) }

  func set(_ offset: Duration) { self.offset.withLock { $0 = offset } }

  override func date() -> Int64 {
    real.date() + Int64(offset.withLock { $0 } / .nanoseconds(1))
  }
}
