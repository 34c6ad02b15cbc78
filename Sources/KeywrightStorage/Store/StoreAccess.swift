/// Lets one thread at a time use a store, and one program at a time write.
///
/// What takes long is done beside the commits of others, in steps between which they go on.
protocol StoreAccess {
  /// Runs a body that only looks.
  func looking<Result>(
    _ body: (StoreFile) throws(StorageError) -> Result
  ) throws(StorageError) -> Result
  /// Runs a body as the only writer.
  func writing<Result>(
    _ body: (StoreFile) throws(StorageError) -> Result
  ) throws(StorageError) -> Result
}

extension StoreAccess {
  /// Writes the list anew, where it does not have all that was committed.
  /// - Returns: Whether there is a new list.
  @discardableResult
  func publish() throws(StorageError) -> Bool {
    let draft = try looking { store throws(StorageError) in try Publication.Draft(of: store) }
    guard let draft, let new = try build(draft) else { return false }
    defer { new.release() }
    guard let sync = try announce(new) else { return false }
    try synchronize(new, by: sync)
    guard let journal = try putInPlace(new) else { return false }
    try settle(new, in: journal)
    return true
  }

  /// Builds a list beside the commits of others.
  func build(_ draft: Publication.Draft) throws(StorageError) -> Publication? {
    try notingDoubt { () throws(StorageError) in try draft.build() }
  }

  /// Has the journal name a list.
  /// - Returns: The synchronization of the journal; nil where the list may not get its name.
  func announce(_ new: Publication) throws(StorageError) -> GroupCommit? {
    try writing { store throws(StorageError) in try new.announce(in: store)?.sync }
  }

  /// Brings the name that the journal has of a list to the disk.
  func synchronize(_ new: Publication, by sync: GroupCommit) throws(StorageError) {
    try notingDoubt { () throws(StorageError) in
      try new.place.call { _ throws(SystemError) in try sync.waitForAll() }
    }
  }

  /// Gives a list its name.
  /// - Returns: The journal; nil where another list, or an edit, came first.
  func putInPlace(_ new: Publication) throws(StorageError) -> Journal? {
    try writing { store throws(StorageError) in try new.putInPlace(in: store) }
  }

  /// Brings the name of a list to the disk, and has the journal say so.
  func settle(_ new: Publication, in journal: Journal) throws(StorageError) {
    try notingDoubt { () throws(StorageError) in try new.synchronizeName() }
    try writing { store throws(StorageError) in try new.settle(in: store, journal) }
  }

  /// Synchronizes something without the writer's lock.
  private func notingDoubt<Result>(
    _ synchronizing: () throws(StorageError) -> Result
  ) throws(StorageError) -> Result {
    do throws(StorageError) {
      return try synchronizing()
    } catch {
      if error.isOfSynchronization { try? writing { store in store.noteDoubt() } }
      throw error
    }
  }

  /// Makes the journal shorter, where there is something to leave out.
  /// - Returns: Whether it is shorter.
  @discardableResult
  func shorten() throws(StorageError) -> Bool {
    let draft = try looking { store throws(StorageError) in try Shortening.Draft(of: store) }
    guard var shortening = try draft?.build() else { return false }
    // Where others commit faster than this copies, the rest takes as long as it takes.
    for _ in 0..<8 {
      let view = try looking { store throws(StorageError) in try store.refreshed()?.view }
      guard let view, view.header == shortening.header, try shortening.copy(upTo: view) else {
        break
      }
    }
    return try writing { store throws(StorageError) in try shortening.finish(in: store) }
  }

  /// Removes temporary files: those that were exchanged for a list, once they were still for a second, and those of
  /// programs that were killed. Moves a list aside that cannot be read, once it was still for as long.
  func tidy() throws(StorageError) {
    try writing { store throws(StorageError) in try store.tidy() }
  }
}
