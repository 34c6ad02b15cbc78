extension StoreFile {
  /// Removes all members where the list of a finished publication was removed: that is how a store is reset.
  func resetIfRemoved(_ journal: Journal) throws(StorageError) {
    guard try lacksPublication(journal) else { return }
    let history = try history(journal)
    let members = history.members
    let kept = place.earlier.keep(members, dated: history.summary.lastTime, alsoFirst: true)
    let changes = members.members.map { MemberChange(name: $0.key, value: nil) }
    let note = ListNote.none(after: journal.number + 1, isEmpty: true)
    try append([journal.next(changes, at: place.date, .reset), .list(note)], to: journal)
    report(.reset(keptAs: kept))
  }

  /// Whether the list is gone that the journal knows: removed, or moved away by an editor that puts another one there.
  func lacksPublication() throws(StorageError) -> Bool {
    guard let journal = try refreshed(), try lacksPublication(journal) else { return false }
    return try place.call { folder throws(SystemError) in try folder.status(of: place.name) } == nil
  }

  private func lacksPublication(_ journal: Journal) throws(StorageError) -> Bool {
    guard let last = journal.lastNote, last.identity != .none else { return false }
    return try !place.isUnfinished(last)
  }

  /// Notes that the list was removed while this program was there, which publishes it again: what is committed from now
  /// on is no part of a reset.
  /// - Parameter note: That of the list; nil for one that could not be read.
  func noteRemoval(of note: ListNote?, _ journal: Journal) throws(StorageError) {
    guard let last = journal.lastNote, last.identity != .none else { return }
    isListGone = true
    // Where a publication was about to take its place, it is that list all the same which may come back; not where the
    // store began anew meanwhile.
    var notes: [ListNote] = []
    if let note, note != last, try self.note(naming: note.identity, in: journal) != nil {
      notes = [note]
    }
    try append((notes + [.none(after: journal.number)]).map { .list($0) }, to: journal)
  }

  /// Whether the list has another name than those that the store gave it: a first list that a power cut met may have
  /// its temporary one still.
  var isLinkedElsewhere: Bool {
    guard let known = list.status, known.links > 1,
      let status = try? place.folder.status(of: place.name)
    else { return false }
    let own = ((try? place.temporaries()) ?? []).count { name in
      (try? place.folder.status(of: name))?.isSameFile(as: status) ?? false
    }
    return status.links > 1 + UInt64(own)
  }

  /// Notes that there is a list where there was none.
  func didPublishAgain() {
    if isListGone { report(.rewritten(.list)) }
    isListGone = false
  }

  /// Looks for the journal, also where it lost its name while the store was open: in the one that lies there now. Where
  /// the list is gone too, somebody emptied the store.
  /// - Returns: The journal, which may have lost its name; nil where the store has none.
  func journalInPlace() throws(StorageError) -> Journal? {
    guard let journal = try refreshed(), try !isJournalInPlace(journal) else { return journal }
    switch try readJournal() {
    // A copy of this one, or this one with other bytes, is behind what the program has.
    case .valid(let found, let history) where found.header != journal.header:
      adopt(found, history)
    case .missing:
      let status = try place.call { folder throws(SystemError) in try folder.status(of: place.name)
      }
      if status != nil { break }
      self.journal = nil
      list = PublishedList(.missing)
      news.begin(with: PropertyListDictionary(), after: 0)
    case .valid, .blank, .damaged: break
    }
    return self.journal
  }

  /// Makes a journal again that was removed while the store was open, of all that it had.
  func restore(_ journal: Journal) throws(StorageError) -> Journal {
    let members = (try? history(journal).members) ?? memory()?.applying(news.changes)
    guard let members else { throw unreadableJournal(at: place.path) }
    if let kept = try place.keepJournal() { report(.damaged(keptAs: kept)) }
    report(.rewritten(.journal))
    return try rebuild(members, holding: journal.number, in: journal)
  }
}
