import Synchronization

/// Delivers what follows a commit: in commit order, by one thread at a time, with no lock held.
///
/// A commit made from inside a notice commits at once; its own notices follow those under way. Where
/// nobody delivers and nothing waits, a commit claims the delivery before it lets the writer's lock
/// go, and then delivers itself, without waiting here.
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
    var isEnding = false
    var hasJoined = false
  }

  /// Whether somebody delivers, and whether something waits.
  private enum Phase {
    static let idle: UInt = 0
    static let delivering: UInt = 1
    static let waiting: UInt = 2
  }

  /// How many commits may wait.
  static let capacity = 4096

  /// `waiting` is set under the lock of `state`, and cleared there by who delivers.
  private let phase = Atomic(Phase.idle)
  private let state = Locked(State())
  private let observers: ObserverRegistry

  init(observers: ObserverRegistry) { self.observers = observers }

  /// Adds a commit. The writer's lock is held, so the order is the order of commits.
  ///
  /// - Returns: Whether commits had to be told as one, for the first time since all were told.
  func enqueue(_ commit: Commit) -> Bool {
    state.withLock { state in
      state.waiting.append(commit)
      phase.bitwiseOr(Phase.waiting, ordering: .relaxed)
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
  func end() {
    state.withLock { state in
      state.isEnding = true
      phase.bitwiseOr(Phase.waiting, ordering: .relaxed)
    }
  }

  /// Takes the right to deliver a commit at once, if nobody delivers and nothing waits. The writer's
  /// lock is held; ``deliver(claimed:)`` or ``finishClaim()`` must follow once it is let go.
  func claim() -> Bool {
    phase.compareExchange(
      expected: Phase.idle, desired: Phase.delivering, successOrdering: .acquiring,
      failureOrdering: .relaxed
    ).exchanged
  }

  /// Delivers a commit for which the delivery was claimed, and what came to wait meanwhile.
  func deliver(claimed commit: Commit) {
    deliver(commit)
    finishClaim()
  }

  /// Delivers what came to wait since the delivery was claimed, and lets the claim go.
  func finishClaim() {
    while !isOver() {
      let batch = takeBatch()
      for commit in batch.commits { deliver(commit) }
      if batch.isLast { observers.end() }
    }
  }

  /// Lets the right to deliver go, if nothing waits.
  private func isOver() -> Bool {
    phase.compareExchange(
      expected: Phase.delivering, desired: Phase.idle, successOrdering: .releasing,
      failureOrdering: .relaxed
    ).exchanged
  }

  /// Delivers what waits, unless another thread, or this one further up, is doing so.
  func deliver() {
    // Whoever made something wait calls this afterwards, and sees its own mark.
    guard phase.load(ordering: .relaxed) == Phase.waiting else { return }
    let claim = phase.compareExchange(
      expected: Phase.waiting, desired: Phase.waiting | Phase.delivering,
      successOrdering: .acquiring, failureOrdering: .relaxed)
    if claim.exchanged { finishClaim() }
  }

  private func takeBatch() -> (commits: [Commit], isLast: Bool) {
    state.withLock { state in
      phase.store(Phase.delivering, ordering: .relaxed)
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
