package import KeywrightStorage

extension StoreCore {
  /// Makes the core of a store that shows in memory what a service holds, and whose commits the
  /// service decides.
  ///
  /// - Parameters:
  ///   - name: A name for messages.
  ///   - time: The clock by which commits wait for each other.
  package convenience init(remote name: String, time: any TimeSource = SystemFileSystem()) {
    self.init(name: name, table: ValueTable(), isRemote: true, time: time)
  }

  /// A change that was not made by a commit of this store.
  package struct ForeignChange: Sendable {
    package let name: StorageString
    package let stored: StoredValue?

    /// The number of commits that it stands for, where the others are not known.
    package let times: Int

    package init(name: StorageString, stored: StoredValue?, times: Int = 1) {
      self.name = name
      self.stored = stored
      self.times = times
    }
  }

  /// Shows changes of others to readers, as one commit, and queues its notifications. The writer's
  /// lock is held.
  ///
  /// - Parameter times: How many commits the change stands for, where the others are not known.
  package func absorb(_ changes: [ForeignChange], origin: CommitOrigin, times: Int = 1) {
    guard let table else { return }
    let writes = changes.compactMap { change in
      let write = table.absorb(change.stored, at: change.name)
      write?.times = change.times
      return write
    }
    if !writes.isEmpty { announce(writes, origin: origin, times: times) }
  }

  /// A change by others of a value that the store does not have in memory.
  package typealias OutsideChange = (name: StorageString, old: StoredValue?, new: StoredValue?)

  /// Announces changes of others, as one commit. The writer's lock is held.
  package func announce(outside changes: [OutsideChange], origin: CommitOrigin) {
    let writes = changes.map { change in
      StagedWrite(absorbing: change.new, over: Cell(stored: change.old), name: change.name)
    }
    if !writes.isEmpty { announce(writes, origin: origin) }
  }

  /// Runs a body once: when the store is first observed, or now if it is observed already.
  package func whenObserved(_ body: @escaping @Sendable () -> Void) { observers.onFirst(body) }

  /// Shows the writes of a commit of this process to readers. The writer's lock is held.
  package func show(_ writes: [StagedWrite]) { table?.write(writes) }

  /// The stored form that readers see.
  package func shown(_ name: StorageString) -> StoredValue? { table?.stored(name) }

  /// Every string under which readers see something.
  package var shownNames: [StorageString] { table?.storageStrings() ?? [] }
}

extension KeyType {
  /// Checks a stored form as a value of this key: that it can be decoded, and its constraints.
  ///
  /// - Returns: The reason why it is not valid; nil if it is.
  package func problem(of stored: StoredValue) -> StoreError? {
    let key = key
    guard let value = key.value(from: stored) else { return .unreadable(key, stored, "read") }
    do throws(StoreError) {
      try key.check(value)
      return nil
    } catch {
      return error
    }
  }
}
