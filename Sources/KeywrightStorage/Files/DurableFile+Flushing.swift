extension DurableFile {
  /// Returns when a commit is on the disk; several threads that wait share one synchronization.
  ///
  /// - Parameter commit: What ``endWriting()`` returned.
  /// - Throws: `uncertain` when the commit may not survive a power cut; the file then refuses
  ///   to be written until it is opened again.
  package func waitUntilDurable(_ commit: Commit) throws(StorageError) {
    do throws(SystemError) {
      try commit.sync.wait(upTo: commit.end)
    } catch {
      try recover(commit.sync)
    }
  }

  /// Makes everything that this object wrote or read so far survive a power cut, the commits of
  /// other processes among it.
  ///
  /// - Parameter compacting: Whether to bring the property-list file up to date as well, so that
  ///   other programs find everything in it.
  /// - Throws: `uncertain` when that failed; `busy` when another writer keeps the lock.
  package func flush(compacting: Bool = false) throws(StorageError) {
    let (sync, end) = try state.withLock { state throws(StorageError) in
      try requireOpen(state)
      return (state.sync, state.journal?.end ?? 0)
    }
    sync?.didWrite(upTo: end)
    if let sync, sync.isPending { try waitUntilDurable(Commit(sync: sync, end: end)) }
    if compacting { try compact(timeout: .seconds(10)) }
  }

  /// Lets go of all files, with everything on the disk and the property-list file up to date as
  /// far as that is possible; every later call throws `closed`.
  package func close() {
    if !state.withLock({ $0.isClosed || $0.isWriting }) {
      try? flush()
      try? compact(timeout: .milliseconds(500))
    }
    state.withLock { state in
      if state.isWriting { state.lock?.release() }
      state = State()
      state.isClosed = true
    }
  }

  /// Writes a new base if the journal holds anything.
  ///
  /// What the caller has stays as it is: changes of others that are found on the way are reported
  /// by the next ``refresh()``.
  func compact(timeout: Duration) throws(StorageError) {
    try state.withLock { state throws(StorageError) in
      try requireOpen(state)
      guard let journal = state.journal, state.isLoaded, !state.isStale, state.refusal == nil
      else { return }
      if journal.isEmpty, !state.isSuspect { return }
      try holdingLock(timeout: timeout, &state) { state throws(StorageError) in
        try compactUnderLock(&state)
      }
    }
  }

  /// Brings the property list up to date when it was left behind by a program that has ended.
  ///
  /// A failure harms nobody: journal and base stay as they are.
  func compactOldJournal(_ state: inout State) {
    guard let journal = state.journal, !journal.isEmpty, !state.needsBase, !state.isWriting,
      let status = try? journal.file.status(),
      fileSystem.date() - status.modified > 2_000_000_000
    else { return }
    try? holdingLock(timeout: .zero, &state) { state throws(StorageError) in
      try compactUnderLock(&state)
    }
  }

  private func compactUnderLock(_ state: inout State) throws(StorageError) {
    // Only what this object knows may be replaced, or changes of others would go unreported.
    guard try updateIfChanged(&state) == nil else {
      state.isStale = true
      return
    }
    guard let base = state.base, let journal = state.journal, !journal.isEmpty,
      var dictionary = base.originalMembers(),
      let changes = try calling(for: path, journal.allChanges)
    else { return }
    dictionary.apply(changes)
    _ = try writeBase(encode(dictionary.members), &state)
  }

  /// After a synchronization failed, writes everything anew.
  ///
  /// Base and journal are read back; their checksums show that they are still what was written,
  /// so that this is what memory holds.
  private func recover(_ sync: GroupSync) throws(StorageError) {
    try state.withLock { state throws(StorageError) in
      try requireOpen(state)
      if let refusal = state.refusal, state.sync === sync || sync.isPending {
        var error = refusal
        error.code = .uncertain
        throw error
      }
      guard state.sync === sync, sync.isPending else { return }
      do throws(StorageError) {
        try holdingLock(timeout: .seconds(10), &state) { state throws(StorageError) in
          try compactUnderLock(&state)
        }
      } catch {
        throw uncertain(&state)
      }
      if sync.isPending { throw uncertain(&state) }
    }
  }

  private func holdingLock(
    timeout: Duration, _ state: inout State, _ body: (inout State) throws(StorageError) -> Void
  ) throws(StorageError) {
    var backoff = Backoff(timeout: timeout)
    var isTaken = false
    while !isTaken {
      if !state.isWriting { isTaken = try tryToLock(&state) }
      if !isTaken, !backoff.wait(fileSystem) {
        throw StorageError(
          .busy, operation: "flock", path: path, found: "another writer",
          expected: "the lock within \(timeout)", advice: "Try again.")
      }
    }
    state.isWriting = true
    defer {
      state.lock?.release()
      state.isWriting = false
    }
    try body(&state)
  }
}
