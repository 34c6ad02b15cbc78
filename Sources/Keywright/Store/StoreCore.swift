package import KeywrightStorage
import Synchronization

/// The part that every store has once: the writer's lock, commit numbers, issues and notifications.
///
/// A store of your own makes one and returns it as ``ReadableStore/core``; handles that share
/// values share their core.
///
/// ```swift
/// let core = StoreCore(name: "dictionary")
/// ```
///
/// Two stores with one core are one store: one writer's lock, one row of commit numbers, and
/// observers that receive the commits of both.
///
/// Thread safety: safe from any thread.
public final class StoreCore: @unchecked Sendable {
  // `@unchecked`: `holdMonitor` is used as it says; all else is immutable, atomic, or locks itself.

  /// Younger cores have larger ones: the order in which a composition locks its stores.
  let serial = StoreCore.serials.wrappingAdd(1, ordering: .relaxed).newValue
  private static let serials = Atomic<UInt64>(0)

  /// A name for messages.
  public let name: String

  /// The name of the lock across processes, by which all of them know it.
  let place: String?

  /// The process that opened the files of a place; nil without a place.
  private let forks: Int?

  /// The values, where the store keeps them in memory; commits read the old ones there.
  let table: ValueTable?

  /// The values, where readers may look them up without asking the store. Not retained: it is
  /// `table`.
  @usableFromInline let lookupTable: Unmanaged<ValueTable>?

  /// The tables of the first layers, where the store is made of other stores.
  @usableFromInline let leadingTables: LeadingTables?

  /// The type of a store whose commits of one value need not be staged: they are nothing but writes to the table, or
  /// to a file before. Nil for other stores.
  let tableStore: (any Store.Type)?

  /// What writes such a value to a file; nil for a store in memory.
  let loneWriter: (any LoneWriter)?

  /// The other stores, where the store is made of some.
  let stack: LayerStack?

  /// Whether the store is made of other stores.
  @usableFromInline var isComposed: Bool { stack != nil }

  /// Whether the store holds nothing, and never will.
  let staysEmpty: Bool

  /// Whether values are stored in encoded form; a cache stores them as they are.
  @usableFromInline package let encodesValues: Bool

  /// The views of this store under a component of their own.
  let views = Protected<[ViewID: WeakCore]>([:])

  /// The compositions that must be notified of every commit.
  let dependents = Dependents()

  let recent = RecentCommits()
  /// The clock by which commits wait for each other.
  let time: any TimeSource
  let writerLock: FairMutex
  let observers = ObserverRegistry()
  let notifications: NotificationQueue
  let holdMonitor: LockHoldMonitor

  /// Migrations that could not be committed, whose values are read where they are.
  let pendingMigrations = PendingMigrations()

  /// The registries that the store was opened without, where it is opened with some.
  let missingRegistries: MissingRegistries?

  /// The keys that belong into other stores, by the registries that the store was opened with.
  let keysElsewhere: KeysElsewhere

  /// The rules for the stored forms of a store that holds bytes or texts, or that refuses some
  /// forms; nil for a store without such rules.
  let untyped: UntypedForms?

  /// Whether commits are tried on a copy, so that no hook is called.
  let isRehearsal: Bool

  /// Whether a service decides on commits: the store is a ``RemoteStore``.
  let isRemote: Bool

  let log: IssueLog
  private let numbered = Atomic<UInt64>(0)
  let loads = Atomic(0)

  /// Makes the core of a new store.
  ///
  /// - Parameters:
  ///   - name: A name for messages.
  ///   - place: The path of what ``Store/beginCommit()`` locks across processes, if it does: a
  ///     composition locks its stores in the order of their places, so that two processes that have
  ///     opened them in different orders do not wait for each other.
  public convenience init(name: String, place: String? = nil) {
    self.init(name: name, place: place, table: nil)
  }

  /// Makes the core of a store that holds values as bytes or texts, or of a store over files.
  ///
  /// - Parameter time: The clock by which it is told that a commit holds the lock too long.
  package convenience init(
    name: String, place: String?, untyped: UntypedForms?,
    time: any TimeSource = SystemFileSystem()
  ) {
    self.init(name: name, place: place, table: nil, untyped: untyped, time: time)
  }

  /// Makes the core of a store over a table, or over other stores.
  ///
  /// - Parameter inner: The core of a store that answers for this one, whose table no reader looks into past it.
  init(
    name: String, place: String? = nil, table: ValueTable?, of tableStore: (any Store.Type)? = nil,
    writer: (any LoneWriter)? = nil, stack: LayerStack? = nil,
    isRemote: Bool = false, takesRegistries: Bool = false, isRehearsal: Bool = false,
    staysEmpty: Bool = false, wrapping inner: StoreCore? = nil, untyped: UntypedForms? = nil,
    time: any TimeSource = SystemFileSystem()
  ) {
    self.name = name
    self.time = time
    writerLock = FairMutex(time)
    holdMonitor = LockHoldMonitor(now: time.now)
    self.untyped = untyped
    self.isRehearsal = isRehearsal
    missingRegistries = takesRegistries ? MissingRegistries() : nil
    keysElsewhere = inner?.keysElsewhere ?? KeysElsewhere()
    self.isRemote = isRemote
    self.place = place
    forks = if let inner { inner.forks } else { place == nil ? nil : Forks.count }
    self.table = table
    self.tableStore = tableStore
    loneWriter = writer
    lookupTable = inner == nil ? table.map(Unmanaged.passUnretained) : nil
    self.stack = stack
    self.staysEmpty = staysEmpty
    leadingTables = stack?.leadingTables
    encodesValues =
      inner?.encodesValues ?? stack?.encodesValues ?? !(table?.isBounded ?? false)
    log = IssueLog(name: name)
    notifications = NotificationQueue(observers: observers, time: time)
    if stack?.isFilled ?? false { listenToParts() }
  }

  /// Makes the core of a store that passes every call on to another one, and may answer it
  /// otherwise.
  ///
  /// - Parameter core: The other store's core.
  package convenience init(wrapping core: StoreCore) {
    // Stored forms are asked of the store; values that have none are in its table alone.
    self.init(
      name: core.name, place: core.place, table: core.encodesValues ? nil : core.table,
      wrapping: core, untyped: core.untyped, time: core.time)
  }

  /// The core for commits and observers of the running process: this one, but in a child that was
  /// forked from the process that opened the store's files.
  var ofProcess: StoreCore { forks == nil || forks == Forks.count ? self : .ofInherited }

  /// The core whose lock is taken by commits to stores that were opened before a fork; those
  /// commits are then refused.
  static var ofInherited: StoreCore { inherited.object }
  private static let inherited = ProcessLocal { StoreCore(name: "opened before fork") }

  // MARK: Commits

  /// The number of the last commit. A thread that reads it and then a value reads at least what
  /// that commit wrote, because a commit is numbered after it is shown to readers.
  ///
  /// Sequentially consistent, see ``takeNumber()``.
  @usableFromInline var lastNumber: UInt64 { numbered.load(ordering: .sequentiallyConsistent) }

  /// Numbers a commit that readers see by now, and notifies the compositions. The writer's lock is
  /// held.
  ///
  /// The one way for every commit: of this process and of others, and of the parts of a
  /// composition.
  ///
  /// - Parameters:
  ///   - writes: The writes, without the library's own records.
  ///   - composition: The composition that makes the commit, and notifies the others.
  /// - Returns: The commit, if an observer or a hook must be notified and it is not queued yet:
  ///   ``claim(_:unless:)`` or ``enqueue(_:)`` must follow. In a composition it is queued.
  func publish(
    _ writes: [StagedWrite], _ origin: CommitOrigin, by composition: LayerStack? = nil
  ) -> Commit? {
    guard !writes.isEmpty else { return nil }
    guard let stack else { return number(writes, origin, by: composition) }
    stack.order.withLock {
      guard var commit = number(writes, origin, by: composition) else { return }
      commit.shown = stack.shown(writes, to: observers)
      enqueue(commit)
    }
    return nil
  }

  /// Numbers a commit. The writer's lock is held, and of a composition the order's.
  func number(
    _ writes: [StagedWrite], _ origin: CommitOrigin, by composition: LayerStack?
  ) -> Commit? {
    let number = takeNumber()
    recent.note(number, origin, writes)
    return notification(of: writes, number, origin, by: composition)
  }

  /// Notifies the compositions of a commit that has its number, and decides whether an observer or
  /// a hook here must be notified.
  func notification(
    of writes: [StagedWrite], _ number: UInt64, _ origin: CommitOrigin,
    by composition: LayerStack?
  ) -> Commit? {
    if composition == nil, !dependents.isEmpty {
      StoreCore.notifyDependents(of: [ChildCommit(core: self, writes: writes)], origin)
    }
    let isObserved =
      !isRehearsal && Commit.hasHooks(writes, origin)
      || writes.indices.contains { observers.mayObserve(writes[$0].name) }
    return isObserved ? Commit(number: number, origin: origin, writes: writes) : nil
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

  /// Publishes a commit that was found or made elsewhere, and queues its notifications. The
  /// writer's lock is held.
  func announce(
    _ writes: [StagedWrite], origin: CommitOrigin, by composition: LayerStack? = nil,
    times: Int = 1
  ) {
    var writes = writes
    if writes.contains(where: \.name.isReserved) { writes.removeAll(where: \.name.isReserved) }
    guard var commit = publish(writes, origin, by: composition) else { return }
    commit.times = times
    enqueue(commit)
  }

  // MARK: Notifications

  /// Claims the delivery of a commit, or queues its notifications. The writer's lock is held.
  ///
  /// - Parameter mustWait: Whether something comes before the delivery that may take its time.
  /// - Returns: The commit, if its delivery is claimed: ``deliverNotifications(claimed:)`` must
  ///   follow.
  func claim(_ commit: Commit?, unless mustWait: Bool) -> Commit? {
    guard let commit else { return nil }
    if !mustWait, notifications.claim() { return commit }
    enqueue(commit)
    return nil
  }

  /// Queues the notifications of a commit. The writer's lock is held.
  func enqueue(_ commit: Commit) {
    guard notifications.enqueue(commit) else { return }
    report(
      StoreError(
        .busy, operation: "observe", expected: "observers and hooks that return soon",
        found: "\(NotificationQueue.capacity) commits whose notifications wait",
        advice: "They are joined into one. Let an observer hand over its work and return."))
  }

  /// Delivers what waits, here, in the stores that this one is made of, and in the compositions
  /// that depend on any of them. No lock is held.
  ///
  /// - Parameter commit: A commit whose delivery was claimed.
  func deliverNotifications(claimed commit: Commit? = nil) {
    if let commit { notifications.deliver(claimed: commit) }
    notifications.deliver()
    stack?.deliverNotifications()
    deliverToDependents()
  }

  private func deliverToDependents() {
    if dependents.isEmpty { return }
    for core in dependents.all {
      core.stack?.removeInvalidatedEntries(core: core)
      core.notifications.deliver()
      core.deliverToDependents()
    }
  }

  /// Notifies the compositions of a commit to one of their stores, or to several. The writer's
  /// locks are held.
  ///
  /// - Parameter composition: The composition that makes the commit, which need not be notified.
  static func notifyDependents(
    of commits: [ChildCommit], _ origin: CommitOrigin, but composition: LayerStack? = nil
  ) {
    var notified: [LayerStack] = []
    for core in commits.flatMap(\.core.dependents.all) {
      guard let other = core.stack, other !== composition else { continue }
      guard !notified.contains(where: { $0 === other }) else { continue }
      notified.append(other)
      other.childrenDidCommit(commits, origin, core: core)
    }
  }

  /// The commits that wait for observers, and since when the first of them has; nil if none does.
  package var notificationBacklog: (count: Int, since: Moment)? {
    notifications.backlog
  }
}
