/// A new list, which takes the place of the old one: the store as it was when the list was built.
///
/// The list is built while others commit. The journal names it, on the disk, before it gets its name: a list in place
/// that no journal names is an edit. Until then it lies under the number of the publication, locked, so that nobody
/// takes it for that of a program that was killed.
struct Publication {
  let place: StorePlace
  private let note: ListNote
  private let file: OpenFile
  private let status: FileStatus
  private let temporary: String

  /// What a list is built of.
  struct Draft {
    fileprivate let place: StorePlace
    private let view: JournalView
    private let number: Int64

    /// - Returns: Nil where the list in place has all that was committed, and nothing else needs a new one.
    init?(of store: StoreFile) throws(StorageError) {
      guard let journal = try store.refreshed() else { return nil }
      if !store.needsPublication, let note = store.list.note, note.holdsAll,
        note.commit >= journal.number
      {
        return nil
      }
      (place, view, number) = (store.place, journal.view, store.newListNumber())
    }

    /// Builds the list, and brings it to the disk.
    /// - Returns: Nil where another program takes it for that of one that was killed.
    func build() throws(StorageError) -> Publication? {
      let history = try view.history(at: place)
      let bytes = try place.encode(history.members, number: number)
      let note = ListNote(
        origin: .publication, identity: bytes.withUnsafeBytes { ListIdentity(of: $0) },
        number: number, commit: history.number, holdsAll: true)
      let temporary = place.temporary(for: number)
      return try place.call { folder throws(SystemError) in
        let file = try folder.create(
          temporary, with: bytes, like: place.model, modified: history.summary.lastTime)
        guard try folder.fileSystem.lock(file.descriptor) else {
          folder.discard(temporary)
          return nil
        }
        // Before the journal names it: by this name it is known for a draft after a power cut.
        try folder.synchronize()
        return Publication(
          place: place, note: note, file: file, status: try file.status(), temporary: temporary)
      }
    }
  }

  /// Lets others have what lies under the temporary name.
  func release() { place.folder.fileSystem.unlock(file.descriptor) }

  /// Has the journal name the list; the writer's lock is held.
  /// - Returns: The journal; nil where the list may not get its name: a later one did, or what is in its place cannot
  ///   be read, since somebody may be writing it.
  func announce(in store: StoreFile) throws(StorageError) -> Journal? {
    guard let journal = try store.look() else {
      place.discard(temporary)
      return nil
    }
    let isLate = journal.notes.contains { $0.commit > note.commit && $0.identity != .none }
    guard !isLate, store.list.standing != .unreadable else {
      place.discard(temporary)
      return nil
    }
    let notes = [try noteInPlace(journal, store.list), note].compactMap { $0 }
    try store.append(notes.map { .list($0) }, to: journal)
    return journal
  }

  /// The note of the list in place, where the last note is of a publication that was not finished.
  private func noteInPlace(
    _ journal: Journal, _ list: PublishedList
  ) throws(StorageError) -> ListNote? {
    guard let last = journal.lastNote, last != list.note, try place.isUnfinished(last)
    else { return nil }
    return list.note ?? .none(after: journal.number)
  }

  /// Exchanges the names of the new list and the old one, and looks at what came out; the writer's lock is held.
  /// - Returns: The journal; nil where the list is not in place: another one, or an edit, was taken in since it was
  ///   announced.
  func putInPlace(in store: StoreFile) throws(StorageError) -> Journal? {
    guard let journal = try store.look() else {
      place.discard(temporary)
      return nil
    }
    let old = store.list
    let isDraft = try place.call { folder throws(SystemError) in
      try folder.isPlace(temporary, of: file)
    }
    guard isDraft, journal.lastNote == note, old.standing != .unreadable else {
      try giveUp(journal, of: store)
      return nil
    }
    do throws(StorageError) {
      let isFirst = try place.call { folder throws(SystemError) in try exchange(old, in: folder) }
      store.needsPublication = false
      if isFirst { store.didPublishAgain() }
    } catch {
      // The answer may have been lost, not the call.
      let isInPlace = try place.call { folder throws(SystemError) in
        try folder.isPlace(place.name, of: file)
      }
      guard isInPlace else {
        try giveUp(journal, of: store)
        throw error
      }
    }
    store.list = try place.call { folder throws(SystemError) in
      // Open for reading alone: whoever writes into it later is told from this program.
      let readable = try folder.open(place.name)
      let isSame = try readable?.status().isSameFile(as: status) ?? false
      return try PublishedList(note, isSame ? readable ?? file : file, written: status)
    }
    try takeOut(old, of: store, journal)
    return journal
  }

  /// Brings the name of the list to the disk.
  func synchronizeName() throws(StorageError) {
    _ = try place.call { folder throws(SystemError) in try folder.synchronize() }
  }

  /// Has the journal say that the name of the list is on the disk; the writer's lock is held.
  /// - Parameter announced: The journal in which the list was put in place. Where a synchronization failed since, there is
  ///   another one.
  func settle(in store: StoreFile, _ announced: Journal) throws(StorageError) {
    guard let journal = try store.look(), journal.header == announced.header,
      journal.notes.last(where: { $0.origin == .publication }) == note
    else { return }
    try store.append([.settled(note.number)], to: journal)
    // A first list has both names until now.
    let hasBoth = try place.call { folder throws(SystemError) in
      try folder.isPlace(temporary, of: file)
    }
    if hasBoth { place.discard(temporary) }
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
  private func giveUp(_ journal: Journal, of store: StoreFile) throws(StorageError) {
    if journal.lastNote == note {
      try store.append([.list(store.noteInPlace(behind: note, in: journal))], to: journal)
      try store.synchronize(journal)
    }
    place.discard(temporary)
  }

  /// Looks at the list that lost its name: an edit may have come between the last look and the exchange.
  private func takeOut(
    _ old: PublishedList, of store: StoreFile, _ journal: Journal
  ) throws(StorageError) {
    let status = try place.call { folder throws(SystemError) in
      try folder.status(of: temporary)
    }
    if let status, let known = old.status, status.hasSameContent(as: known) {
      store.displaced = StoreFile.Displaced(temporary: temporary, status: status, note: old.note)
      return
    }
    guard let out = try place.identity(of: temporary) else { return }
    try store.takeInDisplaced(temporary, out, by: note, naming: note, in: journal)
  }
}
