/// A journal that has not got its name yet. Its maker has its lock.
struct NewJournal {
  let journal: Journal
  let temporary: String

  /// Makes a journal under a temporary name.
  /// - Parameters:
  ///   - number: One that no other journal has.
  ///   - isSynchronized: Whether it is on the disk then.
  init(
    _ records: [JournalRecord], of store: UInt64, numbered number: UInt64, at place: StorePlace,
    isSynchronized: Bool = true
  ) throws(StorageError) {
    temporary = place.temporary(forJournal: number)
    journal = try Journal.create(
      JournalHeader(store: store, journal: number), records, as: temporary, at: place,
      isSynchronized: isSynchronized)
    // Whoever finds the file without its lock removes it.
    _ = try? place.folder.fileSystem.lock(journal.file.descriptor)
  }
}

extension StoreFile {
  /// Makes the journal of a store that has none: the list is the truth until then. The writer's lock is held.
  ///
  /// A store that has nothing waits for no disk: what a power cut leaves of its first journal is zeros, as if there had
  /// been no commit.
  @discardableResult
  func begin() throws(StorageError) -> Journal {
    // One of which nothing can be read.
    if case .damaged = try readJournal(), let kept = try place.keepJournal() {
      report(.damaged(keptAs: kept))
    }
    var members = PropertyListDictionary()
    var note = ListNote.none(after: 0, isEmpty: true)
    let reading = try ListFile.read(place.name, in: place.folder, path: place.path)
    // The program has what it looked at a moment ago.
    let isKnown = list.isCurrent(reading.status)
    switch reading {
    case .missing, .known: list = PublishedList(.missing)
    case .damaged(_, let status, _): list = PublishedList(.unreadable, nil, status)
    case .valid(let file, let all):
      members = all
      note = ListNote(
        origin: file.isMarked ? .publication : .edit, identity: file.identity,
        number: file.number ?? 0, commit: 0, holdsAll: true)
      list = PublishedList(.named(note), file.file, file.status)
    }
    let snapshot = JournalRecord.snapshot(list: try place.encode(members), holding: 0)
    let made = try NewJournal(
      [snapshot, .list(note)], of: newNumber(), numbered: newNumber(), at: place,
      isSynchronized: reading.status != nil)
    try putInPlace(made)
    var history = JournalHistory(start: members)
    _ = history.take(.list(note))
    if isKnown { goOn(in: made.journal) } else { adopt(made.journal, history) }
    return made.journal
  }

  /// Gives a journal its name. The writer's lock is held.
  func putInPlace(_ made: NewJournal) throws(StorageError) {
    defer { place.folder.fileSystem.unlock(made.journal.file.descriptor) }
    try place.call { folder throws(SystemError) in
      try folder.install(made.journal.file, made.temporary, as: place.journalName)
    }
  }

  /// Goes on in a journal that has members alone; the writer's lock is held.
  ///
  /// Nothing that was replaced or removed before stands in it. The list in place has what it had until the next
  /// publication.
  /// - Parameters:
  ///   - members: All members.
  ///   - number: The number of the last commit among them.
  @discardableResult
  func rebuild(
    _ members: PropertyListDictionary, holding number: UInt64, in old: Journal
  ) throws(StorageError) -> Journal {
    let snapshot = JournalRecord.snapshot(list: try place.encode(members), holding: number)
    let notes = try neededNotes(old).filter { $0 != list.note } + (list.note.map { [$0] } ?? [])
    let made = try NewJournal(
      [snapshot] + notes.map { .list($0) }, of: old.header.store, numbered: newNumber(), at: place)
    // Where the disk takes nothing any more, others find the new name by themselves.
    try? old.end(path: place.path)
    try putInPlace(made)
    goOn(in: made.journal)
    return made.journal
  }

  /// The notes of all lists that a power cut may give the name: as a failed synchronization left it in doubt, those before
  /// the temporary files that are left.
  private func neededNotes(_ journal: Journal) throws(StorageError) -> ArraySlice<ListNote> {
    let left = try place.temporaries().compactMap { place.publication(of: $0) }
    let first = journal.notes.firstIndex { left.contains($0.number) } ?? journal.notes.endIndex
    return journal.notes[max(0, min(first - 1, journal.notes.count - 2))...]
  }

  /// Goes on with what counts of a damaged journal in a new one; the old one is kept aside. The writer's lock is held.
  func mend() throws(StorageError) -> Journal {
    guard case .valid(let old, let history) = try readJournal() else { return try begin() }
    guard old.tail == .damaged else {
      adopt(old, history)
      return old
    }
    let made = try copy(of: history, in: old)
    if let kept = try place.keepJournal() { report(.damaged(keptAs: kept)) }
    try putInPlace(made)
    adopt(made.journal, history)
    return made.journal
  }

  /// Goes on in a copy of a journal that has ended, with the lists that an editor may have read. The writer's lock is
  /// held.
  func renew(_ old: Journal) throws(StorageError) -> Journal {
    let made = try copy(of: try history(old), in: old)
    try putInPlace(made)
    goOn(in: made.journal)
    return made.journal
  }

  private func copy(
    of history: JournalHistory, in old: Journal
  ) throws(StorageError) -> NewJournal {
    let records: [JournalRecord] =
      [.snapshot(list: try place.encode(history.start), holding: history.startNumber)]
      + history.commits.map { .commit($0) }
      + history.notes.map { .list($0) }
    return try NewJournal(records, of: old.header.store, numbered: newNumber(), at: place)
  }
}
