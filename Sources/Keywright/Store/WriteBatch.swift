import KeywrightStorage

/// The writes that one commit stages, under the writer's lock.
///
/// `set`, `update`, `transaction`, `clear`, migrations and access in place stage their writes here, each
/// in a few lines; ``commit()`` has the steps of a commit in order.
@usableFromInline
final class WriteBatch: CommitContext {
  let store: any Store
  let core: StoreCore
  let origin: CommitOrigin

  /// The store, where a service decides on its commits. Where each commit asks, ``StoreCore/isRemote`` comes first:
  /// an optional existential is made and released even if it is nil.
  var remote: (any RemoteStore)? { core.isRemote ? store as? any RemoteStore : nil }

  // A batch is used by the thread that holds the writer's lock, which changes one thing at a time: no
  // access to these can overlap another.
  @usableFromInline @exclusivity(unchecked) var writes: [StagedWrite] = []
  /// The position of each, once there are many.
  @exclusivity(unchecked) var positions: PositionIndex?

  /// The steps for which at least one write has work.
  @exclusivity(unchecked) var work: Work = []

  /// The values that a service has to compare.
  @exclusivity(unchecked) var comparison = CommitComparison()

  /// The first thing that went wrong where nothing could be thrown.
  var failure: StoreError?

  /// Whether the lock was released to evaluate a default: the commit must begin again.
  @exclusivity(unchecked) private(set) var isInvalidated = false
  @exclusivity(unchecked) private var holdsLock = false

  /// The wait for durability, once the lock was released.
  @exclusivity(unchecked) private var wait: CommitWait?

  /// The commit, if its notifications are not queued; once the lock was released, if their delivery is
  /// claimed.
  @exclusivity(unchecked) var notification: Commit?

  struct Work: OptionSet {
    let rawValue: UInt8
    /// A value has to be processed and checked.
    static let processing = Work(rawValue: 1)
    /// A namespace has hooks.
    static let hooks = Work(rawValue: 2)
    /// A value has to be encoded.
    static let encoding = Work(rawValue: 4)
    /// A key has callbacks.
    static let callbacks = Work(rawValue: 8)
    /// One of the library's own records is among the writes.
    static let reserved = Work(rawValue: 16)
    /// A write was staged for a key that is only read so far.
    static let reading = Work(rawValue: 32)
    /// Code of the program runs under the lock, and is timed.
    static let program = Work(rawValue: 64)
    /// A value stays under a former name of its key for now.
    static let standby = Work(rawValue: 128)
  }

  private init(_ store: any Store, _ core: StoreCore, _ origin: CommitOrigin) {
    self.store = store
    self.core = core
    self.origin = origin
  }

  // MARK: The writer's lock

  /// Takes the writer's lock, in this process and across processes.
  ///
  /// Waits while a service's store catches up with what overtook the last commit.
  @usableFromInline
  static func begin(in store: any Store, _ origin: CommitOrigin) throws(StoreError) -> WriteBatch {
    var patience = ConflictPatience()
    while true {
      do throws(StoreError) {
        return try lock(store, origin)
      } catch {
        guard patience.mayRunAgain(after: error, by: store.core.time) else { throw error }
      }
    }
  }

  private static func lock(
    _ store: any Store, _ origin: CommitOrigin
  ) throws(StoreError) -> WriteBatch {
    guard !CommitContext.isActive else { throw .reentrant(operation: nil) }
    let core = store.core.ofProcess
    if core.isComposed || !core.pendingMigrations.isEmpty, origin != .migration {
      store.migrateWhatIsPending()
    }
    let batch = WriteBatch(store, core, origin)
    if core.isRemote, let remote = batch.remote {
      try remote.lockForWriting(core)
    } else {
      core.lockForWriting()
    }
    batch.enter()
    do throws(StoreError) {
      try store.beginCommit()
    } catch {
      batch.exit()
      core.writerLock.unlock()
      batch.runDeferred()
      // Commits of other processes may have been taken over before the failure.
      core.deliverNotifications()
      throw error
    }
    batch.holdsLock = true
    return batch
  }

  private func unlock() {
    guard holdsLock else { return }
    holdsLock = false
    if work.contains(.program) { core.holdMonitor.stop(reportTo: core) }
    wait = store.endCommit()
    notification = core.claim(notification, unless: wait != nil || hasDeferred)
    core.writerLock.unlock()
  }

  /// Ends a commit that was not written: releases the lock and delivers what waits.
  @usableFromInline
  func cancel() {
    unlock()
    exit()
    runDeferred()
    core.deliverNotifications()
  }

  /// Ends a commit that was written: releases the lock, waits until the commit is as durable as the
  /// store promises, and delivers the notifications.
  @usableFromInline
  func finish() throws(StoreError) {
    unlock()
    exit()
    defer {
      if hasDeferred { runDeferred() }
      core.deliverNotifications(claimed: notification.take())
    }
    try wait?()
  }

  override func invalidate() {
    isInvalidated = true
    unlock()
  }

  /// Stops a commit that released its lock; it then begins again.
  func requireLock() throws(StoreError) {
    guard isInvalidated else { return }
    throw StoreError(
      .unavailable, operation: "default",
      found: "a default that is evaluated each time it is needed",
      advice: "Declare the key, or its descriptor, as a `static let`.")
  }

  /// Notes that user code runs under the lock from here on: the lock-hold monitor measures it.
  @usableFromInline
  func noteUserCode() {
    guard !work.contains(.program) else { return }
    work.insert(.program)
    core.holdMonitor.start(writes)
  }
}
