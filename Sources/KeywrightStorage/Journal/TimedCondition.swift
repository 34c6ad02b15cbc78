#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A condition to wait on for a bounded time, which no change of the date makes longer.
///
/// Not final, so that a test can note who waits.
class TimedCondition: @unchecked Sendable {
  // `@unchecked`: the pointers are set once, in `init`; what they lead to is used under `mutex`, the
  // lock of whoever made this.
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  /// - Parameter mutex: The mutex that whoever waits or wakes holds; it outlives this object.
  init(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) {
    self.mutex = mutex
    condition = .allocate(capacity: 1)
    condition.initialize(to: pthread_cond_t())
    #if canImport(Darwin)
      pthread_cond_init(condition, nil)
    #else
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_cond_init(condition, &attributes)
      pthread_condattr_destroy(&attributes)
    #endif
  }

  deinit {
    pthread_cond_destroy(condition)
    condition.deallocate()
  }

  /// Lets the one who waits look again.
  func wake() { pthread_cond_signal(condition) }

  /// Waits until something is so, or the time is up.
  func wait(atMost time: Duration, until isSo: () -> Bool) {
    let nanoseconds = Int(time / .nanoseconds(1))
    #if canImport(Darwin)
      var rest = timespec(tv_sec: nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000)
      while !isSo(), pthread_cond_timedwait_relative_np(condition, mutex, &rest) == 0 {}
    #else
      var end = timespec()
      clock_gettime(CLOCK_MONOTONIC, &end)
      end.tv_nsec += nanoseconds % 1_000_000_000
      end.tv_sec += nanoseconds / 1_000_000_000 + end.tv_nsec / 1_000_000_000
      end.tv_nsec %= 1_000_000_000
      while !isSo(), pthread_cond_timedwait(condition, mutex, &end) == 0 {}
    #endif
  }
}
