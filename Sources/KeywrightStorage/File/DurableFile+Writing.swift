extension DurableFile {
  /// Takes the writer's lock, across threads and processes, and reads what others changed.
  ///
  /// - Parameter timeout: How long to wait for other writers.
  /// - Returns: Nil if nothing changed since this object last read or wrote, else the whole new
  ///   contents, which the caller has to take over before it decides what to write.
  /// - Throws: `busy` after the timeout, `readOnly`, `unavailable`; then the lock is not held.
  package func beginWriting(timeout: Duration) throws(StorageError) -> Contents? {
    try begin(timeout: timeout) { state throws(StorageError) in
      try contents(of: mergedUpdate(within: timeout, &state), &state)
    }
  }

  /// Takes the writer's lock as ``beginWriting(timeout:)`` does, and returns what others changed
  /// without reading everything again where only commits came in.
  package func beginUpdating(timeout: Duration) throws(StorageError) -> Update? {
    try begin(timeout: timeout) { state throws(StorageError) in
      try mergedUpdate(within: timeout, &state)
    }
  }

  /// Reads what others changed; an edit or damage among it is brought into a new checkpoint at once.
  ///
  /// So the caller decides on its commit by the values that count, and the commit needs only the journal, whatever
  /// another program does to the file at the same time. An edit that comes in between is merged too.
  private func mergedUpdate(within timeout: Duration, _ state: inout State) throws(StorageError)
    -> Update?
  {
    var update = try updateIfChanged(&state)
    guard state.isSuspect else { return update }
    var backoff = Backoff(timeout: timeout)
    while state.isSuspect, case .contents(var contents)? = update, !contents.isReadOnly {
      do throws(StorageError) {
        guard try writeCheckpoint(contents.members, &state) else { throw uncertainty }
      } catch {
        if error.code == .uncertain { throw error }
        // Any other failure to write a checkpoint is the commit's to report.
        guard error.code == .edited else { return update }
        guard backoff.wait(fileSystem) else { throw error }
        guard case .contents(let later)? = try updateIfChanged(&state) else { continue }
        let issues = contents.issues
        contents = later
        contents.issues = issues + later.issues
        update = .contents(contents)
      }
    }
    return update
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
      state.lock?.release()
      state.isWriting = false
      return state.lastCommit.take()
    }
  }

  @inline(__always)
  func begin<Result>(
    timeout: Duration, _ update: (inout State) throws(StorageError) -> Result
  ) throws(StorageError) -> Result {
    try lockingWriter(timeout: timeout, trustingNames: true) { state throws(StorageError) in
      do throws(StorageError) {
        if let refusal = state.refusal { throw refusal }
        let result = try update(&state)
        if let journal = state.journal, journal.tail != .clean { state.needsCheckpoint = true }
        if state.isJournalGone { state.needsCheckpoint = true }
        return result
      } catch {
        state.lock?.release()
        state.isWriting = false
        throw error
      }
    }
  }

  /// Makes one commit: all of its changes or none.
  ///
  /// It survives the end of the process once this returns; for a power cut, pass what
  /// ``endWriting()`` returns to ``waitUntilDurable(_:)``, so that several threads share one
  /// synchronization.
  ///
  /// - Parameters:
  ///   - changes: The changes, no two of one name.
  ///   - everything: Gives all members as they are after the change, in any order; called when
  ///     the whole file is written.
  /// - Throws: `unencodable` before anything is written; `full`, `readOnly`, `unavailable` when
  ///   writing failed and nothing changed; `uncertain` when the change may be in the file: the
  ///   next ``beginWriting(timeout:)`` then returns what is stored.
  package func write(
    _ changes: [MemberChange], everything: () -> [PropertyListDictionary.Member]
  ) throws(StorageError) {
    try write(
      recording: { record throws(PropertyListError) in try record.append(changes) },
      everything: everything)
  }

  /// Makes one commit, of changes that need not be in an array; see ``write(_:everything:)``.
  ///
  /// - Parameters:
  ///   - changes: Appends the changes to the record, no two of one name.
  ///   - everything: Gives all members as they are after the change, in any order; called when
  ///     the whole file is written.
  package func write(
    recording changes: (inout JournalEncoder) throws(PropertyListError) -> Void,
    everything: () -> [PropertyListDictionary.Member]
  ) throws(StorageError) {
    try whileOpen { state throws(StorageError) in
      guard state.isWriting, state.folder != nil else {
        throw StorageError(
          .closed, operation: "writing", path: path, found: "no writing begun",
          advice: "Begin writing first.")
      }
      let time = fileSystem.date()
      do throws(PropertyListError) {
        try JournalRecord.write(to: &state.output, at: time, changes)
      } catch {
        throw StorageError(unencodable: error, path: path)
      }
      if state.journal?.isWritable == false {
        throw StorageError(
          .readOnly, operation: "open", path: path, found: "a journal that may not be written",
          advice: "Allow this user to write to the file, its journal and its folder.")
      }
      // A list that nobody would make later is made now.
      if compactsByItself, state.isNothingThere { try makingRoom(&state, beginStore) }
      let isBesideBrokenEdit = isBesideUnfinishedEdit(&state)
      guard isBesideBrokenEdit || !state.needsCheckpoint, !state.isNearLimits(), state.sync != nil
      else {
        let isDurable = try writeCheckpoint(everything(), withCommit: true, &state)
        state.lastCommit = isDurable ? nil : Commit(sync: nil, end: 0)
        return
      }
      var end = try makingRoom(&state) { state throws(StorageError) in
        try append(&state, at: time)
      }
      if isBesideBrokenEdit, !state.isJournalComplete {
        // The commit is made, whatever becomes of this.
        try? appendAll(everything(), &state, at: time)
        end = state.journal?.end ?? end
      }
      state.lastCommit = Commit(sync: state.sync, end: end)
      if !isBesideBrokenEdit { compactIfLong(everything, &state) }
    }
  }

  /// Makes the first journal of a store, which waits for no disk.
  ///
  /// The first synchronization brings it there, with its name and its folders. A power cut before that leaves no
  /// journal, or zeros, as if there had been no commit; or, where the disk has only a later part of it, one that is
  /// kept aside as damaged. A list would need three synchronizations in turn, so maintenance makes it.
  private func beginStore(_ state: inout State) throws(StorageError) {
    guard let folder = state.folder else { return }
    guard state.highestGeneration < JournalFormat.highestGeneration else { throw lastGeneration }
    guard try checkpointStatus() == nil,
      try discardUnusedJournals(above: state.highestGeneration, in: folder)
    else {
      state.isStale = true
      throw replacedMeanwhile
    }
    let header = JournalHeader(generation: state.highestGeneration + 1, checkpoint: .none)
    let journal = try withPath(path) { () throws(SystemError) in
      try Journal.create(header, for: name, in: folder, like: nil, isSynchronized: false)
    }
    state.journal = journal
    state.sync = GroupCommit(journal, in: folder)
    state.highestGeneration = header.generation
    state.needsCheckpoint = false
  }

  /// Whether another program is writing into the list, so that the next commits go to the journal
  /// alone.
  ///
  /// A copy that comes in pieces is damage until its last piece is there. Moved aside before that, it
  /// would be lost; so it stays until it has been still for a second.
  private func isBesideUnfinishedEdit(_ state: inout State) -> Bool {
    guard let broken = state.brokenEdit, isUnfinished(broken), let journal = state.journal else {
      return false
    }
    return journal.tail == .clean && journal.isWritable && !state.isJournalGone
  }

  /// Appends all members, so that the journal is enough without a checkpoint: the bytes of the old one
  /// are gone. Each is its own value before, which makes it no change beside an edit.
  private func appendAll(
    _ members: [PropertyListDictionary.Member], _ state: inout State, at time: Int64
  ) throws(StorageError) {
    let changes = members.map { member in
      MemberChange(
        name: member.key, value: member.value, replacing: ReplacedValue(of: member.value))
    }
    do throws(PropertyListError) {
      try JournalRecord.write(changes, to: &state.output, at: time)
    } catch {
      throw StorageError(unencodable: error, path: path)
    }
    _ = try append(&state, at: time)
    state.isJournalComplete = true
  }

  /// Appends the record in `output`; the commit is in the kernel after that.
  private func append(_ state: inout State, at time: Int64) throws(StorageError) -> Int {
    do throws(SystemError) {
      try state.appendOutput(at: time)
    } catch {
      if state.journal?.tail == .clean { throw StorageError(error, path: path) }
      // The record could not be cut off again: only the file can show whether it is complete.
      state.isSuspect = true
      state.isStale = true
      var error = StorageError(error, path: path)
      error.code = .uncertain
      throw error
    }
    let end = state.journal?.end ?? 0
    state.sync?.didWrite(upTo: end)
    scheduleMaintenance(&state)
    state.values += state.output.growth
    return end
  }

  /// Brings the file into one piece when its journal has become long: in the background, where there
  /// is a thread for it.
  ///
  /// The commit is safe in the journal, so a failure is no failure of the commit; it is tried
  /// again when the journal is twice as long.
  private func compactIfLong(
    _ everything: () -> [PropertyListDictionary.Member], _ state: inout State
  ) {
    guard compactsByItself, !state.isListMissing,
      state.compactionThreshold.isPassed(by: state.journal)
    else { return }
    if state.maintenance.isScheduled, leaveToMaintenance(&state) { return }
    do throws(StorageError) {
      if try !writeCheckpoint(everything(), &state) { noteUncertainty(&state) }
    } catch {
      state.compactionThreshold = CompactionThreshold(twice: state.journal)
    }
  }

  func encode(
    _ members: [PropertyListDictionary.Member], number: Int64
  ) throws(StorageError) -> [UInt8] {
    let dictionary: PropertyListDictionary
    do throws(PropertyListDictionary.DuplicateKey) {
      dictionary = try PropertyListDictionary(members)
    } catch {
      throw StorageError(
        unencodable: PropertyListError(
          offset: nil, found: "two members named \"\(error.key)\"", expected: "each name once"),
        path: path)
    }
    return try encode(dictionary, number: number)
  }

  /// The bytes of a checkpoint.
  func encode(_ dictionary: PropertyListDictionary, number: Int64) throws(StorageError) -> [UInt8] {
    do throws(PropertyListError) {
      return try BinaryPropertyList.encode(.dictionary(dictionary.numbered(number)))
    } catch {
      throw StorageError(unencodable: error, path: path)
    }
  }
}

extension DurableFile.State {
  /// Whether checkpoint and journal together may exceed ``PropertyListLimits``, so that only
  /// writing everything shows it; no commit may make a file that cannot be written as a whole.
  ///
  /// Mutating, so that the state is asked where it lies, without a copy.
  mutating func isNearLimits() -> Bool {
    let journals = (predecessor?.end ?? 0) + (journal?.end ?? 0)
    let length = (checkpoint?.status.size ?? 0) + 2 * (journals + output.count)
    return length > PropertyListLimits.bytes
      || max(values, journal?.values ?? 0) + output.values + 1 > PropertyListLimits.values
  }

  mutating func appendOutput(at time: Int64) throws(SystemError) {
    try journal?.append(&output, at: time, isRemoval: output.isRemoval)
  }
}
