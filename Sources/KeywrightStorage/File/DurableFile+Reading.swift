extension DurableFile {
  /// Reads what is stored; makes nothing when there is no file.
  ///
  /// Damaged files are quarantined under the lock and reported in `issues`;
  /// the contents are then what else there is. Linear in the size of the files.
  /// - Returns: The contents.
  /// - Throws: `unavailable` whenever the file may exist and cannot be read; writing then fails
  ///   until reading works.
  package func open() throws(StorageError) -> Contents {
    try whileOpen { state throws(StorageError) in
      state.forget()
      let contents = try load(&state, hadContents: false)
      if state.refusal != nil {
        return try rewritten(contents, timeout: .seconds(1), &state)
      }
      let result = try repaired(contents, timeout: .seconds(1), hadContents: false, &state)
      if !result.isReadOnly { compactOldJournal(&state) }
      return result
    }
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
      update = .contents(try load(&state, hadContents: hadContents))
    }
    guard case .contents(let contents) = update else { return update }
    return .contents(try repaired(contents, timeout: .zero, hadContents: hadContents, &state))
  }

  /// Turns an update into the whole contents.
  func contents(of update: Update?, _ state: inout State) throws(StorageError) -> Contents? {
    switch update {
    case nil: nil
    case .contents(let contents): contents
    case .changes: try load(&state, hadContents: true)
    }
  }

  /// Reads the changes that others made since the file was last read or written.
  ///
  /// - Returns: The new records of the journal, or the whole contents if the file must be loaded;
  ///   nil if nothing changed.
  func updateIfChanged(_ state: inout State) throws(StorageError) -> Update? {
    // Apparent damage is read again under the lock.
    let isDoubtful = state.isSuspect || state.journal?.isWritable == false
    let mustLoad = !state.isLoaded || state.isStale || isDoubtful && state.isWriting
    let isCurrent = mustLoad ? false : try isCheckpointCurrent(&state)
    guard isCurrent else {
      let hadContents = state.isLoaded
      let contents = try load(&state, hadContents: hadContents)
      if hadContents, state.brokenEdit != nil { return nil }
      return .contents(contents)
    }
    guard state.journal != nil else {
      return try isNextJournalThere(state) ? .contents(try load(&state, hadContents: true)) : nil
    }
    let changes = try withPath(path) { () throws(SystemError) in
      try state.journal?.catchUp() ?? []
    }
    // No writer is inside a record while this object has the lock: an incomplete one stays
    // incomplete.
    if state.isWriting, !state.isJournalGone, let journal = state.journal, journal.tail != .clean {
      return .contents(try load(&state, hadContents: true))
    }
    guard !changes.isEmpty else { return nil }
    state.values += changes.reduce(0) { $0 + ($1.value?.valueCount ?? 1) }
    return .changes(changes)
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
    let seenFolder = try? state.folder?.file.status()
    let status = try checkpointStatus()
    if let broken = state.brokenEdit { return status.map { $0 == broken } ?? true }
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
  private func checkpointStatus() throws(StorageError) -> FileStatus? {
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
  private func setCheckpointGone(_ state: inout State) {
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

// MARK: - Loading

extension DurableFile {
  /// Reads everything, whatever is known.
  ///
  /// After a failure the next attempt reads everything again, so that nothing is written over
  /// what could not be read.
  /// - Parameter hadContents: Whether the caller has contents, over which a broken edit is
  ///   nothing but an edit that failed.
  func load(_ state: inout State, hadContents: Bool) throws(StorageError) -> Contents {
    state.isStale = true
    state.isCheckpointSeen = false
    try openFolder(&state)
    guard let folder = state.folder else {
      state.forget()
      state.isLoaded = true
      state.isStale = false
      return Contents(members: [], issues: [], isReadOnly: false)
    }
    let isReadOnly = try refusal(toWriteIn: folder) != nil
    var recovered = try RecoveredState.read(
      name, in: folder, path: path, insteadOfMissing: state.openCheckpoint)
    // Another process may have moved a broken edit away; what the caller has stays valid.
    let isBroken =
      recovered.damagedCheckpoint != nil || state.brokenEdit != nil && recovered.checkpoint == nil
    let original = hadContents ? originalMembers(for: recovered, state, isBroken: isBroken) : nil
    let originalCheckpoint = state.original?.checkpoint ?? state.checkpoint?.identity
    var conflicts = RecoveredState.Conflicts()
    if !isBroken || !hadContents {
      conflicts = recovered.merge(original: original, now: fileSystem.date())
    }
    var issues = recovered.damages(path: path) + self.issues(of: conflicts)
    if hadContents, isBroken {
      state.brokenEdit = recovered.damagedCheckpoint?.status ?? state.brokenEdit
      guard var members = original else {
        note(issues, &state)
        state.needsCheckpoint = true
        state.isStale = false
        return Contents(members: [], issues: [], isReadOnly: isReadOnly)
      }
      state.brokenEdit = nil
      members.apply(recovered.changes)
      recovered.dictionary = members
    } else {
      state.brokenEdit = nil
    }
    if let exposure = newExposure(of: recovered.checkpoint, in: folder, &state) {
      issues.append(exposure)
    }
    state.adopt(recovered)
    state.cleanup.keepsEdit = !conflicts.edits.isEmpty
    state.cleanup.keepsJournal = !conflicts.commits.isEmpty
    if state.isWriting, state.isInterrupted || recovered.hasDroppedSuccessor {
      state.hasDroppedInterruptedCommit = true
    }
    if recovered.isCheckpointGone { setCheckpointGone(&state) } else { noteLinks(&state) }
    state.original = original.flatMap { members in
      originalCheckpoint.map { DurableFile.State.Original(checkpoint: $0, members: members) }
    }
    let isEdited = !isBroken && (recovered.journal == nil || recovered.isCheckpointForeign)
    return Contents(
      members: recovered.dictionary.members, issues: issues, isReadOnly: isReadOnly,
      besidesEdit: hadContents && isEdited ? recovered.changes : nil)
  }

  /// Reports each member that both an edit and a commit changed.
  private func issues(of conflicts: RecoveredState.Conflicts) -> [StorageError] {
    conflicts.edits.map { member in
      StorageError(
        .overridden, operation: "merging", path: path, member: member,
        found: "an edited value of \"\(member)\" beside a newer commit",
        advice: """
          The commit counts. The edited file is kept beside this one as \(name).edited-N; set the \
          value again if it is wanted, and close the program, or run flush(compacting:) in it, \
          before the next edit.
          """)
    }
      + conflicts.commits.map { member in
        StorageError(
          .overridden, operation: "merging", path: path, member: member,
          found: "a committed value of \"\(member)\" beside a newer edit of the file",
          advice: """
            The edit counts. The journal with the commit is kept beside the file, under a name that \
            ends in .overridden-N; set the value again if it is wanted.
            """)
      }
  }

  /// Reports, once, that the checkpoint has other names: each of them is a store with a journal of
  /// its own.
  private func noteLinks(_ state: inout State) {
    let links = state.checkpoint?.status.links ?? 1
    guard links > 1, !state.hasNotedLinks else { return }
    state.hasNotedLinks = true
    note(
      [
        StorageError(
          .unsupported, operation: "reading", path: path,
          found: "a file of \(links) names (hard links)", expected: "a file of one name",
          advice: """
            Commits go to a journal beside the name by which the file is opened, and the next new \
            file takes that name alone: a program that opens another name does not see them. Use one \
            name, or a symbolic link to the folder.
            """)
      ], &state)
  }

  /// The members of the checkpoint that the caller has, when the checkpoint that is there is
  /// another one and does not say what became of the caller's.
  private func originalMembers(for recovered: RecoveredState, _ state: State, isBroken: Bool)
    -> PropertyListDictionary?
  {
    guard recovered.isCheckpointForeign || isBroken else { return nil }
    let journal = recovered.predecessor ?? recovered.journal
    if let original = state.original {
      return journal?.extends(original.checkpoint) ?? true ? original.members : nil
    }
    guard let checkpoint = state.checkpoint, journal?.extends(checkpoint.identity) ?? true
    else { return nil }
    return checkpoint.originalMembers()
  }
}

extension RecoveredState {
  /// All damage, as errors.
  func damages(path: String) -> [StorageError] {
    var issues = damagedCheckpoint.map { [StorageError($0.error, path: path)] } ?? []
    func report(_ journal: DamagedJournal, _ advice: String) {
      issues.append(journal.error(path: path, advice: advice))
    }
    for journal in damagedJournals { report(journal, "The journal is kept aside.") }
    if let journal, journal.tail == .damaged {
      report(journal.damage, Journal.adviceAboutDamage)
    }
    if isSuccessorMissing, let journal {
      issues.append(
        StorageError(
          .corrupt, operation: "reading", path: path,
          found: "\(journal.name) without the journal that continues it",
          expected: "that journal, with all later commits",
          advice: "All commits before it are in use; restore the files from a backup."))
    }
    if isCheckpointMissing, let journal {
      issues.append(
        StorageError(
          .corrupt, operation: "reading", path: path, found: "\(journal.name) without its file",
          expected: "the file that it extends",
          advice: "What the journal holds is in use; restore the file from a backup."))
    }
    return issues
  }
}

extension RecoveredState.DamagedJournal {
  func error(path: String, advice: String) -> StorageError {
    StorageError(
      .corrupt, operation: "reading", path: path, found: found, expected: expected,
      advice: advice)
  }
}

extension Journal {
  static let adviceAboutDamage =
    "All commits before it are in use; the journal is kept aside."
}

extension DurableFile.State {
  /// Whether the journal ends in a part of a record, as a crash leaves it.
  var isInterrupted: Bool { journal?.tail == .interrupted }

  /// Whether the journal has a format to which no commit is appended any more.
  private var isOfOlderVersion: Bool {
    journal.map { $0.header.version < JournalFormat.version } ?? false
  }

  /// A checkpoint that is not in its place any more.
  struct Original {
    let checkpoint: JournalHeader.CheckpointIdentity
    let members: PropertyListDictionary
  }

  /// The checkpoint that is open, and the generation of the journal beside it.
  var openCheckpoint: (checkpoint: Checkpoint, journal: UInt64)? {
    guard let checkpoint, let journal else { return nil }
    return (checkpoint, journal.generation)
  }

  /// Files that the next checkpoint replaces or makes useless.
  struct Cleanup {
    var staleJournals: [String] = []
    var damagedJournals: [String] = []
    var damagedCheckpoint: FileStatus?
    /// Whether the present checkpoint was edited in ways that are overridden.
    var keepsEdit = false
    /// Whether the present journals hold commits that are overridden.
    var keepsJournal = false
  }

  /// Takes over what was read.
  mutating func adopt(_ recovered: RecoveredState) {
    checkpoint = recovered.checkpoint
    isCheckpointGone = false
    isJournalGone = false
    let oldSync = sync
    if let journal = recovered.journal {
      if self.journal?.generation != journal.generation || oldSync == nil {
        sync = GroupCommit(
          journal.file, synced: journal.header.length,
          after: recovered.predecessor.map { GroupCommit($0, synced: $0.header.length) })
      }
    } else {
      sync = nil
    }
    journal = recovered.journal
    predecessor = recovered.predecessor
    highestGeneration = recovered.highestGeneration
    isSuspect = recovered.needsRepair
    needsCheckpoint = recovered.checkpoint == nil || isSuspect || isOfOlderVersion
    cleanup.staleJournals = recovered.staleJournals
    cleanup.damagedJournals = recovered.damagedJournals.map(\.name)
    cleanup.damagedCheckpoint = recovered.damagedCheckpoint?.status
    values = recovered.dictionary.members.reduce(0) { $0 + $1.value.valueCount }
    compactionThreshold = Self.threshold(checkpoint: recovered.checkpoint)
    isLoaded = true
    isStale = false
  }

  /// Takes over that there is nothing.
  mutating func forget() {
    isLoaded = false
    isStale = false
    original = nil
    checkpoint = nil
    isCheckpointGone = false
    isJournalGone = false
    journal = nil
    predecessor = nil
    sync = nil
    highestGeneration = 0
    brokenEdit = nil
    isSuspect = false
    needsCheckpoint = true
    cleanup = Cleanup()
    values = 0
  }

  /// The length at which a journal is brought into a new checkpoint: long enough that a
  /// checkpoint's four waits for the disk cost a commit little, short enough to be read within
  /// milliseconds.
  static func threshold(checkpoint: Checkpoint?) -> Int {
    max(shortestLongJournal, (checkpoint?.status.size ?? 0) / 2)
  }

  /// A megabyte: 20,000 commits of a number share the 3 ms of a new checkpoint, and reading them
  /// takes some 10 ms, where they were left by a crash.
  static let shortestLongJournal = 1 << 20
}

extension PropertyList {
  /// How many values a tree has, itself among them.
  var valueCount: Int {
    switch self {
    case .array(let elements): elements.reduce(1) { $0 + $1.valueCount }
    case .dictionary(let dictionary): dictionary.members.reduce(1) { $0 + $1.value.valueCount }
    default: 1
    }
  }
}
