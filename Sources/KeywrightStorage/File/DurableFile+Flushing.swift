import Synchronization

extension DurableFile {
  /// Returns when a commit is on the disk; several threads that wait share one synchronization.
  ///
  /// - Parameter commit: The return value of ``endWriting()``.
  /// - Throws: `uncertain` when the commit may not survive a power cut; the file then refuses
  ///   to be written until it is opened again.
  package func waitUntilDurable(_ commit: Commit) throws(StorageError) {
    if isInherited { throw .inherited(path: path) }
    do throws(SystemError) {
      try commit.sync.wait(upTo: commit.end)
      if commit.sync.isWithoutFolderCall { state.withLock { noteMissingFolderCall(&$0) } }
    } catch {
      guard error == .foreignDescriptor else { return try recover(commit.sync) }
      // The record is in the journal, and not where the descriptor leads now.
      do throws(StorageError) {
        try whileOpen { state throws(StorageError) in
          if state.journal?.sync === commit.sync { letGo(&state) }
        }
        try flush()
      } catch {
        // The record stays where it was written, whatever failed: a later reader may find it.
        throw uncertainty
      }
    }
  }

  /// Makes everything that this object wrote or read so far survive a power cut, the commits of
  /// other processes among it.
  ///
  /// - Parameter compacting: Whether to bring the property-list file up to date as well, so that
  ///   other programs find everything in it.
  /// - Throws: `uncertain` when that failed; `busy` when another writer keeps the lock; compacting,
  ///   `unavailable` when what is there cannot be read, `readOnly` when it may not be written.
  package func flush(compacting: Bool = false) throws(StorageError) {
    let commit: Commit?
    do throws(StorageError) {
      commit = try lastCommit()
    } catch {
      // All files are open again, in new descriptors.
      guard error.isOfForeignDescriptor else { throw error }
      commit = try lastCommit()
    }
    if let commit { try waitUntilDurable(commit) }
    if compacting { try compact(timeout: .seconds(10), makesRoom: true) }
  }

  /// What is to be brought to the disk: all that the journal has. One that was removed is made again first.
  private func lastCommit() throws(StorageError) -> Commit? {
    var mustLook = false
    let commit = try whileOpen { state throws(StorageError) -> Commit? in
      // No later synchronization can confirm bytes that an earlier one failed to write.
      guard state.refusal == nil else { throw uncertainty }
      if state.isLoaded { try openStore(&state) }
      guard let store = state.store, let journal = store.journal else { return nil }
      if state.isWriting { return Commit(sync: journal.sync, end: journal.end.position) }
      mustLook = try store.glance()
      return store.journal.map { Commit(sync: $0.sync, end: $0.end.position) }
    }
    guard mustLook, try refusal() == nil else { return commit }
    return try lockingWriter(timeout: .seconds(10)) { state throws(StorageError) in
      defer { state.endTurn() }
      guard let store = state.store else { return nil }
      do throws(StorageError) {
        try look(store, &state)
      } catch {
        throw store.journal?.tail == .moved ? uncertain(&state) : error
      }
      return store.journal.map { Commit(sync: $0.sync, end: $0.end.position) }
    }
  }

  /// Lets go of all files, with everything on the disk and the property-list file up to date as
  /// far as that is possible; every later call throws `closed`.
  package func close() {
    // In a forked child the parent holds the lock, not this process.
    if isInherited { return }
    if !state.withLock({ $0.isClosed || $0.isWriting }) {
      if isRefusing { _ = try? open() }
      try? flush()
      try? compact(timeout: .seconds(2))
    }
    state.withLock { state in
      if state.isWriting { state.lock?.release() }
      state = State()
      state.isClosed = true
    }
    // Another thread's ends at its next step, and then removes its file.
    var backoff = Backoff(timeout: .seconds(2))
    while isWorking.load(ordering: .acquiring), backoff.wait(fileSystem) {}
  }

  /// Brings the commits to the disk while the process ends, whatever the length of the list.
  /// - Parameter patience: How long to wait for locks.
  package func flushAtExit(within patience: Duration) {
    guard !isInherited,
      let journal = state.withLock(
        within: patience,
        { state in
          state.journal.map { (sync: $0.sync, end: $0.end.position) }
        })
    else { return }
    try? journal?.sync.wait(upTo: journal?.end ?? 0)
  }

  /// Brings the property list up to date while the process ends.
  ///
  /// A long list is left to the next opening, unless the journal is long too: programs that live for
  /// less than a moment would never shorten it. So is a list that others have locked.
  /// - Parameter patience: How long to wait for locks, all of them together.
  package func compactAtExit(within patience: Duration) {
    // The lock is taken six times.
    let timeout = patience / 7
    guard compactsByItself, !isInherited else { return }
    let isDue = state.withLock(within: timeout) { state in
      isJournalLong(state) || state.journal?.longestList ?? 0 <= DurableFile.longestAtExit
    }
    if isDue == true { try? compact(timeout: timeout) }
  }

  private static let longestAtExit = 1 << 20

  /// Brings the property list up to date, and removes what is not needed any more.
  ///
  /// The caller's contents stay as they are: changes of others found on the way are reported
  /// by the next ``refreshUpdate()``.
  /// - Parameters:
  ///   - timeout: How long to wait for other writers, each time.
  ///   - makesRoom: Whether the oldest kept lists go where the disk has no room; work that
  ///     the program did not ask for can wait.
  func compact(timeout: Duration, makesRoom: Bool = false) throws(StorageError) {
    try beginWork(timeout: timeout)
    defer { isWorking.store(false, ordering: .releasing) }
    let hasJournal = try whileOpen { state throws(StorageError) in
      try openStore(&state)
      _ = try state.store?.glance()
      return state.store?.journal != nil
    }
    guard hasJournal else { return }
    if let refusal = try refusal() { throw refusal }
    defer { state.withLock { noteLostAccessList(&$0) } }
    let turns = Turns(file: self, timeout: timeout)
    while true {
      do throws(StorageError) {
        try publish(by: turns)
        return try shortenIfWorthwhile(by: turns)
      } catch {
        guard makesRoom, error.isOfFullDisk,
          try turns.writing({ store throws(StorageError) in store.place.earlier.removeOldest() })
        else { throw error }
      }
    }
  }

  /// Waits until no other thread makes a list or a journal.
  private func beginWork(timeout: Duration) throws(StorageError) {
    var backoff = Backoff(timeout: timeout)
    while isWorking.exchange(true, ordering: .acquiring) {
      guard backoff.wait(fileSystem) else {
        throw StorageError(
          .busy, operation: "compacting", path: path, found: "another thread that does so",
          expected: "its end within \(timeout)", advice: "Try again.")
      }
    }
  }

  private func publish(by turns: Turns) throws(StorageError) {
    try turns.tidy()
    // A list that cannot be read stays for as long as another program may be writing it.
    let isPublished = try turns.publish()
    try turns.writing { store throws(StorageError) in
      if isPublished { try store.tidy() }
      store.place.earlier.thin { store.journal.flatMap { try? store.history($0).members } }
    }
  }

  /// Makes the journal shorter, or takes secrets out of it that the store does not have any more.
  private func shortenIfWorthwhile(by turns: Turns) throws(StorageError) {
    let isSecret = state.withLock { $0.history().isSecret }
    if let isSecret, try removeOldSecrets(isSecret, by: turns) { return }
    if try turns.looking({ store throws(StorageError) in isShorteningWorthwhile(store) }) {
      try turns.shorten()
    }
  }

  private func removeOldSecrets(
    _ isSecret: @escaping (String) -> Bool, by turns: Turns
  ) throws(StorageError) -> Bool {
    let view = try turns.looking { store in store.journal?.view }
    let place = try turns.looking { store in store.place }
    guard let view, try view.history(at: place).hasOldSecrets(isSecret) else { return false }
    return try turns.writing { store throws(StorageError) in
      guard let journal = try store.look() else { return false }
      try store.rebuild(
        try store.history(journal).members, holding: journal.number, in: journal)
      return true
    }
  }

  private func isShorteningWorthwhile(_ store: StoreFile) -> Bool {
    guard let journal = store.journal else { return false }
    return journal.lengthOfCommits > max(1 << 16, journal.summary.snapshotEnd / 4)
  }

  /// Whether the list shall be brought up to date, and the journal made shorter, though the store is not idle: long
  /// enough that the waits for the disk cost a commit little, short enough to be read within milliseconds.
  func isJournalLong(_ state: State) -> Bool {
    guard compactsByItself, let journal = state.journal else { return false }
    return journal.lengthBehindList > state.maintenance.threshold(beside: journal)
  }

  /// After a failed synchronization, writes everything again.
  ///
  /// The journal is read back; its checksums show that its records are still what was written, so that this is what
  /// memory holds.
  private func recover(_ sync: GroupCommit) throws(StorageError) {
    guard sync.isPending else { return }
    do throws(StorageError) {
      try lockingWriter(timeout: .seconds(10)) { state throws(StorageError) in
        defer { state.endTurn() }
        // Another thread may have done so.
        guard sync.isPending else { return }
        try writeAgain(&state)
      }
    } catch {
      throw error.code == .uncertain ? error : state.withLock { uncertain(&$0) }
    }
  }

  /// Writes everything to a new journal, on the disk.
  func writeAgain(_ state: inout State) throws(StorageError) {
    guard let store = state.store, let journal = store.journal else { throw uncertain(&state) }
    store.noteDoubt()
    do throws(StorageError) {
      let members = (try? store.history(journal).members) ?? state.callersMembers()
      guard let members else { throw uncertainty }
      let new = try store.rebuild(members, holding: journal.number, in: journal)
      try store.synchronize(new)
      state.refusal = nil
    } catch {
      throw uncertain(&state)
    }
  }
}
