extension DurableFile {
  /// Takes the writer's lock, waiting without holding the state's, and then does something
  /// under both.
  /// - Parameter trustsNames: Whether the first look for changes need not look up names that were just looked
  ///   up, see ``Trust``.
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

  /// Takes the lock for something that another writer may do as well.
  /// - Returns: Whether it could be taken in time; nil if it cannot be taken at all.
  func takeTurn(timeout: Duration, _ state: inout State) -> Bool? {
    guard let folder = state.folder, !state.isWriting,
      (try? refusal(toWriteIn: folder, &state)) == .some(nil)
    else { return nil }
    var backoff = Backoff(timeout: timeout)
    do throws(StorageError) {
      while try !tryToLock(&state) {
        guard backoff.wait(fileSystem) else { return false }
      }
    } catch {
      return nil
    }
    state.isWriting = true
    return true
  }

  fileprivate func requireStore(_ state: State) throws(StorageError) -> StoreFile {
    guard let store = state.store else {
      throw StorageError(
        .unavailable, operation: "open", path: path, found: "a folder that was just replaced",
        expected: "the same folder", advice: "Try again.")
    }
    return store
  }
}

extension DurableFile.State {
  mutating func endTurn() {
    lock?.release()
    isWriting = false
  }
}

/// Steps of work beside the commits of others, each as the only writer, who waits without holding up other threads.
struct Turns: StoreAccess {
  let file: DurableFile
  let timeout: Duration

  func looking<Result>(
    _ body: (StoreFile) throws(StorageError) -> Result
  ) throws(StorageError) -> Result {
    try file.whileOpen { state throws(StorageError) in try body(file.requireStore(state)) }
  }

  func writing<Result>(
    _ body: (StoreFile) throws(StorageError) -> Result
  ) throws(StorageError) -> Result {
    try file.lockingWriter(timeout: timeout) { state throws(StorageError) in
      defer { state.endTurn() }
      if let refusal = state.refusal { throw refusal }
      try file.openStore(&state)
      return try body(file.requireStore(state))
    }
  }
}
