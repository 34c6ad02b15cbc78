import KeywrightStorage

/// One observation: it lasts until this token is cancelled or released.
///
/// ```swift
/// let token = store.observe(Player.volume) { print($0.new) }
/// token.cancel()
/// ```
///
/// Cancelling is safe at any moment, from any thread, inside any listener, and more than once. The
/// listener is not called any more after that; a call that another thread had begun may still run
/// to its end. The token keeps the store open, and frees it with the listener when it is cancelled.
///
/// Thread safety: safe from any thread.
public final class ObservationToken: Sendable {
  private let held: Protected<(observer: Observer, store: any Store)?>

  init(observer: Observer?, store: some Store) {
    held = Protected(observer.map { ($0, store) })
  }

  deinit { cancel() }

  /// Whether the observation was ended, or never began because the store was closed.
  public var isCancelled: Bool { held.withLock { $0 == nil } }

  /// Ends the observation, and releases the closure.
  ///
  /// Complexity: O(*n*) in the number of observers of the same key, namespace or store.
  public func cancel() {
    // Freed after the lock is released: the `deinit` of an observer's captures may do anything.
    guard let held = held.withLock({ $0.take() }) else { return }
    held.store.core.ofProcess.observers.remove(held.observer)
  }
}
