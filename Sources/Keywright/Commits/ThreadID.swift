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
    #if canImport(Darwin)
      ThreadID(address: UInt(bitPattern: pthread_self()))
    #else
      ThreadID(address: UInt(pthread_self()))
    #endif
  }
}

/// Whether the running thread is inside a commit: one word of each thread.
///
/// Processing, pre-commit hooks, `willChange` and the closures of `update` and `transaction` run
/// synchronously on the thread that commits, so a word of the thread tells a commit made from
/// inside them from one made beside them, in whatever store.
enum CommitScope {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  static var isActive: Bool { pthread_getspecific(key) != nil }

  static func enter() { pthread_setspecific(key, UnsafeRawPointer(bitPattern: 1)) }

  static func leave() { pthread_setspecific(key, nil) }
}
