import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Tells a process from the one that it was forked from.
///
/// A child shares the open files of its parent, and with them what `flock` locks; it has none of
/// the parent's other threads, so that what one of them had locked stays locked. Nothing that was
/// opened before the fork can be used after it.
package enum Forks {
  private static let counter = Atomic(0)

  /// The number of forks that lie between this process and the one that first asked; no system call.
  @inline(__always)
  package static var count: Int {
    _ = isCounting
    return counter.load(ordering: .relaxed)
  }

  /// Set once, before anything is opened: `fork` calls the function in the child.
  private static let isCounting = pthread_atfork(nil, nil, { Forks.noteFork() }) == 0

  private static func noteFork() { counter.add(1, ordering: .relaxed) }
}
