extension DurableFile.State {
  /// Whether the journal ends in a part of a record, as a crash leaves it.
  var isInterrupted: Bool { journal?.tail == .interrupted }

  /// The time of the last commit that the journals hold.
  var lastCommitTime: Int64? { journal?.lastTime ?? predecessor?.lastTime }

  /// Whether all commits are in journals, because the store is new.
  var beginsStore: Bool { checkpoint == nil && (predecessor ?? journal)?.beginsStore ?? false }

  /// Whether the names of the folders are on the disk, as they are once the store has a list: neither its first
  /// journal nor a list that another program put there brings them.
  var isPathConfirmed: Bool {
    checkpoint != nil && (predecessor ?? journal)?.beginsStore == false
  }

  /// Whether there is nothing at all, so that the first commit may begin the store with a journal.
  var isNothingThere: Bool {
    checkpoint == nil && journal == nil && !isSuspect && brokenEdit == nil && cleanup.isEmpty
  }

  /// Whether the journal has a format to which no commit is appended any more.
  var isOfOlderVersion: Bool { journal?.isOfOlderVersion ?? false }

  /// The contents that the caller had when an edit took the place of the checkpoint that it had open.
  struct Original {
    /// The members of that checkpoint; nil if they cannot be read any more, or the edit is one of another
    /// checkpoint.
    let members: PropertyListDictionary?
    /// The same, or all that the caller had, with commits that the journals hold; nil if that is unknown.
    let present: PropertyListDictionary?
  }

  /// Files that the next checkpoint replaces or makes useless.
  struct Cleanup {
    var staleJournals: [String] = []
    var damagedJournals: [String] = []
    var damagedCheckpoint: FileStatus?
    /// Whether the present checkpoint was edited in ways that are overridden.
    var keepsEdit = false
    /// Whether the present journals hold commits that are overridden.
    var keepsJournal = false

    var isEmpty: Bool {
      staleJournals.isEmpty && damagedJournals.isEmpty && damagedCheckpoint == nil && !keepsEdit
        && !keepsJournal
    }
  }

  /// Takes over what was read.
  mutating func adopt(_ recovered: RecoveredState) {
    checkpoint = recovered.checkpoint
    isCheckpointGone = false
    isJournalGone = false
    let oldSync = sync
    if let journal = recovered.journal {
      if oldSync == nil || !journal.isSameFile(as: self.journal) {
        sync = GroupCommit(
          journal, in: folder,
          after: recovered.predecessor.map { predecessor in
            let sync = GroupCommit(predecessor, in: folder)
            sync.didWrite(upTo: predecessor.writtenEnd)
            return sync
          })
      }
    } else {
      sync = nil
    }
    journal = recovered.journal
    predecessor = recovered.predecessor
    highestGeneration = recovered.highestGeneration
    isJournalComplete = false
    isListMissing = recovered.isCheckpointMissing
    isSuspect = recovered.needsRepair
    isEdited = recovered.isCheckpointEdited && !isListMissing
    needsCheckpoint =
      recovered.checkpoint == nil && !isListMissing && !beginsStore || isSuspect || isOfOlderVersion
    cleanup.staleJournals = recovered.staleJournals
    cleanup.damagedJournals = recovered.damagedJournals.map(\.name)
    cleanup.damagedCheckpoint = recovered.damagedCheckpoint?.status
    values = recovered.dictionary.members.reduce(0) { $0 + $1.value.valueCount }
    compactionThreshold = CompactionThreshold(checkpoint: recovered.checkpoint)
    isLoaded = true
    isStale = false
  }

  /// Resets the state to that of a folder without a store.
  mutating func forget() {
    isLoaded = false
    unreported = []
    isStale = false
    original = nil
    checkpoint = nil
    isCheckpointGone = false
    isListMissing = false
    isJournalGone = false
    journal = nil
    predecessor = nil
    sync = nil
    highestGeneration = 0
    brokenEdit = nil
    isSuspect = false
    isEdited = false
    beforeEdit = nil
    needsCheckpoint = true
    cleanup = Cleanup()
    values = 0
  }

  /// Lets go of all files; the caller's contents count until the next look succeeds.
  mutating func letGo() {
    let wasLoaded = isLoaded
    forget()
    (folder, lock) = (nil, nil)
    isLookDone = false
    (isLoaded, isStale) = (wasLoaded, true)
  }

  /// Whether the files were let go of, and have not been opened again.
  var hasLetGo: Bool { isLoaded && isStale && folder == nil }
}

extension DurableFile {
  /// Sets the function that gives the caller's members. It is called when another program wrote into the file that
  /// held them.
  /// - Parameter members: In any order. Called with the state locked.
  package func findMembers(
    by members: @escaping @Sendable () -> [PropertyListDictionary.Member]
  ) {
    state.withLock { $0.callersMembers = { try? PropertyListDictionary(members()) } }
  }
}

extension PropertyList {
  /// The number of values that a tree has, itself among them.
  var valueCount: Int {
    switch self {
    case .array(let elements): elements.reduce(1) { $0 + $1.valueCount }
    case .dictionary(let dictionary): dictionary.members.reduce(1) { $0 + $1.value.valueCount }
    default: 1
    }
  }
}
