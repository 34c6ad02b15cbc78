#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A condition variable of one mutex; changes of the date do not affect its timed waits.
///
/// Not final, so that a test can record who waits.
package class SystemCondition: @unchecked Sendable {
  // `@unchecked`: the pointer is set once, in `init`; POSIX guards the condition behind it.
  private let pointer = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let mutex: SystemMutex

  /// - Parameter mutex: The mutex that threads hold when they wait.
  package init(_ mutex: SystemMutex) {
    self.mutex = mutex
    pointer.initialize(to: pthread_cond_t())
    #if canImport(Darwin)
      pthread_cond_init(pointer, nil)
    #else
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_cond_init(pointer, &attributes)
      pthread_condattr_destroy(&attributes)
    #endif
  }

  deinit {
    pthread_cond_destroy(pointer)
    pointer.deallocate()
  }

  /// Wakes one waiting thread.
  func signal() { pthread_cond_signal(pointer) }

  /// Wakes all waiting threads.
  package func broadcast() { pthread_cond_broadcast(pointer) }

  /// Releases the mutex, waits for a wake-up, possibly a spurious one, and takes the mutex again.
  package func wait() { pthread_cond_wait(pointer, mutex.pointer) }

  /// Waits until a predicate holds or the time is up.
  package func wait(atMost time: Duration, until predicate: () -> Bool) {
    let nanoseconds = Int(time / .nanoseconds(1))
    #if canImport(Darwin)
      var rest = timespec(tv_sec: nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000)
      while !predicate(),
        pthread_cond_timedwait_relative_np(pointer, mutex.pointer, &rest) == 0
      {}
    #else
      var end = timespec()
      clock_gettime(CLOCK_MONOTONIC, &end)
      end.tv_nsec += nanoseconds % 1_000_000_000
      end.tv_sec += nanoseconds / 1_000_000_000 + end.tv_nsec / 1_000_000_000
      end.tv_nsec %= 1_000_000_000
      while !predicate(), pthread_cond_timedwait(pointer, mutex.pointer, &end) == 0 {}
    #endif
  }
}
