extension DurableFile {
  /// Reads what is stored; makes nothing when there is no file.
  ///
  /// What is damaged is kept aside, under the lock and another name, and reported in `issues`;
  /// the contents are then what else there is. Linear in the size of the files.
  /// - Returns: The contents.
  /// - Throws: `unavailable` whenever the file may exist and cannot be read; writing then fails
  ///   until reading works.
  package func open() throws(StorageError) -> Contents {
    try whileOpen { state throws(StorageError) in
      state.forget()
      let contents = try load(&state, hadContents: false)
      if state.refusal != nil {
        return try written(anew: contents, timeout: .seconds(1), &state)
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
  /// - Returns: What changed; nil when nothing did or while this object writes.
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

  /// Finds out what others did since the file was last read or written.
  func updateIfChanged(_ state: inout State) throws(StorageError) -> Update? {
    // What looked wrong without the lock is read again with it.
    let isDoubtful = state.isSuspect || state.journal?.isWritable == false
    let mustLoad = !state.isLoaded || state.isStale || isDoubtful && state.isWriting
    let isCurrent = mustLoad ? false : try isBaseCurrent(&state)
    guard isCurrent else {
      let hadContents = state.isLoaded
      let contents = try load(&state, hadContents: hadContents)
      if hadContents, state.brokenEdit != nil { return nil }
      return .contents(contents)
    }
    guard state.journal != nil else {
      return try isNextJournalThere(state) ? .contents(try load(&state, hadContents: true)) : nil
    }
    let changes = try calling(for: path) { () throws(SystemError) in
      try state.journal?.catchUp() ?? []
    }
    // Nobody is inside a record while this object has the lock: what is not whole stays so.
    if state.isWriting, !state.isJournalGone, let journal = state.journal, journal.tail != .clean {
      return .contents(try load(&state, hadContents: true))
    }
    guard !changes.isEmpty else { return nil }
    state.values += changes.reduce(0) { $0 + ($1.value?.valueCount ?? 1) }
    return .changes(changes)
  }

  /// Whether the path still leads to the base as last read or written; notes whether the journal is
  /// beside it.
  ///
  /// A writer need not look at the names when the open base and the open folder have just told, see
  /// ``Base/isInPlace(_:)``; who reads does.
  func isBaseCurrent(_ state: inout State) throws(StorageError) -> Bool {
    defer { state.isBaseSeen = false }
    if state.isWriting, state.isBaseSeen { return true }
    // Asked before the names are looked at, or it would say nothing of what happens meanwhile.
    let seenFolder = try? state.folder?.file.status()
    let status = try baseStatus()
    if let broken = state.brokenEdit { return status.map { $0 == broken } ?? true }
    guard let base = state.base else { return status == nil }
    guard let status else { return try noteGoneBase(&state) }
    state.isBaseGone = false
    guard base.isCurrent(status) else { return false }
    state.isJournalGone = try !isJournalInPlace(state)
    // Another process that brings the journal into a new base removes it after that.
    if state.isJournalGone, try baseStatus() != status {
      state.isJournalGone = false
      return false
    }
    if state.isWriting { state.noteLook(seenFolder) }
    return true
  }

  /// The status of what has the base's path; nil if nothing has.
  private func baseStatus() throws(StorageError) -> FileStatus? {
    do throws(SystemError) {
      return try fileSystem.status(of: path, in: fileSystem.workingFolder)
    } catch {
      guard error.isNoSuchFile else { throw StorageError(error, path: path) }
      return nil
    }
  }

  /// Whether the journal's name leads to the open journal; who may only read it need not know.
  private func isJournalInPlace(_ state: State) throws(StorageError) -> Bool {
    guard let folder = state.folder, let journal = state.journal, journal.isWritable else {
      return true
    }
    return try calling(for: path) { () throws(SystemError) in
      guard let status = try folder.status(of: journal.name) else { return false }
      return try status.isSameFile(as: journal.file.status())
    }
  }

  /// Notes that the base is gone from its place, and tells whether that changes nothing.
  ///
  /// Some editors move a file away before they write the new one, and then what is missing says
  /// nothing of its members. So the open base still counts, and commits go to the journal, which
  /// extends it. Nothing takes its place before the file is idle: the editor could not see it, and
  /// would write over it. Who removes the journal as well wants the contents gone.
  private func noteGoneBase(_ state: inout State) throws(StorageError) -> Bool {
    guard let folder = state.folder, state.journal != nil, folder.isInPlace() else {
      return false
    }
    let isInPlace = try isJournalInPlace(state)
    if isInPlace { setBaseGone(&state) }
    return isInPlace
  }

  /// Sees to it that the base is written anew if it does not come back.
  private func setBaseGone(_ state: inout State) {
    guard !state.isBaseGone else { return }
    state.isBaseGone = true
    scheduleUpkeep(&state)
  }

  /// Whether another process has made a journal where there was none.
  private func isNextJournalThere(_ state: State) throws(StorageError) -> Bool {
    guard let folder = state.folder else { return false }
    let next = JournalFormat.fileName(for: name, generation: state.highestGeneration + 1)
    return try calling(for: path) { () throws(SystemError) in
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
    state.isBaseSeen = false
    try openFolder(&state)
    guard let folder = state.folder else {
      state.forget()
      state.isLoaded = true
      state.isStale = false
      return Contents(members: [], issues: [], isReadOnly: false)
    }
    let isReadOnly = try refusal(toWriteIn: folder) != nil
    var snapshot = try Snapshot.read(
      name, in: folder, path: path, insteadOfMissing: state.openBase)
    // Another process may have moved a broken edit away; what the caller has stays valid.
    let isBroken =
      snapshot.damagedBase != nil || state.brokenEdit != nil && snapshot.base == nil
    let original = hadContents ? originalMembers(for: snapshot, state, isBroken: isBroken) : nil
    let originalBase = state.original?.base ?? state.base?.identity
    var issues = snapshot.damages(path: path)
    if hadContents, isBroken {
      state.brokenEdit = snapshot.damagedBase?.status ?? state.brokenEdit
      guard var members = original else {
        note(issues, &state)
        state.needsBase = true
        state.isStale = false
        return Contents(members: [], issues: [], isReadOnly: isReadOnly)
      }
      state.brokenEdit = nil
      members.apply(snapshot.changes)
      snapshot.dictionary = members
    } else {
      let overridden = snapshot.merge(original: original)
      issues += overridden.map { name in
        StorageError(
          .overridden, operation: "merging", path: path, member: name,
          found: "an edited value of \"\(name)\" beside a newer commit",
          advice: """
            The commit counts. The edited file is kept beside this one as \(self.name).edited-N; \
            set the value again if it is wanted, and close the program, or run flush(compacting:) \
            in it, before the next edit.
            """)
      }
      state.brokenEdit = nil
      state.cleanup.keepsEdit = !overridden.isEmpty
    }
    if let exposure = newExposure(of: snapshot.base, in: folder, &state) { issues.append(exposure) }
    state.adopt(snapshot)
    if state.isWriting, state.isInterrupted { state.hasDroppedInterruptedCommit = true }
    if snapshot.isBaseGone { setBaseGone(&state) } else { noteLinks(&state) }
    state.original = original.flatMap { members in
      originalBase.map { DurableFile.State.Original(base: $0, members: members) }
    }
    let isEdited = !isBroken && (snapshot.journal == nil || snapshot.isBaseForeign)
    return Contents(
      members: snapshot.dictionary.members, issues: issues, isReadOnly: isReadOnly,
      besidesEdit: hadContents && isEdited ? snapshot.changes : nil)
  }

  /// Reports, once, that the base has other names: each of them is a store with a journal of its own.
  private func noteLinks(_ state: inout State) {
    let links = state.base?.status.links ?? 1
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

  /// The members of the base that the caller has, when the base that is there is another one and
  /// does not say what became of the caller's.
  private func originalMembers(for snapshot: Snapshot, _ state: State, isBroken: Bool)
    -> PropertyListDictionary?
  {
    guard snapshot.isBaseForeign || isBroken else { return nil }
    let extended = snapshot.journal?.header.base
    if let original = state.original {
      return extended == nil || extended == original.base ? original.members : nil
    }
    guard let base = state.base, extended == nil || extended == base.identity else { return nil }
    return base.originalMembers()
  }
}

extension Snapshot {
  /// What is damaged, as errors.
  func damages(path: String) -> [StorageError] {
    var issues = damagedBase.map { [StorageError($0.error, path: path)] } ?? []
    func report(_ journal: DamagedJournal, _ advice: String) {
      issues.append(journal.error(path: path, advice: advice))
    }
    for journal in damagedJournals { report(journal, "The journal is kept aside.") }
    if let journal, journal.tail == .damaged {
      report(journal.damage, Journal.adviceAboutDamage)
    }
    if isBaseMissing, let journal {
      issues.append(
        StorageError(
          .corrupt, operation: "reading", path: path, found: "\(journal.name) without its file",
          expected: "the file that it extends",
          advice: "What the journal holds is in use; restore the file from a backup."))
    }
    return issues
  }
}

extension Snapshot.DamagedJournal {
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

  /// A base that is not in its place any more.
  struct Original {
    let base: JournalHeader.BaseIdentity
    let members: PropertyListDictionary
  }

  /// The base that is open, and the generation of the journal beside it.
  var openBase: (base: Base, journal: UInt64)? {
    guard let base, let journal else { return nil }
    return (base, journal.generation)
  }

  /// What the next base will replace or make useless.
  struct Cleanup {
    var staleJournals: [String] = []
    var damagedJournals: [String] = []
    var damagedBase: FileStatus?
    /// Whether the present base was edited in ways that are overridden.
    var keepsEdit = false
  }

  /// Takes over what was read.
  mutating func adopt(_ snapshot: Snapshot) {
    base = snapshot.base
    isBaseGone = false
    isJournalGone = false
    let oldSync = sync
    if let journal = snapshot.journal {
      if self.journal?.generation != journal.generation || oldSync == nil {
        sync = GroupSync(journal.file, synced: JournalFormat.headerLength)
      }
    } else {
      sync = nil
    }
    journal = snapshot.journal
    highestGeneration = snapshot.highestGeneration
    isSuspect = snapshot.needsRepair
    needsBase = snapshot.base == nil || isSuspect
    cleanup.staleJournals = snapshot.staleJournals
    cleanup.damagedJournals = snapshot.damagedJournals.map(\.name)
    cleanup.damagedBase = snapshot.damagedBase?.status
    values = snapshot.dictionary.members.reduce(0) { $0 + $1.value.valueCount }
    compactionThreshold = Self.threshold(base: snapshot.base)
    isLoaded = true
    isStale = false
  }

  /// Takes over that there is nothing.
  mutating func forget() {
    isLoaded = false
    isStale = false
    original = nil
    base = nil
    isBaseGone = false
    isJournalGone = false
    journal = nil
    sync = nil
    highestGeneration = 0
    brokenEdit = nil
    isSuspect = false
    needsBase = true
    cleanup = Cleanup()
    values = 0
  }

  /// The length at which a journal is brought into a new base: long enough that a base's four waits
  /// for the disk cost a commit little, short enough to be read within milliseconds.
  static func threshold(base: Base?) -> Int {
    max(shortestLongJournal, (base?.status.size ?? 0) / 2)
  }

  /// A megabyte: 20,000 commits of a number share the 3 ms of a new base, and reading them takes some
  /// 10 ms, where they were left by a crash.
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
