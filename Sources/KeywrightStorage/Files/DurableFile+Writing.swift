extension DurableFile {
  /// Takes the writer's lock, across threads and processes, and reads what others changed.
  ///
  /// - Parameter timeout: How long to wait for other writers.
  /// - Returns: Nil if nothing changed since this object last read or wrote, else the whole new
  ///   contents, which the caller has to take over before it decides what to write.
  /// - Throws: `busy` after the timeout, `readOnly`, `unavailable`; then the lock is not held.
  package func beginWriting(timeout: Duration) throws(StorageError) -> Contents? {
    var backoff = Backoff(timeout: timeout, fileSystem)
    while true {
      let isTaken = try state.withLock { state throws(StorageError) in
        try requireOpen(state)
        guard !state.isWriting, try tryToLock(&state) else { return false }
        state.isWriting = true
        return true
      }
      if isTaken { break }
      guard backoff.wait(fileSystem) else {
        throw StorageError(
          .busy, operation: "flock", path: path, found: "another writer",
          expected: "the lock within \(timeout)",
          advice: "Try again; if it stays so, find the process that holds \(name).lock.")
      }
    }
    return try state.withLock { state throws(StorageError) in
      do throws(StorageError) {
        try sweepOnce(&state)
        return try loadIfChanged(&state)
      } catch {
        state.lock?.release()
        state.isWriting = false
        throw error
      }
    }
  }

  /// Gives the writer's lock back; does nothing when it is not held.
  package func endWriting() {
    state.withLock { state in
      guard state.isWriting else { return }
      state.lock?.release()
      state.isWriting = false
    }
  }

  /// Makes one commit: all of its changes or none.
  ///
  /// - Parameters:
  ///   - changes: The changes, no two of one name.
  ///   - durability: What the commit survives once this returns.
  ///   - everything: Gives all members as they are after the change, in any order; called when
  ///     the whole file is written.
  /// - Throws: `unencodable` before anything is written; `full`, `readOnly`, `unavailable` when
  ///   writing failed and nothing changed; `uncertain` when the change is in the file and may
  ///   not survive a power cut: the next ``beginWriting(timeout:)`` then returns what is stored.
  package func write(
    _ changes: [Change], durability: Durability,
    everything: () -> [PropertyListDictionary.Member]
  ) throws(StorageError) {
    try state.withLock { state throws(StorageError) in
      try requireOpen(state)
      guard state.isWriting, let folder = state.folder else {
        throw StorageError(
          .closed, operation: "writing", path: path, found: "no writing begun",
          advice: "Begin writing first.")
      }
      let bytes = try encode(everything())
      try writeBase(bytes, in: folder, &state)
    }
  }

  /// Makes everything written so far survive a power cut.
  package func flush() throws(StorageError) {
    try state.withLock { state throws(StorageError) in try requireOpen(state) }
  }

  private func encode(_ members: [PropertyListDictionary.Member]) throws(StorageError) -> [UInt8] {
    let dictionary: PropertyListDictionary
    do throws(PropertyListDictionary.DuplicateKey) {
      dictionary = try PropertyListDictionary(members)
    } catch {
      throw StorageError(
        unencodable: PropertyListError(
          offset: nil, found: "two members named \"\(error.key)\"", expected: "each name once"),
        path: path)
    }
    do throws(PropertyListError) {
      return try BinaryPropertyList.encode(.dictionary(dictionary))
    } catch {
      throw StorageError(unencodable: error, path: path)
    }
  }

  /// Replaces the file.
  private func writeBase(_ bytes: [UInt8], in folder: Folder, _ state: inout State)
    throws(StorageError)
  {
    let file = try calling(for: path) { () throws(SystemError) in
      let old = try folder.status(of: name)
      if state.brokenEdit != nil, old != nil { _ = try folder.keepAside(name, as: "damaged") }
      return try folder.replace(name, with: bytes, like: old)
    }
    state.brokenEdit = nil
    do throws(SystemError) {
      let checksum = bytes.withUnsafeBytes { BinaryPropertyList.Mark.checksum(of: $0) }
      state.base = Base(file: file, status: try file.status(), checksum: checksum)
      try folder.synchronize()
    } catch {
      state.isLoaded = false
      var error = StorageError(error, path: path)
      error.code = .uncertain
      throw error
    }
  }
}

// MARK: - The lock

extension DurableFile {
  /// Takes the file's lock if it is free, making folder and lock file where they are missing.
  func tryToLock(_ state: inout State) throws(StorageError) -> Bool {
    try calling(for: path) { () throws(SystemError) in
      if let lock = state.lock, try lock.isDefunct() {
        // Somebody removed the lock file, perhaps with its folder.
        state.lock = nil
        if let folder = state.folder, !folder.isInPlace() { state.folder = nil }
      }
      if state.folder == nil {
        state.folder = try Folder(makingMissingAt: folderPath, fileSystem)
      }
      if state.lock == nil, let folder = state.folder {
        state.lock = try WriterLock(for: name, in: folder)
      }
      guard let lock = state.lock else { return false }
      return try lock.tryToTake()
    }
  }

  /// Removes what a crashed writer left, once for each object.
  private func sweepOnce(_ state: inout State) throws(StorageError) {
    guard !state.hasSwept, let folder = state.folder else { return }
    try calling(for: path) { () throws(SystemError) in try folder.sweepTemporaries(of: name) }
    state.hasSwept = true
  }
}
