#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A value behind a lock.
///
/// A POSIX mutex, because the thread sanitizer misreports `Synchronization.Mutex` on Linux.
final class Guarded<Value>: @unchecked Sendable {
  // `@unchecked`: `value` is read and written under the lock `mutex` only, in `withLock`. It lies in
  // memory of its own, because each access to a property would be checked for overlapping others,
  // at the cost of several locks.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let value: UnsafeMutablePointer<Value>

  init(_ value: sending Value) {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    self.value = .allocate(capacity: 1)
    self.value.initialize(to: value)
  }

  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs a closure with the value and no one else using it; not reentrant.
  func withLock<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result)
    throws(Failure) -> Result
  {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value.pointee)
  }
}

extension UnsafeMutablePointer<pthread_mutex_t> {
  /// Takes a mutex whose holder releases it after some microseconds, as a rule.
  package func lockSpinning() {
    if pthread_mutex_trylock(self) == 0 || trySpinning() { return }
    pthread_mutex_lock(self)
  }

  /// Tries for some time to take a mutex without sleeping.
  ///
  /// A thread that goes to sleep must be woken again, which takes some 50 µs where its processor went
  /// to sleep as well. So it tries for as long before it does, and never loses more than twice
  /// what the better of both would have cost: see Karlin, Li, Manasse and Owicki, "Empirical Studies
  /// of Competitive Spinning for a Shared-Memory Multiprocessor", 1991.
  package func trySpinning() -> Bool {
    let end = ContinuousClock.now + .microseconds(50)
    repeat {
      // A look at the clock takes longer than to try.
      for _ in 0..<4 where pthread_mutex_trylock(self) == 0 { return true }
    } while ContinuousClock.now < end
    return false
  }
}
