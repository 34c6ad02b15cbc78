extension StoreFile {
  /// All members as they are with an edit of the list that nobody has taken in, for a program that cannot.
  func view() throws(StorageError) -> (members: PropertyListDictionary, report: StoreReport?) {
    var attempts = 10
    while true {
      let view = try viewOnce()
      attempts -= 1
      // Nobody has put another list in its place meanwhile.
      let isCurrent = try isListCurrent()
      if isCurrent || attempts == 0 { return view }
    }
  }

  /// The same for a program that looks again and again: a report that it has is left out.
  func viewNoting() throws(StorageError) -> (
    members: PropertyListDictionary, report: StoreReport?
  ) {
    let sight = try sight()
    let (members, report) = try view()
    defer { viewed = (sight, report) }
    return (members, report == viewed.report ? nil : report)
  }

  /// Whether nobody has changed anything since the last view, which its program has.
  func isAsViewed() throws(StorageError) -> Bool {
    guard let sight = viewed.sight else { return false }
    return try self.sight() == sight
  }

  /// The state of the files, by which a later change shows; nil where one may be in the same moment.
  private func sight() throws(StorageError) -> [FileStatus?]? {
    let files = try place.call { folder throws(SystemError) in
      [try folder.status(of: place.name), try folder.status(of: place.journalName)]
    }
    if files.contains(where: { $0?.isFresh(at: place.date) ?? false }) { return nil }
    // The folder's tells whether this program may write into it.
    return files + [try place.call { folder throws(SystemError) in try folder.status(of: ".") }]
  }

  private func viewOnce() throws(StorageError) -> (
    members: PropertyListDictionary, report: StoreReport?
  ) {
    let reading = try ListFile.read(place.name, in: place.folder, path: place.path)
    list = PublishedList(.viewed, nil, reading.status)
    // Read after the list: it names each one that a program has put in place.
    guard let journal = try refreshed() else {
      guard case .valid(_, let members) = reading else { return (PropertyListDictionary(), nil) }
      return (members, nil)
    }
    let history = try history(journal)
    switch reading {
    case .missing:
      let last = journal.lastNote ?? .none(after: 0)
      if last.identity == .none || (try? place.isUnfinished(last)) != false {
        return (history.members, nil)
      }
      return (PropertyListDictionary(), .reset(keptAs: nil))
    case .valid(let file, let members):
      if try note(naming: file.identity, in: journal) != nil { return (history.members, nil) }
      let merge = EditMerge(
        of: EditMerge.List(file, members), in: history, keptMembers: place.keptMembers)
      return (
        history.members.applying(merge.undo + merge.changes),
        merge.reports.isEmpty ? nil : .edit(merge.reports, keptAs: nil)
      )
    case .damaged(let error, _, _): return (history.members, .unreadable(error))
    case .known: return (history.members, nil)
    }
  }

  /// Looks at the journal and the list before anything is written; the writer's lock is held.
  ///
  /// An edit of the list is taken in.
  /// - Returns: The journal; nil where the store has none.
  @discardableResult
  func look() throws(StorageError) -> Journal? {
    guard var journal = try journalInPlace() else {
      if isJournalUnreadable { return try begin() }
      if try !isListCurrent() { try readSoleList() }
      return nil
    }
    if try !isJournalInPlace(journal) { journal = try restore(journal) }
    guard journal.isWritable else { return journal }
    switch journal.tail {
    case .clean: break
    case .interrupted:
      // Of a program that was killed.
      hasCutInterrupted = true
      try place.call { _ throws(SystemError) in try journal.cut() }
    case .moved:
      // Of a program that was killed before it gave the next one its name, or could not synchronize this one.
      journal = try renew(journal)
    case .damaged: journal = try mend()
    }
    try lookAtList(journal)
    return journal
  }

  private func lookAtList(_ journal: Journal) throws(StorageError) {
    if list.standing != .viewed, try isListCurrent() { return }
    let isFirstLook = list.standing == .unseen || list.standing == .viewed
    switch try readList(journal) {
    case .missing:
      let note = list.note
      list = PublishedList(.missing)
      if isFirstLook { try resetIfRemoved(journal) } else { try noteRemoval(of: note, journal) }
    case .damaged(_, let status, _): list = PublishedList(.unreadable, nil, status)
    case .known(let file):
      guard let note = try note(naming: file.identity, in: journal) else {
        guard let edit = try place.list(place.name) else { return }
        return try takeInList(edit, file, journal)
      }
      // What lost its name to the last list was saved before what is in place.
      try takeInDisplaced(naming: note, in: journal)
      if journal.lastNote?.isOfMove ?? false { try append([.list(note)], to: journal) }
      try noteMode(of: file, journal)
      list = PublishedList(.named(note), file.file, file.status)
      followList(journal)
    case .valid(let file, let members):
      try takeInList(EditMerge.List(file, members), file, journal)
    }
  }

  /// Gives the journal the mode and the owner that the list has.
  func followList(_ journal: Journal) {
    guard list.note != nil, let status = list.status else { return }
    try? place.call { folder throws(SystemError) in
      try journal.follow(status, named: place.name, in: folder)
    }
  }

  /// Has the program take all members again where its list got another mode or owner: it may not be allowed to write
  /// any more.
  func noteMode(of file: ListFile, _ journal: Journal) throws(StorageError) {
    guard let known = list.status, known.hasOtherMode(than: file.status) else { return }
    news.begin(with: try history(journal).members, after: journal.number)
  }

  private func takeInList(
    _ edit: EditMerge.List, _ file: ListFile, _ journal: Journal
  ) throws(StorageError) {
    try takeInDisplaced(naming: nil, in: journal)
    let note = try takeIn(edit, in: journal)
    list = PublishedList(.named(note), file.file, file.status)
  }

  /// The note that names the list in place: the last one, but for a publication that is not finished, and for what says
  /// that the list was moved away; nil for a list that is an edit.
  func note(
    naming identity: ListIdentity, in journal: Journal
  ) throws(StorageError) -> ListNote? {
    var notes = journal.notes[...]
    while let note = notes.popLast() {
      if note.identity == identity { return note }
      if note.isOfMove { continue }
      guard try place.isUnfinished(note) else { return nil }
      // It may be noted again, behind publications that never got the name: before it stands what it displaced.
      notes = notes.prefix { $0.origin != .publication || $0.number != note.number }
    }
    return nil
  }

  /// Takes an edited list into the journal.
  ///
  /// - Parameter again: The note of the list that is in place, where the edit is not.
  /// - Returns: Its note.
  @discardableResult
  func takeIn(
    _ list: EditMerge.List, in journal: Journal, naming again: ListNote? = nil
  ) throws(StorageError) -> ListNote {
    let history = try history(journal)
    let merge = EditMerge(of: list, in: history, keptMembers: place.keptMembers)
    var note = merge.note
    let commits = [merge.undo, merge.changes].filter { !$0.isEmpty }.enumerated()
    let records = commits.map { index, changes in
      JournalRecord.commit(
        JournalCommit(
          number: journal.number + UInt64(index) + 1, time: place.date, origin: .edit,
          changes: changes))
    }
    var kept: String?
    if !merge.changes.isEmpty {
      note.commit = journal.number + UInt64(records.count)
      kept = place.earlier.keep(
        history.members, dated: history.summary.lastTime, alsoFirst: !merge.reports.isEmpty)
    }
    try append(records + ([note] + (again.map { [$0] } ?? [])).map { .list($0) }, to: journal)
    if !merge.reports.isEmpty { report(.edit(merge.reports, keptAs: kept)) }
    return note
  }

  func append(_ records: [JournalRecord], to journal: Journal) throws(StorageError) {
    let commits = records.count { if case .commit = $0 { true } else { false } }
    if commits > 0 { try journal.requireNumbers(for: commits, path: place.path) }
    try journal.append(records, path: place.path)
    for case .commit(let commit) in records { news.note([commit]) }
  }

  /// All that a journal says; of a damaged one, what was read beside the list.
  func history(_ journal: Journal) throws(StorageError) -> JournalHistory {
    if journal.tail == .damaged, case .valid(let found, let history) = try readJournal(),
      found.header == journal.header
    {
      return history
    }
    return try journal.view.history(at: place)
  }
}
