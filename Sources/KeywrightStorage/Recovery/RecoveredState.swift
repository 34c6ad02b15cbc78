/// The state that checkpoint and journals give together at one moment, with all damage found.
///
/// It can be read without the lock: a checkpoint that is replaced during the reading is noticed at the end, and
/// everything is read again, since compaction removes a journal only after it replaced the checkpoint.
struct RecoveredState {
  var checkpoint: Checkpoint?
  /// Whether the checkpoint is the one that the caller has open, and no file has its name.
  private(set) var isCheckpointGone = false
  var journal: Journal?
  /// The journal that the present one continues, if the checkpoint does not hold it.
  var predecessor: Journal?
  /// The members of checkpoint and journal together.
  var dictionary = PropertyListDictionary()
  /// The members of the checkpoint alone, while they may be needed for merging.
  var edited = PropertyListDictionary()
  /// The changes of the journals, in order.
  var changes: [MemberChange] = []
  /// The number of them, at the front, that the predecessor has.
  private(set) var predecessorCount = 0
  /// The checkpoint that the list is; if it is an edited list, the one that its number names.
  private var base = CheckpointIdentity.none
  /// The checkpoint that is no property list, if that is what is there.
  var damagedCheckpoint: (error: PropertyListError, status: FileStatus, looksLikeList: Bool)?
  /// Whether any journal is there, used or not, but for blank ones.
  private var hasJournals = false
  /// The names in the folder.
  private(set) var fileNames: [String] = []
  /// Journals that nothing needs any more.
  var staleJournals: [String] = []
  /// Journals whose bytes are not what was written, but for the one that counts.
  var damagedJournals: [DamagedJournal] = []
  /// The journals before the one that counts, with what they hold; the oldest first.
  private var older: [(journal: Journal, changes: [MemberChange])] = []
  /// Whether commits were dropped because a power cut took the end of the journal before theirs.
  private(set) var hasDroppedSuccessor = false
  /// An older journal that extends the checkpoint, beside the present one, which does not: the
  /// journal of a backup that was put back.
  private var restored: (name: String, changes: [MemberChange])?
  /// Whether the older journals lead from the checkpoint to the one that the journal extends.
  private var isContinued = false
  var highestGeneration: UInt64 = 0

  /// A journal that holds, or may have held, more than can be read.
  struct DamagedJournal {
    let name: String
    let found: String
    let expected: String
  }

  /// Whether the journal was made for another checkpoint than the one that is there, or of which the
  /// list is an edit.
  var isCheckpointForeign: Bool {
    guard let first = predecessor ?? journal, !isContinued else { return false }
    return !first.extends(base)
  }

  /// Whether the list is not one of the checkpoints that the journals name.
  var isCheckpointEdited: Bool {
    isCheckpointForeign || checkpoint.map { $0.identity != base } ?? false
  }

  /// Whether the journals begin with a checkpoint.
  func isBase(_ checkpoint: CheckpointIdentity) -> Bool {
    (predecessor ?? journal)?.extends(checkpoint) ?? true
  }

  /// Whether the journal leads to a successor that is not there.
  var isSuccessorMissing: Bool {
    if case .continued = journal?.tail { return true }
    return false
  }

  /// Whether the journal extends a checkpoint, and there is none. A program that puts another file
  /// in its place leaves none for a moment.
  var isCheckpointMissing: Bool {
    guard let first = predecessor ?? journal, checkpoint == nil, damagedCheckpoint == nil
    else { return false }
    return !first.extends(.none)
  }

  /// Whether there is a journal and no list: that was moved away, or a crash came before the first one was in
  /// place. The first journals of a store have none.
  var isListGone: Bool {
    checkpoint == nil && damagedCheckpoint == nil && hasJournals
      && (predecessor ?? journal)?.beginsStore != true
  }

  /// Whether what was found may be the work of others under way: a file that is replaced, or journals
  /// of which one was read before and another after a compaction went on.
  private var isDoubtful: Bool {
    isCheckpointMissing || isSuccessorMissing || hasDroppedSuccessor || !damagedJournals.isEmpty
  }

  /// Whether the next writer must write a new checkpoint before it may append.
  var needsRepair: Bool {
    damagedCheckpoint != nil || !damagedJournals.isEmpty || isContinued
      || isCheckpointEdited && !isCheckpointMissing
      || journal?.tail == .damaged || journal?.tail == .sealed || hasDroppedSuccessor
      || isSuccessorMissing
  }

  /// Reads a folder's files.
  /// - Parameters:
  ///   - open: The checkpoint that the caller has open: it counts if no file has its name and the caller's
  ///     journal is still there.
  ///   - known: The generation of the journal with which the caller's members go; nil if it has none. While
  ///     that journal is there, they count beside a list that another program is writing in pieces.
  ///     Otherwise the rest of the list is waited for.
  /// - Throws: `StorageError` when any of them may exist and cannot be read; `busy` if they do not stay as
  ///   they are for a moment.
  static func read(
    _ name: String, in folder: Folder, path: String, insteadOfMissing open: Checkpoint? = nil,
    known: UInt64? = nil
  ) throws(StorageError) -> RecoveredState {
    var open = open
    var attempts = 3
    var stillness = Stillness()
    for _ in 0..<100 {
      let reading = try readOnce(name, in: folder, path: path, open)
      guard let recovered = reading else { continue }
      let isKnown = recovered.holds(journal: known)
      if recovered.isCheckpointGone, !isKnown {
        open = nil
        continue
      }
      if recovered.isDoubtful, attempts > 0 {
        attempts -= 1
        folder.fileSystem.pause(.milliseconds(5))
        continue
      }
      let unfinished = try withPath(path) { () throws(SystemError) in
        try recovered.unfinished(in: folder, isWholeNeeded: !isKnown)
      }
      guard let unfinished, let pause = stillness.nextPause(for: unfinished) else {
        return recovered
      }
      folder.fileSystem.pause(pause)
    }
    throw StorageError(
      .busy, operation: "reading", path: path, found: "a file that changes all the time",
      advice: "Let the other programs finish, then try again.")
  }

  /// Whether a journal is among those that count.
  func holds(journal generation: UInt64?) -> Bool {
    guard let generation else { return false }
    return journal?.generation == generation || predecessor?.generation == generation
  }

  /// The status of what another program seems to be changing: the list, which it saves in pieces, or the folder,
  /// from which it moved the old list away; nil if all is at rest.
  private func unfinished(in folder: Folder, isWholeNeeded: Bool) throws(SystemError) -> FileStatus?
  {
    let status: FileStatus
    if let damagedCheckpoint {
      guard isWholeNeeded else { return nil }
      status = damagedCheckpoint.status
    } else {
      guard isListGone else { return nil }
      status = try folder.file.status()
    }
    return status.isFresh(at: folder.fileSystem.date()) ? status : nil
  }

  /// Reads once; nil if something changed during the reading.
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
    case .damaged(let error, let status, let looksLikeList):
      recovered.damagedCheckpoint = (error, status, looksLikeList)
    }
    guard try recovered.readJournals(of: name, in: folder, path: path) else { return nil }
    let status = try withPath(path) { () throws(SystemError) in try folder.status(of: name) }
    let isSame =
      switch reading {
      case .missing: status == nil
      case .valid(let checkpoint, _): status.map(checkpoint.isCurrent) ?? false
      case .damaged(_, let old, _): status == old
      }
    guard isSame else { return nil }
    recovered.judgeOlderJournals()
    recovered.apply()
    return recovered
  }

  /// Finds the journals that count: one, or a predecessor and its successor.
  /// - Returns: False if a journal went away during the reading.
  private mutating func readJournals(of name: String, in folder: Folder, path: String)
    throws(StorageError) -> Bool
  {
    let names = try withPath(path) { () throws(SystemError) in
      try folder.fileSystem.names(in: folder.descriptor)
    }
    fileNames = names
    let journals = names.compactMap { fileName in
      JournalFormat.generation(in: fileName, for: name).map { (generation: $0, name: fileName) }
    }.sorted { $0.generation < $1.generation }
    // The oldest first: while a successor is being made, another file can take its name before the older
    // journal names it, and the commits of that file would be missed.
    for (generation, fileName) in journals {
      switch try Journal.read(fileName, generation: generation, in: folder, path: path) {
      case nil: return false
      case .blank: staleJournals.append(fileName)
      case .damaged:
        damagedJournals.append(
          DamagedJournal(
            name: fileName, found: "bytes of another kind in \(fileName)",
            expected: "a journal's header"))
      case .valid(let journal, let changes): older.append((journal, changes))
      }
    }
    // A power cut may leave zeros of the first journal of a store, for which there was no list.
    hasJournals = journals.count > staleJournals.count
    base = baseOfList
    chooseJournal()
    // The last number is taken only by a journal that holds something.
    let unused = staleJournals + damagedJournals.map(\.name)
    highestGeneration =
      journals.last {
        $0.generation < JournalFormat.highestGeneration || !unused.contains($0.name)
      }?.generation ?? 0
    return true
  }

  /// The checkpoint that the list is, or of which it is an edit by its number.
  private var baseOfList: CheckpointIdentity {
    guard let checkpoint else { return .none }
    let bases = older.flatMap(\.journal.bases)
    if bases.contains(where: { $0.identity == checkpoint.identity }) { return checkpoint.identity }
    guard let number = checkpoint.number else { return checkpoint.identity }
    return bases.last { $0.number == number }?.identity ?? checkpoint.identity
  }

  /// Chooses the highest generation that is in use, and its predecessor; leaves older ones in
  /// ``older``.
  private mutating func chooseJournal() {
    var empty: Journal?
    while let (journal, changes) = older.popLast() {
      let isMade = journal.extends(base) && damagedCheckpoint == nil
      let before = older.last { $0.journal.generation == journal.header.predecessor }
      let isLedTo = before?.journal.tail == .continued(journal.generation)
      if !isMade, !isLedTo, let before, before.journal.extends(base),
        journal.checkpoints.isEmpty || !leads(before.changes, to: journal)
      {
        drop(journal, behind: before.journal)
        continue
      }
      // A journal gets records only when its checkpoint is in place and durable. An empty one for
      // another checkpoint is left by a compaction that was interrupted.
      guard isMade || isLedTo || !journal.isEmpty || journal.tail == .damaged else {
        staleJournals.append(journal.name)
        empty = empty ?? journal
        continue
      }
      self.journal = journal
      self.changes = changes
      if !isMade, isLedTo, let before {
        predecessor = before.journal
        takeChain(from: before)
      }
      return
    }
    // No commit has come since the list was replaced of which this one is an edit, or which was moved away. That
    // of a new store may not have been in place yet.
    let isOfEditedList = checkpoint?.number != nil && checkpoint?.isMarked == false
    guard let empty, isOfEditedList || isListGone && empty.header.predecessor != 0 else { return }
    journal = empty
    staleJournals.removeAll { $0.hasSameBytes(as: empty.name) }
  }

  /// Takes the predecessor's changes, and those of the journals that led to it from the checkpoint.
  ///
  /// Such journals are there only where the name of a checkpoint was lost after the disk had confirmed
  /// it.
  private mutating func takeChain(from predecessor: (journal: Journal, changes: [MemberChange])) {
    older.removeAll { $0.journal.generation >= predecessor.journal.generation }
    predecessorCount = predecessor.changes.count
    changes = predecessor.changes + changes
    var first = predecessor.journal
    var chain: [(journal: Journal, changes: [MemberChange])] = []
    for before in older.reversed() where !first.extends(base) {
      guard before.journal.tail == .continued(first.generation),
        before.journal.generation == first.header.predecessor
      else { return }
      first = before.journal
      chain.append(before)
    }
    guard !chain.isEmpty, first.extends(base) else { return }
    isContinued = true
    for before in chain { changes = before.changes + changes }
    older.removeLast(chain.count)
    staleJournals += chain.map(\.journal.name)
  }

  /// Passes over a successor to which its predecessor does not lead.
  ///
  /// Usually it was never used. Commits in it came after others of the predecessor that a power cut
  /// took, and are dropped with those, for no durable commit is among them; behind damage they are
  /// kept, and where a checkpoint was made of the predecessor, which may be of a backup then.
  private mutating func drop(_ journal: Journal, behind predecessor: Journal) {
    if journal.tail == .damaged {
      damagedJournals.append(journal.damage)
    } else if predecessor.tail == .damaged || !journal.checkpoints.isEmpty, !journal.isEmpty {
      damagedJournals.append(
        DamagedJournal(
          name: journal.name, found: "commits in \(journal.name) behind a journal without its end",
          expected: "all commits before them"))
    } else {
      staleJournals.append(journal.name)
      hasDroppedSuccessor = hasDroppedSuccessor || !journal.isEmpty
    }
  }

  /// Decides on the journals that are older than the one that counts.
  ///
  /// They are in its checkpoint, which was on the disk before it got a record; so they are only
  /// removed. But that checkpoint may be lost, or an older one be in its place, as when a copy was
  /// put back, or when the power went after a synchronization of the folder had failed. Then their changes come
  /// first, provided that these lead to exactly the checkpoint that the journal extends. A journal that is not
  /// whole is kept.
  private mutating func judgeOlderJournals() {
    continueFromCheckpoint()
    for (journal, changes) in older.reversed() {
      if checkpoint == nil { self.changes = changes + self.changes }
      if journal.tail == .damaged {
        damagedJournals.append(journal.damage)
      } else if isCheckpointForeign, !journal.isEmpty, checkpoint != nil, journal.extends(base) {
        damagedJournals.append(
          DamagedJournal(
            name: journal.name, found: "commits in \(journal.name) beside a newer journal",
            expected: "a newer journal that extends them"))
        restored = (journal.name, changes)
      } else {
        staleJournals.append(journal.name)
      }
    }
  }

  private mutating func continueFromCheckpoint() {
    guard isCheckpointForeign, checkpoint != nil, let journal, predecessor == nil else { return }
    let earlier = older.drop { !$0.journal.extends(base) }.flatMap(\.changes)
    guard !earlier.isEmpty else { return }
    guard leads(earlier, to: journal) else { return }
    changes = earlier + changes
    isContinued = true
  }

  /// Whether changes turn the present checkpoint into exactly the one that a journal extends.
  private func leads(_ changes: [MemberChange], to journal: Journal) -> Bool {
    var members = dictionary
    members.apply(changes)
    return journal.bases.contains { base in
      let bytes = try? BinaryPropertyList.encode(.dictionary(members.numbered(base.number)))
      return bytes.map(CheckpointIdentity.init) == base.identity
    }
  }

  /// Adds the changes of a restored journal, if there is one, to the checkpoint beside which it was put.
  mutating func applyRestoredJournal() {
    guard let restored else { return }
    edited.apply(restored.changes)
    damagedJournals.removeAll { $0.name.hasSameBytes(as: restored.name) }
    staleJournals.append(restored.name)
  }

  /// Adds the journal's changes to the checkpoint's members.
  private mutating func apply() {
    if isCheckpointEdited { edited = dictionary }
    dictionary.apply(changes)
    dictionary[CheckpointName.member] = nil
  }
}

extension Checkpoint {
  /// The name by which a journal refers to this checkpoint.
  var identity: CheckpointIdentity {
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

extension CheckpointIdentity {
  /// Names a checkpoint by its bytes, which were just encoded.
  init(of bytes: [UInt8]) {
    self.init(
      checksum: bytes.withUnsafeBytes { BinaryPropertyList.Mark.checksum(ofChecked: $0) },
      length: UInt64(bytes.count))
  }
}
