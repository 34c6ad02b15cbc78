/// A journal that has not got its name yet. Its maker has its lock.
struct NewJournal {
  let journal: StoreJournal
  let temporary: String
}

extension StoreFile {
  /// Makes the journal of a store that has none: the list is the truth until then. The writer's lock is held.
  func begin() throws(StorageError) -> StoreJournal {
    // One of which nothing can be read.
    if let kept = try place.keepJournal() { report(.damaged(keptAs: kept)) }
    var members = PropertyListDictionary()
    var note = ListNote.none(after: 0, isEmpty: true)
    switch try Checkpoint.read(place.name, in: place.folder, path: place.path) {
    case .missing: list = PublishedList(.missing)
    case .damaged(_, let status, _): list = PublishedList(.unreadable, nil, status)
    case .valid(let found, let all):
      members = all
      note = ListNote(
        origin: found.isMarked ? .publication : .edit,
        identity: EditMerge.List(found, all).identity, number: found.number ?? 0, commit: 0,
        holdsAll: true)
      list = PublishedList(.named(note), found.file, found.status)
    }
    let snapshot = StoreRecord.snapshot(list: try place.encode(members), holding: 0)
    let made = try make([snapshot, .list(note)], of: newNumber())
    try putInPlace(made)
    var history = StoreHistory(start: members)
    _ = history.take(.list(note))
    adopt(made.journal, history)
    return made.journal
  }

  /// Makes a journal, on the disk, under a temporary name.
  func make(_ records: [StoreRecord], of store: UInt64) throws(StorageError) -> NewJournal {
    let number = newNumber()
    let temporary = place.temporary(forJournal: number)
    let journal = try StoreJournal.create(
      StoreHeader(store: store, journal: number), records, as: temporary, at: place)
    // Whoever finds the file without its lock removes it.
    _ = try? place.folder.fileSystem.lock(journal.file.descriptor)
    return NewJournal(journal: journal, temporary: temporary)
  }

  /// Gives a journal its name. The writer's lock is held.
  func putInPlace(_ made: NewJournal) throws(StorageError) {
    defer { place.folder.fileSystem.unlock(made.journal.file.descriptor) }
    try place.call { folder throws(SystemError) in
      try folder.install(made.journal.file, made.temporary, as: place.journalName)
    }
  }

  /// Goes on in a journal that has the present members alone.
  ///
  /// Nothing that was replaced or removed before stands in it, and nothing of it was in a file that a failed
  /// synchronization left in doubt. The list in place has what it had until the next publication.
  /// - Parameter members: Gives all members, with what others committed.
  func rebuild(_ members: (StoreNews.Update) -> PropertyListDictionary) throws(StorageError) {
    try withLock { () throws(StorageError) in
      let old = try look()
      let all = members(takeNews())
      let snapshot = StoreRecord.snapshot(list: try place.encode(all), holding: old.number)
      // A list whose new name a failed synchronization left in doubt is known by the note before.
      let notes = old.notes.suffix(2).filter { $0 != list.note } + (list.note.map { [$0] } ?? [])
      let made = try make([snapshot] + notes.map { .list($0) }, of: old.header.store)
      try old.end(path: place.path)
      try putInPlace(made)
      try refreshed()
    }
  }

  /// Goes on with what counts of a damaged journal in a new one; the old one is kept aside. The writer's lock is held.
  func mend() throws(StorageError) -> StoreJournal {
    guard case .valid(let old, let history) = try readJournal() else { return try begin() }
    guard old.tail == .damaged else {
      adopt(old, history)
      return old
    }
    let records: [StoreRecord] =
      [.snapshot(list: try place.encode(history.start), holding: history.startNumber)]
      + history.commits.map { .commit($0) }
      + history.notes.map { .list($0) }
    let made = try make(records, of: old.header.store)
    if let kept = try place.keepJournal() { report(.damaged(keptAs: kept)) }
    try putInPlace(made)
    adopt(made.journal, history)
    return made.journal
  }
}
