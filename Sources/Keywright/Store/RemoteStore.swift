package import KeywrightStorage

/// A store whose commits are decided by a service that several machines share.
///
/// A commit is optimistic: it is made of the values that the store has in memory, and the service makes
/// its writes only if nothing changed that the commit read or wrote. Where another machine was quicker,
/// the write throws ``CommitConflict``, and the commit runs again from the start.
///
/// Thread safety: as ``Store``'s; `write` is called under the writer's lock.
package protocol RemoteStore: Store {
  /// The reason why a commit that has waited for its turn since `start` need not wait any longer; nil if it should.
  /// Called from time to time, without the writer's lock.
  func refusal(ofCommitSince start: Moment) -> StoreError?

  /// Notes the time at which the commit was called whose turn it is now.
  func turn(ofCommitSince start: Moment)

  /// Makes the writes of one commit, if all that it compares is as the store has it in memory.
  ///
  /// - Parameters:
  ///   - writes: The writes; none where the commit changes nothing, which only has to be confirmed.
  ///   - comparison: Everything that the commit read or wrote.
  func write(
    _ writes: [StagedWrite], comparing comparison: CommitComparison
  ) throws(StoreError)

  /// Refuses to read a value for a commit whose new value depends on it, if the service holds
  /// something for the key that is not readable.
  func requireReadable(_ name: StorageString) throws(StoreError)

  /// Whether the service holds something else for a key than the store shows.
  func isSuperseded(_ name: StorageString) -> Bool

  /// A note for people on the value that the store shows for a key; nil if nothing.
  func remark(on name: StorageString) -> String?
}

extension RemoteStore {
  /// Nil: a commit waits until its turn comes.
  package func refusal(ofCommitSince start: Moment) -> StoreError? { nil }

  /// Nothing.
  package func turn(ofCommitSince start: Moment) {}
}

/// Everything that a commit read or wrote.
package struct CommitComparison: Sendable {
  /// The storage strings of the keys.
  package var names: [StorageString] = []

  /// The prefixes of the storage strings that the commit clears, also those that it does not know.
  package var clearedPrefixes: [String] = []

  /// Whether the commit only read.
  var changesNothing = true

  package init() {}
}

/// The reason why a commit runs again: another machine was quicker.
package struct CommitConflict: Error {
  /// The time for which the commit may go on to run again, from the first conflict on.
  package let patience: Duration

  /// Waits before the commit runs again; called without the writer's lock.
  package let pause: @Sendable () -> Void

  package init(patience: Duration, pause: @escaping @Sendable () -> Void = {}) {
    self.patience = patience
    self.pause = pause
  }

  /// The conflict behind an error.
  init?(_ error: any Error) {
    guard let conflict = (error as? StoreError)?.underlying as? CommitConflict else { return nil }
    self = conflict
  }
}

extension StagedWrite {
  /// The time to live that the key declares for the value.
  package var timeToLive: Duration? {
    retention?.ttl ?? form?.traits?.ttl
  }

  /// The stored form before the write.
  package var storedBefore: StoredValue? { old.stored }

  /// Whether the values may be shown.
  package var isSensitive: Bool { sensitivity != .public }
}

/// The attempts of a commit that meets conflicts: for how long it may go on to run again.
struct ConflictPatience {
  private var end: Moment?

  /// Whether an error is a conflict after which the commit may run again; waits before it returns true.
  mutating func mayRunAgain(after error: any Error, by time: any TimeSource) -> Bool {
    guard let conflict = CommitConflict(error) else { return false }
    let limit = end ?? time.moment + conflict.patience
    end = limit
    guard time.moment < limit else { return false }
    conflict.pause()
    return true
  }
}

// MARK: The steps of a commit that a service decides

extension RemoteStore {
  /// Takes the writer's lock of a core, unless the wait is in vain.
  func lockForWriting(_ core: StoreCore) throws(StoreError) {
    let start = core.time.moment
    if !core.writerLock.tryLock() {
      var refusal = refusal(ofCommitSince: start)
      if refusal == nil {
        _ = core.writerLock.lock(asking: LockHoldMonitor.limit) {
          core.reportHolder()
          refusal = self.refusal(ofCommitSince: start)
          return refusal == nil
        }
      }
      if let refusal { throw refusal }
    }
    turn(ofCommitSince: start)
  }
}

extension WriteBatch {
  /// Notes the keys that the commit only read.
  func compareReads() {
    for write in writes where !write.isTouched { comparison.names += write.key.strings }
  }

  /// Notes the keys that the commit gives a value, or removes, even if that changes nothing.
  func compareWrites() {
    comparison.changesNothing = writes.isEmpty && comparison.clearedPrefixes.isEmpty
    for write in writes { comparison.names += write.key.strings }
  }

  /// Has the service confirm a commit that changes nothing as far as this process knows. One that only
  /// read needs no confirmation: it read one state.
  func confirm() throws(StoreError) {
    if !comparison.changesNothing { try remote?.write([], comparing: comparison) }
  }
}

extension Store {
  /// Commits stored forms of keys that are known by their storage strings alone; nil removes.
  ///
  /// - Parameter check: Is called with what is stored now, and may refuse.
  package func commit(
    forms: [(name: StorageString, stored: StoredValue?)], operation: String,
    check: (StorageString, StoredValue?) throws(StoreError) -> Void
  ) throws(StoreError) {
    try commit(operation, nil) { batch in
      for (name, stored) in forms {
        let key = StagedKey(name, in: Root.self, nil)
        try batch.put(Cell(stored: stored), as: key, operation: operation)
        if let position = batch.position(of: name) {
          try check(name, batch.writes[position].old.stored)
        }
      }
    }
  }
}
