/// One commit, from the writer's lock to the last notice: the order that every store keeps.
///
/// A failure in any step up to ``keep`` throws, and then nothing changed, in memory or on disk.
struct CommitPipeline {
  let store: any Store
  let origin: CommitOrigin

  /// How often a commit begins again to compute defaults outside of the lock; more is a key whose
  /// default is new each time.
  static let attempts = 100

  /// Runs `body` under the writer's lock and keeps what it changed.
  ///
  /// Begins again, after the lock was let go, when a default is needed that was not computed yet.
  func run<Result>(_ body: (CommitRecord) throws -> Result) throws -> Result {
    var attempt = 1
    while true {
      let record = try begin()
      let result: Result
      do {
        result = try body(record)
        try finish(record)
      } catch {
        record.end()
        guard record.isAbandoned, attempt < CommitPipeline.attempts else { throw error }
        attempt += 1
        continue
      }
      return result
    }
  }

  /// Takes the writer's lock, in this process and across processes.
  func begin() throws(StoreError) -> CommitRecord {
    guard !WriterScope.isActive else { throw .reentrant(operation: nil) }
    let record = CommitRecord(store: store, origin: origin)
    try record.takeLock()
    return record
  }

  /// Checks, encodes and keeps what the record holds, lets the lock go, and delivers the notices.
  ///
  /// When it throws, the record has not ended yet.
  func finish(_ record: CommitRecord) throws(StoreError) {
    // Of changes that are encoded already, none of the steps before that has anything to do.
    if !record.isEncoded {
      try process(record)
      try callPreCommitHooks(record)
    }
    if store.keepsStoredForms { try record.encode() }
    try record.requireLock()
    record.dropUnchanged()
    if record.count > 0 {
      try refuseSeveral(record)
      if !record.isEncoded {
        for change in record.changes { change.announceWillChange() }
        try record.requireLock()
      }
      let kept = record.kept
      if kept.count == 1 { try store.keep(only: kept[0]) } else { try store.keep(kept) }
      record.announce(kept)
    }
    try record.acknowledge()
  }

  /// Refuses a commit of several keys in a store that cannot keep them all or none.
  private func refuseSeveral(_ record: CommitRecord) throws(StoreError) {
    guard record.count > 1, !store.keepsSeveralKeys else { return }
    let names = record.changes.prefix(3).map { "'\($0.name)'" }.joined(separator: ", ")
    throw StoreError(
      .unsupported, operation: "commit", expected: "one key",
      found: "\(record.changes.count) keys: \(names)\(record.changes.count > 3 ? ", …" : "")",
      advice: "Commit key by key, or keep these keys in a DefaultsStore, which writes all or none.")
  }

  private func process(_ record: CommitRecord) throws(StoreError) {
    try record.requireLock()
    record.dropUntouched()
    for change in record.changes { try change.process() }
    for change in record.changes {
      try change.check()
      change.isAmended = false
    }
    try prepareDefaults(record)
  }

  /// Calls each namespace's hook once, outermost first, also those of keys that hooks added.
  private func callPreCommitHooks(_ record: CommitRecord) throws(StoreError) {
    guard record.changes.contains(where: { !NamespaceHooks.areIdle($0.space) }) else { return }
    var called: [any Namespace.Type] = []
    while let space = nextNamespace(of: record, after: called) {
      called.append(space)
      var pending = PendingCommit(space: space, record: record)
      do {
        try space.preCommit(&pending)
      } catch {
        throw StoreError(wrapping: error, operation: "preCommit", storageString: nil)
      }
      if let failure = record.failure { throw failure }
      for change in record.changes where change.isAmended {
        try change.check()
        change.isAmended = false
      }
      try prepareDefaults(record)
    }
  }

  private func nextNamespace(
    of record: CommitRecord, after called: [any Namespace.Type]
  ) -> (any Namespace.Type)? {
    var next: (space: any Namespace.Type, depth: Int)?
    for change in record.changes {
      for (depth, space) in change.space.lineage.enumerated()
      where !called.contains(where: { $0 == space }) {
        if depth < next?.depth ?? Int.max { next = (space, depth) }
      }
    }
    return next?.space
  }

  /// Computes, outside of the lock, what the hooks and `willChange` will be shown.
  private func prepareDefaults(_ record: CommitRecord) throws(StoreError) {
    for change in record.changes { change.prepareDefault() }
    try record.requireLock()
  }
}

extension StoreError {
  /// A commit, or something else that takes a writer's lock, from inside a commit.
  static func reentrant(operation: String?) -> StoreError {
    StoreError(
      .reentrant, operation: operation,
      advice: """
        Commit after the one under way: from a post-commit hook, `didChange` or an observer, or \
        amend the commit in a pre-commit hook.
        """)
  }
}
