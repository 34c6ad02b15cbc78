/// Delivers what follows a commit: in commit order, by one thread at a time, with no lock held.
///
/// A commit made from inside a notice commits at once; its own notices follow those under way.
///
/// Commits wait here while an observer, or a hook, takes its time. When ``capacity`` of them wait they
/// become one, with one change for each key, from the first old value to the last new one: so an
/// observer that never returns costs memory for each key and not for each commit, and whoever hears
/// of the one hears the last value. It is reported.
final class NoticeQueue: Sendable {
  private struct State {
    var waiting: [Commit] = []
    /// How many may wait before they become one; more where that one has many changes, so that
    /// joining costs each commit little.
    var limit = NoticeQueue.capacity
    var isDelivering = false
    var isEnding = false
    var hasJoined = false
  }

  /// How many commits may wait.
  static let capacity = 4096

  private let state = Locked(State())
  private let observers: ObserverRegistry

  init(observers: ObserverRegistry) { self.observers = observers }

  /// Adds a commit. The writer's lock is held, so the order is the order of commits.
  ///
  /// - Returns: Whether commits had to be told as one, for the first time since all were told.
  func enqueue(_ commit: Commit) -> Bool {
    state.withLock { state in
      state.waiting.append(commit)
      guard state.waiting.count > state.limit, let joined = Commit(joining: state.waiting) else {
        return false
      }
      state.waiting = [joined]
      state.limit = max(NoticeQueue.capacity, joined.pending.count)
      defer { state.hasJoined = true }
      return !state.hasJoined
    }
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
        state.limit = NoticeQueue.capacity
        state.hasJoined = false
        state.isEnding = false
      }
      return (state.waiting, state.isEnding)
    }
  }

  private func deliver(_ commit: Commit) {
    // Hooks and `didChange` run once, in the process and in the store that commits; observers hear
    // of every commit.
    if commit.origin.callsHooks { callHooks(commit) }
    observers.deliver(commit)
  }

  private func callHooks(_ commit: Commit) {
    defer { for change in commit.pending where !change.isForeign { change.announceDidChange() } }
    let own = commit.pending.filter { !$0.isForeign && !NamespaceHooks.areIdle($0.space) }
    guard !own.isEmpty else { return }
    var spaces: [(space: any Namespace.Type, depth: Int)] = []
    for change in own {
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
