/// A value that only the holder of its mutex can touch.
package final class Protected<Value>: @unchecked Sendable {
  // `@unchecked`: `value` is read and written under `mutex` only. It has memory of its own, because
  // the exclusivity check of a property would cost each access several locks.
  @usableFromInline let mutex = SystemMutex()
  @usableFromInline let value: UnsafeMutablePointer<Value>

  package init(_ value: Value) {
    self.value = .allocate(capacity: 1)
    self.value.initialize(to: value)
  }

  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
  }

  /// Runs a closure with exclusive access to the value; not reentrant.
  @inlinable
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    mutex.lock()
    defer { mutex.unlock() }
    return try body(&value.pointee)
  }

  /// Runs a closure with exclusive access to the value, unless others keep it for longer than a limit.
  /// - Returns: Nil if they do.
  package func withLock<Result>(within limit: Duration, _ body: (inout Value) -> Result) -> Result?
  {
    var backoff = Backoff(timeout: limit)
    while !mutex.tryLock() {
      guard backoff.wait(SystemFileSystem()) else { return nil }
    }
    defer { mutex.unlock() }
    return body(&value.pointee)
  }
}
