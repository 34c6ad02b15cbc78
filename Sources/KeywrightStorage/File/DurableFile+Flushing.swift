import Synchronization

extension DurableFile {
  /// Returns when a commit is on the disk; several threads that wait share one synchronization.
  ///
  /// - Parameter commit: The return value of ``endWriting()``.
  /// - Throws: `uncertain` when the commit may not survive a power cut; the file then refuses
  ///   to be written until it is opened again.
  package func waitUntilDurable(_ commit: Commit) throws(StorageError) {
    if isInherited { throw .inherited(path: path) }
    guard let sync = commit.sync else { throw uncertainty }
    do throws(SystemError) {
      try sync.wait(upTo: commit.end)
    } catch {
      guard error == .foreignDescriptor else { return try recover(sync) }
      // The record is in the journal, and not where the descriptor leads now.
      do throws(StorageError) {
        try whileOpen { state throws(StorageError) in
          if state.sync?.covers(sync) == true { letGo(&state) }
        }
        try flush()
      } catch {
        // The record stays where it was written, whatever failed: a later reader may find it.
        throw uncertainty
      }
    }
  }

  /// Makes everything that this object wrote or read so far survive a power cut, the commits of
  /// other processes among it.
  ///
  /// - Parameter compacting: Whether to bring the property-list file up to date as well, so that
  ///   other programs find everything in it.
  /// - Throws: `uncertain` when that failed; `busy` when another writer keeps the lock; compacting,
  ///   `unavailable` when what is there cannot be read, `readOnly` when it may not be written.
  package func flush(compacting: Bool = false) throws(StorageError) {
    let (sync, end) = try whileOpen { state throws(StorageError) in
      // No later synchronization can confirm bytes that an earlier one failed to write.
      guard state.refusal == nil else { throw uncertainty }
      if state.hasLetGo { try lookAhead(&state) }
      if state.journal?.tail == .sealed { try renew(&state) }
      if state.isLoaded, !state.isStale, !state.isWriting,
        (try? isCheckpointCurrent(&state)) == true,
        state.isJournalGone
      {
        // Changes of others that are found on the way are reported by the next refresh.
        _ = try restoreJournal(&state)
      }
      return (state.sync, state.journal?.end ?? 0)
    }
    if let sync { try waitUntilDurable(Commit(sync: sync, end: end)) }
    if compacting { try compact(timeout: .seconds(10), makesRoom: true) }
  }

  /// Lets go of all files, with everything on the disk and the property-list file up to date as
  /// far as that is possible; every later call throws `closed`.
  package func close() {
    // In a forked child the parent holds the lock, not this process.
    if isInherited { return }
    if !state.withLock({ $0.isClosed || $0.isWriting }) {
      if isRefusing { _ = try? open() }
      try? flush()
      try? compact(timeout: .seconds(2))
    }
    state.withLock { state in
      if state.isWriting { state.lock?.release() }
      state = State()
      state.isClosed = true
    }
    // Another thread's ends at its next step, and then removes its file.
    var backoff = Backoff(timeout: .seconds(2))
    while compactions.load(ordering: .acquiring) > 0, backoff.wait(fileSystem) {}
  }

  /// Brings the commits to the disk while the process ends, whatever the length of the list.
  /// - Parameter patience: How long to wait for locks.
  package func flushAtExit(within patience: Duration) {
    guard !isInherited,
      let (sync, end) = state.withLock(within: patience, { ($0.sync, $0.journal?.end ?? 0) })
    else { return }
    try? sync?.wait(upTo: end)
  }

  /// Brings the property list up to date while the process ends.
  ///
  /// A long list is left to the next opening, unless the journal is long too: programs that live for
  /// less than a moment would never shorten it. So is a list that others have locked.
  /// - Parameter patience: How long to wait for locks, all of them together.
  package func compactAtExit(within patience: Duration) {
    // A compaction takes the lock five times.
    let timeout = patience / 6
    guard compactsByItself, !isInherited else { return }
    let isDue = state.withLock(within: timeout) { state in
      state.compactionThreshold.isPassed(by: state.journal)
        || state.checkpoint?.status.size ?? 0 <= DurableFile.longestAtExit
    }
    if isDue == true { try? compact(timeout: timeout) }
  }

  private static let longestAtExit = 1 << 20

  /// Writes a new checkpoint if the journal holds anything.
  ///
  /// The caller's contents stay as they are: changes of others found on the way are reported
  /// by the next ``refresh()``.
  /// - Parameter makesRoom: Whether the oldest kept lists go where the disk has no room; a compaction that
  ///   the program did not ask for can wait.
  func compact(timeout: Duration, makesRoom: Bool = false) throws(StorageError) {
    var wasAbandoned = false
    for look in 1...4 {
      let (isDue, isGone, isAside) = try whileOpen { state throws(StorageError) in
        // Only a new look can show it: others may have committed, or removed the
        // file.
        let isOpen = state.isLoaded || state.isStale
        if isOpen, !state.isWriting { try lookAhead(&state) }
        guard state.isCompactionDue, !isListUnfinished(state) else { return (false, false, false) }
        if let refusal = try refusal(toWriteIn: state.folder, journal: state.journal) {
          throw refusal
        }
        return (true, state.isCheckpointGone, state.canBeCompactedAside)
      }
      guard isDue else { return try removeRest(timeout: timeout) }
      if isAside, try compactAside(timeout: timeout, makesRoom: makesRoom) { return }
      if isAside { wasAbandoned = true }
      guard isGone || isAside, look < 4 else { break }
      // An editor that has moved the file away has that long to put the new one in its place.
      fileSystem.pause(.milliseconds(5))
    }
    try takingTurns(timeout: timeout) { state throws(StorageError) in
      if state.isCompactionDue, !isListUnfinished(state) { try compactUnderLock(&state) }
      // Without the lock it may have been another writer's work under way.
      if wasAbandoned, state.isSuspect { throw replacedMeanwhile }
    }
  }

  /// Writes a new checkpoint while others go on committing.
  /// - Returns: Whether it holds all that was committed before.
  /// - Throws: `busy` if another compaction or writer takes longer than the timeout.
  private func compactAside(timeout: Duration, makesRoom: Bool) throws(StorageError) -> Bool {
    compactions.add(1, ordering: .relaxed)
    defer { compactions.subtract(1, ordering: .releasing) }
    var backoff = Backoff(timeout: timeout)
    while true {
      do throws(StorageError) {
        if var compaction = try Compaction(of: self, timeout: timeout) {
          guard try compaction.run() else { return false }
          if compaction.isContinuation { continue }
          return true
        }
      } catch {
        guard makesRoom, error.isOfFullDisk, try removeOldestEarlierList(timeout: timeout) else {
          throw error
        }
        continue
      }
      guard backoff.wait(fileSystem) else {
        throw StorageError(
          .busy, operation: "compacting", path: path, found: "another process that does so",
          expected: "its end within \(timeout)", advice: "Try again.")
      }
    }
  }

  /// Removes the remains of a compaction that was killed, or that is another program's, where none is due: journals
  /// that the list holds wholly, and, in the lists that are kept, secrets that it does not have.
  private func removeRest(timeout: Duration) throws(StorageError) {
    let failure = try whileOpen { state throws(StorageError) -> SystemError? in
      guard hasRest(state), try refusal(toWriteIn: state.folder, journal: state.journal) == nil,
        takeTurn(timeout: timeout, &state) == true
      else { return nil }
      defer { state.endTurn() }
      try lookAhead(&state)
      guard hasRest(state), !state.isCompactionDue, let folder = state.folder else { return nil }
      do throws(SystemError) {
        // The journals are needed until the name of the list is on the disk.
        try folder.synchronize()
      } catch {
        return error
      }
      discardStaleJournals(in: folder, &state)
      thinEarlierLists(in: folder, &state)
      return nil
    }
    if let failure { try renew(after: failure) }
  }

  private func hasRest(_ state: State) -> Bool {
    guard state.canBeCompactedAside, state.checkpoint != nil, !state.isOfOlderVersion,
      let folder = state.folder
    else { return false }
    return !state.cleanup.staleJournals.isEmpty || mayHaveOldSecrets(in: folder, state)
  }

  /// Whether the property list was left behind by a program that has ended.
  func hasOldJournal(_ state: State) -> Bool {
    guard compactsByItself, let journal = state.journal,
      !journal.isEmpty || state.predecessor != nil, !state.needsCheckpoint,
      !state.isWriting,
      let status = try? journal.file.status()
    else { return false }
    if state.beginsStore || state.compactionThreshold.isPassed(by: journal) { return true }
    // A file's time may be any number.
    let (age, isFar) = fileSystem.date().subtractingReportingOverflow(status.modified)
    return isFar || age > 2_000_000_000
  }

  private func compactUnderLock(_ state: inout State) throws(StorageError) {
    try lookAhead(&state)
    // The next ``refresh()`` reads everything and reports what others did but commit.
    let isBehind = state.isStale
    defer { if isBehind { state.isStale = true } }
    // An edited checkpoint is merged with what the caller has, by the next commit.
    if isBehind, state.isSuspect { return }
    guard let journal = state.journal,
      !journal.isEmpty || state.predecessor != nil || state.isCheckpointGone
        || state.isJournalGone,
      var dictionary = state.membersOfList,
      let changes = try allChanges(of: [state.predecessor, journal])
    else { return }
    dictionary.apply(changes)
    let wasGone = state.isCheckpointGone
    guard try writeCheckpoint(dictionary.members, &state) else { throw uncertainty }
    if wasGone { noteRemoval(&state) }
  }

  /// Reads the changes of journals again; nil if one of them lost some.
  func allChanges(of journals: [Journal?]) throws(StorageError) -> [MemberChange]? {
    var changes: [MemberChange] = []
    for journal in journals.compactMap(\.self) {
      guard let more = try withPath(path, journal.allChanges) else { return nil }
      changes += more
    }
    return changes
  }

  /// Writes a new checkpoint of all that the checkpoint and the open journal hold, since the
  /// journal's name is gone or another file's, and its contents would go with this process.
  /// - Returns: Whether others changed anything besides.
  /// - Throws: `busy` if another writer keeps the lock; what failed otherwise.
  func restoreJournal(_ state: inout State) throws(StorageError) -> Bool {
    if let refusal = try refusal(toWriteIn: state.folder, journal: state.journal) { throw refusal }
    guard takeTurn(timeout: .seconds(10), &state) == true else {
      throw StorageError(
        .busy, operation: "flock", path: path, found: "another writer, and no journal",
        expected: "the lock", advice: "Try again.")
    }
    defer { state.endTurn() }
    try compactUnderLock(&state)
    return state.isStale || !state.unreported.isEmpty
  }

  /// Reports that the file was removed under this object, which has written it again.
  private func noteRemoval(_ state: inout State) {
    note(
      [
        StorageError(
          .corrupt, operation: "looking for the file", path: path,
          found: "no file, though its journal is there and this program has both open",
          expected: "the file that the journal extends",
          advice: """
            It was written again with all that it held. To empty it, remove its members, or remove \
            it together with its journal while no program has it open.
            """)
      ], &state)
  }

  /// After a failed synchronization, writes everything again.
  ///
  /// Checkpoint and journal are read back; their checksums show that they are still what was
  /// written, so that this is what memory holds.
  private func recover(_ sync: GroupCommit) throws(StorageError) {
    try whileOpen { state throws(StorageError) in
      if let refusal = state.refusal, state.sync?.covers(sync) == true || sync.isPending {
        var error = refusal
        error.code = .uncertain
        throw error
      }
    }
    guard sync.isPending else { return }
    do throws(StorageError) {
      try takingTurns(timeout: .seconds(10)) { state throws(StorageError) in
        guard state.sync?.covers(sync) == true, sync.isPending else { return }
        try? compactUnderLock(&state)
        if sync.isPending { throw uncertain(&state) }
      }
    } catch {
      throw error.code == .uncertain ? error : state.withLock { uncertain(&$0) }
    }
    // Another checkpoint has taken the place of the journal since, and may hold the commit or not.
    if sync.isPending { throw uncertainty }
  }

  /// Writes everything again after the new name of a checkpoint could not be synchronized.
  func renew(after failure: SystemError) throws(StorageError) {
    try takingTurns(timeout: .seconds(10)) { state throws(StorageError) in
      state.needsCheckpoint = true
      do throws(StorageError) {
        try compactUnderLock(&state)
      } catch {
        throw error.code == .uncertain ? error : uncertain(&state)
      }
      if state.needsCheckpoint { throw uncertain(&state) }
    }
  }

  /// Does something as a writer, once all others have ended.
  ///
  /// The others need the state to finish, so it is not locked while this one waits for them.
  private func takingTurns(
    timeout: Duration, _ body: (inout State) throws(StorageError) -> Void
  ) throws(StorageError) {
    try lockingWriter(timeout: timeout) { state throws(StorageError) in
      defer { state.endTurn() }
      try body(&state)
    }
  }
}

extension DurableFile.State {
  /// The members of the list that the journals extend; nil if they are lost.
  ///
  /// For a list that is gone, and was spoiled before, the caller's members stand in: the changes in the journals
  /// come again to the same.
  fileprivate var membersOfList: PropertyListDictionary? {
    guard let checkpoint else { return beginsStore ? PropertyListDictionary() : nil }
    return checkpoint.originalMembers()
      ?? (isCheckpointGone ? callersMembers()?.applying(unreported) : nil)
  }

  /// Whether there is anything that a new checkpoint would hold and the present one does not.
  fileprivate var isCompactionDue: Bool {
    guard let journal, isLoaded, refusal == nil, !isOfOlderVersion else { return false }
    return !journal.isEmpty || predecessor != nil || isSuspect || isCheckpointGone || isJournalGone
  }
}
