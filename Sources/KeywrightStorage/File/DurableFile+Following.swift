/// Following a compaction of others in files that are open: a successor continues the journal, and a
/// new checkpoint holds the members of the old one and of the sealed journal. Neither changes a member,
/// so only later commits are read.
extension DurableFile {
  /// Reads what others appended to the journal, and to the one that continues it.
  func catchUp(_ state: inout State) throws(StorageError) -> [MemberChange] {
    var changes = try withPath(path) { () throws(SystemError) in
      try state.journal?.catchUp() ?? []
    }
    // Nearly always there is none; a copy of the journal is not made for that.
    while case .continued(let next)? = state.journal?.tail,
      let (successor, more) = successor(next, of: state.journal, in: state.folder)
    {
      state.proceed(to: successor)
      changes += more
    }
    state.values += changes.reduce(0) { $0 + ($1.value?.valueCount ?? 1) }
    return changes
  }

  /// Reads the journal to which another leads; nil if it is not there.
  private func successor(
    _ next: UInt64, of journal: Journal?, in folder: Folder?
  ) -> (Journal, [MemberChange])? {
    guard let journal, let folder else { return nil }
    let fileName = JournalFormat.fileName(for: name, generation: next)
    let reading = try? Journal.read(fileName, generation: next, in: folder, path: path)
    guard case .valid(let successor, let changes)? = reading,
      successor.header.predecessor == journal.generation
    else { return nil }
    return (successor, changes)
  }

  /// Takes over a checkpoint that another process's compaction put in the place of the open one.
  ///
  /// The journal names it by its checksum, which is compared with the one in the file, but not with
  /// the bytes: no member is taken from them.
  /// A second file with the bytes of the open one is no compaction's, but may be an edit.
  /// - Returns: Whether the file is that checkpoint, so that nothing else has to be found out. Other commits are
  ///   among the unreported changes, in any case.
  func adoptCompaction(_ state: inout State) -> Bool {
    guard !state.needsCheckpoint, !state.isSuspect, state.brokenEdit == nil,
      state.original == nil, !state.isListMissing, let folder = state.folder, folder.isInPlace(),
      let changes = try? catchUp(&state)
    else { return false }
    state.unreported += changes
    guard let journal = state.journal, journal.tail == .clean,
      var checkpoint = try? Checkpoint(markedFile: name, in: folder),
      state.checkpoint?.identity != checkpoint.identity, isNewest(journal, in: folder)
    else { return false }
    let identity = checkpoint.identity
    if let name = journal.checkpoints.first(where: { $0.identity == identity }) {
      state.predecessor = nil
      checkpoint.number = name.number
    } else if let name = state.predecessor?.checkpoints.first(where: { $0.identity == identity }) {
      checkpoint.number = name.number
    } else {
      return false
    }
    state.checkpoint = checkpoint
    state.isCheckpointGone = false
    state.isJournalGone = false
    state.compactionThreshold = CompactionThreshold(checkpoint: checkpoint)
    return true
  }
}

extension DurableFile {
  /// Whether a journal is in its place and no later one is beside it.
  ///
  /// A checkpoint that a writer made with a journal of its own may have exactly the bytes of one that a compaction
  /// had named before. That journal is there before the checkpoint is, and the old one goes after that; so this is
  /// asked when the checkpoint has been seen.
  private func isNewest(_ journal: Journal, in folder: Folder) -> Bool {
    guard let names = try? fileSystem.names(in: folder.descriptor),
      (try? folder.isPlace(journal.name, of: journal.file)) == true
    else { return false }
    return !names.contains { fileName in
      JournalFormat.generation(in: fileName, for: name).map { $0 > journal.generation } ?? false
    }
  }
}

extension DurableFile.State {
  /// Replaces the present journal by the one that continues it.
  mutating func proceed(to successor: Journal) {
    if let journal { sync?.didWrite(upTo: journal.writtenEnd) }
    predecessor = journal
    journal = successor
    sync = GroupCommit(successor.file, synced: successor.header.length, after: sync)
    highestGeneration = max(highestGeneration, successor.generation)
    cleanup.staleJournals.removeAll { $0.hasSameBytes(as: successor.name) }
  }
}

extension Checkpoint {
  /// Opens a file that this library wrote, and trusts its mark as to its contents.
  fileprivate init?(markedFile name: String, in folder: Folder) throws(SystemError) {
    guard let file = try folder.open(name) else { return nil }
    let status = try file.status()
    let length = BinaryPropertyList.trailerLength
    guard status.kind == .regular, status.size > length else { return nil }
    let trailer = try file.read(from: status.size - length, limit: length, expected: length)
    guard let checksum = BinaryPropertyList.Mark.checksum(inTrailer: trailer) else { return nil }
    self.init(file: file, status: status, checksum: checksum)
  }
}
