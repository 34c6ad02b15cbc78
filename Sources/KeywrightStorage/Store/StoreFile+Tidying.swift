extension StoreFile {
  /// Takes in what the last publication displaced; the writer's lock is held.
  /// - Parameter again: The note of the list that is in place; nil where the journal has none yet.
  func takeInDisplaced(naming again: ListNote?, in journal: StoreJournal) throws(StorageError) {
    guard let last = journal.notes.last(where: { $0.origin == .publication }) else { return }
    try takeInDisplaced(place.temporary(for: last.number), by: last, naming: again, in: journal)
  }

  /// Takes in what lies under a publication's temporary name, if it is an edit that nobody took in; the writer's lock is
  /// held.
  func takeInDisplaced(
    _ temporary: String, by note: ListNote, naming again: ListNote?, in journal: StoreJournal
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

  /// Removes temporary files: those that were exchanged for a list, once they were still for a second, and those of
  /// programs that were killed.
  func tidy() throws(StorageError) {
    try withLock { () throws(StorageError) in
      let journal = try look()
      if isInDoubt { return }
      for temporary in try place.temporaries() where try place.isLeft(temporary) {
        try tidy(temporary, in: journal)
      }
    }
  }

  private func tidy(_ temporary: String, in journal: StoreJournal) throws(StorageError) {
    let number = place.publication(of: temporary)
    guard
      let note = journal.notes.last(where: { $0.origin == .publication && $0.number == number })
    else { return place.discard(temporary) }
    if temporary == place.temporary(for: note.number), try place.isUnfinished(note) {
      // A first list may have both names still.
      if journal.lastNote == note, list.note != note {
        try append([.list(list.note ?? journal.noteBeforeLast)], to: journal)
      }
    } else if case .damaged = try Checkpoint.read(temporary, in: place.folder, path: place.path) {
      // Somebody's typing, it may be.
      return try keepAside(temporary)
    } else {
      let inPlace = list.note ?? .none(after: journal.number)
      try takeInDisplaced(temporary, by: note, naming: inPlace, in: journal)
    }
    // What was taken from it, and the name that it lost, are on the disk before it goes.
    try synchronize(journal, andNames: true)
    place.discard(temporary)
  }

  private func keepAside(_ name: String) throws(StorageError) {
    let kept = try place.call { folder throws(SystemError) in
      let kept = try folder.freeName(for: place.name, .damaged)
      try folder.rename(name, to: kept)
      try folder.synchronize()
      return kept
    }
    report(.damaged(keptAs: kept))
  }

  /// Moves a list aside that cannot be read, once it was still for a second; the next publication takes its place.
  func clearPlace() throws(StorageError) {
    try withLock { () throws(StorageError) in
      let journal = try look()
      guard list.standing == .unreadable, let status = list.status,
        !status.isChanging(at: place.date)
      else { return }
      // Or else a list that is gone would be taken for one that was removed to begin anew.
      try append([.list(.none(after: journal.number))], to: journal)
      try synchronize(journal)
      try keepAside(place.name)
      list = PublishedList(.missing)
    }
  }
}
