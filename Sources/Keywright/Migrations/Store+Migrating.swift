extension Store {
  /// Brings values that earlier versions kept elsewhere under the keys that have them now.
  ///
  /// ```swift
  /// try store.migrate([Migration(from: ["player:loudness"], to: Player.volume)])
  /// ```
  ///
  /// Each migration is a commit of its own, so that a failure stops no other one; a migration with nothing to do
  /// makes no commit. Call it before other code reads the store; `DefaultsStore(suite:keys:)` does so for declared
  /// keys.
  ///
  /// In a store that cannot write several keys as one (``Store/supportsMultiKeyCommits``), the new
  /// value is written first, then the former one removed, then the record made; in a composition
  /// whose layers differ in what they take, the former value stays. A cache holds nothing of
  /// earlier versions: nothing happens there.
  ///
  /// - Parameter migrations: The migrations, in the order in which to run them.
  /// - Returns: The values that were migrated, and those that were left as they are. A migration
  ///   with nothing to do is not mentioned.
  /// - Throws: If the store cannot be read or written; then migrations that were done stay done,
  ///   and the others can be tried again. Until then a store that can be read gives their values, and the
  ///   error names the keys.
  ///
  /// Complexity: O(*n*) in the number of former keys; no write once all is migrated. Durability:
  /// that of the store's commits.
  @discardableResult
  public func migrate(_ migrations: [Migration]) throws(StoreError) -> MigrationReport {
    var report = MigrationReport()
    guard core.encodesValues else { return report }
    core.noteMigrations(to: migrations.map(\.target))
    for (index, migration) in migrations.enumerated() {
      do throws(StoreError) {
        let done = try migration.run(self)
        report.migrated += done.migrated
        report.issues += done.issues
      } catch {
        guard error.code.concernsOneKey else {
          core.pendingMigrations.replace(migrations, by: migrations[index...])
          throw naming(migrations[index...], in: error)
        }
        core.report(error, once: migration.target)
        report.issues.append(error)
      }
    }
    core.pendingMigrations.replace(migrations, by: [])
    return report
  }

  /// Brings values over from another store, as ``migrate(_:)`` does, and removes them there: a secret that was
  /// in a file.
  ///
  /// ```swift
  /// try secrets.migrate(Migration.importing(from: store, Account.token), removingFrom: store)
  /// ```
  ///
  /// A value is removed once this store has it, by a commit that compares it. A value that differs from this
  /// store's stays and is reported, since only the program can tell which one counts. Then the other store forgets
  /// its earlier values (``removeHistory()``), so that none of its own files holds the value any more; in a
  /// composition, each store that it writes to does so. A value in a layer that is only read stays, and is
  /// reported. If the process ends in between, the next call does the rest, by a record in this store.
  ///
  /// - Parameters:
  ///   - migrations: Migrations whose `source` is the other store, or another handle on it.
  ///   - source: The other store.
  /// - Returns: The values that were migrated, and those that were left as they are.
  /// - Throws: As ``migrate(_:)``; if the other store cannot be written, the values are in both.
  ///
  /// Complexity: O(*n*) in the number of former keys, and the writing of the other store's list if one
  /// was removed. Durability: that of both stores' commits; the removal comes second.
  @discardableResult
  public func migrate(
    _ migrations: [Migration], removingFrom source: some Store
  ) throws(StoreError) -> MigrationReport {
    var report = try migrate(migrations)
    let mark = Reserved.moving(from: source.core.name)
    var isMarked = try read(mark) != nil
    for migration in migrations {
      guard let found = try migration.foreign?(source, self) else { continue }
      for (name, stored) in found.taken {
        if try source.holds(name) {
          if !isMarked { try note(source.core.name, under: mark) }
          isMarked = true
          try source.migrate(name) { batch in
            if try source.stored(name) == stored { try batch.remove(name, in: Root.self) }
          }
        }
        guard try source.stored(name) == stored else { continue }
        report.issues.append(
          notRemoved(
            found.target, expected: "no other value",
            found: "one in '\(source.core.name)', under '\(name)', that is only read there",
            advice: "Remove it where it is kept."))
      }
      // The migration itself has reported what it met just now.
      let isReported = report.issues.contains { $0.storageString == found.target.string }
      for name in found.different where !isReported {
        report.issues.append(
          notRemoved(
            found.target, expected: "one value",
            found: "another one in '\(source.core.name)', under '\(name)'",
            advice: "This store's value counts. Remove the other one if it is not needed."))
      }
    }
    if isMarked {
      try source.removeHistory()
      try note(nil, under: mark)
    }
    return report
  }

  /// Whether a commit can remove what is stored under a string: in a composition not what a layer holds that
  /// is only read.
  fileprivate func holds(_ name: StorageString) throws(StoreError) -> Bool {
    guard let stack = core.stack else { return true }
    for layer in stack.layers where layer.takes(name) {
      if try layer.writer?.stored(layer.inner(name)) != nil { return true }
    }
    return false
  }

  /// Writes a record, or removes it.
  private func note(
    _ value: String?, under record: Key<Reserved, String?>
  ) throws(StoreError) {
    try migrate(record.storageString) { try $0.set(record, to: value, operation: "migrate") }
  }

  /// Reports a value that stays in another store.
  private func notRemoved(
    _ target: StorageString, expected: String, found: String, advice: String
  ) -> StoreError {
    let issue = StoreError(
      .unsupported, storageString: target.string, operation: "migrate", expected: expected,
      found: found, advice: advice)
    core.report(issue, once: target)
    return issue
  }

  /// The error of migrations that could not be committed, with the names of the keys whose values readers get.
  private func naming(_ migrations: ArraySlice<Migration>, in error: StoreError) -> StoreError {
    let names = migrations.flatMap { migration in
      // A store that cannot be read has no names, and its error says so.
      ((try? migration.pending?.names(self)) ?? []).map { "'\($0)'" }
    }
    if names.isEmpty { return error }
    let shown = names.prefix(8).joined(separator: ", ")
    let rest = names.count > 8 ? " and \(names.count - 8) more" : ""
    var error = error
    error.found =
      (error.found.map { "\($0); " } ?? "")
      + "values of earlier versions, which are read under their former names for now: \(shown)\(rest)"
    return error
  }
}

extension StoreError.Code {
  /// Whether the next key may fare better.
  fileprivate var concernsOneKey: Bool {
    switch self {
    case .refused, .constraint, .unencodable, .unreadable, .malformed, .corrupt, .overridden,
      .exposed, .renamed:
      true
    case .reentrant, .busy, .full, .readOnly, .unavailable, .uncertain, .unsupported, .closed: false
    }
  }
}

/// The result of ``Store/migrate(_:)``.
///
/// ```swift
/// let report = try store.migrate(AppKeys.migrations)
/// for name in report.migrated { print("moved to", name) }
/// for issue in report.issues { print("left as it is:", issue) }
/// ```
///
/// Thread safety: an immutable value.
public struct MigrationReport: Sendable, Equatable {
  /// The storage strings that received a value, in the order of the migrations.
  public internal(set) var migrated: [String] = []

  /// Values that were left as they are: two where one was expected, each reported once, and former
  /// values that could not be read or converted, each reported at every try. They are in the
  /// store's ``ReadableStore/issues`` too.
  public internal(set) var issues: [StoreError] = []

  /// Makes the report of migrations that had nothing to do.
  public init() {}
}
