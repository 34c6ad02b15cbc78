/// A store in its folder: the journal, which is the store, and the property list, its published copy.
///
/// Thread safety: its user lets one thread at a time in. Other objects, in this process and in others, exclude each
/// other as writers and see each other's commits.
final class StoreFile {
  let place: StorePlace
  private(set) var journal: StoreJournal?
  var list = PublishedList(.unseen)
  /// What is to be said to the program.
  private(set) var reports: [StoreReport] = []
  private var news = StoreNews()
  private var lock: WriterLock
  /// Whether a synchronization failed. What it left in doubt stays so, whatever a later one says: no file is removed
  /// that may have kept its former name.
  private(set) var isInDoubt = false
  /// Makes numbers that no other list and no other journal has.
  private let numbers: () -> UInt64

  init(
    _ name: String, in folder: Folder,
    numbers: @escaping () -> UInt64 = { UInt64.random(in: 1...UInt64.max) }
  ) throws(StorageError) {
    place = StorePlace(folder: folder, name: name)
    self.numbers = numbers
    lock = try place.call { folder throws(SystemError) in try WriterLock(for: name, in: folder) }
  }

  /// A number for a store or a journal.
  func newNumber() -> UInt64 { numbers() }

  /// A number for a list. It has eight bytes in a property list, and tools that read numbers as reals keep it.
  func newListNumber() -> Int64 { Int64(numbers() % (1 << 53 - 1 << 32)) + 1 << 32 }

  private static let lockTimeout = Duration.seconds(10)

  func report(_ report: StoreReport) { reports.append(report) }

  /// Brings what was appended to a journal to the disk, and the names in the folder.
  func synchronize(_ journal: StoreJournal, andNames: Bool = false) throws(StorageError) {
    do throws(StorageError) {
      try place.call { folder throws(SystemError) in
        try journal.synchronize(in: folder)
        if andNames { try folder.synchronize() }
      }
    } catch {
      isInDoubt = true
      throw error
    }
  }

  /// Runs a body as the only writer.
  func withLock<Result>(_ body: () throws(StorageError) -> Result) throws(StorageError) -> Result {
    try takeLock()
    defer { lock.release() }
    return try body()
  }

  private func takeLock() throws(StorageError) {
    var backoff = Backoff(timeout: StoreFile.lockTimeout)
    while true {
      switch try place.call({ _ throws(SystemError) in try lock.tryToTake() }) {
      case .taken: return
      case .defunct:
        lock = try place.call { folder throws(SystemError) in
          try WriterLock(for: place.name, in: folder)
        }
      case .held:
        guard backoff.wait(place.folder.fileSystem) else {
          throw .locked(place.name, path: place.path, for: StoreFile.lockTimeout)
        }
      }
    }
  }
}

/// Something that a store says to its program.
enum StoreReport: Equatable, Sendable {
  case edit(EditMerge.Report)
  /// The list was removed while no program ran: all members were, and are kept in this file.
  case reset(keptAs: String)
  /// Bytes that cannot be read were kept under this name.
  case damaged(keptAs: String)
}

/// What others did, and a program was not told yet.
struct StoreNews {
  /// The number of the last commit among it, or before it.
  private(set) var number: UInt64 = 0
  private var update = Update.changes([])

  enum Update: Equatable {
    case changes([MemberChange])
    /// These are all members now.
    case contents(PropertyListDictionary)
  }

  mutating func take() -> Update {
    defer { update = .changes([]) }
    return update
  }

  mutating func note(_ commits: [StoreCommit]) {
    guard let last = commits.last else { return }
    let changes = commits.flatMap(\.changes)
    switch update {
    case .changes(let earlier): update = .changes(earlier + changes)
    case .contents(let members): update = .contents(members.applying(changes))
    }
    number = last.number
  }

  mutating func begin(with members: PropertyListDictionary, after number: UInt64) {
    update = .contents(members)
    self.number = number
  }
}

// MARK: - What others did

extension StoreFile {
  /// Reads the store, without the writer's lock.
  /// - Returns: All members. An edit of the list, or its removal, counts from the first look of a writer on.
  func open() throws(StorageError) -> PropertyListDictionary {
    if try refreshed() == nil, let list = try place.list(place.name) { return list.members }
    guard case .contents(let members) = news.take() else { return PropertyListDictionary() }
    return members
  }

  /// Takes what others committed, without the writer's lock.
  func refresh() throws(StorageError) -> StoreNews.Update {
    try refreshed()
    return news.take()
  }

  func takeNews() -> StoreNews.Update { news.take() }

  /// Takes what was appended to the journal, and opens its name again where it was replaced.
  /// - Returns: The journal; nil where the store has none.
  @discardableResult
  func refreshed() throws(StorageError) -> StoreJournal? {
    if let journal {
      let commits = try place.call { _ throws(SystemError) in try journal.catchUp() }
      news.note(commits ?? [])
      if commits != nil, journal.tail != .moved { return journal }
    }
    guard case .valid(let found, let history) = try readJournal() else { return journal }
    // The one that was about to replace it may have been killed: then it is the same file.
    if found.header != journal?.header { adopt(found, history) }
    return journal
  }

  /// Reads the journal; where it is damaged, beside the list.
  func readJournal() throws(StorageError) -> StoreJournal.Reading {
    try StoreJournal.read(at: place) { try? place.list(place.name) }
  }

  /// Goes on with a journal that lies in place now.
  func adopt(_ found: StoreJournal, _ history: StoreHistory) {
    let isContinued =
      journal?.header.store == found.header.store && history.startNumber <= news.number
      && news.number <= history.number
    journal = found
    if isContinued {
      news.note(history.commits.filter { [number = news.number] in $0.number > number })
    } else {
      news.begin(with: history.members, after: history.number)
    }
  }
}

// MARK: - Committing

extension StoreFile {
  /// Commits changes: they survive the end of this process when it returns, and a power cut after
  /// ``synchronize(_:andNames:)``.
  /// - Returns: The journal that has the commit.
  func commit(_ changes: [MemberChange], at time: Int64 = 0) throws(StorageError) -> StoreJournal {
    try withLock { () throws(StorageError) in
      let journal = try look()
      try append([journal.next(changes, at: time, .program)], to: journal)
      return journal
    }
  }

  func append(_ records: [StoreRecord], to journal: StoreJournal) throws(StorageError) {
    try journal.append(records, path: place.path)
    for case .commit(let commit) in records { news.note([commit]) }
  }

  /// Takes an edit of the list in at once.
  func takeInEdits() throws(StorageError) {
    try withLock { () throws(StorageError) in _ = try look() }
  }

  /// Looks at the journal and the list before anything is written; the writer's lock is held.
  ///
  /// An edit of the list is taken in; the first commit of a store makes its journal.
  func look() throws(StorageError) -> StoreJournal {
    guard var journal = try refreshed() else { return try begin() }
    switch journal.tail {
    case .clean: break
    case .interrupted, .moved:
      // Of a program that was killed.
      try place.call { _ throws(SystemError) in try journal.cut() }
    case .damaged: journal = try mend()
    }
    try lookAtList(journal)
    return journal
  }

  private func lookAtList(_ journal: StoreJournal) throws(StorageError) {
    let status = try place.call { folder throws(SystemError) in try folder.status(of: place.name) }
    if list.isCurrent(status) { return }
    let isFirstLook = list.standing == .unseen
    switch try Checkpoint.read(place.name, in: place.folder, path: place.path) {
    case .missing:
      let note = list.note
      list = PublishedList(.missing)
      if isFirstLook { try resetIfRemoved(journal) } else { try noteRemoval(of: note, journal) }
    case .damaged(_, let status, _): list = PublishedList(.unreadable, nil, status)
    case .valid(let found, let members):
      let edit = EditMerge.List(found, members)
      let known = try note(naming: edit.identity, in: journal)
      // What lost its name to the last list was saved before what is in place.
      try takeInDisplaced(naming: known, in: journal)
      let note = if let known { known } else { try takeIn(edit, in: journal) }
      if journal.lastNote?.isOfMove ?? false { try append([.list(note)], to: journal) }
      list = PublishedList(.named(note), found.file, found.status)
    }
  }

  /// The note that names the list in place: the last one, but for a publication that is not finished, and for what says
  /// that the list was moved away; nil for a list that is an edit.
  private func note(
    naming identity: CheckpointIdentity, in journal: StoreJournal
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
    _ list: EditMerge.List, in journal: StoreJournal, naming again: ListNote? = nil
  ) throws(StorageError) -> ListNote {
    let merge = EditMerge(of: list, in: try history(journal), keptMembers: place.keptMembers)
    var note = merge.note
    let commits = [merge.undo, merge.changes].filter { !$0.isEmpty }.enumerated()
    let records = commits.map { index, changes in
      StoreRecord.commit(
        StoreCommit(
          number: journal.number + UInt64(index) + 1, time: place.date, origin: .edit,
          changes: changes))
    }
    if !merge.changes.isEmpty { note.commit = journal.number + UInt64(records.count) }
    try append(records + ([note] + (again.map { [$0] } ?? [])).map { .list($0) }, to: journal)
    for report in merge.reports { self.report(.edit(report)) }
    return note
  }

  /// All that a journal says.
  func history(_ journal: StoreJournal) throws(StorageError) -> StoreHistory {
    let history = try place.call { _ throws(SystemError) in try journal.history() }
    guard let history else {
      throw StorageError(
        .corrupt, operation: "reading", path: place.path, found: "a damaged journal",
        expected: "the records that were read before",
        advice:
          "Check the volume and the system's log; refresh, or open the file again, to try again.")
    }
    return history
  }
}

// MARK: - A list that was removed

extension StoreFile {
  /// Removes all members where the list of a finished publication was removed: that is how a store is reset.
  private func resetIfRemoved(_ journal: StoreJournal) throws(StorageError) {
    guard let last = journal.lastNote, last.identity != .none, try !place.isUnfinished(last)
    else { return }
    let members = try history(journal).members
    let kept = try place.keep(members)
    let changes = members.members.map { MemberChange(name: $0.key, value: nil) }
    let note = ListNote.none(after: journal.number + 1, isEmpty: true)
    try append([journal.next(changes, at: place.date, .reset), .list(note)], to: journal)
    report(.reset(keptAs: kept))
  }

  /// Notes that the list was removed while this program was there, which publishes it again: what is committed from now
  /// on is no part of a reset.
  /// - Parameter note: That of the list; nil for one that could not be read.
  private func noteRemoval(of note: ListNote?, _ journal: StoreJournal) throws(StorageError) {
    guard let last = journal.lastNote, last.identity != .none else { return }
    // Where a publication was about to take its place, it is that list all the same which may come back; not where the
    // store began anew meanwhile.
    var notes: [ListNote] = []
    if let note, note != last, try self.note(naming: note.identity, in: journal) != nil {
      notes = [note]
    }
    try append((notes + [.none(after: journal.number)]).map { .list($0) }, to: journal)
  }
}
