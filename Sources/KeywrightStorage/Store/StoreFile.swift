/// A store in its folder: the journal, which is the store, and the property list, its published copy.
///
/// Thread safety: its user lets one thread at a time in. Other objects, in this process and in others, exclude each
/// other as writers and see each other's commits.
final class StoreFile: @unchecked Sendable {
  // `@unchecked`: used with the state of the store's file locked.
  let place: StorePlace
  private(set) var journal: Journal?
  var list = PublishedList(.unseen)
  var news = StoreNews()
  /// What is to be said to the program.
  private var reports: [StoreReport] = []
  /// Gives all members that the program has, for a journal that cannot be read any more.
  private let memory: () -> PropertyListDictionary?
  /// Makes numbers that no other list and no other journal has.
  private let numbers: () -> UInt64
  /// Whether a synchronization failed. What it left in doubt stays so, whatever a later one says: no list gets its name
  /// any more, and no file is removed that may have kept its former name.
  private(set) var isInDoubt = false
  /// Whether there is a journal of which nothing can be read.
  private(set) var isJournalUnreadable = false
  /// Whether others removed the list while this program was there.
  private var isListGone = false
  /// Whether a record was removed that a crash had interrupted.
  private(set) var hasCutInterrupted = false

  init(
    _ place: StorePlace, memory: @escaping () -> PropertyListDictionary? = { nil },
    numbers: @escaping () -> UInt64 = { UInt64.random(in: 1...UInt64.max) }
  ) {
    self.place = place
    self.memory = memory
    self.numbers = numbers
  }

  /// A number for a store or a journal.
  func newNumber() -> UInt64 { numbers() }

  /// A number for a list. It has eight bytes in a property list, and tools that read numbers as reals keep it.
  func newListNumber() -> Int64 { Int64(numbers() % (1 << 53 - 1 << 32)) + 1 << 32 }

  /// Brings what was appended to a journal to the disk, and the names in the folder.
  func synchronize(_ journal: Journal, andNames: Bool = false) throws(StorageError) {
    do throws(StorageError) {
      try place.call { folder throws(SystemError) in
        try journal.synchronize()
        if andNames { try folder.synchronize() }
      }
    } catch {
      isInDoubt = true
      throw error
    }
  }

  func noteDoubt() { isInDoubt = true }

  func report(_ report: StoreReport) {
    if case .damaged = report {
      // It is kept aside at once.
      reports.removeAll { if case .unreadable = $0 { true } else { false } }
    }
    reports.append(report)
  }

  /// Whether there is nothing that the program was not told.
  var isQuiet: Bool { reports.isEmpty && news.isEmpty }

  func takeReports() -> [StoreReport] {
    defer { reports = [] }
    return reports
  }
}

/// Something that a store says to its program.
enum StoreReport: Equatable, Sendable {
  /// An edit of the list changed what commits had changed as well; the members before it are kept in this file, if they
  /// are kept.
  case edit([EditMerge.Report], keptAs: String?)
  /// The list was removed while no program ran: all members were, and are kept in this file.
  case reset(keptAs: String?)
  /// Bytes that cannot be read were kept under this name; what is wrong with them, where they are a list's.
  case damaged(keptAs: String, PropertyListError? = nil)
  /// The list in place cannot be read, and may be another program's that is writing it.
  case unreadable(PropertyListError)
  /// The journal, or the list, was removed while the store was open, and was written again.
  case rewritten(Part)

  enum Part: Sendable { case journal, list }
}

// MARK: - What others did

extension StoreFile {
  /// Takes what others did, without the writer's lock.
  /// - Returns: Whether a writer has to take something in: an edit of the list, or its removal.
  func glance() throws(StorageError) -> Bool {
    guard let journal = try journalInPlace() else {
      if try !isListCurrent() { try readSoleList() }
      return isJournalUnreadable || isLeftUnreadable
    }
    guard try isJournalInPlace(journal), journal.tail != .damaged else { return true }
    if try isListCurrent() { return isLeftUnreadable }
    switch try readList(journal) {
    case .missing:
      let isFirstLook = list.standing == .unseen
      guard let last = journal.lastNote, last.identity != .none else {
        list = PublishedList(.missing)
        return false
      }
      if !isFirstLook { return true }
      return try !place.isUnfinished(last)
    case .known(let file):
      guard let note = try note(naming: file.identity, in: journal) else { return true }
      try noteMode(of: file, journal)
      list = PublishedList(.named(note), file.file, file.status)
      return false
    case .damaged(_, let status, _):
      list = PublishedList(.unreadable, nil, status)
      return isLeftUnreadable
    case .valid: return true
    }
  }

  /// Takes what was appended to the journal.
  /// - Returns: Whether nothing else may have happened to it.
  func isUpToDate() throws(StorageError) -> Bool {
    guard let journal, journal.tail == .clean,
      let commits = try withPath(place.path, journal.catchUp)
    else { return false }
    if !commits.isEmpty { news.note(commits) }
    return journal.tail == .clean
  }

  /// Takes what was appended to the journal, and opens its name again where it was replaced.
  /// - Returns: The journal; nil where the store has none.
  @discardableResult
  func refreshed() throws(StorageError) -> Journal? {
    if let journal {
      let commits = try place.call { _ throws(SystemError) in try journal.catchUp() }
      news.note(commits ?? [])
      if commits != nil, journal.tail != .moved { return journal }
    }
    let reading = try readJournal()
    isJournalUnreadable = if case .damaged = reading { true } else { false }
    guard case .valid(let found, let history) = reading else { return journal }
    // The one that was about to replace it may have been killed: then it is the same file.
    if found.header != journal?.header { adopt(found, history) }
    return journal
  }

  /// Reads the journal; where it is damaged, beside the list.
  func readJournal() throws(StorageError) -> Journal.Reading {
    try Journal.read(at: place) { try? place.list(place.name) }
  }

  /// Goes on with a journal that lies in place now.
  func adopt(_ found: Journal, _ history: JournalHistory) {
    let isContinued =
      journal?.header.store == found.header.store && history.startNumber <= news.number
      && news.number <= history.number
    goOn(in: found)
    if isContinued {
      news.note(history.commits.filter { [number = news.number] in $0.number > number })
    } else {
      news.begin(with: history.members, after: history.number)
    }
  }

  /// Goes on in a journal that has all of the one before.
  func goOn(in new: Journal) {
    journal?.sync.supersede(by: new.sync)
    journal = new
  }

  /// Whether the journal's name leads to it.
  private func isJournalInPlace(_ journal: Journal) throws(StorageError) -> Bool {
    try place.call { folder throws(SystemError) in
      journal.isInPlace(try folder.status(of: place.journalName))
    }
  }

  private func isListCurrent() throws(StorageError) -> Bool {
    try place.call { folder throws(SystemError) in
      try list.requireOurs()
      return list.isCurrent(try folder.status(of: place.name))
    }
  }

  /// Whether the list cannot be read, and nobody is at work on it.
  var isLeftUnreadable: Bool {
    guard list.standing == .unreadable, let status = list.status else { return false }
    return !status.isFresh(at: place.date)
  }

  /// Reads the list, but for one that the journal names.
  private func readList(_ journal: Journal) throws(StorageError) -> ListFile.Reading {
    try ListFile.read(place.name, in: place.folder, path: place.path) { identity in
      identity != .none && journal.notes.contains { $0.identity == identity }
    }
  }

  /// Reads the list of a store that has no journal: it is the store.
  private func readSoleList() throws(StorageError) {
    switch try ListFile.read(place.name, in: place.folder, path: place.path) {
    case .missing, .known:
      list = PublishedList(.missing)
      news.begin(with: PropertyListDictionary(), after: 0)
    case .damaged(let error, let status, _):
      list = PublishedList(.unreadable, nil, status)
      report(.unreadable(error))
    case .valid(let file, let members):
      list = PublishedList(.sole, file.file, file.status)
      news.begin(with: members, after: 0, isEdit: true)
    }
  }

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
}

// MARK: - Before writing

extension StoreFile {
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
    case .interrupted, .moved:
      // Of a program that was killed.
      if journal.tail == .interrupted { hasCutInterrupted = true }
      try place.call { _ throws(SystemError) in try journal.cut() }
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
      try? place.call { folder throws(SystemError) in
        try journal.follow(file.status, named: place.name, in: folder)
      }
    case .valid(let file, let members):
      try takeInList(EditMerge.List(file, members), file, journal)
    }
  }

  /// Has the program take all members again where its list got another mode or owner: it may not be allowed to write
  /// any more.
  private func noteMode(of file: ListFile, _ journal: Journal) throws(StorageError) {
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
  private func note(
    naming identity: ListIdentity, in journal: Journal
  ) throws(StorageError) -> ListNote? {
    for note in journal.notes.reversed() {
      if note.identity == identity { return note }
      if note.isOfMove { continue }
      guard try place.isUnfinished(note) else { return nil }
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
        history.members, dated: history.lastTime, alsoFirst: !merge.reports.isEmpty)
    }
    try append(records + ([note] + (again.map { [$0] } ?? [])).map { .list($0) }, to: journal)
    if !merge.reports.isEmpty { report(.edit(merge.reports, keptAs: kept)) }
    return note
  }

  func append(_ records: [JournalRecord], to journal: Journal) throws(StorageError) {
    if records.contains(where: { if case .commit = $0 { true } else { false } }) {
      try journal.requireNextNumber(path: place.path)
    }
    try journal.append(records, path: place.path)
    for case .commit(let commit) in records { news.note([commit]) }
  }

  /// All that a journal says.
  func history(_ journal: Journal) throws(StorageError) -> JournalHistory {
    try journal.view.history(at: place)
  }
}

// MARK: - Files that were removed

extension StoreFile {
  /// Removes all members where the list of a finished publication was removed: that is how a store is reset.
  private func resetIfRemoved(_ journal: Journal) throws(StorageError) {
    guard try lacksPublication(journal) else { return }
    let history = try history(journal)
    let members = history.members
    let kept = place.earlier.keep(members, dated: history.lastTime, alsoFirst: true)
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
  private func noteRemoval(of note: ListNote?, _ journal: Journal) throws(StorageError) {
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
  private func journalInPlace() throws(StorageError) -> Journal? {
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
  private func restore(_ journal: Journal) throws(StorageError) -> Journal {
    let members = (try? history(journal).members) ?? memory()?.applying(news.changes)
    guard let members else { throw unreadableJournal(at: place.path) }
    if let kept = try place.keepJournal() { report(.damaged(keptAs: kept)) }
    report(.rewritten(.journal))
    return try rebuild(members, holding: journal.number, in: journal)
  }
}

/// The error of a journal whose records are not what they were.
func unreadableJournal(at path: String) -> StorageError {
  StorageError(
    .corrupt, operation: "reading", path: path, found: "a damaged journal",
    expected: "the records that were read before",
    advice: "Check the volume and the system's log; refresh, or open the file again, to try again."
  )
}
