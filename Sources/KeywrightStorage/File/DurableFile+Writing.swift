extension DurableFile {
  /// Takes the writer's lock, across threads and processes, and reads what others changed.
  ///
  /// - Parameter timeout: How long to wait for other writers.
  /// - Returns: What others changed, which the caller has to take over before it decides what to write; nil if nothing
  ///   changed since this object last read or wrote.
  /// - Throws: `busy` after the timeout, `readOnly`, `unavailable`; then the lock is not held.
  package func beginUpdating(timeout: Duration) throws(StorageError) -> Update? {
    // Before a lock is made for it.
    if let keptList { throw keptList }
    return try lockingWriter(timeout: timeout, trustingNames: true) { state throws(StorageError) in
      do throws(StorageError) {
        if let refusal = state.refusal { throw refusal }
        return try updateBeforeWriting(&state)
      } catch {
        state.endTurn()
        throw error
      }
    }
  }

  @inline(__always)
  private func updateBeforeWriting(_ state: inout State) throws(StorageError) -> Update? {
    if state.trust.takeLook(), let store = state.store, try store.isUpToDate() {
      return store.isQuiet ? nil : update(from: store, &state)
    }
    try openStore(&state)
    guard let store = state.store else { return nil }
    try look(store, &state)
    return update(from: store, &state)
  }

  /// Gives the writer's lock back; does nothing when it is not held.
  ///
  /// - Returns: The records since the lock was taken, for ``waitUntilDurable(_:)``.
  @discardableResult
  package func endWriting() -> Commit? {
    // The lock is the parent's, which would lose it too.
    if isInherited { return nil }
    return state.withLock { state in
      guard state.isWriting else { return nil }
      state.endTurn()
      return state.lastCommit.take()
    }
  }

  /// Makes one commit: all of its changes or none.
  ///
  /// It survives the end of the process once this returns; for a power cut, pass what
  /// ``endWriting()`` returns to ``waitUntilDurable(_:)``, so that several threads share one
  /// synchronization.
  ///
  /// - Parameters:
  ///   - changes: Appends the changes to the record, no two of one name.
  ///   - everything: Gives all members as they are after the change, in any order; called when
  ///     everything is written.
  /// - Throws: `unencodable` before anything is written; `full`, `readOnly`, `unavailable` when
  ///   writing failed and nothing changed; `uncertain` when the change may be in the file: the
  ///   next ``beginUpdating(timeout:)`` then returns what is stored.
  package func write(
    recording changes: (inout JournalEncoder) throws(PropertyListError) -> Void,
    everything: () -> [PropertyListDictionary.Member]
  ) throws(StorageError) {
    try whileOpen { state throws(StorageError) in
      guard state.isWriting, let store = state.store else {
        throw StorageError(
          .closed, operation: "writing", path: path, found: "no writing begun",
          advice: "Begin writing first.")
      }
      let time = fileSystem.date()
      do throws(PropertyListError) {
        state.output.beginCommit(at: time)
        try changes(&state.output)
        try state.output.endCommit()
      } catch {
        throw StorageError(unencodable: error, path: path)
      }
      if store.journal == nil {
        _ = try makingRoom(&state) { _ throws(StorageError) in try store.begin() }
      }
      guard let journal = store.journal, journal.isWritable else {
        throw StorageError(
          .readOnly, operation: "open", path: path, found: "a journal that may not be written",
          advice: "Allow this user to write to the file, its journal and its folder.")
      }
      try journal.requireNumbers(path: path)
      if state.isNearLimits(in: journal) {
        try writeEverything(everything(), store, journal, &state)
      } else {
        try makingRoom(&state) { state throws(StorageError) in
          try append(to: journal, at: time, &state)
        }
        store.news.skip(to: journal.number)
        state.values += state.output.growth
        state.lastCommit = Commit(sync: journal.sync, end: journal.end.position)
      }
      scheduleMaintenance(&state)
      if state.maintenance.isScheduled, isJournalLong(state) { _ = leaveToMaintenance(&state) }
    }
  }

  /// Appends the record in `output`; the commit is in the kernel after that.
  private func append(
    to journal: Journal, at time: Int64, _ state: inout State
  ) throws(StorageError) {
    do throws(SystemError) {
      try journal.append(&state.output, at: time)
    } catch {
      var failure = StorageError(error, path: path)
      // Where the record could not be cut off again, only the file can show whether it is complete.
      if journal.tail != .clean { failure.code = .uncertain }
      throw failure
    }
  }

  /// Makes a commit in a journal of all members, which shows whether they are within ``PropertyListLimits``.
  private func writeEverything(
    _ members: [PropertyListDictionary.Member], _ store: StoreFile, _ journal: Journal,
    _ state: inout State
  ) throws(StorageError) {
    let members = try dictionary(members)
    let number = journal.number + 1
    let new = try makingRoom(&state) { _ throws(StorageError) in
      try store.rebuild(members, holding: number, in: journal)
    }
    store.news.skip(to: number)
    state.values = members.valueCount
    state.lastCommit = Commit(sync: new.sync, end: new.end.position)
  }

  func dictionary(
    _ members: [PropertyListDictionary.Member]
  ) throws(StorageError) -> PropertyListDictionary {
    do throws(PropertyListDictionary.DuplicateKey) {
      return try PropertyListDictionary(members)
    } catch {
      throw StorageError(
        unencodable: PropertyListError(
          offset: nil, found: "two members named \"\(error.key)\"", expected: "each name once"),
        path: path)
    }
  }

  /// Does something that needs room on the disk; where there is none, the oldest kept lists make some.
  func makingRoom<Result>(
    _ state: inout State, _ body: (inout State) throws(StorageError) -> Result
  ) throws(StorageError) -> Result {
    while true {
      do throws(StorageError) {
        return try body(&state)
      } catch {
        guard error.isOfFullDisk, state.store?.place.earlier.removeOldest() == true else {
          throw error
        }
      }
    }
  }
}
