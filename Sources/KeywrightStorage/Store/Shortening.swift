/// A shorter journal, which takes the place of one: without what came before the publication before the last, whose
/// list an editor may have read.
///
/// It is built beside the old journal while others commit; what they commit meanwhile is copied under the writer's lock.
struct Shortening {
  private let store: StoreFile
  private let old: StoreJournal
  /// How many records of the old journal the new one has, or left out.
  private let taken: Int
  private let new: NewJournal

  /// Builds the journal; nil where there is nothing to leave out, or the last publication is not finished.
  init?(of store: StoreFile) throws(StorageError) {
    guard let old = try store.refreshed(), old.tail == .clean,
      let cut = try Self.cut(old, store.list, store.place),
      let records = try Self.records(of: old, store.place)
    else { return nil }
    self.store = store
    self.old = old
    taken = records.count
    new = try store.make(
      try Self.shortened(records, from: cut, store.place), of: old.header.store)
  }

  private static func records(of journal: StoreJournal, _ place: StorePlace) throws(StorageError)
    -> [StoreRecord]?
  {
    try place.call { _ throws(SystemError) in try journal.records() }
  }

  /// The note of the list with which the journal begins.
  private static func cut(
    _ journal: StoreJournal, _ list: PublishedList, _ place: StorePlace
  ) throws(StorageError) -> ListNote? {
    guard let last = journal.lastNote, last.holdsAll, last == list.note,
      try !place.isUnfinished(last),
      let index = journal.notes.lastIndex(where: { $0.holdsAll && $0.identity != last.identity }),
      journal.notes[index].commit > journal.firstNumber
    else { return nil }
    // What lost its name to a publication is told by the note before it.
    let left = try place.temporaries().compactMap { place.publication(of: $0) }
    let isNeeded = journal.notes[...index].contains { left.contains($0.number) }
    return isNeeded ? nil : journal.notes[index]
  }

  private static func shortened(
    _ records: [StoreRecord], from cut: ListNote, _ place: StorePlace
  ) throws(StorageError) -> [StoreRecord] {
    var history = StoreHistory()
    for record in records { _ = history.take(record) }
    let list = try place.encode(history.members(after: cut.commit))
    let index = records.lastIndex(of: .list(cut)) ?? 0
    let later = records.enumerated().filter { place, record in
      switch record {
      case .commit(let commit): commit.number > cut.commit
      case .list: place > index
      case .snapshot, .moved: false
      }
    }
    return [.snapshot(list: list, holding: cut.commit), .list(cut)] + later.map(\.element)
  }

  /// Puts the journal in place, with what was committed since it was built; the writer's lock is held.
  /// - Returns: Whether it is in place: not where another one was put there before.
  func finish() throws(StorageError) -> Bool {
    guard try store.look() === old, let all = try Self.records(of: old, store.place) else {
      store.place.discard(new.temporary)
      return false
    }
    try new.journal.append(Array(all[taken...]), path: store.place.path)
    try store.place.call { folder throws(SystemError) in
      // A power cut may leave either journal under the name.
      try folder.fileSystem.synchronizeData(new.journal.file.descriptor)
    }
    try old.end(path: store.place.path)
    try store.putInPlace(new)
    try store.refreshed()
    return true
  }
}

extension StoreFile {
  /// Makes the journal shorter, where there is something to leave out.
  /// - Returns: Whether it is shorter.
  func shorten() throws(StorageError) -> Bool {
    guard let shortening = try Shortening(of: self) else { return false }
    return try withLock { () throws(StorageError) in try shortening.finish() }
  }
}
