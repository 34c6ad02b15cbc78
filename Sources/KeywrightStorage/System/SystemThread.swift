#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A thread of the system, for work that waits in system calls and so may not occupy one of
/// Swift's.
package final class SystemThread: Sendable {
  private let body: @Sendable () -> Void

  private init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  /// Starts a detached thread; signals go to the program's own threads.
  /// - Returns: Whether there is one.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let thread = Unmanaged.passRetained(SystemThread(body))
    let isStarted = start(with: thread.toOpaque())
    if !isStarted { thread.release() }
    return isStarted
  }

  private static func start(with context: UnsafeMutableRawPointer) -> Bool {
    var attributes = pthread_attr_t()
    guard pthread_attr_init(&attributes) == 0 else { return false }
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    // It runs the program's listeners; some systems give a thread very little.
    pthread_attr_setstacksize(&attributes, 1 << 20)
    #if canImport(Darwin)
      var thread: pthread_t?
      return pthread_create(&thread, &attributes, { SystemThread.run($0) }, context) == 0
    #else
      var thread = pthread_t()
      return pthread_create(&thread, &attributes, { SystemThread.run($0) }, context) == 0
    #endif
  }

  private static func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context { Unmanaged<SystemThread>.fromOpaque(context).takeRetainedValue().body() }
    return nil
  }
}
