#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A thread's stay under a writer's lock: at most one for each thread, whatever the store.
///
/// Processing, pre-commit hooks, `willChange` and the closures of `update` and `transaction` run
/// synchronously on the thread that commits, so a word of the thread tells a commit made from
/// inside them from one made beside them.
@usableFromInline
class WriterScope {
  // A stay is one thread's, which changes one thing at a time: no access to these can overlap another.
  @exclusivity(unchecked) private var isOver = false
  @exclusivity(unchecked) private var afterwards: [() -> Void] = []

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// The stay of the running thread.
  static var current: WriterScope? {
    guard let word = pthread_getspecific(key) else { return nil }
    let scope = Unmanaged<WriterScope>.fromOpaque(word).takeUnretainedValue()
    // An in-place access that spans an `await` may end on another thread than it began on.
    return scope.isOver ? nil : scope
  }

  static var isActive: Bool { current != nil }

  final func enter() {
    isOver = false
    WriterScope.replaceWord(with: Unmanaged.passRetained(self).toOpaque())
  }

  /// Ends the stay; the lock must be let go before ``runAfterwards()``.
  final func leave() {
    isOver = true
    WriterScope.replaceWord(with: nil)
  }

  /// Begins a stay that ends on this thread with ``leaveLent()``, while somebody else holds this
  /// object: it is not retained.
  final func enterLent() {
    WriterScope.replaceWord(with: Unmanaged.passUnretained(self).toOpaque())
  }

  /// Ends such a stay; the lock must be let go before what was put off is run.
  final func leaveLent() { pthread_setspecific(WriterScope.key, nil) }

  private static func replaceWord(with word: UnsafeMutableRawPointer?) {
    let old = pthread_getspecific(key)
    pthread_setspecific(key, word)
    if let old { Unmanaged<WriterScope>.fromOpaque(old).release() }
  }

  /// Lets the lock go before the stay is over, so that what follows in it has no effect.
  func abandon() {}

  /// Runs code of the program that must not be held up by a lock, nor hold one.
  ///
  /// - Parameter body: May commit, and may wait for other threads.
  static func outside<Result>(_ body: () -> Result) -> Result {
    guard let scope = current else { return body() }
    scope.abandon()
    // `scope` is held here, so that the word can be lent away.
    pthread_setspecific(key, nil)
    defer { pthread_setspecific(key, Unmanaged.passUnretained(scope).toOpaque()) }
    return body()
  }

  /// Runs code once the running thread holds no writer's lock: now, if it holds none.
  static func afterwards(_ body: @escaping () -> Void) {
    guard let scope = current else { return body() }
    scope.afterwards.append(body)
  }

  /// Gives what was put off, to be run once the lock was let go, when this object may already be
  /// another commit's.
  final func takeAfterwards() -> [() -> Void] {
    guard !afterwards.isEmpty else { return [] }
    defer { afterwards = [] }
    return afterwards
  }

  /// Whether something was put off.
  final var hasAfterwards: Bool { !afterwards.isEmpty }

  /// Runs what was put off. The lock was let go.
  final func runAfterwards() {
    while !afterwards.isEmpty {
      let bodies = afterwards
      afterwards = []
      for body in bodies { body() }
    }
  }
}
