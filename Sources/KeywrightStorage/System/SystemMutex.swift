#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A mutual exclusion lock over `pthread_mutex_t`.
///
/// `Synchronization.Mutex` is slower here, and the thread sanitizer, which does not know it,
/// reports races that do not exist.
///
/// Not recursive: a thread that locks it twice deadlocks.
package final class SystemMutex: @unchecked Sendable {
  // `@unchecked`: the pointer is set once, in `init`; POSIX guards the mutex behind it.
  let pointer = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  package init() {
    pointer.initialize(to: pthread_mutex_t())
    pthread_mutex_init(pointer, nil)
  }

  deinit {
    pthread_mutex_destroy(pointer)
    pointer.deallocate()
  }

  /// Takes the lock, spinning for a while before the thread goes to sleep.
  @usableFromInline
  package func lock() {
    if tryLock() || SystemMutex.spin({ tryLock() }) { return }
    pthread_mutex_lock(pointer)
  }

  package func tryLock() -> Bool { pthread_mutex_trylock(pointer) == 0 }

  @usableFromInline
  package func unlock() { pthread_mutex_unlock(pointer) }

  @inlinable
  package func withLock<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock()
    defer { unlock() }
    return try body()
  }

  /// Tries for some time to take a lock without sleeping.
  ///
  /// Waking a sleeping thread takes some 50 µs when its processor sleeps as well. Spinning for just
  /// as long first never costs more than twice the better of both choices: see Karlin, Li, Manasse
  /// and Owicki, "Empirical Studies of Competitive Spinning for a Shared-Memory Multiprocessor",
  /// 1991.
  ///
  /// - Parameter attempt: Tries once; nil gives up.
  /// - Returns: Whether the lock was taken.
  @inline(__always)
  static func spin(_ attempt: () -> Bool?) -> Bool {
    let end = ContinuousClock.now + .microseconds(50)
    repeat {
      // Reading the clock takes longer than an attempt.
      for _ in 0..<4 {
        guard let isTaken = attempt() else { return false }
        if isTaken { return true }
      }
    } while ContinuousClock.now < end
    return false
  }
}
