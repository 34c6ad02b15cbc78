import Synchronization

/// What every store has once: the writer's lock, commit numbers, issues and notices.
///
/// A store of your own makes one and gives it back as ``Store/core``; handles that share values
/// share their core.
///
/// Thread safety: safe from any thread.
public final class StoreCore: @unchecked Sendable {
  // `@unchecked`: `stopwatch` is used under `writerLock` only; all else is immutable, atomic, or
  // locks itself.

  /// Younger cores have larger ones: the order in which a composition locks its stores.
  let serial = StoreCore.serials.wrappingAdd(1, ordering: .relaxed).newValue
  private static let serials = Atomic<UInt64>(0)

  /// A name for messages.
  public let name: String

  /// The layers, where the store is made of other stores.
  let stack: LayerStack?

  /// The views of this store under a component of their own.
  let views = Locked<[String: WeakCore]>([:])

  let recent = RecentCommits()
  let writerLock = Lock()
  let observers = ObserverRegistry()
  let notices: NoticeQueue
  let stopwatch = Stopwatch()
  private let log: IssueLog
  private let numbered = Atomic<UInt64>(0)

  /// Makes the core of a new store.
  ///
  /// - Parameter name: A name for messages.
  public convenience init(name: String) { self.init(name: name, stack: nil) }

  /// Makes the core of a store that is made of others.
  init(name: String, stack: LayerStack?) {
    self.name = name
    self.stack = stack
    log = IssueLog(name: name)
    notices = NoticeQueue(observers: observers)
  }

  /// Delivers what waits, here and in the stores that this one is made of. No lock is held.
  func deliverNotices() {
    notices.deliver()
    stack?.deliverNotices()
  }

  /// The number of the last commit. Whoever reads it and then a value reads at least what that
  /// commit kept, because a commit is numbered after it is shown to readers.
  var lastNumber: UInt64 { numbered.load(ordering: .acquiring) }

  /// Numbers a commit and queues its notices. The writer's lock is held.
  ///
  /// Nobody hears of the library's own records.
  func announce(_ changes: [PendingChange], origin: CommitOrigin) {
    var changes = changes
    if changes.contains(where: \.name.isReserved) { changes.removeAll(where: \.name.isReserved) }
    guard !changes.isEmpty else { return }
    let number = takeNumber()
    for change in changes { recent.note(number, origin, change.name) }
    notices.enqueue(Commit(number: number, origin: origin, pending: changes))
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

  /// Notes a problem that nothing could be thrown for.
  ///
  /// - Parameters:
  ///   - error: The problem.
  ///   - name: The key for which it is noted once until ``reloaded()``; nil notes it always.
  func report(_ error: StoreError, once name: StorageString?) { log.add(error, once: name) }

  /// Begins to note again what was noted once: what is stored was loaded again.
  func reloaded() { log.reloaded() }

  var issues: [StoreError] { log.issues }

  func setHandler(_ handler: (@Sendable (StoreError) -> Void)?) { log.setHandler(handler) }
}
