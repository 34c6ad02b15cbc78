import KeywrightStorage
import Synchronization

/// Delivers the notifications of commits: in commit order, by one thread at a time, with no lock held.
///
/// A commit made from inside a notification is written at once; its own notifications follow those
/// under way. If no thread delivers and no commit waits, a commit claims the delivery before it releases the
/// writer's lock, and then delivers itself, without waiting here.
///
/// Commits wait here while an observer, or a hook, takes its time. When ``capacity`` of them wait they
/// are joined into one, with one change for each key, from the first old value to the last new one: an
/// observer that never returns costs memory for each key and not for each commit, and an observer of
/// the joined commit receives the last value. It is reported where the first of them has waited for long,
/// since threads that commit quickly leave as many waiting within a few milliseconds.
final class NotificationQueue: Sendable {
  private struct State {
    var waiting: [Commit] = []
    /// The number of commits that may wait before they are joined; more where the joined one has many
    /// changes, so that joining costs each commit little.
    var limit = NotificationQueue.capacity
    /// The time at which the first of those that wait began to.
    var since: Moment
    /// The commits that a thread took and delivers, and since when the first of them had waited.
    var taken: (count: Int, since: Moment)
    var isEnding = false
    var wasReported = false
  }

  /// Whether a thread delivers, and whether something waits.
  private enum Phase {
    static let idle: UInt = 0
    static let delivering: UInt = 1
    static let waiting: UInt = 2
  }

  /// The number of commits that may wait.
  static let capacity = 4096

  /// `waiting` is set under the lock of `state`, and cleared there by the thread that delivers.
  private let phase = Atomic(Phase.idle)
  private let state: Protected<State>
  private let observers: ObserverRegistry
  private let time: any TimeSource
  private let patience: Duration

  /// - Parameter patience: How long commits may wait before it is reported that they were joined.
  init(
    observers: ObserverRegistry, time: any TimeSource, patience: Duration = .milliseconds(100)
  ) {
    self.observers = observers
    self.time = time
    let start = time.moment
    state = Protected(State(since: start, taken: (0, start)))
    self.patience = patience
  }

  /// Adds a commit. The writer's lock is held, so the order is the order of commits.
  ///
  /// - Returns: Whether commits were joined that have waited for long, for the first time since all were
  ///   delivered.
  func enqueue(_ commit: Commit) -> Bool {
    state.withLock { state in
      state.waiting.append(commit)
      if state.waiting.count == 1 { state.since = time.moment }
      phase.bitwiseOr(Phase.waiting, ordering: .relaxed)
      guard state.waiting.count > state.limit, let joined = Commit(joining: state.waiting) else {
        return false
      }
      state.waiting = [joined]
      state.limit = max(NotificationQueue.capacity, joined.writes.count)
      if state.wasReported || time.moment - state.since < patience { return false }
      state.wasReported = true
      return true
    }
  }

  /// The commits that wait for observers, or are being delivered behind others, at most; and since when.
  ///
  /// A commit that is delivered at once, by a claim, is not among them.
  var backlog: (count: Int, since: Moment)? {
    let phase = phase.load(ordering: .relaxed)
    if phase == Phase.idle { return nil }
    return state.withLock { state in
      let taken = phase & Phase.delivering == 0 ? 0 : state.taken.count
      let count = taken + state.waiting.count
      return count == 0 ? nil : (count, taken > 0 ? state.taken.since : state.since)
    }
  }

  /// Whether no commit waits and no thread delivers.
  var isIdle: Bool { phase.load(ordering: .relaxed) == Phase.idle }

  /// Ends all observation once what waits is delivered: no commit will follow.
  func end() {
    state.withLock { state in
      state.isEnding = true
      phase.bitwiseOr(Phase.waiting, ordering: .relaxed)
    }
  }

  /// Claims the delivery of a commit, if no thread delivers and no commit waits. The writer's lock is held;
  /// ``deliver(claimed:)`` must follow once it is released.
  func claim() -> Bool {
    phase.compareExchange(
      expected: Phase.idle, desired: Phase.delivering, successOrdering: .acquiring,
      failureOrdering: .relaxed
    ).exchanged
  }

  /// Delivers a commit for which the delivery was claimed, and the commits that came to wait since.
  func deliver(claimed commit: Commit) {
    deliver(commit)
    finishClaim()
  }

  /// Delivers the commits that came to wait since the delivery was claimed, and ends the claim.
  private func finishClaim() {
    while !endClaim() {
      let batch = takeBatch()
      for commit in batch.commits { deliver(commit) }
      state.withLock { $0.taken.count = 0 }
      if batch.isLast { observers.end() }
    }
  }

  /// Ends the claim, if nothing waits.
  private func endClaim() -> Bool {
    phase.compareExchange(
      expected: Phase.delivering, desired: Phase.idle, successOrdering: .releasing,
      failureOrdering: .relaxed
    ).exchanged
  }

  /// Delivers what waits, unless another thread, or this one further up, is doing so.
  func deliver() {
    // A thread that makes something wait calls this afterwards, and sees its own mark.
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
        state.taken = (state.waiting.count, state.since)
        state.waiting = []
        state.limit = NotificationQueue.capacity
        state.wasReported = false
        state.isEnding = false
      }
      return (state.waiting, state.isEnding)
    }
  }

  private func deliver(_ commit: Commit) {
    // Hooks and `didChange` run once, in the process and in the store that commits; observers receive
    // every commit that shows.
    if Commit.hasHooks(commit.writes, commit.origin) { commit.callHooks() }
    observers.deliver(commit.observed)
  }
}

extension Commit {
  /// Whether a post-commit hook or a `didChange` runs after the commit.
  static func hasHooks(_ writes: [StagedWrite], _ origin: CommitOrigin) -> Bool {
    origin.callsHooks
      && writes.indices.contains { position in
        writes[position].callbacks != nil
          || NamespaceRecord.of(writes[position].space).hasHooks
      }
  }

  /// Calls the post-commit hooks, innermost namespace first, then `didChange`.
  fileprivate func callHooks() {
    var spaces: [(space: any Namespace.Type, depth: Int)] = []
    for position in writes.indices where !writes[position].flags.contains(.isForeign) {
      let record = NamespaceRecord.of(writes[position].space)
      guard record.hasHooks else { continue }
      for (depth, space) in record.lineage.enumerated()
      where space.hasPostCommitHook && !spaces.contains(where: { $0.space == space }) {
        spaces.append((space, depth))
      }
    }
    // Swift's sort is stable, so namespaces of one depth stay in commit order.
    for (space, _) in spaces.sorted(by: { $0.depth > $1.depth }) {
      _ = space.postCommit(narrowed(to: space))
    }
    for position in writes.indices where !writes[position].flags.contains(.isForeign) {
      writes[position].callbacks?.didChange(writes[position])
    }
  }
}
