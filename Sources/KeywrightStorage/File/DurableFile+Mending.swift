extension DurableFile {
  /// Brings everything that can be read into a new property list, and quarantines the rest.
  ///
  /// More careful than opening: journals that a newer one superseded and files that a crash left
  /// unfinished are quarantined too, unless they are empty. So no byte is lost that was
  /// not understood. To be called on an object that was not opened; it is on the disk when this
  /// returns.
  /// - Parameter timeout: How long to wait for other writers.
  /// - Throws: `busy`, `readOnly`, `full`, `unavailable` when nothing was mended; `uncertain`
  ///   when the result may not survive a power cut.
  package func mend(timeout: Duration) throws(StorageError) {
    // Mending keeps files that a crash left instead of sweeping them.
    state.withLock { $0.hasSwept = true }
    let contents = try begin(timeout: timeout) { state throws(StorageError) -> Contents? in
      try self.contents(of: updateIfChanged(&state), &state)
    }
    defer { endWriting() }
    try state.withLock { state throws(StorageError) in
      guard let folder = state.folder, let contents else { return }
      if let refusal = try refusal(toWriteIn: folder, journal: state.journal) { throw refusal }
      try withPath(path) { () throws(SystemError) in
        try quarantineTemporaries(in: folder)
      }
      let isTidy =
        !state.isSuspect && !state.isInterrupted && !state.isListMissing
        && state.cleanup.staleJournals.isEmpty
        && state.predecessor == nil
        && state.journal?.isEmpty ?? true
      if isTidy { return }
      // Not moved before the new checkpoint is there: without a checkpoint, older journals are
      // needed.
      let kept = state.cleanup.staleJournals.filter { !isKnownEmpty(journal: $0, in: folder) }
      state.cleanup.staleJournals.removeAll { kept.contains($0) }
      state.cleanup.damagedJournals += kept
      guard try writeCheckpoint(contents.members, &state) else { throw uncertainty }
    }
  }

  private func quarantineTemporaries(in folder: Folder) throws(SystemError) {
    for fileName in try fileSystem.names(in: folder.descriptor)
    where fileName.hasBytePrefix(name + Folder.temporaryInfix) {
      try folder.withAbandoned(fileName) { () throws(SystemError) in
        if try folder.status(of: fileName)?.size == 0 {
          folder.discard(fileName)
        } else {
          // Under its own name the next writer would sweep it.
          try folder.rename(fileName, to: try folder.freeName(for: name, .unfinished))
        }
      }
    }
    try folder.synchronize()
  }

  /// Whether a journal holds no commit and nothing that could have been one.
  private func isKnownEmpty(journal fileName: String, in folder: Folder) -> Bool {
    guard let generation = JournalFormat.generation(in: fileName, for: name),
      let reading = try? Journal.read(fileName, generation: generation, in: folder, path: path)
    else { return false }
    switch reading {
    case .blank: return true
    case .damaged: return false
    case .valid(let journal, _): return journal.isEmpty && journal.tail != .damaged
    }
  }
}
