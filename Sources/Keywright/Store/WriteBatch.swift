import KeywrightStorage

/// The writes that one commit stages, under the writer's lock.
///
/// `set`, `update`, `transaction`, `clear`, migrations and access in place stage their writes here, each
/// in a few lines; ``commit()`` has the steps of a commit in order.
@usableFromInline
final class WriteBatch: CommitContext {
  /// The store; none while the batch is idle.
  @exclusivity(unchecked) private(set) var store: (any Store)?
  @exclusivity(unchecked) private(set) var origin: CommitOrigin

  /// The store, where a service decides on its commits.
  @exclusivity(unchecked) private(set) var remote: (any RemoteStore)?

  /// The store's core, which the batch's user keeps alive.
  unowned(unsafe) let core: StoreCore

  // A batch is used by the thread that holds the writer's lock, which changes one thing at a time: no
  // access to these can overlap another.
  @exclusivity(unchecked) var writes: [StagedWrite] = []
  /// The position of each, once there are many.
  @exclusivity(unchecked) private var positions: PositionIndex?

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

  /// False if somebody may still refer to the batch after its commit.
  @exclusivity(unchecked) var mayBeReused = true

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
  static func begin(in store: any Store, _ origin: CommitOrigin) throws(StoreError) -> WriteBatch {
    var patience = ConflictPatience()
    while true {
      do throws(StoreError) {
        return try lock(store, origin)
      } catch {
        if let postponed = PostponedMigrations(error) {
          postponed.run()
        } else if !patience.mayRunAgain(after: error) {
          throw error
        }
      }
    }
  }

  private static func lock(
    _ store: any Store, _ origin: CommitOrigin
  ) throws(StoreError) -> WriteBatch {
    guard !CommitContext.isActive else { throw .reentrant(operation: nil) }
    let core = store.core.ofProcess
    let remote = core.isRemote ? store as? any RemoteStore : nil
    if let remote { try remote.lockForWriting(core) } else { core.lockForWriting() }
    let batch = core.takeIdleBatch() ?? WriteBatch(store, core, origin)
    batch.store = store
    batch.remote = remote
    batch.origin = origin
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

  /// Makes the batch ready for another commit, in which it reuses its memory.
  private func recycle() {
    writes.removeAll(keepingCapacity: writes.count <= PositionIndex.minimum)
    positions = nil
    work = []
    if remote != nil { comparison = CommitComparison() }
    remote = nil
    wait = nil
    notification = nil
    store = nil
    // Values may still be freed here, by code of the program; so this comes last.
    core.keepIdleBatch(self)
  }

  private func unlock() {
    guard holdsLock else { return }
    holdsLock = false
    if work.contains(.program) { core.holdMonitor.stop(writes, reportTo: core) }
    wait = store?.endCommit()
    notification = core.claim(notification, unless: wait != nil || hasDeferred)
    core.writerLock.unlock()
  }

  /// Ends a commit that was not written: releases the lock and delivers what waits.
  func cancel() {
    unlock()
    exit()
    runDeferred()
    core.deliverNotifications()
  }

  /// Ends a commit that was written: releases the lock, waits until the commit is as durable as the
  /// store promises, and delivers the notifications.
  func finish() throws(StoreError) {
    unlock()
    exit()
    defer {
      if hasDeferred { runDeferred() }
      core.deliverNotifications(claimed: notification.take())
      if mayBeReused { recycle() }
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

// MARK: - Staging

extension WriteBatch {
  /// The position of the write of a storage string, if there is one.
  func position(of name: StorageString) -> Int? {
    if writes.count <= PositionIndex.minimum {
      return writes.indices.first { writes[$0].name == name }
    }
    return positions?.position(of: name) { self.writes[$0].name == name }
  }

  /// Stages a write, in place of the one of its storage string if there is one.
  ///
  /// - Returns: Its position.
  @discardableResult
  func stage(_ write: StagedWrite) -> Int {
    note(write.key)
    if let position = position(of: write.name) {
      writes[position] = write
      return position
    }
    writes.append(write)
    if work.contains(.program) { core.holdMonitor.note(write.name) }
    index(from: writes.count == PositionIndex.minimum + 1 ? 0 : writes.count - 1)
    return writes.count - 1
  }

  /// Notes the steps for which a key has work.
  private func note(_ key: StagedKey) {
    if key.name.isReserved { work.insert(.reserved) }
    if !key.standbyStrings.isEmpty { work.insert(.standby) }
    if core.isRehearsal { return }
    if key.callbacks != nil { work.insert(.callbacks) }
    if NamespaceRecord.of(key.space).hasHooks { work.insert(.hooks) }
    if let registry = key.form?.traits?.registry, origin != .migration {
      core.noteUse(of: key.name, registry: registry)
    }
  }

  private func index(from first: Int) {
    guard writes.count > PositionIndex.minimum else { return }
    var positions = positions.take() ?? PositionIndex()
    for position in first..<writes.count { positions.add(writes[position].name, at: position) }
    self.positions = positions
  }

  /// Drops writes.
  func drop(where isDropped: (Int) -> Bool) {
    guard writes.indices.contains(where: isDropped) else { return }
    writes = writes.indices.filter { !isDropped($0) }.map { writes[$0] }
    positions = nil
    index(from: 0)
  }

  /// The cell that the store holds, and whether something is stored.
  private func cellBefore(
    _ name: StorageString, mustRead: Bool = false
  ) throws(StoreError) -> (cell: Cell, isStored: Bool) {
    if mustRead { try remote?.requireReadable(name) }
    // Without the store, whose type is not known here.
    if let table = core.table { return table.cellBefore(name) }
    return try store?.cellBefore(name, mustRead: mustRead) ?? (.absent, false)
  }

  /// The cell that the store holds for a key: under its name, or else a former one.
  private func cellBefore(
    of key: StagedKey, mustRead: Bool = false
  ) throws(StoreError) -> (cell: Cell, isStored: Bool) {
    var found = try cellBefore(key.name, mustRead: mustRead)
    for name in key.standbyStrings where !found.isStored {
      found = try cellBefore(name, mustRead: mustRead)
    }
    if let untyped = core.untyped, let form = key.form, let stored = found.cell.stored {
      found.cell = Cell(stored: untyped.form(of: stored, for: form))
    }
    return found
  }

  private func refuseReserved(_ name: StorageString, operation: String) throws(StoreError) {
    if name.isReserved, origin != .migration { throw .reserved(name, operation: operation) }
  }

  /// Stages a key: reads its cell, and enters a write that changes nothing yet.
  ///
  /// - Parameters:
  ///   - mustRead: Whether damaged bytes are an error, because the new value depends on the old one.
  /// - Returns: The write's position.
  @inlinable
  func stage<K: KeyType>(
    _ keyType: K, mustRead: Bool, operation: String
  ) throws(StoreError) -> Int {
    if isComposed {
      return try stageInLayers(keyType.key, mustRead: mustRead, operation: operation)
    }
    return try stage(keyType.staged(), mustRead: mustRead, operation: operation)
  }

  /// Whether the store is made of other stores, which may hold different things for one key.
  @usableFromInline var isComposed: Bool { core.isComposed }

  /// Whether the store encodes values.
  @usableFromInline var encodesValues: Bool { core.encodesValues }

  @usableFromInline
  func stage(_ key: StagedKey, mustRead: Bool, operation: String) throws(StoreError) -> Int {
    if let known = position(of: key.name) { return known }
    try refuseReserved(key.name, operation: operation)
    let (cell, isStored) = try cellBefore(of: key, mustRead: mustRead)
    work.insert(.reading)
    return stage(StagedWrite(key, old: cell, new: cell, flags: isStored ? .wasStored : []))
  }

  @usableFromInline
  func stageInLayers<Space, Value>(
    _ key: Key<Space, Value>, mustRead: Bool, operation: String
  ) throws(StoreError) -> Int {
    if let known = position(of: key.storageString) { return known }
    try refuseReserved(key.storageString, operation: operation)
    guard let stack = core.stack else {
      return try stage(key.staged(), mustRead: mustRead, operation: operation)
    }
    work.insert(.reading)
    return stage(try stack.stage(key, mustRead: mustRead, operation: operation))
  }

  /// The value of a staged key as the commit stands now.
  @inlinable
  func value<Space, Value>(
    at position: Int, as key: Key<Space, Value>, operation: String
  ) throws(StoreError) -> Value {
    if let value = held(at: position).value(as: Value.self, form: key.formID) { return value }
    return try decodedValue(at: position, as: key, operation: operation)
  }

  /// The value of a staged key, if it is at hand decoded.
  @usableFromInline
  func held(at position: Int) -> HeldValue {
    let write = writes[position]
    return write.isTouched ? write.new.held : write.oldHeld
  }

  @usableFromInline
  func decodedValue<Space, Value>(
    at position: Int, as key: Key<Space, Value>, operation: String
  ) throws(StoreError) -> Value {
    let write = writes[position]
    if write.isTouched, !write.isRemoval {
      if let value = write.value(of: write.new, as: key) { return value }
      throw .unreadable(key, core.hidesValues ? nil : write.newForm, operation)
    }
    if !write.isTouched {
      if let value = write.readableOldValue(as: key) { return value }
      if write.wasStored, !core.isComposed {
        throw .unreadable(key, core.hidesValues ? nil : write.old.stored, operation)
      }
    }
    return write.fallback(for: key)
  }

  /// Stages a key and gives it a value, to be processed and checked when all values are given; nil
  /// removes.
  @inlinable
  func set<K: KeyType>(_ keyType: K, to value: K.Value?, operation: String) throws(StoreError) {
    if isComposed {
      _ = try stageInLayers(keyType.key, mustRead: false, operation: operation)
    }
    let key = keyType.key
    guard let value, !key.form.isAbsent(value) else {
      return try put(.absent, as: keyType.staged(), operation: operation)
    }
    guard keyType.needsPreparation else {
      let cell = key.cell(of: value, encodes: encodesValues)
      return try put(cell, as: keyType.staged(), operation: operation)
    }
    let cell = Cell(stored: nil, held: HeldValue(value, form: key.formID))
    try put(
      cell, as: keyType.staged(processes: true), isProcessed: false, operation: operation)
  }

  /// Gives a key a value, in place of the one that was given before. The last key that gives a value
  /// decides on its form.
  ///
  /// In a composition the key was staged, since its layers may hold different things.
  ///
  /// - Parameters:
  ///   - cell: The value. A stored form that it lacks is made later, or the reason thrown.
  ///   - isProcessed: Whether the value was processed and checked.
  @usableFromInline
  func put(
    _ cell: Cell, as key: StagedKey, isProcessed: Bool = true, operation: String
  ) throws(StoreError) {
    var flags = StagedWrite.Flags.isTouched
    if core.encodesValues, cell.stored == nil, cell.held.form != .absent {
      flags.insert(.needsEncoding)
      work.insert(.encoding)
    }
    if !isProcessed {
      flags.insert(.needsProcessing)
      work.insert(.processing)
    }
    if let position = position(of: key.name) {
      let write = writes[position]
      write.key = key
      write.new = cell
      write.flags.subtract([.needsProcessing, .needsEncoding])
      write.flags.formUnion(flags)
      note(key)
    } else {
      try refuseReserved(key.name, operation: operation)
      let (old, isStored) = try cellBefore(of: key)
      if isStored { flags.insert(.wasStored) }
      stage(StagedWrite(key, old: old, new: cell, flags: flags))
    }
  }

  /// Stages the removal of a storage string whose key nobody named.
  func remove(_ name: StorageString, in space: any Namespace.Type) throws(StoreError) {
    if let stack = core.stack {
      stage(try stack.stageRemoval(of: name, in: space))
    } else {
      stage(StagedWrite(removing: name, in: space, old: try cellBefore(name).cell))
    }
  }
}
