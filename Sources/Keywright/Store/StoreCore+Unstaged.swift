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

extension WriteBatch {
  /// Writes the only value of a commit, and numbers it.
  ///
  /// - Returns: The cell before, to be freed when no lock is held; nil if the value has to be staged.
  func writeUnstaged(
    _ cell: Cell, as key: StagedKey, to writer: any LoneWriter
  ) throws(StoreError) -> Cell? {
    guard key.isPlain, cell.stored != nil, let table = core.table, !writer.isAccompanied,
      core.keysElsewhere[key.name] == nil
    else { return nil }
    if let registry = key.form?.traits?.registry { core.noteUse(of: key.name, registry: registry) }
    let (old, isStored) = table.cellBefore(key.name)
    if old.stored == cell.stored { return old }
    try writer.write(key.name, cell, replacing: old.stored)
    let number = core.takeNumber()
    core.recent.note(number, origin, key.name)
    if core.mayNotify(of: key.name) {
      let flags: StagedWrite.Flags = isStored ? [.isTouched, .wasStored] : .isTouched
      let write = StagedWrite(key, old: old, new: cell, flags: flags)
      notification = core.notification(of: [write], number, origin, by: nil)
    }
    return old
  }
}

extension StagedKey {
  /// Whether no step of a commit but the write has work for the key.
  fileprivate var isPlain: Bool {
    callbacks == nil && form?.traits?.movesLater != true && !name.isReserved
      && !NamespaceRecord.of(space).hasHooks
  }
}
