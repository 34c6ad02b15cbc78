import KeywrightStorage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A mutual exclusion lock over `pthread_mutex_t`, with a condition to wait on.
///
/// `Synchronization.Mutex` would do, but it is slower here and the thread sanitizer, which does
/// not know it, reports races that are none.
///
/// Not recursive: a thread that locks it twice waits for itself.
final class Lock: @unchecked Sendable {
  // `@unchecked`: this is the lock: both pointers are set once, in `init`, and POSIX guards what they
  // point to.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  func lock() { mutex.lockSpinning() }

  /// Takes the lock, or gives up after some time.
  ///
  /// - Returns: Whether the lock was taken. Apple's systems have no such call: there it waits on.
  func lock(within limit: Duration) -> Bool {
    if tryLock() { return true }
    #if canImport(Darwin)
      lock()
      return true
    #else
      if mutex.trySpinning() { return true }
      var time = timespec()
      clock_gettime(CLOCK_REALTIME, &time)
      let (seconds, attoseconds) = limit.components
      let nanoseconds = time.tv_nsec + Int(attoseconds / 1_000_000_000)
      time.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
      time.tv_nsec = nanoseconds % 1_000_000_000
      return pthread_mutex_timedlock(mutex, &time) == 0
    #endif
  }

  /// Takes the lock if nobody holds it.
  func tryLock() -> Bool { pthread_mutex_trylock(mutex) == 0 }

  func unlock() { pthread_mutex_unlock(mutex) }

  /// Releases the lock, waits for ``wakeAll()``, and takes it again.
  func wait() { pthread_cond_wait(condition, mutex) }

  func wakeAll() { pthread_cond_broadcast(condition) }

  func withLock<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock()
    defer { unlock() }
    return try body()
  }
}

/// A value that only the holder of its lock can touch.
package final class Locked<State>: @unchecked Sendable {
  // `@unchecked`: `state` is read and written under `lock` only. It lies in memory of its own,
  // because each access to a property would be checked for overlapping others, which the lock rules
  // out.
  let lock = Lock()
  private let state: UnsafeMutablePointer<State>

  /// Puts a value behind a lock of its own.
  package init(_ state: State) {
    self.state = .allocate(capacity: 1)
    self.state.initialize(to: state)
  }

  deinit {
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// Runs a body with the value and nobody else using it; not reentrant.
  package func withLock<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&state.pointee)
  }
}
