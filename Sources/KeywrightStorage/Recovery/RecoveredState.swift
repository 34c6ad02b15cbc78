/// The state that checkpoint and journals give together at one moment, with all damage found.
///
/// It can be read without the lock: a checkpoint that was replaced meanwhile is noticed at the end
/// and everything read again, since compaction removes a journal only after it replaced the
/// checkpoint.
struct RecoveredState {
  var checkpoint: Checkpoint?
  /// Whether the checkpoint is the one that the caller has open, and no file has its name.
  private(set) var isCheckpointGone = false
  var journal: Journal?
  /// The members of checkpoint and journal together.
  var dictionary = PropertyListDictionary()
  /// The members of the checkpoint alone, while they may be needed for merging.
  var edited = PropertyListDictionary()
  /// The changes of the journal, in order.
  var changes: [MemberChange] = []
  /// The checkpoint that is no property list, if that is what is there.
  var damagedCheckpoint: (error: PropertyListError, status: FileStatus)?
  /// Journals that nothing needs any more.
  var staleJournals: [String] = []
  /// Journals whose bytes are not what was written, but for the one that counts.
  var damagedJournals: [DamagedJournal] = []
  /// The journals before the one that counts, with what they hold; the oldest first.
  private var older: [(journal: Journal, changes: [MemberChange])] = []
  /// Whether the older journals lead from the checkpoint to the one that the journal extends.
  private var isContinued = false
  var highestGeneration: UInt64 = 0

  /// A journal that holds, or may have held, more than can be read.
  struct DamagedJournal {
    let name: String
    let found: String
    let expected: String
  }

  /// Whether the journal was made for another checkpoint than the one that is there.
  var isCheckpointForeign: Bool {
    guard let journal, !isContinued else { return false }
    return journal.header.checkpoint != (checkpoint?.identity ?? .none)
  }

  /// Whether the journal extends a checkpoint, and there is none. A program that puts another file
  /// in its place leaves none for a moment.
  var isCheckpointMissing: Bool {
    guard let journal, checkpoint == nil, damagedCheckpoint == nil else { return false }
    return journal.header.checkpoint != .none
  }

  /// Whether the next writer must write a new checkpoint before it may append.
  var needsRepair: Bool {
    damagedCheckpoint != nil || !damagedJournals.isEmpty || isCheckpointForeign || isContinued
      || journal?.tail == .damaged || journal?.tail == .sealed
  }

  /// Reads a folder's files.
  /// - Parameter open: The checkpoint that the caller has open, with the generation of its journal:
  ///   it counts if no file has its name and the journal is still there.
  /// - Throws: `StorageError` when any of them may exist and cannot be read.
  static func read(
    _ name: String, in folder: Folder, path: String,
    insteadOfMissing open: (checkpoint: Checkpoint, journal: UInt64)? = nil
  ) throws(StorageError) -> RecoveredState {
    var open = open
    var attempts = 3
    for _ in 0..<100 {
      let reading = try readOnce(name, in: folder, path: path, open?.checkpoint)
      guard let recovered = reading else { continue }
      if recovered.isCheckpointGone, recovered.journal?.generation != open?.journal {
        open = nil
      } else if recovered.isCheckpointMissing, attempts > 0 {
        attempts -= 1
        folder.fileSystem.pause(.milliseconds(5))
      } else {
        return recovered
      }
    }
    throw StorageError(
      .busy, operation: "reading", path: path, found: "a file that changes all the time",
      advice: "Let the other programs finish, then try again.")
  }

  /// Reads once; nil if something changed meanwhile.
  private static func readOnce(
    _ name: String, in folder: Folder, path: String, _ open: Checkpoint?
  ) throws(StorageError) -> RecoveredState? {
    var recovered = RecoveredState()
    let reading = try Checkpoint.read(name, in: folder, path: path)
    switch reading {
    case .missing:
      if let open, let dictionary = open.originalMembers() {
        recovered.checkpoint = open
        recovered.dictionary = dictionary
        recovered.isCheckpointGone = true
      }
    case .valid(let checkpoint, let dictionary):
      recovered.checkpoint = checkpoint
      recovered.dictionary = dictionary
    case .damaged(let error, let status): recovered.damagedCheckpoint = (error, status)
    }
    guard try recovered.readJournals(of: name, in: folder, path: path) else { return nil }
    let status = try withPath(path) { () throws(SystemError) in try folder.status(of: name) }
    let isSame =
      switch reading {
      case .missing: status == nil
      case .valid(let checkpoint, _): status.map(checkpoint.isCurrent) ?? false
      case .damaged(_, let old): status == old
      }
    guard isSame else { return nil }
    recovered.judgeOlderJournals()
    recovered.apply()
    return recovered
  }

  /// Finds the journal that counts.
  /// - Returns: False if a journal went away meanwhile.
  private mutating func readJournals(of name: String, in folder: Folder, path: String)
    throws(StorageError) -> Bool
  {
    let names = try withPath(path) { () throws(SystemError) in
      try folder.fileSystem.names(in: folder.descriptor)
    }
    let journals = names.compactMap { fileName in
      JournalFormat.generation(in: fileName, for: name).map { (generation: $0, name: fileName) }
    }.sorted { $0.generation > $1.generation }
    for (generation, fileName) in journals {
      switch try Journal.read(fileName, generation: generation, in: folder, path: path) {
      case nil: return false
      case .blank: staleJournals.append(fileName)
      case .damaged:
        damagedJournals.append(
          DamagedJournal(
            name: fileName, found: "bytes of another kind in \(fileName)",
            expected: "a journal's header"))
      case .valid(let journal, let changes) where self.journal != nil:
        older.insert((journal, changes), at: 0)
      case .valid(let journal, let changes):
        // A journal gets records only when its checkpoint is in place and durable. An empty one for
        // another checkpoint is what a compaction left that did not come to its end.
        let isMade =
          journal.header.checkpoint == (checkpoint?.identity ?? .none) && damagedCheckpoint == nil
        if isMade || !journal.isEmpty || journal.tail == .damaged {
          self.journal = journal
          self.changes = changes
        } else {
          staleJournals.append(fileName)
        }
      }
    }
    // The last number is taken only by a journal that holds something.
    let unused = staleJournals + damagedJournals.map(\.name)
    highestGeneration =
      journals.first {
        $0.generation < JournalFormat.highestGeneration || !unused.contains($0.name)
      }?.generation ?? 0
    return true
  }

  /// Decides what journals older than the one that counts are good for.
  ///
  /// They are in its checkpoint, which was on the disk before it got a record; so they are only
  /// removed. But that checkpoint may be lost, or an older one be in its place, as when a copy was
  /// put back, or when the power went after a synchronization of the folder had failed. Then what
  /// they hold comes first, provided that it leads to the very checkpoint that the journal extends.
  /// Whatever is not whole is kept.
  private mutating func judgeOlderJournals() {
    continueFromCheckpoint()
    for (journal, changes) in older.reversed() {
      if checkpoint == nil { self.changes = changes + self.changes }
      if journal.tail == .damaged {
        damagedJournals.append(journal.damage)
      } else if isCheckpointForeign, !journal.isEmpty,
        journal.header.checkpoint == checkpoint?.identity
      {
        damagedJournals.append(
          DamagedJournal(
            name: journal.name, found: "commits in \(journal.name) beside a newer journal",
            expected: "a newer journal that extends them"))
      } else {
        staleJournals.append(journal.name)
      }
    }
  }

  private mutating func continueFromCheckpoint() {
    guard isCheckpointForeign, let checkpoint, let journal else { return }
    let earlier = older.drop { $0.journal.header.checkpoint != checkpoint.identity }.flatMap(
      \.changes)
    guard !earlier.isEmpty else { return }
    var members = dictionary
    members.apply(earlier)
    let tree = PropertyList.dictionary(members)
    let isContinuation = [false, true].contains { isWide in
      (try? BinaryPropertyList.encode(tree, isWide: isWide)).map(
        JournalHeader.CheckpointIdentity.init)
        == journal.header.checkpoint
    }
    guard isContinuation else { return }
    changes = earlier + changes
    isContinued = true
  }

  /// Adds the journal's changes to the checkpoint's members.
  private mutating func apply() {
    if isCheckpointForeign { edited = dictionary }
    dictionary.apply(changes)
  }
}

extension Checkpoint {
  /// The name by which a journal refers to this checkpoint.
  var identity: JournalHeader.CheckpointIdentity {
    .init(checksum: checksum, length: UInt64(status.size))
  }
}

extension Journal {
  /// Describes the damage of a journal with a damaged tail.
  var damage: RecoveredState.DamagedJournal {
    RecoveredState.DamagedJournal(
      name: name, found: "a record that is not whole at byte \(end) of \(name)",
      expected: "a record or nothing")
  }
}

extension JournalHeader.CheckpointIdentity {
  /// Names a checkpoint by its bytes, which were just encoded.
  init(of bytes: [UInt8]) {
    self.init(
      checksum: bytes.withUnsafeBytes { BinaryPropertyList.Mark.checksum(ofChecked: $0) },
      length: UInt64(bytes.count))
  }
}
