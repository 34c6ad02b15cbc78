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
  func contents(of update: Update?, _ state: inout State) throws(StorageError) -> Contents? {
    switch update {
    case nil: nil
    case .contents(let contents): contents
    case .changes: try contents(of: reload(&state, hadContents: true), &state)
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
  /// - Returns: The contents; nil where a broken edit has left nobody but the caller with the members,
  ///   who then needs only the unreported changes.
  private func reload(_ state: inout State, hadContents: Bool) throws(StorageError) -> Update? {
    let unreported = state.unreported
    let contents = try load(&state, hadContents: hadContents)
    guard hadContents, state.brokenEdit != nil else { return .contents(contents) }
    state.unreported = unreported
    return nil
  }

  /// Whether the path still leads to the checkpoint as last read or written; notes whether the
  /// journal is beside it.
  ///
  /// A writer need not look up the names when the open checkpoint and folder have just shown it,
  /// see ``Checkpoint/isInPlace(_:)``; a reader must.
  func isCheckpointCurrent(_ state: inout State) throws(StorageError) -> Bool {
    defer { state.isCheckpointSeen = false }
    if state.isWriting, state.isCheckpointSeen { return true }
    // Asked before the names are looked at, or it would say nothing of what happens meanwhile.
    let seenFolder = try withPath(folderPath) { () throws(SystemError) in
      try state.folder?.file.status()
    }
    let status = try checkpointStatus()
    if let broken = state.brokenEdit {
      guard let status else { return true }
      return status == broken && (state.isBrokenEditNoted || isUnfinished(broken))
    }
    guard let checkpoint = state.checkpoint else { return status == nil }
    guard let status else { return try noteGoneCheckpoint(&state) }
    state.isCheckpointGone = false
    guard checkpoint.isCurrent(status) else { return false }
    state.isJournalGone = try !isJournalInPlace(state)
    // Another process that brings the journal into a new checkpoint removes it after that.
    if state.isJournalGone, try checkpointStatus() != status {
      state.isJournalGone = false
      return false
    }
    if state.isWriting { state.noteLook(seenFolder) }
    return true
  }

  /// The status of what has the checkpoint's path; nil if nothing has.
  func checkpointStatus() throws(StorageError) -> FileStatus? {
    do throws(SystemError) {
      return try fileSystem.status(of: path, in: fileSystem.workingFolder)
    } catch {
      guard error.isNoSuchFile else { throw StorageError(error, path: path) }
      return nil
    }
  }

  /// Whether the journal's name leads to the open journal; irrelevant to a read-only user.
  private func isJournalInPlace(_ state: State) throws(StorageError) -> Bool {
    guard let folder = state.folder, let journal = state.journal, journal.isWritable else {
      return true
    }
    return try withPath(path) { () throws(SystemError) in
      guard let status = try folder.status(of: journal.name) else { return false }
      return try status.isSameFile(as: journal.file.status())
    }
  }

  /// Notes that the checkpoint is gone from its place; returns whether that changes nothing.
  ///
  /// Some editors move a file away before they write the new one, and then what is missing says
  /// nothing of its members. So the open checkpoint still counts, and commits go to the journal,
  /// which extends it. Nothing takes its place before the file is idle: the editor could not see
  /// it, and would write over it. A user who removes the journal as well wants the contents gone.
  private func noteGoneCheckpoint(_ state: inout State) throws(StorageError) -> Bool {
    guard let folder = state.folder, state.journal != nil, folder.isInPlace() else {
      return false
    }
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

  /// Whether another process has made a journal where there was none.
  private func isNextJournalThere(_ state: State) throws(StorageError) -> Bool {
    guard let folder = state.folder else { return false }
    let next = JournalFormat.fileName(for: name, generation: state.highestGeneration + 1)
    return try withPath(path) { () throws(SystemError) in
      try folder.status(of: next) != nil
    }
  }
}
