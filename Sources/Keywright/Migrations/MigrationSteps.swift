/// One migration with its types: reading, converting, writing and recording.
struct MigrationSteps<K: KeyType, Old: Sendable>: Sendable {
  /// The newest first.
  let formers: [FormerKey<Old>]
  let key: K

  /// Whether the new key's own value gives way.
  let overwrites: Bool

  /// Makes the new value; nil skips the former one.
  let convert: @Sendable (Old) throws -> K.Value?

  private var record: Key<Reserved, [String]> { Reserved.migrated(to: key.key.storageString) }

  /// Does what is still to be done, as one commit where the store can.
  func run(in store: any Store) throws(StoreError) -> MigrationReport {
    let target = key.key.storageString
    guard !formers.contains(where: { $0.source == nil && $0.key.storageString == target }) else {
      throw StoreError(
        .unsupported, storageString: target.string, operation: "migrate",
        expected: "former keys that are not the key itself",
        advice: "Give the key another id: one name cannot distinguish an old value from a new one.")
    }
    // Without a lock, so that an opening with nothing to do waits for no other thread or process and writes
    // nothing.
    guard try !waiting(in: store, known: store.read(record) ?? []).isEmpty else {
      return MigrationReport()
    }
    store.prepareDefault(of: key.key)
    var outcome = Outcome()
    if store.supportsMultiKeyCommits || store.core.isComposed {
      do throws(StoreError) {
        outcome = try store.migrate(target) { try move(in: store, $0, alone: false) }
        return report(outcome, in: store)
      } catch {
        // The layers of a composition may differ in what they take.
        guard error.code == .unsupported, store.core.isComposed else { throw error }
      }
    }
    outcome = try store.migrate(target) { try move(in: store, $0, alone: true) }
    // A former value goes only where the new one is written, so that it is as durable.
    if let removed = outcome.removable,
      store.core.stack?.haveOneRoute(removed.key.storageString, target) ?? true
    {
      try store.migrate(target) { try $0.set(removed.key, to: nil, operation: "migrate") }
    }
    if !outcome.names.isEmpty {
      try store.migrate(target) { try $0.note(outcome.names, in: record) }
    }
    return report(outcome, in: store)
  }

  /// The stored form of the value that a run would write; nil if it would write none.
  func pendingValue(in store: any ReadableStore) throws(StoreError) -> StoredValue? {
    if try store.contains(key) { return nil }
    guard let newest = try waiting(in: store, known: store.read(record) ?? []).first else {
      return nil
    }
    do {
      return try outcome(of: newest, in: store)
    } catch {
      throw StoreError(
        wrapping: error, operation: "migrate", storageString: key.key.storageString.string)
    }
  }

  /// The former values in another store: those that the new key has now, and those that differ from it.
  func values(in source: any Store, besides store: any Store) throws(StoreError) -> ForeignValues {
    var found = ForeignValues(target: key.key.storageString)
    guard try store.contains(key) else { return found }
    let present = try? store.read(key)
    for former in formers where former.source?.core === source.core {
      let name = former.key.storageString
      guard let stored = try source.stored(name) else { continue }
      if let present, isSame(present, as: former, in: store) {
        found.taken.append((name, stored))
      } else {
        found.different.append(name)
      }
    }
    return found
  }

  /// The stored form of what a former value becomes; nil if it is absent or skipped.
  private func outcome(
    of former: FormerKey<Old>, in store: any ReadableStore
  ) throws -> StoredValue? {
    guard let value = try converted(former, in: store), let processed = try key.processed(value)
    else { return nil }
    try key.key.check(processed)
    return try key.key.stored(processed)
  }

  /// Whether a value of the new key is what a former one becomes; compared as stored, since a store may keep
  /// texts and types need not be equatable.
  private func isSame(
    _ value: K.Value, as former: FormerKey<Old>, in store: any ReadableStore
  ) -> Bool {
    guard let outcome = try? outcome(of: former, in: store) else { return false }
    return outcome == (try? key.key.stored(value))
  }

  private func waiting(
    in store: any ReadableStore, known: [String]
  ) throws(StoreError) -> [FormerKey<Old>] {
    var result: [FormerKey<Old>] = []
    for former in formers where !known.contains(former.recordName) {
      if try former.isStored(in: store) { result.append(former) }
    }
    return result
  }

  // MARK: Under the writer's lock

  /// The findings and the changes of a migration.
  private struct Outcome {
    /// The former keys that are dealt with.
    var names: [String] = []
    /// Whether the new key received a value.
    var isMigrated = false
    /// The former key whose value the new one has.
    var removable: FormerKey<Old>?
    /// Former keys whose values stay beside the new one.
    var left: [FormerKey<Old>] = []
  }

  /// Gives the new key the value of the newest former one, if it has no value yet, or gives way.
  ///
  /// - Parameter isAlone: Whether the commit may change the new key alone.
  private func move(
    in store: any Store, _ batch: WriteBatch, alone isAlone: Bool
  ) throws -> Outcome {
    var outcome = Outcome()
    let position = try batch.stage(key, mustRead: false, operation: "migrate")
    let known: [String]
    if isAlone {
      known = try store.read(record) ?? []
    } else {
      let position = try batch.stage(record, mustRead: true, operation: "migrate")
      known = try batch.value(at: position, as: record, operation: "migrate")
    }
    let waiting = try waiting(in: store, known: known)
    guard let newest = waiting.first else { return outcome }
    outcome.names = waiting.map(\.recordName)
    outcome.left = Array(waiting.dropFirst())
    if batch.writes[position].wasStored, !overwrites {
      // An earlier try may have been cut off after it had written the new value.
      let present = try? batch.value(at: position, as: key.key, operation: "migrate")
      if let present, isSame(present, as: newest, in: store) {
        outcome.removable = newest
      } else {
        outcome.left = waiting
      }
    } else if let value = try converted(newest, in: store) {
      try batch.set(key, to: value, operation: "migrate")
      outcome.isMigrated = !batch.writes[position].isRemoval
      if outcome.isMigrated { outcome.removable = newest }
    }
    if outcome.removable?.source != nil { outcome.removable = nil }
    guard !isAlone else { return outcome }
    if let removed = outcome.removable {
      try batch.set(removed.key, to: nil, operation: "migrate")
    }
    try batch.note(outcome.names, in: record)
    return outcome
  }

  /// The new value; nil if the former one is absent or skipped.
  private func converted(
    _ former: FormerKey<Old>, in store: any ReadableStore
  ) throws -> K.Value? {
    guard let old = try read(former, in: store) else { return nil }
    do {
      return try convert(old)
    } catch {
      throw StoreError(
        wrapping: error, operation: "migrate", storageString: former.key.storageString.string)
    }
  }

  /// The former value; an error shows an unreadable one only if the new key's values may be shown.
  private func read(
    _ former: FormerKey<Old>, in store: any ReadableStore
  ) throws(StoreError) -> Old? {
    do throws(StoreError) {
      return try (former.source ?? store).read(former.key) ?? nil
    } catch {
      var error = error
      error.found = error.found.map { found in key.key.shown(found) }
      throw error
    }
  }

  // MARK: Afterwards

  private func report(_ outcome: Outcome, in store: any Store) -> MigrationReport {
    var report = MigrationReport()
    if outcome.isMigrated { report.migrated = [key.key.storageString.string] }
    report.issues = outcome.left.map { former in
      StoreError(
        .unsupported, storageString: key.key.storageString.string, operation: "migrate",
        expected: "one value", found: "another one under the former key '\(former.recordName)'",
        advice: "The value under the key's present name counts; the former one was left as it is.")
    }
    for issue in report.issues { store.core.report(issue, once: nil) }
    return report
  }
}

extension Store {
  /// Makes one commit of a migration to a key.
  func migrate<Result>(
    _ target: StorageString, _ body: (WriteBatch) throws -> Result
  ) throws(StoreError) -> Result {
    try commit("migrate", target, .migration, body)
  }
}

extension WriteBatch {
  /// Adds names to a record of what was migrated.
  func note(_ names: [String], in record: Key<Reserved, [String]>) throws(StoreError) {
    let position = try stage(record, mustRead: true, operation: "migrate")
    let known = try value(at: position, as: record, operation: "migrate")
    try set(record, to: known + names.filter { !known.contains($0) }, operation: "migrate")
  }
}

/// The former values that another store holds of a key that was migrated.
struct ForeignValues {
  /// The key that has them now.
  let target: StorageString
  /// Those that the key has, with their stored forms.
  var taken: [(name: StorageString, stored: StoredValue)] = []
  /// Those that differ from the key's.
  var different: [StorageString] = []
}
