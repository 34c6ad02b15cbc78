extension DurableFile {
  /// Takes the writer's lock, waiting without holding the state's, and then does something
  /// under both.
  /// - Throws: `busy` after the timeout; what the body throws, with the writer's lock still held.
  @inline(__always)
  func lockingWriter<Result>(
    timeout: Duration, _ body: (inout State) throws(StorageError) -> Result
  ) throws(StorageError) -> Result {
    var backoff = Backoff(timeout: timeout)
    var hasLetGo = false
    while true {
      do throws(StorageError) {
        let result = try whileOpen { state throws(StorageError) -> Result? in
          guard !state.isWriting, try tryToLock(&state) else { return nil }
          state.isWriting = true
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
        throw StorageError(
          .busy, operation: "flock", path: path, found: "another writer",
          expected: "the lock within \(timeout)",
          advice: "Try again; if it stays so, find the process that holds \(name).lock.")
      }
    }
  }
}

extension DurableFile.State {
  /// Notes that the names led to checkpoint and journal when the folder was as given.
  ///
  /// The same holds for the folder's times as for the checkpoint's, see
  /// ``Checkpoint/isInPlace(_:)``.
  mutating func noteLook(_ folder: FileStatus?) {
    checkpoint?.seen = lookedAt
    seenFolder = folder.flatMap { folder in
      lookedAt > folder.changed && folder.changed % 1_000_000_000 != 0 ? folder : nil
    }
  }

  /// Whether no name in the folder was made, removed or renamed since those of checkpoint and
  /// journal were looked at: nothing in the journal itself shows that it was moved.
  mutating func isFolderUnchanged() throws(SystemError) -> Bool {
    guard let seenFolder, let folder else { return false }
    return try folder.file.status() == seenFolder
  }
}
