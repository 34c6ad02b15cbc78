/// What a journal says but for the values: which commits it has, and which lists it knows.
struct JournalSummary: Sendable {
  /// The number of the last commit in the snapshot.
  private(set) var firstNumber: UInt64 = 0
  /// The number of the last commit.
  private(set) var number: UInt64 = 0
  /// The time of the last commit, as far as the journal tells it.
  private(set) var lastTime: Int64?
  /// The end of the snapshot, which is a list.
  private(set) var snapshotEnd = 0
  /// The notes about lists, in their order.
  fileprivate(set) var notes: [ListNote] = []
  /// The number of the last list of which it says that its name is on the disk.
  private(set) var settled: Int64?
  /// Whether commits may be missing that no list has either.
  var lacksCommits = false

  init(after number: UInt64 = 0) { (firstNumber, self.number) = (number, number) }

  /// Takes a record that was appended.
  mutating func take(_ record: JournalRecord) {
    switch record {
    case .snapshot(let list, let number):
      (firstNumber, self.number) = (number, number)
      snapshotEnd = JournalFormat.headerLength + list.count
    case .commit(let commit): take(commit: commit.number, at: commit.time)
    case .list(let note): notes.append(note)
    case .settled(let number): settled = number
    case .moved: break
    }
  }

  @inline(__always)
  mutating func take(commit number: UInt64, at time: Int64) {
    self.number = number
    lastTime = time
  }
}

/// What a journal says, read from its start: the states that the store had, and the lists that it knows.
struct JournalHistory: Sendable {
  private(set) var summary = JournalSummary()
  /// The members at the start, and the number of the last commit in them.
  private(set) var start = PropertyListDictionary()
  private(set) var startNumber: UInt64 = 0
  /// The list that is to be the start; nil for the snapshot in the journal.
  private var list: ListNote?
  private(set) var commits: [JournalCommit] = []
  /// Whether a record was damaged, so that only the notes behind it tell anything.
  private(set) var isIncomplete = false

  var notes: [ListNote] { summary.notes }

  /// The number of the last commit.
  var number: UInt64 { summary.number }

  /// The history of a store from some members on.
  init(start: PropertyListDictionary = .init(), after number: UInt64 = 0) {
    (self.start, startNumber, summary) = (start, number, JournalSummary(after: number))
  }

  /// The history of what comes behind what a journal said.
  init(behind summary: JournalSummary) {
    (startNumber, self.summary) = (summary.number, summary)
  }

  /// A history that is to start at a list, in place of the snapshot in the journal and the commits that the list has.
  init(start: PropertyListDictionary, in list: ListNote) {
    self.start = start
    self.list = list
  }

  /// Leaves out what the list has at which this is to start.
  /// - Returns: Nil where the journal does not say last that the list has all up to a commit, or where it stops short.
  func startingAtList() -> Self? {
    guard let list, notes.last == list, startNumber <= list.commit, list.commit <= number
    else { return nil }
    var history = self
    history.commits.removeAll { $0.number <= list.commit }
    history.startNumber = list.commit
    return history
  }

  /// Takes the next record of a journal.
  /// - Returns: Whether it may stand there.
  mutating func take(_ record: JournalRecord) -> Bool {
    switch record {
    case .snapshot(let bytes, let number):
      guard commits.isEmpty, notes.isEmpty else { return false }
      if list == nil {
        guard let members = Self.members(of: bytes) else { return false }
        start = members
      }
      startNumber = number
    case .commit(let commit):
      guard isIncomplete || commit.number == number + 1 else { return false }
      commits.append(commit)
    case .list, .settled: break
    case .moved: return false
    }
    summary.take(record)
    return true
  }

  /// The members of a list in a record, which has a checksum.
  static func members(of list: [UInt8]) -> PropertyListDictionary? {
    let tree = try? list.reading { bytes throws(PropertyListError) in
      try BinaryPropertyList.decode(checked: bytes)
    }
    guard case .dictionary(var members)? = tree else { return nil }
    _ = members.takeListNumber()
    return members
  }

  /// The members after the last commit.
  var members: PropertyListDictionary { members(after: number) }

  /// The members after a commit.
  func members(after number: UInt64) -> PropertyListDictionary {
    start.applying(changes(after: startNumber, upTo: number))
  }

  /// The changes of the commits after one.
  func changes(after first: UInt64, upTo last: UInt64 = .max) -> [MemberChange] {
    commits.lazy.filter { $0.number > first && $0.number <= last }.flatMap(\.changes)
  }

  /// The members of a list that a note names; nil where the journal does not have them.
  func members(of note: ListNote) -> PropertyListDictionary? {
    guard note.commit >= startNumber else { return nil }
    if note.holdsAll { return members(after: note.commit) }
    // What was taken from an edit that was merged is what differs from the list that its editor read.
    guard note.number != 0, let edit = commits.first(where: { $0.number == note.commit }),
      let base = notes.first(where: { $0.holdsAll && $0.number == note.number })
    else { return nil }
    return members(of: base)?.applying(edit.changes)
  }

  /// Begins anew behind damage with a list that is in place, if a note names that list and each commit after it is
  /// there.
  /// - Returns: Nil if the journal has no such note.
  func restarted(with list: EditMerge.List) -> Self? {
    guard let note = notes.last(where: { $0.identity == list.identity && $0.holdsAll }) else {
      return nil
    }
    let later = commits.filter { $0.number > note.commit }
    guard
      later.enumerated().allSatisfy({ $0.element.number == note.commit + 1 + UInt64($0.offset) })
    else { return nil }
    var history = JournalHistory(start: list.members, after: note.commit)
    for commit in later { _ = history.take(.commit(commit)) }
    history.summary.notes = Array(notes[(notes.lastIndex(of: note) ?? 0)...])
    return history
  }

  /// Notes that a record was stepped over.
  mutating func skip() { isIncomplete = true }

  /// Adds a commit that the journal is about to get.
  mutating func append(_ changes: [MemberChange]) {
    if changes.isEmpty { return }
    _ = take(.commit(JournalCommit(number: number + 1, origin: .edit, changes: changes)))
  }

  // MARK: A list that was removed

  private var reset: JournalCommit? { commits.last { $0.origin == .reset } }

  /// The note of the list that was in place before the store began anew, if it has a property, and no such list came
  /// since.
  func noteBeforeReset(where isIt: (ListNote) -> Bool) -> ListNote? {
    guard let reset,
      let index = notes.lastIndex(where: {
        $0.commit < reset.number && $0.holdsAll && $0.identity != .none
      })
    else { return nil }
    let since = notes[notes.index(after: index)...]
    return isIt(notes[index]) && !since.contains(where: isIt) ? notes[index] : nil
  }

  /// All members, as they were if the store had not begun anew.
  var membersWithoutReset: PropertyListDictionary {
    guard let reset else { return members }
    return members(after: reset.number - 1).applying(changes(after: reset.number))
  }
}
