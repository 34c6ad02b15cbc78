extension RecoveredState {
  /// All damage, as errors.
  func damages(path: String) -> [StorageError] {
    var issues = damagedCheckpoint.map { [StorageError($0.error, path: path)] } ?? []
    func report(_ journal: DamagedJournal, advice: String) {
      issues.append(journal.error(path: path, advice: advice))
    }
    for journal in damagedJournals { report(journal, advice: "The journal is kept aside.") }
    if let journal, journal.tail == .damaged {
      report(journal.damage, advice: Journal.adviceAboutDamage)
    }
    if isSuccessorMissing, let journal {
      issues.append(
        StorageError(
          .corrupt, operation: "reading", path: path,
          found: "\(journal.name) without the journal that continues it",
          expected: "that journal, with all later commits",
          advice: "All commits before it are in use; restore the files from a backup."))
    }
    if isCheckpointMissing, let journal {
      issues.append(
        StorageError(
          .corrupt, operation: "reading", path: path, found: "\(journal.name) without its file",
          expected: "the file that it extends",
          advice: journal.isOfOlderVersion
            ? Journal.adviceAboutOlderWithoutFile : Journal.adviceAboutMissingFile))
    }
    return issues
  }
}

extension RecoveredState.DamagedJournal {
  func error(path: String, advice: String) -> StorageError {
    StorageError(
      .corrupt, operation: "reading", path: path, found: found, expected: expected,
      advice: advice)
  }
}

extension Journal {
  static let adviceAboutDamage =
    "All commits before it are in use; the journal is kept aside."

  fileprivate static let adviceAboutMissingFile = """
    What the journal holds is in use, and commits go on into it. Put the file back, or restore it from a \
    backup; to go on without it, run `keywright doctor --mend`.
    """

  /// No commit goes into a journal of an older version.
  fileprivate static let adviceAboutOlderWithoutFile = """
    What the journal holds is in use. Put the file back, or restore it from a backup, before the next commit, \
    which begins a new file and keeps the journal aside: an earlier version of Keywright wrote it.
    """
}
