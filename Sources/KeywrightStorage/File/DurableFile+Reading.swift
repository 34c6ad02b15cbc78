extension DurableFile {
  /// Reads what is stored; makes nothing when there is no file.
  ///
  /// Damaged files are quarantined under the lock and reported in `issues`;
  /// the contents are then what else there is. Linear in the size of the files.
  /// - Returns: The contents.
  /// - Throws: `unavailable` whenever the file may exist and cannot be read; writing then fails
  ///   until reading works.
  package func open() throws(StorageError) -> Contents {
    let (contents, isBehind) = try whileOpen { state throws(StorageError) -> (Contents, Bool) in
      state.forget()
      let contents = try load(&state, hadContents: false)
      if state.refusal != nil {
        return (try rewritten(contents, timeout: .seconds(1), &state), false)
      }
      let result =
        try repaired(contents, timeout: .seconds(1), hadContents: false, &state) ?? contents
      return (result, !result.isReadOnly && hasOldJournal(state) && !leaveToMaintenance(&state))
    }
    // A failure is harmless: journal and checkpoint stay as they are.
    if isBehind { try? compact(timeout: .zero) }
    return contents
  }

  /// Reads again if another process or program changed the file.
  ///
  /// - Returns: The whole new contents, or nil when nothing changed or while this object writes.
  package func refresh() throws(StorageError) -> Contents? {
    try whileOpen { state throws(StorageError) in
      try contents(of: refresh(&state), &state)
    }
  }

  /// Reads what another process or program changed.
  ///
  /// - Returns: The changes; nil when nothing changed or while this object writes.
  package func refreshUpdate() throws(StorageError) -> Update? {
    try whileOpen { state throws(StorageError) in
      try refresh(&state)
    }
  }

  private func refresh(_ state: inout State) throws(StorageError) -> Update? {
    if state.isWriting { return nil }
    let hadContents = state.isLoaded
    var update = try updateIfChanged(&state)
    if state.isJournalGone, try restoreJournal(&state) {
      update = try reload(&state, hadContents: hadContents) ?? update
    }
    guard case .contents(let contents) = update else { return update }
    return try repaired(contents, timeout: .zero, hadContents: hadContents, &state)
      .map { .contents($0) }
  }

  /// Turns an update into the whole contents.
  /// - Throws: `edited` where another program is writing the list, so that only the caller has the members;
  ///   the changes are then those of the next look.
  func contents(of update: Update?, _ state: inout State) throws(StorageError) -> Contents? {
    switch update {
    case nil: return nil
    case .contents(let contents): return contents
    case .changes(let changes):
      let later = try reload(&state, hadContents: true)
      if case .contents(let contents)? = later { return contents }
      state.unreported = changes
      if case .changes(let more)? = later { state.unreported += more }
      throw .unfinished(path: path)
    }
  }

  /// Reads the changes that others made since the caller was last given them.
  ///
  /// - Returns: The new records of the journals, or the whole contents if the file must be loaded;
  ///   nil if nothing changed.
  func updateIfChanged(_ state: inout State) throws(StorageError) -> Update? {
    let update = try lookForChanges(&state)
    if state.unreported.isEmpty { return update }
    let unreported = state.unreported
    state.unreported = []
    switch update {
    case nil: return .changes(unreported)
    case .changes(let changes): return .changes(unreported + changes)
    case .contents: return update
    }
  }

  /// Finds out what others did, for a compaction: the caller's next look reports it.
  func lookAhead(_ state: inout State) throws(StorageError) {
    switch try lookForChanges(&state) {
    case nil: break
    case .changes(let changes): state.unreported += changes
    case .contents: state.isStale = true
    }
  }

  /// Finds out what others did since the file was last read or written.
  private func lookForChanges(_ state: inout State) throws(StorageError) -> Update? {
    // Apparent damage is read again under the lock.
    let isDoubtful = state.isSuspect || state.journal?.isWritable == false
    let mustLoad = !state.isLoaded || state.isStale || isDoubtful && state.isWriting
    let isCurrent = mustLoad ? false : try isCheckpointCurrent(&state)
    guard isCurrent else {
      if !mustLoad, adoptCompaction(&state) { return nil }
      return try reload(&state, hadContents: state.isLoaded)
    }
    guard state.journal != nil else {
      return try isNextJournalThere(state) ? reload(&state, hadContents: true) : nil
    }
    let changes = try catchUp(&state)
    // No writer is inside a record while this object has the lock: an incomplete one stays
    // incomplete.
    if state.isWriting, !state.isJournalGone, let journal = state.journal, journal.tail != .clean {
      state.unreported += changes
      return try reload(&state, hadContents: true)
    }
    return changes.isEmpty ? nil : .changes(changes)
  }

  /// Reads everything again.
  ///
  /// - Parameter hadContents: Whether the caller has contents.
  /// - Returns: The contents; where a broken edit has left only the caller with the members, the changes that
  ///   others committed besides.
  private func reload(_ state: inout State, hadContents: Bool) throws(StorageError) -> Update? {
    let unreported = state.unreported
    let contents = try load(&state, hadContents: hadContents)
    guard hadContents, state.brokenEdit != nil else { return .contents(contents) }
    state.unreported = unreported
    // The state just read was not adopted, so the open journal must be read on: otherwise the next record would be
    // written over those that others have appended.
    let changes = try catchUp(&state)
    return changes.isEmpty ? nil : .changes(changes)
  }

  /// Whether the path still leads to the checkpoint as last read or written; notes whether the
  /// journal is beside it.
  ///
  /// A writer need not look up the names that it looked up a moment ago, see ``State/trustsNames``; a reader
  /// must.
  func isCheckpointCurrent(_ state: inout State) throws(StorageError) -> Bool {
    defer { state.isLookDone = false }
    if state.isWriting, state.isLookDone { return true }
    try withPath(path) { () throws(SystemError) in
      try state.folder?.file.requireOurs()
      try state.checkpoint?.file.requireOurs()
    }
    let status = try checkpointStatus()
    if let broken = state.brokenEdit {
      guard let status else { return true }
      return status == broken && (state.isBrokenEditNoted || isUnfinished(broken))
    }
    guard let checkpoint = state.checkpoint else {
      guard status == nil else { return false }
      return state.journal == nil ? true : try isJournalInPlace(state)
    }
    guard let status else { return try noteGoneCheckpoint(&state) }
    state.isCheckpointGone = false
    guard checkpoint.isCurrent(status) else { return false }
    let isInPlace = try isJournalInPlace(state)
    // A read-only user could not write it again.
    state.isJournalGone = !isInPlace && state.journal?.isWritable == true
    // Another process that brings the journal into a new checkpoint removes it after that.
    if state.isJournalGone, try checkpointStatus() != status {
      state.isJournalGone = false
      return false
    }
    if state.isWriting { state.checkpoint?.seen = state.lockedAt }
    return true
  }

  /// The status of the file at the checkpoint's path; nil if there is none.
  func checkpointStatus() throws(StorageError) -> FileStatus? { try fileStatus(path) }

  private func fileStatus(_ path: String) throws(StorageError) -> FileStatus? {
    do throws(SystemError) {
      return try fileSystem.status(of: path, in: fileSystem.workingFolder)
    } catch {
      guard error.isNoSuchFile else { throw StorageError(error, path: path) }
      return nil
    }
  }

  /// Whether the journal's name leads to the open journal.
  private func isJournalInPlace(_ state: State) throws(StorageError) -> Bool {
    guard let folder = state.folder, let journal = state.journal else { return true }
    return try withPath(path) { () throws(SystemError) in
      guard let status = try folder.status(of: journal.name) else { return false }
      return try status.isSameFile(as: journal.file.status())
    }
  }

  /// Notes that the checkpoint is gone from its place; returns whether that changes nothing.
  ///
  /// Some editors move a file away before they write the new one, and then the missing file says nothing of its
  /// members. So the open checkpoint still counts, and commits go to the journal, which extends it. Nothing takes
  /// its place before the file is idle: the editor could not see it, and would write over it. A user who removes
  /// the journal as well wants the contents gone.
  private func noteGoneCheckpoint(_ state: inout State) throws(StorageError) -> Bool {
    guard let folder = state.folder, state.journal != nil, folder.isInPlace() else {
      return false
    }
    // Another process may have brought this journal into the list that is gone, and goes on in the next one.
    state.unreported += try catchUp(&state)
    let isInPlace = try isJournalInPlace(state)
    if isInPlace { setCheckpointGone(&state) }
    return isInPlace
  }

  /// Schedules a new checkpoint in case this one does not come back.
  func setCheckpointGone(_ state: inout State) {
    guard !state.isCheckpointGone else { return }
    state.isCheckpointGone = true
    scheduleMaintenance(&state)
  }

  /// Whether another process has made a journal where there was none, or a folder for it: a new store has nothing
  /// else.
  private func isNextJournalThere(_ state: State) throws(StorageError) -> Bool {
    // One without a header, as a moment before it is written, may have one by now.
    if state.checkpoint == nil, let folder = state.folder {
      for fileName in state.cleanup.staleJournals {
        let header = try withPath(Folder.path(of: fileName, beside: path)) {
          () throws(SystemError) in try folder.header(of: fileName)
        }
        if case .valid(let header) = header, header.beginsStore { return true }
      }
    }
    let next = JournalFormat.fileName(for: name, generation: state.highestGeneration + 1)
    return try fileStatus(Folder.path(of: next, beside: path)) != nil
  }
}
