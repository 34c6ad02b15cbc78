@testable import KeywrightStorage

/// The real file system with a clock that is wrong, until it is set right.
final class ShiftedClock: FileSystemWrapper, @unchecked Sendable {
  // `@unchecked`: both variables have a lock of their own.
  private let offset: Protected<Duration>
  private let standing = Protected<Int64?>(nil)

  init(by offset: Duration) { self.offset = Protected(offset) }

  func set(_ offset: Duration) {
    standing.withLock { $0 = nil }
    self.offset.withLock { $0 = offset }
  }

  /// Shows the time at which a file was written, however long a test takes, until the clock is set.
  func stop(at path: String) throws {
    let written = try real.status(of: path, in: real.workingFolder).modified
    standing.withLock { $0 = written }
  }

  override func date() -> Int64 {
    standing.withLock(\.self) ?? real.date() + Int64(offset.withLock { $0 } / .nanoseconds(1))
  }
}
