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
    guard let new = try draft?.build() else { return false }
    defer { new.release() }
    let journal = try writing { store throws(StorageError) in try new.announce(in: store) }
    guard let journal else { return false }
    do throws(StorageError) {
      try new.place.call { _ throws(SystemError) in try journal.synchronize() }
    } catch {
      try looking { store throws(StorageError) in store.noteDoubt() }
      throw error
    }
    guard try writing({ store throws(StorageError) in try new.putInPlace(in: store) }) else {
      return false
    }
    return true
  }

  /// Makes the journal shorter, where there is something to leave out.
  /// - Returns: Whether it is shorter.
  @discardableResult
  func shorten() throws(StorageError) -> Bool {
    let draft = try looking { store throws(StorageError) in try Shortening.Draft(of: store) }
    guard let shortening = try draft?.build() else { return false }
    return try writing { store throws(StorageError) in try shortening.finish(in: store) }
  }

  /// Removes temporary files: those that were exchanged for a list, once they were still for a second, and those of
  /// programs that were killed. Moves a list aside that cannot be read, once it was still for as long.
  func tidy() throws(StorageError) {
    try writing { store throws(StorageError) in try store.tidy() }
  }
}
