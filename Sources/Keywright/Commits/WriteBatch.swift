/// The writes that one commit stages, under the writer's lock.
///
/// `set`, `update`, `transaction`, `clear`, migrations and access in place stage their writes here, each
/// in a few lines; ``commit()`` has the steps of a commit in order.
@usableFromInline
final class WriteBatch: CommitContext {
  /// The store; none while the batch is idle.
  @exclusivity(unchecked) private(set) var store: (any Store)?
  @exclusivity(unchecked) private(set) var origin: CommitOrigin

  /// The store's core, which the batch's user keeps alive.
  unowned(unsafe) let core: StoreCore

  // A batch is used by the thread that holds the writer's lock, which changes one thing at a time: no
  // access to these can overlap another.
  @exclusivity(unchecked) var writes: [StagedWrite] = []
  /// Where each is, once there are many.
  @exclusivity(unchecked) private var positions: PositionIndex?

  /// The steps for which at least one write has work.
  @exclusivity(unchecked) var work: Work = []

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
  }

  private init(_ store: any Store, _ core: StoreCore, _ origin: CommitOrigin) {
    self.store = store
    self.core = core
    self.origin = origin
  }

  // MARK: The writer's lock

  /// Takes the writer's lock, in this process and across processes.
  static func begin(in store: any Store, _ origin: CommitOrigin) throws(StoreError) -> WriteBatch {
    guard !CommitContext.isActive else { throw .reentrant(operation: nil) }
    let core = store.core.ofProcess
    core.lockForWriting()
    let batch = core.takeIdleBatch() ?? WriteBatch(store, core, origin)
    batch.store = store
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
      found: "a default that is evaluated anew each time it is needed",
      advice: "Declare the key, or its descriptor, as a `static let`.")
  }

  /// Notes that code of the program runs under the lock from here on.
  func noteProgram() {
    guard !work.contains(.program) else { return }
    work.insert(.program)
    core.holdMonitor.start()
    for position in writes.indices { core.holdMonitor.note(writes[position].name) }
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
    if write.name.isReserved { work.insert(.reserved) }
    if NamespaceRecord.of(write.space).hasHooks { work.insert(.hooks) }
    if work.contains(.program) { core.holdMonitor.note(write.name) }
    if let position = position(of: write.name) {
      writes[position] = write
      return position
    }
    writes.append(write)
    index(from: writes.count == PositionIndex.minimum + 1 ? 0 : writes.count - 1)
    return writes.count - 1
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

  /// Stages a write that needs neither processing nor encoding; false if the store needs its types.
  ///
  /// - Parameter write: What ``StagedWrite/prepared(_:for:encodes:)`` made.
  @usableFromInline
  func stage(prepared write: StagedWrite) throws(StoreError) -> Bool {
    guard core.stack == nil else { return false }
    try write.requireStorable()
    if let position = position(of: write.name) {
      // The old cell is known.
      write.old = writes[position].old
      write.flags = writes[position].flags.intersection(.wasStored).union(.isTouched)
    } else {
      try refuseReserved(write.name, operation: "set")
      let (old, isStored) = try cellBefore(write.name)
      write.old = old
      write.flags = isStored ? [.isTouched, .wasStored] : .isTouched
    }
    stage(write)
    return true
  }

  /// The cell that the store holds, and whether something is stored.
  private func cellBefore(
    _ name: StorageString, mustRead: Bool = false
  ) throws(StoreError) -> (cell: Cell, isStored: Bool) {
    if let table = core.table {
      let cell = table.cell(of: name)
      return (cell ?? .absent, cell != nil)
    }
    return try store?.cellBefore(name, mustRead: mustRead) ?? (.absent, false)
  }

  private func refuseReserved(_ name: StorageString, operation: String) throws(StoreError) {
    if name.isReserved, origin != .migration { throw .reserved(name, operation: operation) }
  }

  /// Stages a key: reads its cell, and enters a write that changes nothing yet.
  ///
  /// - Parameters:
  ///   - mustRead: Whether an unreadable stored value is an error, because the new value depends on
  ///     the old one.
  /// - Returns: The write's position.
  func stage<K: KeyType>(
    _ keyType: K, mustRead: Bool, operation: String
  ) throws(StoreError) -> Int {
    let key = keyType.key
    if let known = position(of: key.storageString) { return known }
    try refuseReserved(key.storageString, operation: operation)
    let write: StagedWrite
    if let stack = core.stack {
      write = try stack.stage(key, mustRead: mustRead, operation: operation)
    } else {
      let (cell, isStored) = try cellBefore(key.storageString, mustRead: mustRead)
      write = StagedWrite(
        key.storageString, in: K.Space.self, form: key.anyForm, old: cell, new: cell,
        flags: isStored ? .wasStored : [])
      if isStored, mustRead, write.value(of: cell, as: key) == nil {
        throw .unreadable(key, cell.stored, operation)
      }
    }
    work.insert(.reading)
    return stage(write)
  }

  /// Makes the write of a storage string that of another key: the last key that gives a value decides on
  /// its form. The old cell is known, and stays.
  private func retarget(
    _ write: StagedWrite, to space: any Namespace.Type, _ form: AnyForm, _ callbacks: KeyCallbacks?
  ) {
    write.space = space
    write.form = form
    write.callbacks = callbacks
    if callbacks != nil { work.insert(.callbacks) }
    if NamespaceRecord.of(space).hasHooks { work.insert(.hooks) }
  }

  /// The value of a staged key as the commit stands now.
  func value<Space, Value>(
    at position: Int, as key: Key<Space, Value>, operation: String
  ) throws(StoreError) -> Value {
    let write = writes[position]
    if write.isTouched, !write.isRemoval {
      if let value = write.value(of: write.new, as: key) { return value }
      throw .unreadable(key, write.newForm, operation)
    }
    if !write.isTouched {
      if let value = write.readableOldValue(as: key) { return value }
      if write.wasStored, core.stack == nil {
        throw .unreadable(key, write.old.stored, operation)
      }
    }
    return write.fallback(for: key)
  }

  /// Gives a staged key a value, to be processed and checked when all values are given; nil removes.
  func assign<K: KeyType>(_ value: K.Value?, to keyType: K, at position: Int) {
    let key = keyType.key
    guard let value, !key.form.isAbsent(value) else {
      return assign(prepared: .absent, to: keyType, at: position)
    }
    guard keyType._process != nil || key.descriptor?.needsPreparation ?? false else {
      return assign(
        prepared: key.cell(of: value, encodes: core.encodesValues), to: keyType, at: position)
    }
    retarget(
      writes[position], to: K.Space.self, key.anyForm, keyType.callbacks(processes: true))
    set(Cell(stored: nil, held: HeldValue(value, form: key.formID)), at: position)
    writes[position].flags.insert([.needsProcessing, .needsEncoding])
    work.formUnion([.processing, .encoding])
  }

  /// Gives a staged key a value that was processed and checked.
  ///
  /// - Parameter cell: What ``KeyType/prepared(_:encodes:)`` gave.
  func assign<K: KeyType>(prepared cell: Cell, to keyType: K, at position: Int) {
    retarget(
      writes[position], to: K.Space.self, keyType.key.anyForm,
      keyType.callbacks(processes: false))
    set(cell, at: position)
    if core.encodesValues, cell.stored == nil, cell.held.form != .absent {
      // It could not be encoded: when its turn comes the reason is thrown.
      writes[position].flags.insert(.needsEncoding)
      work.insert(.encoding)
    }
  }

  private func set(_ cell: consuming Cell, at position: Int) {
    let write = writes[position]
    write.new = cell
    write.flags.insert(.isTouched)
    write.flags.subtract([.needsProcessing, .needsEncoding])
  }

  /// Stages a key and gives it a value, to be processed and checked when all values are given; nil
  /// removes.
  @usableFromInline
  func set<K: KeyType>(_ keyType: K, to value: K.Value?, operation: String) throws(StoreError) {
    let position = try stage(keyType, mustRead: false, operation: operation)
    assign(value, to: keyType, at: position)
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
