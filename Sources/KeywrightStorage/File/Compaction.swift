/// Brings checkpoint and journal into a new checkpoint while others go on committing.
///
/// The journal is ended, and leads to a successor in which later commits are; so there is one that
/// nobody changes, and its checkpoint can be made of it without the writer's lock. The successor
/// names that checkpoint before it gets its place: whether a power cut leaves the old one, which both
/// journals extend, or the new one, which the successor extends, all is there. The order of the stages
/// matters; each takes the writer's lock for microseconds, or waits for the disk without it.
///
/// Whatever happens in between, what is on the disk is what it was or what it is to be. A compaction that
/// a crash ended is taken up by the next one, from the building on.
///
/// No commit is lost, whoever comes between two stages:
///
/// - *Another writer* reads the journal's end under the lock before it appends, where zeros or the way
///   to the successor are. It follows that way, or reads everything if the successor has gone again.
/// - *Another compaction* cannot begin: it would need the lock of the temporary file, which no sweep takes
///   away and which only this compaction puts in the checkpoint's place.
/// - *A writer that writes everything* makes a checkpoint and a journal of its own. Each stage asks under
///   the lock whether checkpoint, journal, successor and folder are those of the stage before. One that
///   was killed may leave a journal for a checkpoint of the very bytes, and a higher number: it is removed
///   before the checkpoint gets its place.
/// - *An editor* changes the checkpoint, which the same question finds, or else the swap of the names; the
///   next commit merges the edit.
/// - *A reader* without the lock reads the oldest journal first: one that has its end leads to the very
///   file that is read next. One that has no end yet, before a successor with commits, is read again under
///   the lock. A reader that finds a new checkpoint takes it over only if its own journal names it and is
///   the newest; else it reads everything.
/// - *A power cut* before the end of a journal is on the disk takes what is in the successor, too, and no
///   durable commit is there, for each waits for the journal before. From the confirming on, the journal
///   is whole, so that old and new checkpoint give the same.
struct Compaction {
  /// A step of the work, named by what it does.
  enum Stage {
    /// Make a successor of the journal, unless there is one.
    case begin
    /// Bring the successor and its name to the disk: nothing else would tell that commits are missing.
    case synchronize(Journal)
    /// End the journal.
    case rotate(Journal)
    /// Make the new checkpoint, of what nobody changes any more.
    case build
    /// Name it in the successor.
    case name(Built)
    /// Bring its name to the disk, and so the ended journal and all commits before it.
    case confirm(Built, DurableFile.Commit)
    /// Put it in its place.
    case install(Built)
    /// Bring that to the disk; only then is the ended journal of no use.
    case finish(predecessor: Journal)
    /// The same for one that is in its place already, before anything else.
    case finishEarlier(predecessor: Journal)
    case done
    /// Somebody else changed more than a commit does.
    case abandoned
  }

  /// A checkpoint that has no name yet.
  struct Built {
    let identity: JournalHeader.CheckpointIdentity
    let values: Int
    /// The checkpoint and the journal that are in it.
    let base: Checkpoint?
    let predecessor: Journal
  }

  let file: DurableFile
  private let folder: Folder
  /// The file of the new checkpoint, locked against other compactions.
  private let temporary: OpenFile
  /// How long to wait for the writer's lock, each time.
  private let timeout: Duration
  private(set) var stage = Stage.begin

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

  /// Whether nothing more is to be done.
  var isOver: Bool {
    switch stage {
    case .done, .abandoned: true
    default: false
    }
  }

  /// Does everything.
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

  /// Does what is next.
  /// - Throws: What failed; then nothing more is to be done.
  mutating func advance() throws(StorageError) {
    do throws(StorageError) {
      stage = try next()
    } catch {
      abandon()
      throw error
    }
    if case .abandoned = stage { abandon() }
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

  /// Removes what is of no use to anybody.
  mutating func abandon() {
    switch stage {
    case .synchronize(let successor), .rotate(let successor): withdraw(successor)
    default: break
    }
    if (try? folder.isPlace(temporaryName, of: temporary)) == true { folder.discard(temporaryName) }
    stage = .abandoned
  }
}

// MARK: - The journal

extension Compaction {
  private func begin() throws(StorageError) -> Stage {
    try writing { state throws(StorageError) in
      guard try isSound(&state), let journal = state.journal else { return .abandoned }
      if let predecessor = state.predecessor {
        // Built again, it would hold no more than the checkpoint does.
        let isInPlace = journal.extends(state.checkpoint?.identity ?? .none)
        return isInPlace ? .finishEarlier(predecessor: predecessor) : .build
      }
      guard !journal.isEmpty else { return .done }
      guard state.highestGeneration < JournalFormat.highestGeneration else {
        throw file.lastGeneration
      }
      let header = JournalHeader(
        generation: state.highestGeneration + 1, checkpoint: state.checkpoint?.identity ?? .none,
        predecessor: journal.generation)
      file.discardUnused(header.generation, in: folder)
      let successor = try withPath(file.path) { () throws(SystemError) in
        try Journal.create(
          header, for: file.name, in: folder, like: try attributes(state), isSynchronized: false)
      }
      return .synchronize(successor)
    }
  }

  /// The file of which new ones take over the attributes.
  private func attributes(_ state: DurableFile.State) throws(SystemError) -> FileAttributes? {
    let name = state.checkpoint == nil ? state.journal?.name : file.name
    guard let name, let status = try folder.status(of: name) else { return nil }
    return FileAttributes(name: name, status: status)
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
        try attributes(state)
      }
      return (state.checkpoint, state.predecessor, model)
    }
    guard let predecessor = journal, base.map({ $0.isCurrent(model?.status) }) ?? true else {
      return .abandoned
    }
    let original = base == nil ? PropertyListDictionary() : base?.originalMembers()
    guard var members = original else {
      // Somebody wrote into the file: the next look tells what.
      try file.whileOpen { state throws(StorageError) in state.isStale = true }
      return .abandoned
    }
    guard let changes = try file.allChanges(of: [predecessor]) else { return .abandoned }
    members.apply(changes)
    let bytes = try file.encode(members)
    try withPath(file.path) { () throws(SystemError) in
      try folder.write(bytes, to: temporary)
      if let model { try folder.copyAttributes(of: model, for: temporary) }
      try file.fileSystem.synchronize(temporary.descriptor)
    }
    let values = members.members.reduce(0) { $0 + $1.value.valueCount }
    return .name(
      Built(
        identity: .init(of: bytes), values: values, base: base, predecessor: predecessor))
  }

  private func name(_ built: Built) throws(StorageError) -> Stage {
    try writing { state throws(StorageError) in
      guard try isUnchanged(built, &state) else { return .abandoned }
      try withPath(file.path) { () throws(SystemError) in
        try state.journal?.append(built.identity)
      }
      let end = state.journal?.end ?? 0
      state.sync?.didWrite(upTo: end)
      return .confirm(built, DurableFile.Commit(sync: state.sync, end: end))
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
      // Under the lock nobody takes the name away; another file of that name is not on the disk.
      let isOurs = try withPath(file.path) { () throws(SystemError) in
        try folder.isPlace(temporaryName, of: temporary)
      }
      guard isOurs else { return .abandoned }
      guard try replaceCheckpoint(state.checkpoint?.status) else { return .abandoned }
      state.checkpoint = (try? temporary.status()).map {
        Checkpoint(file: temporary, status: $0, checksum: built.identity.checksum)
      }
      state.isStale = state.checkpoint == nil
      state.compactionThreshold = DurableFile.State.threshold(checkpoint: state.checkpoint)
      state.values = built.values + (state.journal?.values ?? 0)
      return .finish(predecessor: built.predecessor)
    }
  }

  /// Gives the new checkpoint its name.
  /// - Returns: False if another program has replaced the old one since it was last looked at.
  private func replaceCheckpoint(_ old: FileStatus?) throws(StorageError) -> Bool {
    // Another compaction may begin, and then removes what has the name of this one's file: that must
    // not be what the swap brings back.
    let aside = Folder.temporaryName(for: file.name)
    do throws(SystemError) {
      try folder.rename(temporaryName, to: aside)
      try folder.install(temporary, aside, as: file.name, insteadOf: old)
      return true
    } catch {
      if error == .replaced { return false }
      throw StorageError(error, path: file.path)
    }
  }

  private func finish(_ predecessor: Journal) throws(StorageError) -> Stage {
    do throws(SystemError) {
      try folder.synchronize()
    } catch {
      try file.renew(after: error)
      return .done
    }
    try writing { state throws(StorageError) in
      if state.predecessor?.generation == predecessor.generation {
        state.predecessor = nil
        state.sync?.supersedePredecessor()
      }
      if (try? folder.isPlace(predecessor.name, of: predecessor.file)) == true {
        folder.discard(predecessor.name)
      }
      discardStaleJournals(&state)
    }
    return .done
  }
}

extension Compaction {
  /// Does the last stage of a compaction of the same object, which is between its last two.
  private func finishEarlier(_ predecessor: Journal) throws(StorageError) -> Stage {
    _ = try finish(predecessor)
    return .begin
  }
}

// MARK: - Under the writer's lock

extension Compaction {
  /// Removes journals that were of no use when the folder was read.
  ///
  /// A later one may have been the successor that another compaction was making, and the journal of
  /// others by now: it goes only if there is nothing in it when all that others did is known.
  private func discardStaleJournals(_ state: inout DurableFile.State) {
    guard (try? file.lookAhead(&state)) != nil, let current = state.journal?.generation
    else { return }
    for fileName in state.cleanup.staleJournals {
      guard let generation = JournalFormat.generation(in: fileName, for: file.name)
      else { continue }
      if generation > current {
        file.discardUnused(generation, in: folder)
      } else if generation < current, generation != state.predecessor?.generation {
        folder.discard(fileName)
      }
    }
    state.cleanup.staleJournals = []
  }
}

extension Compaction {
  private func writing<Result>(
    _ body: (inout DurableFile.State) throws(StorageError) -> Result
  ) throws(StorageError) -> Result {
    try file.lockingWriter(timeout: timeout) { state throws(StorageError) in
      defer { state.endTurn() }
      return try body(&state)
    }
  }

  /// Whether checkpoint and journal are as the file's object knows them, in the folder of this
  /// compaction, and in need of nothing but compaction.
  private func isSound(_ state: inout DurableFile.State) throws(StorageError) -> Bool {
    guard state.canBeCompactedAside else { return false }
    try file.lookAhead(&state)
    return state.canBeCompactedAside && state.folder?.descriptor == folder.descriptor
  }

  /// Whether a new checkpoint still is what the next one has to be.
  private func isUnchanged(_ built: Built, _ state: inout DurableFile.State) throws(StorageError)
    -> Bool
  {
    try isSound(&state) && state.predecessor?.generation == built.predecessor.generation
      && built.base?.isCurrent(state.checkpoint?.status) ?? (state.checkpoint == nil)
  }
}

extension DurableFile.State {
  /// Whether nothing is to be mended or merged, which takes the writer's lock all the time.
  var canBeCompactedAside: Bool {
    guard isLoaded, !isStale, !needsCheckpoint, !isSuspect, refusal == nil, brokenEdit == nil,
      original == nil, !isCheckpointGone, !isJournalGone, let journal
    else { return false }
    return journal.tail == .clean && journal.isWritable
  }
}
