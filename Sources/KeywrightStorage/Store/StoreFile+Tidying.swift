extension StoreFile {
  /// Takes in what the last publication displaced; the writer's lock is held.
  /// - Parameter again: The note of the list that is in place; nil where the journal has none yet.
  func takeInDisplaced(naming again: ListNote?, in journal: Journal) throws(StorageError) {
    guard let last = journal.notes.last(where: { $0.origin == .publication }) else { return }
    try takeInDisplaced(place.temporary(for: last.number), by: last, naming: again, in: journal)
  }

  /// Takes in what lies under a publication's temporary name, if it is an edit that nobody took in; the writer's lock is
  /// held.
  func takeInDisplaced(
    _ temporary: String, by note: ListNote, naming again: ListNote?, in journal: Journal
  ) throws(StorageError) {
    guard let out = try place.list(temporary), out.identity != note.identity,
      let first = journal.notes.firstIndex(where: {
        $0.number == note.number && $0.origin == .publication
      })
    else { return }
    // What was in place before the publication, or was taken in since; an edit of an earlier time was put back.
    let before = journal.notes[..<first].last { !$0.isOfMove }
    let wasInPlace = before.map { $0.identity == out.identity } ?? out.isMarked
    let wasTakenIn = journal.notes[first...].contains {
      $0.origin == .edit && $0.identity == out.identity
    }
    if !wasInPlace, !wasTakenIn { try takeIn(out, in: journal, naming: again) }
  }

  /// Removes what was left of earlier lists and of programs that were killed; the writer's lock is held.
  func tidy() throws(StorageError) {
    let journal = try look()
    if isInDoubt { return }
    for temporary in try place.temporaries() where try place.isLeft(temporary) {
      if let journal { try tidy(temporary, in: journal) } else { place.discard(temporary) }
    }
    try clearPlace(journal)
  }

  private func tidy(_ temporary: String, in journal: Journal) throws(StorageError) {
    let number = place.publication(of: temporary)
    guard
      let note = journal.notes.last(where: { $0.origin == .publication && $0.number == number })
    else { return place.discard(temporary) }
    var isState = false
    if temporary == place.temporary(for: note.number), try place.isUnfinished(note) {
      // A first list may have both names still.
      if journal.lastNote == note, list.note != note {
        try append([.list(list.note ?? journal.noteBeforeLast)], to: journal)
      }
    } else if case .damaged(let error, _, _) = try ListFile.read(
      temporary, in: place.folder, path: place.path)
    {
      // Somebody's typing, it may be.
      return try keepAside(temporary, error)
    } else {
      let inPlace = list.note ?? .none(after: journal.number)
      try takeInDisplaced(temporary, by: note, naming: inPlace, in: journal)
      isState = try place.list(temporary).map { isStateOfStore($0, journal) } ?? false
    }
    let keptName = isState ? place.earlier.nextName() : nil
    // What was taken from it, and the name that it lost, are on the disk before it goes.
    try synchronize(journal, andNames: true)
    try place.call { folder throws(SystemError) in
      if let keptName { folder.keep(temporary, as: keptName) } else { folder.discard(temporary) }
    }
  }

  /// Whether a list has all members as they were after a commit.
  private func isStateOfStore(_ list: EditMerge.List, _ journal: Journal) -> Bool {
    journal.notes.contains { $0.identity == list.identity && $0.holdsAll }
  }

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
