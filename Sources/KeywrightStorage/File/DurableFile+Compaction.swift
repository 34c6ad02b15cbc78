extension DurableFile {
  /// Replaces checkpoint and journal, so that a reader finds the old two or the new two, whatever happens in
  /// between.
  ///
  /// The order matters: the new checkpoint and the next journal, with its name, are on the disk
  /// before the new checkpoint gets its name; the old journal goes when that name is on the disk.
  /// Any other order loses commits in a power cut.
  /// - Parameter isCommit: Whether the members hold a commit that the journal does not.
  /// - Returns: Whether all of it is on the disk; if not, no more may be written.
  /// - Throws: The failure, when nothing changed; `busy` if another program put a file into the
  ///   checkpoint's place since it was read.
  func writeCheckpoint(
    _ members: [PropertyListDictionary.Member], withCommit isCommit: Bool = false,
    _ state: inout State
  ) throws(StorageError) -> Bool {
    // A list has the time of its last commit, by which it is found once it is kept.
    let date = isCommit || state.isEdited ? fileSystem.date() : state.lastCommitTime
    return try makingRoom(&state) { state throws(StorageError) in
      try replaceCheckpoint(members, asOf: date, &state)
    }
  }

  private func replaceCheckpoint(
    _ members: [PropertyListDictionary.Member], asOf date: Int64?, _ state: inout State
  ) throws(StorageError) -> Bool {
    guard let folder = state.folder else { return false }
    guard state.highestGeneration < JournalFormat.highestGeneration else { throw lastGeneration }
    // The number makes these bytes new, even if the members are those of the present checkpoint: a
    // journal that extends the one never extends the other.
    let number = CheckpointName.newNumber()
    let bytes = try encode(members, number: number)
    let identity = CheckpointIdentity(of: bytes)
    let header = JournalHeader(
      generation: state.highestGeneration + 1, checkpoint: identity, number: number)
    let old = try withPath(path) { () throws(SystemError) in try folder.status(of: name) }
    guard state.isKnown(old) else { throw replacedMeanwhile }
    guard try discardUnusedJournals(above: state.highestGeneration, in: folder) else {
      state.isStale = true
      throw replacedMeanwhile
    }
    let hasOlderJournals = state.journal != nil || !state.cleanup.staleJournals.isEmpty
    var journal: Journal?
    let (file, written): (OpenFile, FileStatus)
    do throws(SystemError) {
      let model = try quarantineCheckpoint(old, in: folder, &state)
      // A damaged checkpoint has another name by now, and one that is gone has none.
      let present = model?.name == name ? old : nil
      let keptName = present == nil ? nil : nameForReplacedList(in: folder, state)
      (file, written) = try folder.replace(
        name, with: bytes, like: model, insteadOf: present, keeping: keptName, modified: date
      ) { () throws(SystemError) in
        journal = try Journal.create(header, for: name, in: folder, like: model)
        // Were the new checkpoint's name on the disk and the new journal's not, the old journal
        // would look like that of an edited checkpoint, and its older values would win.
        if hasOlderJournals { try folder.synchronize() }
        if try folder.status(of: name) != present { throw .replaced }
        if !endJournals(&state), try folder.status(of: name) != present { throw .replaced }
      }
    } catch {
      // If the checkpoint may be the new one, it needs its journal.
      if error.operation == .renameOutcome { throw uncertain(&state) }
      if let journal { folder.discard(journal.name) }
      throw StorageError(error, path: path)
    }
    let isDurable: Bool
    do throws(SystemError) {
      let isConfirmed =
        try state.isPathConfirmed ? folder.synchronize() : folder.synchronizePath()
      if !isConfirmed { noteFolder(&state) }
      isDurable = true
    } catch {
      isDurable = false
    }
    let checkpoint = try? Checkpoint(
      file: file, written: written, name: CheckpointName(identity: identity, number: number))
    replace(checkpoint, journal, isDurable: isDurable, in: folder, &state)
    state.values = members.reduce(0) { $0 + $1.value.valueCount }
    if !isDurable { _ = uncertain(&state) }
    return isDurable
  }

  /// Ends the journals that a new one is about to supersede, for writers that have them open.
  ///
  /// A commit that trusts the names looks at the end of its journal. Where the end cannot be written, or must not
  /// be, since the journal is kept aside as it was found, or it is unknown which writer has which journal open, the
  /// lock is kept until no other writer trusts the names any more.
  /// - Returns: Whether that took no time in which another program could do anything.
  private func endJournals(_ state: inout State) -> Bool {
    let isEnded = state.isListMissing ? false : state.journal?.seal() ?? true
    if isEnded, state.cleanup.staleJournals.isEmpty, state.cleanup.damagedJournals.isEmpty {
      return true
    }
    fileSystem.pause(.nanoseconds(WriterLock.trust))
    return false
  }

  /// Takes over the new files and removes what they make useless.
  private func replace(
    _ checkpoint: Checkpoint?, _ journal: Journal?, isDurable: Bool, in folder: Folder,
    _ state: inout State
  ) {
    noteLostAccessList(in: folder, &state)
    let (oldJournal, oldPredecessor) = (state.journal, state.predecessor)
    let oldSync = state.sync
    state.isStale = checkpoint == nil
    state.original = nil
    state.journal = journal
    state.predecessor = nil
    state.sync = journal.map { GroupCommit($0.file, synced: $0.end) }
    state.highestGeneration += 1
    state.brokenEdit = nil
    state.isJournalComplete = false
    state.isSuspect = false
    state.isEdited = false
    state.beforeEdit = nil
    state.needsCheckpoint = false
    state.checkpoint = checkpoint
    state.isCheckpointGone = false
    let (wasJournalGone, wasListMissing) = (state.isJournalGone, state.isListMissing)
    state.isListMissing = false
    state.isJournalGone = false
    state.compactionThreshold = CompactionThreshold(checkpoint: state.checkpoint)
    let cleanup = state.cleanup
    state.cleanup = .init()
    guard isDurable else { return }
    oldSync?.supersede()
    for name in cleanup.staleJournals { folder.discard(name) }
    var damaged = cleanup.damagedJournals
    if let oldPredecessor { folder.discard(oldPredecessor.name) }
    if let oldJournal {
      if wasJournalGone {
        noteJournalLoss(oldJournal.name, &state)
        if (try? folder.status(of: oldJournal.name)) != nil { damaged.append(oldJournal.name) }
      } else if oldJournal.tail != .damaged, !wasListMissing {
        folder.discard(oldJournal.name)
      } else {
        damaged.append(oldJournal.name)
      }
    }
    // A file that cannot be moved now is found and reported again at the next opening.
    for name in damaged { _ = try? folder.quarantine(name, as: .damaged) }
    thinEarlierLists(in: folder, &state)
  }

  /// Reports that the journal was removed, or replaced, under this object, which has written
  /// everything again.
  private func noteJournalLoss(_ journal: String, _ state: inout State) {
    note(
      [
        StorageError(
          .corrupt, operation: "looking for the journal", path: path,
          found: "another file than \(journal), or none, though this program has that journal open",
          expected: "the journal with the commits since the file was written",
          advice: """
            All that it held is in the file now. Leave the journal alone while a program uses the \
            store; a file in its place is kept aside.
            """)
      ], &state)
  }

  /// Reports, once, that no call brings the names in the folder to the disk.
  func noteFolder(_ state: inout State) {
    guard !state.hasNotedFolder else { return }
    state.hasNotedFolder = true
    note([.withoutFolderSynchronization(path: path)], &state)
  }

  /// The error for a journal that can have no successor.
  ///
  /// No store gets so far by itself. Commits go on as long as that journal takes them: a journal
  /// with a number above would be no journal to any reader, and what it holds lost.
  var lastGeneration: StorageError {
    let name = JournalFormat.fileName(for: name, generation: JournalFormat.highestGeneration)
    return StorageError(
      .unavailable, operation: "writing", path: path, found: "the last possible journal, \(name)",
      expected: "a number that another can follow",
      advice: """
        Somebody made it: see with `keywright doctor` what it holds. If nothing of that is to be \
        kept, close all programs that use the store, and move it away.
        """)
  }

  /// The error for a checkpoint that was replaced since it was read, which a writer would overwrite
  /// unseen: the edit has to be merged first.
  var replacedMeanwhile: StorageError { .replacedMeanwhile(path: path) }

  /// Saves the bytes of a checkpoint, and of journals, that a compaction must not destroy.
  /// - Returns: The attributes of the new one, with the name that the old one has after that.
  private func quarantineCheckpoint(_ old: FileStatus?, in folder: Folder, _ state: inout State)
    throws(SystemError) -> FileAttributes?
  {
    guard let old else {
      let model = state.modelOfGoneCheckpoint
      // It may come back, edited: its number shows what was changed in it.
      if let model, let checkpoint = state.checkpoint, let members = checkpoint.originalMembers() {
        keepCopy(
          of: members, numbered: checkpoint.number, dated: checkpoint.status.modified, like: model,
          in: folder, state)
      }
      return model
    }
    if state.isDamaged(old) {
      return FileAttributes(name: try folder.quarantine(name, as: .damaged), status: old)
    }
    let model = FileAttributes(name: name, status: old)
    if let members = state.beforeEdit {
      keepCopy(of: members, like: model, in: folder, state)
      state.beforeEdit = nil
    }
    if state.cleanup.keepsEdit, let checkpoint = state.checkpoint {
      // A copy, because the name must not be without a checkpoint while the journal is.
      let bytes = try checkpoint.file.read(
        limit: PropertyListLimits.bytes, expected: checkpoint.status.size)
      _ = try folder.create(
        try folder.freeName(for: name, .edited), with: bytes, like: model)
      state.cleanup.keepsEdit = false
    }
    if state.cleanup.keepsJournal {
      for journal in [state.predecessor, state.journal].compactMap(\.self)
      where journal.tail != .damaged {
        let bytes = try journal.file.read(limit: JournalFormat.longest, expected: journal.capacity)
        _ = try folder.create(
          try folder.freeName(for: journal.name, .overridden), with: bytes, like: model)
      }
      state.cleanup.keepsJournal = false
    }
    return model
  }

  /// Removes a journal that was never used.
  func discardUnused(_ generation: UInt64, in folder: Folder) {
    let fileName = JournalFormat.fileName(for: name, generation: generation)
    let reading = try? Journal.read(fileName, generation: generation, in: folder, path: path)
    switch reading {
    case .blank: folder.discard(fileName)
    case .valid(let journal, _) where journal.isUnused: folder.discard(fileName)
    default: break
    }
  }

  /// Removes all unused journals of higher numbers, which are in the way of the next one.
  ///
  /// A writer that was killed before it put its checkpoint in place left the journal for it. No other
  /// checkpoint has the bytes that this journal names.
  /// - Returns: False if a journal of a higher number is in use, so others did more than is known.
  func discardUnusedJournals(above generation: UInt64, in folder: Folder) throws(StorageError)
    -> Bool
  {
    let names = try withPath(path) { () throws(SystemError) in
      try fileSystem.names(in: folder.descriptor)
    }
    for fileName in names {
      guard let other = JournalFormat.generation(in: fileName, for: name), other > generation
      else { continue }
      switch try Journal.read(fileName, generation: other, in: folder, path: path) {
      // No reader takes it for a journal.
      case nil, .damaged: continue
      case .valid(let journal, _) where !journal.isUnused: return false
      case .blank, .valid:
        try withPath(path) { () throws(SystemError) in
          try fileSystem.remove(fileName, in: folder.descriptor)
        }
      }
    }
    return true
  }

  /// Removes the journals that were stale when the folder was read.
  ///
  /// One with a higher number may have been the successor that a compaction was creating, and may be in use by
  /// now: it is removed only if it is still empty after the others' commits are read.
  func discardStaleJournals(in folder: Folder, _ state: inout State) {
    guard (try? lookAhead(&state)) != nil, let current = state.journal?.generation else { return }
    for fileName in state.cleanup.staleJournals {
      guard let generation = JournalFormat.generation(in: fileName, for: name) else { continue }
      if generation > current {
        discardUnused(generation, in: folder)
      } else if generation < current, generation != state.predecessor?.generation {
        folder.discard(fileName)
      }
    }
    state.cleanup.staleJournals = []
  }

  /// Mends the faults that were found, if the lock can be taken in time.
  /// - Returns: The contents after that; nil if only the caller still has them.
  func repaired(
    _ contents: Contents, timeout: Duration, hadContents: Bool, _ state: inout State
  ) throws(StorageError) -> Contents? {
    guard state.isSuspect || state.isInterrupted, state.refusal == nil else { return contents }
    let isTaken = contents.isReadOnly ? nil : takeTurn(timeout: timeout, &state)
    guard let isTaken else { return try settled(contents, hadContents: hadContents, &state) }
    guard isTaken else { return unconfirmed(contents, &state) }
    defer { state.endTurn() }
    var result = try load(&state, hadContents: hadContents)
    if result.issues.isEmpty { result.issues = state.isSuspect ? contents.issues : [] }
    // A broken edit over members that only the caller still has waits for the caller's write.
    if hadContents, state.brokenEdit != nil { return nil }
    // Only a commit brings the files to the present version, which older programs refuse.
    guard state.isSuspect || state.isInterrupted, !state.isOfOlderVersion else { return result }
    do throws(StorageError) {
      let hasNothingElse =
        result.members.isEmpty && state.journal == nil && state.cleanup.damagedJournals.isEmpty
      if hasNothingElse, state.cleanup.damagedCheckpoint != nil {
        try moveDamagedCheckpoint(&state, &result)
      } else {
        _ = try writeCheckpoint(result.members, &state)
      }
    } catch {
      // It stays as it is until a write succeeds; reading goes on.
    }
    return result
  }

  /// The contents to report while another writer has the lock: that writer's work under way may look damaged, so
  /// the next look decides.
  private func unconfirmed(_ contents: Contents, _ state: inout State) -> Contents {
    guard contents.issues.contains(where: { $0.code == .corrupt }) else { return contents }
    state.isStale = true
    var contents = contents
    contents.issues.removeAll { $0.code == .corrupt }
    return contents
  }

  /// The contents where the lock cannot be taken at all: no writer's work takes that long.
  private func settled(
    _ contents: Contents, hadContents: Bool, _ state: inout State
  ) throws(StorageError) -> Contents {
    guard !state.isWriting, contents.issues.contains(where: { $0.code == .corrupt }) else {
      return contents
    }
    fileSystem.pause(.seconds(1))
    return try load(&state, hadContents: hadContents)
  }

  /// Moves away a damaged checkpoint beside which there is nothing.
  private func moveDamagedCheckpoint(_ state: inout State, _ contents: inout Contents)
    throws(StorageError)
  {
    guard let folder = state.folder else { return }
    let aside = try withPath(path) { () throws(SystemError) in
      try folder.quarantine(name, as: .damaged)
    }
    state.cleanup.damagedCheckpoint = nil
    // An empty journal stays: it tells a program that has the list open that the store was not removed.
    state.isSuspect = false
    for index in contents.issues.indices where contents.issues[index].code == .corrupt {
      contents.issues[index].advice =
        "The file is kept as \(aside); restore it from a backup or mend it."
        + adviceAboutHistory(in: folder)
    }
  }
}

extension DurableFile.State {
  /// The attributes of a checkpoint that is gone from its place, as last read; its journal, which
  /// is still there, has its protection class.
  fileprivate var modelOfGoneCheckpoint: FileAttributes? {
    guard isCheckpointGone, let checkpoint, let journal else { return nil }
    return FileAttributes(name: journal.name, status: checkpoint.status)
  }

  /// Whether a checkpoint with a status is one that was found damaged.
  fileprivate func isDamaged(_ status: FileStatus) -> Bool {
    status == brokenEdit || status == cleanup.damagedCheckpoint
  }

  /// Whether the file with the checkpoint's name is the one that was read, or written.
  func isKnown(_ status: FileStatus?) -> Bool {
    guard let status else { return checkpoint == nil || isCheckpointGone }
    return checkpoint?.isCurrent(status) == true || isDamaged(status)
  }
}
