import Synchronization

/// What every store has once: the writer's lock, commit numbers, issues and notices.
///
/// A store of your own makes one and gives it back as ``Store/core``; handles that share values
/// share their core.
///
/// Thread safety: safe from any thread.
public final class StoreCore: @unchecked Sendable {
  // `@unchecked`: `stopwatch` and `plainScope` are used under `writerLock` only; all else is
  // immutable, atomic, or locks itself.

  /// Younger cores have larger ones: the order in which a composition locks its stores.
  let serial = StoreCore.serials.wrappingAdd(1, ordering: .relaxed).newValue
  private static let serials = Atomic<UInt64>(0)

  /// A name for messages.
  public let name: String

  /// What is locked across processes, by a name that all of them know it by.
  let place: String?

  /// The layers, where the store is made of other stores.
  let stack: LayerStack?

  /// The views of this store under a component of their own.
  let views = Locked<[ViewID: WeakCore]>([:])

  /// The compositions that must hear of every commit.
  let wholes = Wholes()

  let recent = RecentCommits()
  let writerLock = Lock()
  let observers = ObserverRegistry()
  let notices: NoticeQueue
  let stopwatch = Stopwatch()

  /// The stay under the writer's lock of commits that run no code of the program: one for all,
  /// since one at a time holds the lock.
  let plainScope = WriterScope()

  private let log: IssueLog
  private let numbered = Atomic<UInt64>(0)
  private let loads = Atomic(0)

  /// Makes the core of a new store.
  ///
  /// - Parameters:
  ///   - name: A name for messages.
  ///   - place: The path of what ``Store/beginCommit()`` locks across processes, if it does: a
  ///     composition locks its stores in the order of their places, so that two processes that have
  ///     opened them in different orders do not wait for each other.
  public convenience init(name: String, place: String? = nil) {
    self.init(name: name, place: place, stack: nil)
  }

  /// Makes the core of a store that is made of others.
  init(name: String, place: String? = nil, stack: LayerStack?) {
    self.name = name
    self.place = place
    self.stack = stack
    log = IssueLog(name: name)
    notices = NoticeQueue(observers: observers)
    if stack?.isFilled ?? false { listenToParts() }
  }

  /// Delivers what waits, here, in the stores that this one is made of, and in the compositions that
  /// listen to any of them. No lock is held.
  ///
  /// - Parameter commit: A commit whose delivery was claimed.
  func deliverNotices(claimed commit: Commit? = nil) {
    if let commit { notices.deliver(claimed: commit) }
    notices.deliver()
    stack?.deliverNotices()
    deliverToWholes()
  }

  private func deliverToWholes() {
    if wholes.isEmpty { return }
    for whole in wholes.all {
      whole.stack?.removeStaleCopies(core: whole)
      whole.notices.deliver()
      whole.deliverToWholes()
    }
  }

  /// The number of the last commit. Whoever reads it and then a value reads at least what that
  /// commit kept, because a commit is numbered after it is shown to readers.
  var lastNumber: UInt64 { numbered.load(ordering: .acquiring) }

  /// Numbers a commit and queues its notices. The writer's lock is held.
  ///
  /// Nobody hears of the library's own records.
  ///
  /// - Parameter whole: The composition that makes the commit, which need not be told.
  func announce(
    _ changes: [PendingChange], origin: CommitOrigin, by whole: LayerStack? = nil
  ) {
    var changes = changes
    if changes.contains(where: \.name.isReserved) { changes.removeAll(where: \.name.isReserved) }
    guard !changes.isEmpty else { return }
    guard let stack else { return note(changes, origin, by: whole) }
    stack.order.withLock { note(changes, origin, by: whole) }
  }

  /// Numbers a commit and queues its notices, here and in the compositions. Of a composition, the
  /// order's lock is held.
  func note(_ changes: [PendingChange], _ origin: CommitOrigin, by whole: LayerStack?) {
    if let commit = number(changes, origin, by: whole) { enqueue(commit) }
  }

  /// Numbers a commit, and tells the compositions. The writer's lock is held.
  ///
  /// - Parameter isSilent: Whether the changes are known to be of the kind after which no hook runs.
  /// - Returns: The commit, if anybody here must be told of it.
  func number(
    _ changes: [PendingChange], _ origin: CommitOrigin, by whole: LayerStack? = nil,
    isSilent: Bool = false
  ) -> Commit? {
    let number = takeNumber()
    recent.note(number, origin, changes)
    return commit(number, changes, origin, by: whole, isSilent: isSilent)
  }

  /// Numbers a commit of values that were encoded already, after which no hook runs. The writer's lock
  /// is held.
  ///
  /// - Parameter changes: Gives the changes as objects.
  /// - Returns: The commit, if anybody here must be told of it.
  func number(
    encoded kept: [KeptChange], _ origin: CommitOrigin, _ changes: () -> [PendingChange]
  ) -> Commit? {
    let number = takeNumber()
    recent.note(number, origin, kept)
    return isHeard ? commit(number, changes(), origin, isSilent: true) : nil
  }

  /// Whether anybody hears of commits for which no hook runs. Whoever comes after a commit was
  /// numbered need not be told of it, see ``takeNumber()``.
  var isHeard: Bool { !observers.isEmpty || !wholes.isEmpty }

  /// A commit that was numbered, if anybody here must be told of it; tells the compositions.
  private func commit(
    _ number: UInt64, _ changes: [PendingChange], _ origin: CommitOrigin,
    by whole: LayerStack? = nil, isSilent: Bool
  ) -> Commit? {
    tellWholes(changes, origin, but: whole)
    if observers.isEmpty, isSilent { return nil }
    let callsHooks = origin.callsHooks && !isSilent && !changes.allSatisfy(\.isSilent)
    guard callsHooks || changes.contains(where: { observers.listens(to: $0.name) }) else {
      return nil
    }
    return Commit(number: number, origin: origin, pending: changes)
  }

  /// Claims the delivery of a commit, or queues its notices. The writer's lock is held.
  ///
  /// - Parameter mustWait: Whether something comes before the delivery that may take its time.
  /// - Returns: The commit, if its delivery is claimed: ``deliverNotices(claimed:)`` must follow.
  func claim(_ commit: Commit?, unless mustWait: Bool) -> Commit? {
    guard let commit else { return nil }
    if !mustWait, notices.claim() { return commit }
    enqueue(commit)
    return nil
  }

  /// Queues the notices of a commit. The writer's lock is held.
  func enqueue(_ commit: Commit) {
    guard notices.enqueue(commit) else { return }
    report(
      StoreError(
        .busy, operation: "observe", expected: "observers and hooks that return soon",
        found: "\(NoticeQueue.capacity) commits that wait to be told",
        advice: "They are told as one. Let an observer hand over its work and return."))
  }

  /// Tells the compositions of a commit. The writer's lock is held.
  func tellWholes(_ changes: [PendingChange], _ origin: CommitOrigin, but whole: LayerStack?) {
    for core in wholes.all {
      guard let stack = core.stack, stack !== whole else { continue }
      stack.partCommitted(changes, origin, in: self, core: core)
    }
  }

  /// Gives a commit its number. The writer's lock is held.
  ///
  /// Sequentially consistent, as is the adding of an observer: of an observer that comes and a
  /// commit that was just shown to readers, at least one sees the other.
  func takeNumber() -> UInt64 {
    let number = numbered.load(ordering: .relaxed) + 1
    numbered.store(number, ordering: .sequentiallyConsistent)
    return number
  }

  /// Notes a problem that nothing could be thrown for: it is among the store's
  /// ``ReadableStore/issues``, and its handler is told.
  ///
  /// - Parameters:
  ///   - error: The problem.
  ///   - name: The key for which it is noted once until ``reloaded()``; nil notes it always.
  public func report(_ error: StoreError, once name: StorageString? = nil) {
    log.add(error, once: name)
  }

  /// Begins to note again what was noted once: what is stored was loaded again.
  public func reloaded() {
    loads.add(1, ordering: .relaxed)
    log.reloaded()
  }

  /// How often what is stored was loaded again, so that compositions too report it anew.
  var loadCount: Int { loads.load(ordering: .relaxed) }

  var issues: [StoreError] { log.issues }

  func setHandler(_ handler: (@Sendable (StoreError) -> Void)?) { log.setHandler(handler) }
}
