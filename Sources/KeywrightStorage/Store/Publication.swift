/// A new list, which takes the place of the old one: the store as it was when the list was built.
///
/// The list is built while others commit. The journal names it, on the disk, before it gets its name: a list in place
/// that no journal names is an edit. Until then it lies under the number of the publication, locked, so that nobody
/// takes it for that of a program that was killed.
struct Publication {
  private let store: StoreFile
  private let note: ListNote
  private let file: OpenFile
  private let status: FileStatus
  private let temporary: String

  private var place: StorePlace { store.place }

  /// Builds the list; nil where the one in place has all that was committed.
  init?(of store: StoreFile) throws(StorageError) {
    guard let journal = try store.refreshed() else { return nil }
    let history = try store.history(journal)
    if let note = store.list.note, note.holdsAll, note.commit >= history.number { return nil }
    let (place, number) = (store.place, store.newListNumber())
    let bytes = try place.encode(history.members, number: number)
    let identity = CheckpointIdentity(
      checksum: bytes.withUnsafeBytes { BinaryPropertyList.Mark.checksum(ofChecked: $0) },
      length: UInt64(bytes.count))
    let temporary = place.temporary(for: number)
    let made = try place.call { folder throws(SystemError) -> (OpenFile, FileStatus)? in
      let file = try folder.create(temporary, with: bytes, like: place.model)
      guard try folder.fileSystem.lock(file.descriptor) else {
        folder.discard(temporary)
        return nil
      }
      // Before the journal names it: by this name it is known for a draft after a power cut.
      try folder.synchronize()
      return (file, try file.status())
    }
    guard let made else { return nil }
    (file, status) = made
    self.store = store
    self.temporary = temporary
    note = ListNote(
      origin: .publication, identity: identity, number: number, commit: history.number,
      holdsAll: true)
  }

  /// Lets others have what lies under the temporary name.
  func release() { place.folder.fileSystem.unlock(file.descriptor) }

  /// Has the journal name the list; the writer's lock is held.
  /// - Returns: The journal; nil where the list may not get its name: a later one did, or what is in its place cannot
  ///   be read, since somebody may be writing it.
  func announce() throws(StorageError) -> StoreJournal? {
    let journal = try store.look()
    let isLate = journal.notes.contains { $0.commit > note.commit && $0.identity != .none }
    guard !isLate, store.list.standing != .unreadable else {
      place.discard(temporary)
      return nil
    }
    let notes = [try noteInPlace(journal), note].compactMap { $0 }
    try store.append(notes.map { .list($0) }, to: journal)
    return journal
  }

  /// The note of the list in place, where the last note is of a publication that was not finished.
  private func noteInPlace(_ journal: StoreJournal) throws(StorageError) -> ListNote? {
    guard let last = journal.lastNote, last != store.list.note, try place.isUnfinished(last)
    else { return nil }
    return store.list.note ?? .none(after: journal.number)
  }

  /// Exchanges the names of the new list and the old one, and looks at what came out; the writer's lock is held.
  /// - Returns: Whether the list is in place: not where another one, or an edit, was taken in since it was announced.
  func putInPlace() throws(StorageError) -> Bool {
    let journal = try store.look()
    let old = store.list
    let isDraft = try place.call { folder throws(SystemError) in
      try folder.isPlace(temporary, of: file)
    }
    guard isDraft, journal.lastNote == note, old.standing != .unreadable else {
      try giveUp(in: journal)
      return false
    }
    do throws(StorageError) {
      let isFirst = try place.call { folder throws(SystemError) in try exchange(old, in: folder) }
      if isFirst {
        // Or else a power cut might take both names.
        try store.synchronize(journal, andNames: true)
        place.discard(temporary)
      }
    } catch {
      // The answer may have been lost, not the call.
      let isInPlace = try place.call { folder throws(SystemError) in
        try folder.isPlace(place.name, of: file)
      }
      guard isInPlace else {
        try giveUp(in: journal)
        throw error
      }
    }
    store.list = try place.call { _ throws(SystemError) in
      try PublishedList(note, file, written: status)
    }
    try takeOut(old, in: journal)
    return true
  }

  /// - Returns: Whether there was no list, so that the new one has both names.
  private func exchange(_ old: PublishedList, in folder: Folder) throws(SystemError) -> Bool {
    var isMissing = old.standing == .missing
    for _ in 0..<10 {
      do throws(SystemError) {
        if isMissing {
          try folder.link(temporary, as: place.name)
          return true
        }
        try folder.fileSystem.exchange(temporary, with: place.name, in: folder.descriptor)
        return false
      } catch {
        // Another program has just put a list there, or removed it.
        guard isMissing ? error.isExisting : error.isNoSuchFile else {
          guard !isMissing, error.isUnknownCall else { throw error }
          try replace(in: folder)
          return false
        }
        isMissing.toggle()
      }
    }
    throw .replaced
  }

  /// Puts the list over the old one, which keeps a second name: what another program writes into it is seen.
  private func replace(in folder: Folder) throws(SystemError) {
    let old = place.oldName(for: temporary)
    let link = Result { () throws(SystemError) in
      try folder.fileSystem.link(place.name, to: old, in: folder.descriptor)
    }
    try folder.rename(temporary, to: place.name)
    if case .success = link { try folder.rename(old, to: temporary) }
  }

  /// Removes the list, which does not get its name. The journal says first which one is in place.
  private func giveUp(in journal: StoreJournal) throws(StorageError) {
    if journal.lastNote == note {
      try store.append([.list(store.list.note ?? journal.noteBeforeLast)], to: journal)
      try store.synchronize(journal)
    }
    place.discard(temporary)
  }

  /// Looks at the list that lost its name: an edit may have come between the last look and the exchange.
  private func takeOut(_ old: PublishedList, in journal: StoreJournal) throws(StorageError) {
    let status = try place.call { folder throws(SystemError) in
      try folder.status(of: temporary)
    }
    if let status, let known = old.status, status.hasSameContent(as: known) { return }
    try store.takeInDisplaced(temporary, by: note, naming: note, in: journal)
  }
}

extension StoreFile {
  /// Writes the list anew, where it does not have all that was committed.
  /// - Returns: Whether there is a new list.
  @discardableResult
  func publish() throws(StorageError) -> Bool {
    guard let new = try Publication(of: self) else { return false }
    defer { new.release() }
    guard let journal = try withLock({ () throws(StorageError) in try new.announce() }) else {
      return false
    }
    try synchronize(journal)
    return try withLock { () throws(StorageError) in try new.putInPlace() }
  }
}
