/// Delivers what follows a commit: in commit order, by one thread at a time, with no lock held.
///
/// A commit made from inside a notice commits at once; its own notices follow those under way.
final class NoticeQueue: Sendable {
  private struct State {
    var waiting: [Commit] = []
    var isDelivering = false
    var isEnding = false
  }

  private let state = Locked(State())
  private let observers: ObserverRegistry

  init(observers: ObserverRegistry) { self.observers = observers }

  /// Adds a commit. The writer's lock is held, so the order is the order of commits.
  func enqueue(_ commit: Commit) {
    state.withLock { $0.waiting.append(commit) }
  }

  /// Ends all observation once what waits is delivered: no commit will follow.
  func end() { state.withLock { $0.isEnding = true } }

  /// Delivers what waits, unless another thread, or this one further up, is doing so.
  func deliver() {
    while let batch = takeBatch() {
      for commit in batch.commits { deliver(commit) }
      if batch.isLast { observers.end() }
      state.withLock { $0.isDelivering = false }
    }
  }

  private func takeBatch() -> (commits: [Commit], isLast: Bool)? {
    state.withLock { state in
      guard !state.isDelivering, !state.waiting.isEmpty || state.isEnding else { return nil }
      state.isDelivering = true
      defer {
        state.waiting = []
        state.isEnding = false
      }
      return (state.waiting, state.isEnding)
    }
  }

  private func deliver(_ commit: Commit) {
    // Hooks and `didChange` run once, in the process and in the store that commits; observers hear
    // of every commit.
    switch commit.origin {
    case .otherProcess, .externalEdit, .composition, .layer: break
    case .local, .defaultValue, .migration: callHooks(commit)
    }
    observers.deliver(commit)
  }

  private func callHooks(_ commit: Commit) {
    defer { for change in commit.pending { change.announceDidChange() } }
    guard commit.pending.contains(where: { !NamespaceHooks.areIdle($0.space) }) else { return }
    var spaces: [(space: any Namespace.Type, depth: Int)] = []
    for change in commit.pending {
      for (depth, space) in change.space.lineage.enumerated()
      where !spaces.contains(where: { $0.space == space }) {
        spaces.append((space, depth))
      }
    }
    // Innermost first; Swift's sort is stable, so namespaces of one depth stay in commit order.
    for (space, _) in spaces.sorted(by: { $0.depth > $1.depth }) {
      space.postCommit(commit.narrowed(to: space))
    }
  }
}
