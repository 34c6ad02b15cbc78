#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A thread, to be told from other threads that live at the same time.
struct ThreadID: Hashable, Sendable {
  private let address: UInt

  static var current: ThreadID {
    #if canImport(Darwin) || canImport(Musl)
      ThreadID(address: UInt(bitPattern: pthread_self()))
    #else
      ThreadID(address: UInt(pthread_self()))
    #endif
  }
}
