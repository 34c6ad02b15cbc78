import Synchronization

/// A listener, with what it listens to.
final class Observer: Sendable {
  /// What a listener is told of.
  enum Scope: Sendable {
    case key(StorageString)
    case namespace(NamespaceMatch)
    case everything
  }

  /// Numbers increase in the order in which observers were added.
  let id: UInt64
  let scope: Scope
  private let since: UInt64
  private let isCancelled = Atomic(false)
  private let listener: Listener

  /// What an observer calls.
  struct Listener: Sendable {
    /// Takes a commit, and the one change for which a listener on a key hears of it.
    let hear: @Sendable (Commit, PendingChange) -> Void

    /// Is told that the store was closed.
    var end: @Sendable () -> Void = {}
  }

  /// Makes an observer of the commits after the one with the number `since`.
  init(id: UInt64, scope: Scope, since: UInt64, listener: Listener) {
    self.id = id
    self.scope = scope
    self.since = since
    self.listener = listener
  }

  func cancel() { isCancelled.store(true, ordering: .releasing) }

  func hear(_ commit: Commit, _ change: PendingChange) {
    guard commit.number > since, !isCancelled.load(ordering: .acquiring) else { return }
    listener.hear(commit, change)
  }

  func end() {
    guard !isCancelled.load(ordering: .acquiring) else { return }
    listener.end()
  }
}
