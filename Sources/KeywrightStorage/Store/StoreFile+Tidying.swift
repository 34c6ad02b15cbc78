extension StoreFile {
  /// Takes in what the last publication displaced; the writer's lock is held.
  /// - Parameter again: The note of the list that is in place; nil where the journal has none yet.
  func takeInDisplaced(naming again: ListNote?, in journal: Journal) throws(StorageError) {
    guard let last = journal.notes.last(where: { $0.origin == .publication }) else { return }
    let temporary = place.temporary(for: last.number)
    guard let out = try place.identity(of: temporary) else { return }
    try takeInDisplaced(temporary, out, by: last, naming: again, in: journal)
  }

  /// Takes in what lies under a publication's temporary name, if it is an edit that nobody took in; the writer's lock is
  /// held.
  func takeInDisplaced(
    _ temporary: String, _ identity: ListIdentity, by note: ListNote, naming again: ListNote?,
    in journal: Journal
  ) throws(StorageError) {
    guard identity != note.identity,
      let first = journal.notes.firstIndex(where: {
        $0.number == note.number && $0.origin == .publication
      })
    else { return }
    // What was in place before the publication, or was taken in since; an edit of an earlier time was put back.
    let before = journal.notes[..<first].last { !$0.isOfMove }
    let wasTakenIn = journal.notes[first...].contains {
      $0.origin == .edit && $0.identity == identity
    }
    guard before?.identity != identity, !wasTakenIn, let out = try place.list(temporary),
      before != nil || !out.isMarked
    else { return }
    try takeIn(out, in: journal, naming: again)
  }

  /// Removes what was left of earlier lists and of programs that were killed; the writer's lock is held.
  ///
  /// A list that lost its name is kept until the journal says that the last one has it on the disk. Where that is
  /// missing, a synchronization may have failed, and a power cut may give the name back whatever a later one says: the
  /// list is published once more.
  func tidy() throws(StorageError) {
    let journal = try look()
    // The list may have got another mode while no program ran.
    if let journal { followList(journal) }
    needsPublication = false
    // In the order in which they lost their names.
    let order = (journal?.notes ?? []).map(\.number)
    let left = try place.temporaries().sorted { first, second in
      let indices = [first, second].map { name in
        place.publication(of: name).flatMap { order.firstIndex(of: $0) } ?? order.count
      }
      return indices[0] < indices[1]
    }
    for temporary in left where try place.isLeft(temporary) {
      if let journal { try tidy(temporary, in: journal) } else { place.discard(temporary) }
    }
    try clearPlace(journal)
  }

  /// What lies under the temporary name of a publication.
  private enum Left {
    /// The list that was to be published.
    case draft
    /// A list that lost its name to it; whether the store once was as it says.
    case displaced(isState: Bool)
    case unreadable(PropertyListError)
  }

  private func tidy(_ temporary: String, in journal: Journal) throws(StorageError) {
    let number = place.publication(of: temporary)
    guard
      let note = journal.notes.last(where: { $0.origin == .publication && $0.number == number })
    else { return place.discard(temporary) }
    guard let left = try examine(temporary, of: note, in: journal) else { return }
    var isDraft = false
    if case .draft = left { isDraft = true }
    // A first list has both names for a moment.
    if !isDraft || list.note == note, !isSettled(journal) {
      needsPublication = true
      return
    }
    var keptName: String?
    switch left {
    case .draft:
      // A first list that still has both its names is noted again, which changes nothing.
      if journal.lastNote == note {
        try append([.list(noteInPlace(behind: note, in: journal))], to: journal)
      }
    // Somebody's typing, it may be.
    case .unreadable(let error): return try keepAside(temporary, error)
    case .displaced(let isState):
      if isState, !place.earlier.hasMembers(of: temporary) { keptName = place.earlier.nextName() }
    }
    // What was taken from it is on the disk before it goes.
    try synchronize(journal)
    try place.call { folder throws(SystemError) in
      // One that cannot get the name under which it is kept goes as well.
      let isKept = keptName.map { (try? folder.rename(temporary, to: $0)) != nil } ?? false
      if !isKept { folder.discard(temporary) }
    }
  }

  /// Looks what lies under the temporary name of a publication, and takes in what is an edit.
  /// - Returns: Nil where there is nothing, or nothing that can be read now.
  private func examine(
    _ temporary: String, of note: ListNote, in journal: Journal
  ) throws(StorageError) -> Left? {
    let status = try place.call { folder throws(SystemError) in try folder.status(of: temporary) }
    guard let status else { return nil }
    if let displaced, displaced.temporary == temporary, displaced.status.isUnchanged(status) {
      if !status.isChanging(at: place.date) {
        return .displaced(isState: displaced.note?.holdsAll ?? false)
      }
      // A long one is not read while others wait for the lock, unless it may have a secret that was removed.
      if status.size > Self.longestReadAtOnce, place.history().isSecret == nil { return nil }
    }
    if temporary == place.temporary(for: note.number), try place.isUnfinished(note) {
      return .draft
    }
    let reading = try ListFile.read(temporary, in: place.folder, path: place.path) { identity in
      journal.notes.contains { $0.identity == identity }
    }
    switch reading {
    case .missing: return nil
    case .damaged(let error, _, _): return .unreadable(error)
    case .known(let file), .valid(let file, _):
      let inPlace = list.note ?? .none(after: journal.number)
      try takeInDisplaced(temporary, file.identity, by: note, naming: inPlace, in: journal)
      return .displaced(
        isState: journal.notes.contains { $0.identity == file.identity && $0.holdsAll })
    }
  }

  /// Whether the name of the last list that was published is on the disk.
  private func isSettled(_ journal: Journal) -> Bool {
    journal.notes.last { $0.origin == .publication }.map { $0.number == journal.summary.settled }
      ?? true
  }

  /// The note of what is in place, where the publication that the journal names last is not.
  func noteInPlace(behind last: ListNote, in journal: Journal) -> ListNote {
    if let note = list.note { return note }
    // A list that cannot be read is still that which the note before names.
    let before = list.standing == .missing ? nil : journal.notes.last { $0 != last }
    return before ?? .none(after: journal.number)
  }

  /// The length up to which a list is read under the writer's lock, though it can wait.
  private static let longestReadAtOnce = 1 << 20

  private func keepAside(_ name: String, _ error: PropertyListError) throws(StorageError) {
    let kept = try place.call { folder throws(SystemError) in
      try folder.quarantine(name, of: place.name, as: .damaged)
    }
    report(.damaged(keptAs: kept, error))
  }

  /// Moves a list aside that cannot be read, once it was still for a second; the next publication takes its place.
  private func clearPlace(_ journal: Journal?) throws(StorageError) {
    guard isLeftUnreadable,
      case .damaged(let error, _, _) = try ListFile.read(
        place.name, in: place.folder, path: place.path)
    else { return }
    if let journal {
      // Or else a list that is gone would be taken for one that was removed to begin anew.
      try append([.list(.none(after: journal.number))], to: journal)
      try synchronize(journal)
    }
    try keepAside(place.name, error)
    list = PublishedList(.missing)
  }
}
