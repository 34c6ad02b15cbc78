extension DurableFile {
  /// Decides whether lists are kept from now on.
  /// - Parameter policy: Asked each time when a list is replaced, with the state locked.
  package func keepHistory(_ policy: @escaping @Sendable () -> HistoryPolicy) {
    state.withLock { $0.history = policy }
  }

  /// The place of the files; nil where there is no folder.
  private func place() throws(StorageError) -> StorePlace? {
    try withPath(path) { () throws(SystemError) in try Folder(existingAt: folderPath, fileSystem) }
      .map { StorePlace(folder: $0, name: name) }
  }

  /// The lists that were kept, the oldest first.
  /// - Throws: `unavailable` when the folder cannot be read.
  package func earlierLists() throws(StorageError) -> [EarlierList] {
    try requireOpen(isClosed: false)
    guard let place = try place() else { return [] }
    return try withPath(path) { () throws(SystemError) in try place.earlier.all() }
  }

  /// The members of a list that was kept.
  /// - Throws: `unavailable` if it is gone or cannot be read, `corrupt` if it is damaged.
  package func members(of list: EarlierList) throws(StorageError)
    -> [PropertyListDictionary.Member]
  {
    let path = Folder.path(of: list.name, beside: path)
    guard let place = try place() else { throw missing(path) }
    switch try ListFile.read(list.name, in: place.folder, path: path) {
    case .missing, .known: throw missing(path)
    case .damaged(let error, _, _): throw StorageError(error, path: path)
    case .valid(_, let dictionary): return dictionary.members
    }
  }

  /// Reads what the store held at a time, as far as lists of it are there: those that were kept, the list
  /// in place, and all together that it holds now. Changes nothing; to be called on an object that was
  /// not opened.
  /// - Parameter date: In nanoseconds since 1970.
  /// - Returns: The last members whose last commit is not later; nil if all are later.
  /// - Throws: `unavailable` if the store cannot be read, `corrupt` if the list that was found is damaged.
  package func members(
    asOf date: Int64
  ) throws(StorageError) -> [PropertyListDictionary.Member]? {
    let inspection = try inspect()
    let contents = try inspection.opening.get()
    guard let folder = try place()?.folder else { return nil }
    let list = try withPath(path) { () throws(SystemError) in try folder.status(of: name) }
    if let last = inspection.lastCommit ?? list?.modified, last <= date { return contents.members }
    if let list, list.modified <= date,
      case .valid(_, let dictionary) = try ListFile.read(name, in: folder, path: path)
    {
      return dictionary.members
    }
    return try members { $0.date <= date }
  }

  /// Reads the last list that was kept with a property; nil if there is none.
  package func members(
    where isIt: (EarlierList) -> Bool
  ) throws(StorageError) -> [PropertyListDictionary.Member]? {
    guard let list = try earlierLists().last(where: isIt) else { return nil }
    return try members(of: list)
  }

  /// Says after other advice that earlier lists are there, if they are.
  func adviceAboutHistory(in folder: Folder) -> String {
    let lists = try? StorePlace(folder: folder, name: name).earlier.all()
    guard lists?.isEmpty == false else { return "" }
    return
      " Earlier values were kept: `keywright history` lists them, `keywright restore` brings them back."
  }

  private func missing(_ path: String) -> StorageError {
    StorageError(
      .unavailable, operation: "reading", path: path, found: "no such file",
      expected: "an earlier list that was kept", advice: "Choose another one: this one is gone.")
  }

  /// Keeps all members before a commit that is to be undone as a whole: the first one of another version of a
  /// program, or one that brings earlier values back. To be called by a writer.
  ///
  /// A failure only means that they are not kept.
  package func keep(_ members: [PropertyListDictionary.Member], as kind: EarlierList.Kind) {
    try? whileOpen { state throws(StorageError) in
      guard state.isWriting, let store = state.store,
        let members = try? PropertyListDictionary(members)
      else { return }
      // Somebody asked for earlier values, and may want these again.
      store.place.earlier.keep(
        members, dated: store.journal?.summary.lastTime, as: kind, alsoFirst: kind == .replaced)
    }
  }

  /// Removes all lists that were kept, and from the journal what the store does not hold any more.
  package func removeEarlierLists(timeout: Duration) throws(StorageError) {
    try lockingWriter(timeout: timeout) { state throws(StorageError) in
      defer { state.endTurn() }
      try openStore(&state)
      guard let store = state.store else { return }
      try withPath(path) { () throws(SystemError) in try store.place.earlier.removeAll() }
      if let journal = try store.look() {
        try store.rebuild(
          try store.history(journal).members, holding: journal.number, in: journal)
      }
    }
  }
}
