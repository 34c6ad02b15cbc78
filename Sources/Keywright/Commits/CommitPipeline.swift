/// One commit, from the writer's lock to the last notice: the order that every store keeps.
///
/// A failure in any step up to ``keep`` throws, and then nothing changed, in memory or on disk.
struct CommitPipeline {
  let store: any Store
  let origin: CommitOrigin

  /// Runs `body` under the writer's lock and keeps what it changed.
  ///
  /// Begins again, without the lock, when a default is needed that was not computed yet.
  func run<Result>(_ body: (CommitRecord) throws -> Result) throws -> Result {
    while true {
      let record = try begin()
      let result: Result
      do {
        result = try body(record)
        try finish(record)
      } catch {
        end()
        guard let missing = record.missingDefault else { throw error }
        missing()
        continue
      }
      return result
    }
  }

  /// Takes the writer's lock, in this process and across processes.
  func begin() throws(StoreError) -> CommitRecord {
    guard !CommitScope.isActive else {
      throw StoreError(
        .reentrant,
        advice: """
          Commit after the one under way: from a post-commit hook, `didChange` or an observer, or \
          amend the commit in a pre-commit hook.
          """)
    }
    store.core.writerLock.lock()
    do {
      try store.beginCommit()
    } catch {
      store.core.writerLock.unlock()
      throw error
    }
    CommitScope.enter()
    store.core.stopwatch.start()
    return CommitRecord(store: store)
  }

  /// Lets the writer's lock go, with nothing kept.
  func end() {
    CommitScope.leave()
    store.endCommit()
    store.core.writerLock.unlock()
    store.core.deliverNotices()
  }

  /// Checks, encodes and keeps what the record holds, lets the lock go, and delivers the notices.
  ///
  /// When it throws, the lock is still held.
  func finish(_ record: CommitRecord) throws(StoreError) {
    try process(record)
    try callPreCommitHooks(record)
    if store.keepsStoredForms {
      for change in record.changes { try change.encode() }
    }
    record.dropUnchanged()
    if !record.changes.isEmpty {
      for change in record.changes { change.announceWillChange() }
      try store.keep(record.changes.map(KeptChange.init))
      store.core.announce(record.changes, origin: origin)
    }
    store.core.stopwatch.stop(record, reportTo: store.core)
    end()
  }

  private func process(_ record: CommitRecord) throws(StoreError) {
    if let failure = record.failure { throw failure }
    record.dropUntouched()
    for change in record.changes { try change.process() }
    for change in record.changes {
      try change.check()
      change.isAmended = false
    }
    try requireDefaults(record)
  }

  /// Calls each namespace's hook once, outermost first, also those of keys that hooks added.
  private func callPreCommitHooks(_ record: CommitRecord) throws(StoreError) {
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
      try requireDefaults(record)
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

  private func requireDefaults(_ record: CommitRecord) throws(StoreError) {
    guard record.lacksDefault() else { return }
    throw StoreError(.unavailable, operation: "default", advice: "The commit begins again.")
  }
}
