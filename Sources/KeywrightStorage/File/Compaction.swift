/// A background compaction: merges the checkpoint and the journal into a new checkpoint while other
/// threads and processes go on committing.
///
/// The journal is sealed and names a successor, which takes all later commits. No process changes a sealed journal,
/// so the new checkpoint is built from it without the writer's lock. The successor names both its predecessor and
/// the new checkpoint before that checkpoint is renamed into place. A power cut leaves either the old checkpoint,
/// which both journals extend, or the new one, which the successor extends; either way every commit is there.
///
/// The order of the stages matters. Each takes the writer's lock for microseconds, or waits for the
/// disk without it. If a crash interrupts a compaction, the next one continues it from the build.
///
/// No commit is lost, whatever runs between two stages:
///
/// - *Another writer* reads the end of the journal under the lock before it appends. It finds zeros
///   there, or the seal, and then follows it to the successor; if the successor is gone again, it
///   reads everything.
/// - *Another compaction* cannot begin. It would need the lock of the temporary file; a sweep does not
///   remove a locked file, and only this compaction renames it into place.
/// - *A writer that replaces everything* makes a checkpoint and a journal of its own. Each stage
///   verifies under the lock that checkpoint, journal, successor and folder are still those of the
///   stage before. If such a writer was killed, it may leave a journal with a higher number. No
///   checkpoint but its own has the number that this journal names.
/// - *An editor* changes the checkpoint. The same verification finds that, or the swap of the names
///   does; the next commit merges the edit.
/// - *A reader* without the lock reads the oldest journal first. A sealed one names the file to read
///   next. One without a seal, before a successor that has commits, is read again under the lock. A
///   reader that finds a new checkpoint takes it over only if its own journal names it and is the
///   newest; otherwise it reads everything.
/// - *A power cut* before the seal is on the disk loses the commits of the successor too. None of them
///   is durable, since a durable commit also waits for the journal before. Once the checkpoint is
///   confirmed, the sealed journal is whole, so the old and the new checkpoint give the same values.
struct Compaction {
  /// A stage, named by its work.
  enum Stage {
    /// Create the successor of the journal, unless it has one.
    case begin
    /// Synchronize the successor and its name: without them nothing would reveal missing commits.
    case synchronize(Journal)
    /// Seal the journal.
    case rotate(Journal)
    /// Build the new checkpoint from the old one and the sealed journal, which no process changes.
    case build
    /// Record the identity of the new checkpoint in the successor.
    case name(Built)
    /// Synchronize this record, and with it the sealed journal and all commits before it.
    case confirm(Built, DurableFile.Commit)
    /// Rename the new checkpoint into place.
    case install(Built)
    /// Synchronize the folder; only then is the sealed journal no longer needed.
    case finish(predecessor: Journal)
    /// The same for an earlier compaction that was interrupted after its rename.
    case finishEarlier(predecessor: Journal)
    case done
    /// Another writer, or an editor, changed more than a commit does.
    case abandoned
  }

  /// A new checkpoint that is not renamed into place yet.
  struct Built {
    let name: CheckpointName
    let values: Int
    /// The checkpoint and the sealed journal that it was built from.
    let base: Checkpoint?
    let predecessor: Journal
  }

  let file: DurableFile
  private let folder: Folder
  /// The file of the new checkpoint, locked against other compactions.
  private let temporary: OpenFile
  /// The time to wait for the writer's lock, each time.
  private let timeout: Duration
  private(set) var stage = Stage.begin
  /// Whether this continues one that was interrupted: commits since then are in the journal still.
  private(set) var isContinuation = false

  private var temporaryName: String { Folder.compactionName(for: file.name) }

  /// - Returns: Nil while another compaction is under way.
  init?(of file: DurableFile, timeout: Duration) throws(StorageError) {
    let folder = try file.whileOpen { state throws(StorageError) in state.folder }
    guard let folder else { return nil }
    let temporary = try withPath(file.path) { () throws(SystemError) in
      try folder.beginCompaction(of: file.name)
    }
    guard let temporary else { return nil }
    self.file = file
    self.folder = folder
    self.temporary = temporary
    self.timeout = timeout
  }

  /// Whether no stage is left.
  var isOver: Bool {
    switch stage {
    case .done, .abandoned: true
    default: false
    }
  }

  /// Runs all remaining stages.
  /// - Returns: Whether the checkpoint is up to date.
  mutating func run() throws(StorageError) -> Bool {
    while true {
      switch stage {
      case .done: return true
      case .abandoned: return false
      default: try advance()
      }
    }
  }

  /// Runs the next stage; another program that replaces the list or moves it away ends the compaction.
  /// - Throws: The failure; the compaction is then over.
  mutating func advance() throws(StorageError) {
    do throws(StorageError) {
      let before = stage
      stage = try next()
      if case .begin = before, case .build = stage { isContinuation = true }
    } catch {
      abandon()
      if error.code == .edited { return }
      throw error
    }
    switch stage {
    case .abandoned: abandon()
    // Another compaction did it first.
    case .done: discardTemporary()
    default: break
    }
  }

  private func next() throws(StorageError) -> Stage {
    switch stage {
    case .begin: try begin()
    case .synchronize(let successor): try synchronize(successor)
    case .rotate(let successor): try rotate(to: successor)
    case .build: try build()
    case .name(let built): try name(built)
    case .confirm(let built, let commit): try confirm(built, commit)
    case .install(let built): try install(built)
    case .finish(let predecessor): try finish(predecessor)
    case .finishEarlier(let predecessor): try finishEarlier(predecessor)
    case .done, .abandoned: stage
    }
  }

  /// Gives up, and removes the files that only this compaction uses.
  mutating func abandon() {
    switch stage {
    case .synchronize(let successor), .rotate(let successor): withdraw(successor)
    default: break
    }
    discardTemporary()
    stage = .abandoned
  }

  /// Removes the file of the new checkpoint, unless it has the list's name by now.
  private func discardTemporary() {
    if (try? folder.isPlace(temporaryName, of: temporary)) == true { folder.discard(temporaryName) }
  }
}

// MARK: - The journal

extension Compaction {
  private func begin() throws(StorageError) -> Stage {
    try waitForFirstJournal()
    return try writing { state throws(StorageError) in
      guard try isSound(&state), let journal = state.journal else { return .abandoned }
      if let predecessor = state.predecessor {
        // A second build would hold no more than the checkpoint does.
        let isInPlace = journal.extends(state.checkpoint?.identity ?? .none)
        return isInPlace ? .finishEarlier(predecessor: predecessor) : .build
      }
      guard !journal.isEmpty else { return .done }
      guard state.highestGeneration < JournalFormat.highestGeneration else {
        throw file.lastGeneration
      }
      let header = JournalHeader(
        generation: state.highestGeneration + 1, checkpoint: state.checkpoint?.identity ?? .none,
        predecessor: journal.generation, number: state.checkpoint?.number)
      file.discardUnused(header.generation, in: folder)
      let successor = try withPath(file.path) { () throws(SystemError) in
        try Journal.create(
          header, for: file.name, in: folder, like: try file.attributes(state),
          isSynchronized: false)
      }
      return .synchronize(successor)
    }
  }

  /// Waits for the first journal of a store, of which not even the header may be on the disk: a successor that is
  /// there alone would be taken for all that was committed.
  private func waitForFirstJournal() throws(StorageError) {
    let first = try file.whileOpen { state throws(StorageError) in
      state.beginsStore
        ? DurableFile.Commit(sync: state.sync, end: state.journal?.end ?? 0) : nil
    }
    if let first { try file.waitUntilDurable(first) }
  }

  private func synchronize(_ successor: Journal) throws(StorageError) -> Stage {
    try withPath(file.path) { () throws(SystemError) in
      try file.fileSystem.synchronize(successor.file.descriptor)
      try folder.synchronize()
    }
    return .rotate(successor)
  }

  private func rotate(to successor: Journal) throws(StorageError) -> Stage {
    try writing { state throws(StorageError) in
      guard try isSound(&state), state.predecessor == nil,
        state.journal?.generation == successor.header.predecessor
      else { return .abandoned }
      let isThere = try withPath(file.path) { () throws(SystemError) in
        try folder.isPlace(successor.name, of: successor.file)
      }
      guard isThere else { return .abandoned }
      try withPath(file.path) { () throws(SystemError) in
        try state.journal?.end(continuingIn: successor.generation)
      }
      state.proceed(to: successor)
      return .build
    }
  }

  /// Removes a successor that was never used.
  private func withdraw(_ successor: Journal) {
    try? writing { state throws(StorageError) in
      guard state.journal?.generation != successor.generation,
        (try? folder.isPlace(successor.name, of: successor.file)) == true
      else { return }
      folder.discard(successor.name)
    }
  }
}

// MARK: - The checkpoint

extension Compaction {
  private func build() throws(StorageError) -> Stage {
    let (base, journal, model) = try file.whileOpen {
      state throws(StorageError) -> (Checkpoint?, Journal?, FileAttributes?) in
      let model = try withPath(file.path) { () throws(SystemError) -> FileAttributes? in
        try file.attributes(state)
      }
      return (state.checkpoint, state.predecessor, model)
    }
    guard let predecessor = journal else { return .abandoned }
    let isCurrent = base.map { $0.isCurrent(model?.status) } ?? true
    let original = base == nil ? PropertyListDictionary() : base?.originalMembers()
    guard isCurrent, var members = original else {
      // Another program wrote into the file: the next look finds what changed.
      try file.whileOpen { state throws(StorageError) in state.isStale = true }
      return .abandoned
    }
    guard let changes = try file.allChanges(of: [predecessor]) else { return .abandoned }
    members.apply(changes)
    let number = CheckpointName.newNumber()
    let bytes = try file.encode(members, number: number)
    try withPath(file.path) { () throws(SystemError) in
      try folder.write(bytes, to: temporary)
      if let date = predecessor.lastTime {
        try? file.fileSystem.setModified(temporary.descriptor, date)
      }
      if let model { try folder.copyAttributes(of: model, for: temporary) }
      try file.fileSystem.synchronize(temporary.descriptor)
    }
    let values = members.members.reduce(0) { $0 + $1.value.valueCount }
    return .name(
      Built(
        name: .init(identity: .init(of: bytes), number: number), values: values, base: base,
        predecessor: predecessor))
  }

  private func name(_ built: Built) throws(StorageError) -> Stage {
    try writing { state throws(StorageError) in
      guard try isUnchanged(built, &state) else { return .abandoned }
      try withPath(file.path) { () throws(SystemError) in
        try state.journal?.append(built.name)
      }
      return .confirm(
        built, DurableFile.Commit(sync: state.sync, end: state.journal?.end ?? 0))
    }
  }

  private func confirm(_ built: Built, _ commit: DurableFile.Commit) throws(StorageError) -> Stage {
    try file.waitUntilDurable(commit)
    return .install(built)
  }

  private func install(_ built: Built) throws(StorageError) -> Stage {
    try writing { state throws(StorageError) in
      guard try isUnchanged(built, &state) else { return .abandoned }
      guard let journal = state.journal,
        try file.discardUnusedJournals(above: journal.generation, in: folder)
      else {
        state.isStale = true
        return .abandoned
      }
      // Under the lock no other process renames the file; another one of that name was never synchronized.
      let isOurs = try withPath(file.path) { () throws(SystemError) in
        try folder.isPlace(temporaryName, of: temporary)
      }
      guard isOurs else { return .abandoned }
      file.sweep(&state)
      let written = try withPath(file.path, temporary.status)
      try withPath(file.path) { () throws(SystemError) in
        try folder.install(
          temporary, temporaryName, as: file.name, insteadOf: state.checkpoint?.status,
          keeping: file.nameForEarlierList(in: folder, state))
      }
      // It is the list now, which others may want to lock. Its old name is free for another compaction.
      file.fileSystem.unlock(temporary.descriptor)
      file.noteLostAccessList(in: folder, &state)
      state.checkpoint = try? Checkpoint(file: temporary, written: written, name: built.name)
      state.isStale = state.checkpoint == nil
      state.compactionThreshold = CompactionThreshold(checkpoint: state.checkpoint)
      state.values = min(state.values, built.values + (state.journal?.values ?? 0))
      return .finish(predecessor: built.predecessor)
    }
  }

  private func finish(_ predecessor: Journal) throws(StorageError) -> Stage {
    let isConfirmed: Bool
    do throws(SystemError) {
      isConfirmed = try folder.synchronize()
    } catch {
      try file.renew(after: error)
      return .done
    }
    return try writing { state throws(StorageError) in
      if !isConfirmed { file.noteFolder(&state) }
      // An edit of the old checkpoint may have come since, and needs the sealed journal.
      guard try isSound(&state) else { return .abandoned }
      if state.predecessor?.generation == predecessor.generation {
        state.predecessor = nil
        state.sync?.supersedePredecessor()
      }
      if (try? folder.isPlace(predecessor.name, of: predecessor.file)) == true {
        folder.discard(predecessor.name)
      }
      file.discardStaleJournals(in: folder, &state)
      file.thinEarlierLists(in: folder, &state)
      return .done
    }
  }
}

extension Compaction {
  /// Finishes an earlier compaction of this object, and begins a new one.
  private func finishEarlier(_ predecessor: Journal) throws(StorageError) -> Stage {
    let stage = try finish(predecessor)
    if case .done = stage { return .begin }
    return stage
  }
}

// MARK: - Under the writer's lock

extension Compaction {
  private func writing<Result>(
    _ body: (inout DurableFile.State) throws(StorageError) -> Result
  ) throws(StorageError) -> Result {
    try file.lockingWriter(timeout: timeout) { state throws(StorageError) in
      defer { state.endTurn() }
      return try body(&state)
    }
  }

  /// Whether checkpoint and journal are those that the file's object knows, in this compaction's
  /// folder, and need neither a repair nor a merge.
  private func isSound(_ state: inout DurableFile.State) throws(StorageError) -> Bool {
    guard state.canBeCompactedAside else { return false }
    try file.lookAhead(&state)
    return state.canBeCompactedAside && state.folder?.descriptor == folder.descriptor
  }

  /// Whether a new checkpoint is still built from the present checkpoint and journal.
  private func isUnchanged(_ built: Built, _ state: inout DurableFile.State) throws(StorageError)
    -> Bool
  {
    try isSound(&state) && state.predecessor?.generation == built.predecessor.generation
      && built.base?.isCurrent(state.checkpoint?.status) ?? (state.checkpoint == nil)
  }
}

extension DurableFile.State {
  /// Whether no repair and no merge is due, which would hold the writer's lock throughout.
  var canBeCompactedAside: Bool {
    guard isLoaded, !isStale, !needsCheckpoint, !isSuspect, refusal == nil, brokenEdit == nil,
      original == nil, !isCheckpointGone, !isListMissing, !isJournalGone, let journal
    else { return false }
    return journal.tail == .clean && journal.isWritable
  }
}
