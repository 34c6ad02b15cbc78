extension DurableFile {
  /// Takes the writer's lock, waiting without holding the state's, and then does something
  /// under both.
  /// - Parameter trustsNames: Whether the first look for changes need not look up names that were just looked
  ///   up, see ``State/trustsNames``.
  /// - Throws: `busy` after the timeout; what the body throws, with the writer's lock still held.
  @inline(__always)
  func lockingWriter<Result>(
    timeout: Duration, trustingNames trustsNames: Bool = false,
    _ body: (inout State) throws(StorageError) -> Result
  ) throws(StorageError) -> Result {
    var backoff = Backoff(timeout: timeout)
    var hasLetGo = false
    while true {
      do throws(StorageError) {
        let result = try whileOpen { state throws(StorageError) -> Result? in
          guard !state.isWriting, try tryToLock(&state, trustingNames: trustsNames) else {
            return nil
          }
          state.isWriting = true
          sweepOnce(&state)
          return try body(&state)
        }
        if let result { return result }
      } catch {
        // Nothing has been written through the descriptors, and new ones are opened.
        guard error.isOfForeignDescriptor, error.code == .unavailable, !hasLetGo
        else { throw error }
        hasLetGo = true
        continue
      }
      guard backoff.wait(fileSystem) else {
        throw .locked(name, path: path, for: timeout)
      }
    }
  }
}

extension DurableFile.State {
  /// Whether the names of checkpoint, journal, folder and lock led to the open files a moment ago, so that
  /// they need not be looked up again for one commit: that would be most of its price.
  ///
  /// Other writers need no names to be noticed: a writer that replaces the files of another first ends the journal,
  /// at whose end each commit looks. A change of the names by another program within that moment counts as made at
  /// the same time as the commit. A commit that writes a new checkpoint has to know the present one.
  ///
  /// Mutating, so that the state is asked where it lies: a copy of it would be expensive.
  mutating func trustsNames() -> Bool {
    guard let seen = checkpoint?.seen, brokenEdit == nil, !isCheckpointGone, !isJournalGone,
      !needsCheckpoint, !isNearLimits()
    else { return false }
    return lockedAt - seen < .nanoseconds(WriterLock.trust)
  }
}
