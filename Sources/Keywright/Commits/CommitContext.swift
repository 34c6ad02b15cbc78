#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The thread-local commit context: what the running thread does under a writer's lock.
///
/// Processing, pre-commit hooks, `willChange` and the closures of `update` and `transaction` run
/// synchronously on the thread that commits. So a word of the thread detects a re-entrant commit,
/// one that is made from inside them, and distinguishes it from a commit beside them.
///
/// A thread is in one context at a time, whatever the store.
@usableFromInline
class CommitContext {
  // A context belongs to one thread, which changes one thing at a time: no access can overlap
  // another.
  @exclusivity(unchecked) private var hasExited = false
  @exclusivity(unchecked) private var deferred: [() -> Void] = []

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// The context of the running thread.
  static var current: CommitContext? {
    guard let word = pthread_getspecific(key) else { return nil }
    let context = Unmanaged<CommitContext>.fromOpaque(word).takeUnretainedValue()
    // An in-place access that spans an `await` may end on another thread than it began on.
    return context.hasExited ? nil : context
  }

  static var isActive: Bool { current != nil }

  final func enter() {
    CommitContext.replaceCurrent(with: Unmanaged.passRetained(self).toOpaque())
  }

  /// Leaves the context; the lock must be released before ``runDeferred()``.
  final func exit() {
    hasExited = true
    CommitContext.replaceCurrent(with: nil)
  }

  /// Makes another context the thread's.
  private static func replaceCurrent(with word: UnsafeMutableRawPointer?) {
    let old = pthread_getspecific(key)
    pthread_setspecific(key, word)
    if let old { Unmanaged<CommitContext>.fromOpaque(old).release() }
  }

  /// Releases the lock early; everything that follows in the context has no effect.
  func invalidate() {}

  /// Runs code of the program that must neither wait for a lock nor hold one.
  ///
  /// - Parameter body: May commit, and may wait for other threads.
  static func outside<Result>(_ body: () -> Result) -> Result {
    guard let context = current else { return body() }
    context.invalidate()
    // `context` is held here, so that a commit of the body can have the word.
    pthread_setspecific(key, nil)
    defer { pthread_setspecific(key, Unmanaged.passUnretained(context).toOpaque()) }
    return body()
  }

  /// Runs code once the running thread holds no writer's lock: now, if it holds none.
  static func `defer`(_ body: @escaping () -> Void) {
    guard let context = current else { return body() }
    context.deferred.append(body)
  }

  /// Whether code was deferred.
  final var hasDeferred: Bool { !deferred.isEmpty }

  /// Runs the deferred code. The lock was released.
  final func runDeferred() {
    while !deferred.isEmpty {
      let bodies = deferred
      deferred = []
      for body in bodies { body() }
    }
  }
}

extension Key {
  /// The value that `get` gives when nothing is stored; evaluates a lazy default the first time.
  ///
  /// Inside a commit the lock is released for the evaluation, and the commit begins again.
  @inlinable public var defaultValue: Value { defaultAtHand ?? defaultOutsideCommits() }

  @usableFromInline
  func defaultOutsideCommits() -> Value { CommitContext.outside { evaluatedDefault() } }
}

/// The commit context of a reader, which holds locks until it ends, or until a default is needed: that is evaluated
/// with no lock held, and the reader begins again.
class ReaderContext: CommitContext {
  final private(set) var isInvalidated = false

  final func end() {
    unlock()
    exit()
    runDeferred()
  }

  override final func invalidate() {
    isInvalidated = true
    unlock()
  }

  /// Releases the locks that are held.
  func unlock() {}
}
