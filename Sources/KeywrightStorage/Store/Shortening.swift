/// A shorter journal, which takes the place of one: without what came before the publication before the last, whose
/// list an editor may have read.
///
/// It is built beside the old journal while others commit, and so is most copied of what they commit meanwhile; the rest
/// is copied under the writer's lock.
struct Shortening {
  private let place: StorePlace
  private let old: Journal
  /// What of the old journal the new one has, or left out.
  private var taken: JournalView
  private let new: NewJournal

  /// The header of the journal that gets shorter.
  var header: JournalHeader { old.header }

  /// What a shorter journal is built of.
  struct Draft {
    fileprivate let place: StorePlace
    fileprivate let old: Journal
    private let view: JournalView
    /// The note of the list with which the journal begins.
    private let cut: ListNote
    private let number: UInt64

    /// - Returns: Nil where there is nothing to leave out, or the last publication is not finished.
    init?(of store: StoreFile) throws(StorageError) {
      guard let old = try store.refreshed(), old.tail == .clean,
        let cut = try Self.cut(old, store.list, store.place)
      else { return nil }
      (place, self.old, view, self.cut) = (store.place, old, old.view, cut)
      number = store.newNumber()
    }

    private static func cut(
      _ journal: Journal, _ list: PublishedList, _ place: StorePlace
    ) throws(StorageError) -> ListNote? {
      guard let last = journal.lastNote, last.holdsAll, last == list.note,
        try !place.isUnfinished(last),
        let index = journal.notes.lastIndex(where: {
          $0.holdsAll && $0.identity != last.identity
        }),
        journal.notes[index].commit > journal.summary.firstNumber
      else { return nil }
      // What lost its name to a publication is told by the note before it.
      let left = try place.temporaries().compactMap { place.publication(of: $0) }
      let isNeeded = journal.notes[...index].contains { left.contains($0.number) }
      return isNeeded ? nil : journal.notes[index]
    }

    /// Builds the journal.
    func build() throws(StorageError) -> Shortening? {
      guard let records = try view.records(at: place) else { return nil }
      let new = try NewJournal(
        try shortened(records), of: old.header.store, numbered: number, at: place)
      return Shortening(place: place, old: old, taken: view, new: new)
    }

    private func shortened(_ records: [JournalRecord]) throws(StorageError) -> [JournalRecord] {
      var history = JournalHistory()
      for record in records { _ = history.take(record) }
      let list = try place.encode(history.members(after: cut.commit))
      let index = records.lastIndex(of: .list(cut)) ?? 0
      let later = records.enumerated().filter { place, record in
        switch record {
        case .commit(let commit): commit.number > cut.commit
        case .list, .settled: place > index
        case .snapshot, .moved: false
        }
      }
      return [.snapshot(list: list, holding: cut.commit), .list(cut)] + later.map(\.element)
    }
  }

  /// Copies what was committed since, beside the commits of others.
  /// - Parameter view: What the old journal has now.
  /// - Returns: Whether that was so much that more may have been committed meanwhile.
  mutating func copy(upTo view: JournalView) throws(StorageError) -> Bool {
    let length = view.end - taken.end
    guard length > Self.shortest, let records = try view.records(behind: taken, at: place) else {
      return false
    }
    try new.journal.append(records, path: place.path)
    try place.call { _ throws(SystemError) in try new.journal.synchronizeData() }
    taken = view
    return true
  }

  /// The length of commits that are copied under the writer's lock.
  private static let shortest = 1 << 16

  /// Puts the journal in place, with what was committed since it was built; the writer's lock is held.
  /// - Returns: Whether it is in place: not where another one was put there before.
  func finish(in store: StoreFile) throws(StorageError) -> Bool {
    guard try store.look() === old, let later = try old.view.records(behind: taken, at: place)
    else {
      place.discard(new.temporary)
      return false
    }
    try new.journal.append(later, path: place.path)
    // A power cut may leave either journal under the name.
    try place.call { _ throws(SystemError) in try new.journal.synchronizeData() }
    try old.end(path: place.path)
    try store.putInPlace(new)
    store.goOn(in: new.journal)
    return true
  }
}
