/// A store in its folder: the journal, which is the store, and the property list, its published copy.
///
/// Thread safety: its user lets one thread at a time in. Other objects, in this process and in others, exclude each
/// other as writers and see each other's commits.
final class StoreFile: @unchecked Sendable {
  // `@unchecked`: used with the state of the store's file locked.
  let place: StorePlace
  var journal: Journal?
  var list = PublishedList(.unseen)
  var news = StoreNews()
  /// What is to be said to the program.
  private var reports: [StoreReport] = []
  /// Gives all members that the program has, for a journal that cannot be read any more.
  let memory: () -> PropertyListDictionary?
  /// Makes numbers that no other list and no other journal has.
  private let numbers: () -> UInt64
  /// What lost its name to the last list that this object published, if it is what the journal named.
  var displaced: Displaced?
  /// The list with which the journal was read, until it is looked at.
  private var known: ListFile?
  /// Whether files are left that only another publication may let go, see ``tidy()``.
  var needsPublication = false
  /// Whether there is a journal of which nothing can be read.
  private(set) var isJournalUnreadable = false
  /// What a program that may not write saw last: the state of the files, and what it was told of them.
  var viewed: (sight: [FileStatus?]?, report: StoreReport?) = (nil, nil)
  /// Whether others removed the list while this program was there.
  var isListGone = false
  /// Whether a record was removed that a crash had interrupted.
  var hasCutInterrupted = false

  init(
    _ place: StorePlace, memory: @escaping () -> PropertyListDictionary? = { nil },
    numbers: @escaping () -> UInt64 = { UInt64.random(in: 1...UInt64.max) }
  ) {
    self.place = place
    self.memory = memory
    self.numbers = numbers
  }

  /// A list that lost its name, as it was right after that.
  struct Displaced {
    let temporary: String
    let status: FileStatus
    /// Nil for one that was not the store's.
    let note: ListNote?
  }

  /// A number for a store or a journal.
  func newNumber() -> UInt64 { numbers() }

  /// A number for a list. It has eight bytes in a property list, and tools that read numbers as reals keep it.
  func newListNumber() -> Int64 { Int64(numbers() % (1 << 53 - 1 << 32)) + 1 << 32 }

  /// Brings what was appended to a journal to the disk.
  func synchronize(_ journal: Journal) throws(StorageError) {
    do throws(StorageError) {
      try place.call { _ throws(SystemError) in try journal.synchronize() }
    } catch {
      if error.isOfSynchronization { noteDoubt() }
      throw error
    }
  }

  /// Notes that a synchronization failed; the writer's lock is held.
  ///
  /// What it left in doubt stays so for this program and all others, whatever a later one says: the system counts what it
  /// could not write as written. So nobody goes on in the journal, which the next writer writes anew, and a list that has
  /// just got its name is published again.
  func noteDoubt() {
    guard let journal, journal.tail == .clean, journal.file.isOurs else { return }
    try? journal.end(path: place.path)
  }

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

  // MARK: What others did

  /// Takes what others did, without the writer's lock.
  /// - Returns: Whether a writer has to take something in: an edit of the list, or its removal.
  func glance() throws(StorageError) -> Bool {
    guard let journal = try journalInPlace() else {
      if try !isListCurrent() { try readSoleList() }
      return isJournalUnreadable || isLeftUnreadable
    }
    guard try isJournalInPlace(journal), journal.tail != .damaged, journal.tail != .moved
    else { return true }
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
    let reading = try journal == nil ? readJournalBehindList() : readJournal()
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

  /// The same for a store that nobody has read yet: what is in a list that the journal names last is read there.
  func readJournalBehindList() throws(StorageError) -> Journal.Reading {
    try Journal.read(at: place) { [place] in
      try? place.list(place.name)
    } behind: { [place] note in
      let reading = try? ListFile.read(place.name, in: place.folder, path: place.path) {
        $0 != note.identity
      }
      guard case .valid(let file, let members) = reading else { return nil }
      known = file
      return members
    }
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
  func isJournalInPlace(_ journal: Journal) throws(StorageError) -> Bool {
    try place.call { folder throws(SystemError) in
      journal.isInPlace(try folder.status(of: place.journalName))
    }
  }

  func isListCurrent() throws(StorageError) -> Bool {
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
  func readList(_ journal: Journal) throws(StorageError) -> ListFile.Reading {
    if let file = known {
      known = nil
      let status = try place.call { folder throws(SystemError) in
        try folder.status(of: place.name)
      }
      if status.map(file.status.isUnchanged) ?? false { return .known(file) }
    }
    return try ListFile.read(place.name, in: place.folder, path: place.path) { identity in
      identity != .none && journal.notes.contains { $0.identity == identity }
    }
  }

  /// Reads the list of a store that has no journal: it is the store.
  func readSoleList() throws(StorageError) {
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

/// The error of a journal whose records are not what they were.
func unreadableJournal(at path: String) -> StorageError {
  StorageError(
    .corrupt, operation: "reading", path: path, found: "a damaged journal",
    expected: "the records that were read before",
    advice: "Check the volume and the system's log; refresh, or open the file again, to try again."
  )
}
