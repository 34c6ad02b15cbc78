import KeywrightStorage

// Without code of the program the commit of one value consists of the write and a number. The staging of it would
// take several times as long as both in memory, and a third of the time in a file.

extension StoreCore {
  /// Commits a value to a table; false if the commit has to be staged.
  func commitUnstaged(_ cell: Cell, as key: StagedKey) throws(StoreError) -> Bool {
    guard let table, key.isPlain, pendingMigrations.isEmpty,
      encodesValues ? cell.stored != nil : cell.held.form != .absent,
      table.eviction.map({ $0.isPlain && key.form?.descriptor == nil }) ?? true
    else { return false }
    guard !CommitContext.isActive else { throw .reentrant(operation: nil) }
    lockForWriting()
    let isObserved = mayNotify(of: key.name)
    var before: (cell: Cell, isStored: Bool) = (.absent, false)
    if isObserved { before = table.cellBefore(key.name) }
    let evicted = table.replace(key.name, cell)
    let isChanged = !encodesValues || evicted.replaced.stored != cell.stored
    let number = isObserved || !isChanged ? nil : takeNumber()
    if let number { recent.note(number, .local, key.name) }
    // An observer that was added in the meantime must not miss a commit that is numbered after it.
    if isChanged, isObserved || mayNotify(of: key.name) {
      if !isObserved { before = (evicted.replaced, !evicted.replaced.isAbsent) }
      let flags: StagedWrite.Flags = before.isStored ? [.isTouched, .wasStored] : .isTouched
      let write = StagedWrite(key, old: before.cell, new: cell, flags: flags)
      deliverNotifications(claimed: releasingLock { announceUnstaged(write, number) })
    } else {
      writerLock.unlock()
    }
    // Freed with no lock held: a value's `deinit` is the program's code.
    withExtendedLifetime(evicted) {}
    return true
  }

  /// Whether a commit of a key may have to be announced: to an observer, or to a composition.
  fileprivate func mayNotify(of name: StorageString) -> Bool {
    observers.mayObserve(name) || !dependents.isEmpty
  }

  /// Numbers a commit, if it has no number yet, notifies the compositions and claims the delivery to observers;
  /// nothing where a cache holds an equal value.
  private func announceUnstaged(_ write: StagedWrite, _ known: UInt64?) -> Commit? {
    if !encodesValues, write.isRenewal { return nil }
    let commit =
      if let known { notification(of: [write], known, .local, by: nil) } else {
        number([write], .local, by: nil)
      }
    return claim(commit, unless: CommitContext.current?.hasDeferred ?? false)
  }
}

/// The part of a store that writes the one value of a commit in a shorter way than several.
protocol LoneWriter: AnyObject, Sendable {
  /// Whether something else comes with the next commit.
  var isAccompanied: Bool { get }

  /// Writes the value of one key, and shows it to readers.
  func write(_ name: StorageString, _ cell: Cell, replacing old: StoredValue?) throws(StoreError)
}

/// What the only key of a commit holds before it, where the change need not be staged.
///
/// To be freed when no lock is held: the end of a value is code of the program.
@usableFromInline
struct LoneValue {
  @usableFromInline let cell: Cell
  fileprivate let isStored: Bool
}

extension WriteBatch {
  /// What the only key of a commit holds; nil if its change has to be staged.
  ///
  /// - Precondition: The store writes as that of its core.
  @inline(__always)
  func loneValue(of key: StagedKey) -> LoneValue? {
    guard key.isPlain, core.encodesValues, let table = core.table,
      core.keysElsewhere[key.name] == nil
    else { return nil }
    let (cell, isStored) = table.cellBefore(key.name)
    return LoneValue(cell: cell, isStored: isStored)
  }

  /// The value before, which is not at hand decoded.
  @usableFromInline
  func decodedValue<Space, Value>(
    of old: LoneValue, as key: Key<Space, Value>
  ) throws(StoreError) -> Value {
    if let value = old.cell.stored.flatMap(key.value(from:)) { return value }
    guard !old.isStored else {
      throw .unreadable(key, core.hidesValues ? nil : old.cell.stored, "update")
    }
    return key.defaultValue
  }

  /// Writes the value of the only key of a commit.
  ///
  /// - Returns: What the key held; nil if the change has to be staged.
  func write(_ cell: Cell, as key: StagedKey) throws(StoreError) -> Cell? {
    guard let old = loneValue(of: key), try write(cell, as: key, over: old) else { return nil }
    return old.cell
  }

  /// Writes the value of the only key of a commit, and numbers it.
  ///
  /// - Parameter old: What ``loneValue(of:)`` gave.
  /// - Returns: Whether it did; else the change has to be staged.
  // Inlined, or each `set` would pay for the call.
  @usableFromInline
  @inline(__always)
  func write(
    _ cell: Cell, as key: StagedKey, over old: LoneValue
  ) throws(StoreError) -> Bool {
    let writer = core.loneWriter
    if cell.stored == nil || writer?.isAccompanied ?? false { return false }
    try requireLock()
    if let registry = key.form?.traits?.registry { core.noteUse(of: key.name, registry: registry) }
    if old.cell.stored == cell.stored { return true }
    if work.contains(.program) { core.holdMonitor.pause() }
    if let writer {
      try writer.write(key.name, cell, replacing: old.cell.stored)
    } else {
      core.table?.write(key.name, cell)
    }
    let number = core.takeNumber()
    core.recent.note(number, origin, key.name)
    if core.mayNotify(of: key.name) {
      let flags: StagedWrite.Flags = old.isStored ? [.isTouched, .wasStored] : .isTouched
      let write = StagedWrite(key, old: old.cell, new: cell, flags: flags)
      notification = core.notification(of: [write], number, origin, by: nil)
    }
    return true
  }
}

extension StagedKey {
  /// Whether no step of a commit but the write has work for the key.
  fileprivate var isPlain: Bool {
    callbacks == nil && form?.traits?.movesLater != true && !name.isReserved
      && !NamespaceRecord.of(space).hasHooks
  }
}
