// What generated code calls, beside the initialisers.

extension Migration {
  /// A key that had another type, as generated code writes it.
  ///
  /// Not one of the overloads of `init`: of a function of the wrong type the compiler then says which
  /// one is wanted.
  ///
  /// - Parameters:
  ///   - convert: Makes the new value; see ``init(from:to:by:)``.
  ///   - formerKeys: The whole storage strings that held the value in earlier versions.
  ///   - key: The key that holds it now.
  public static func _converting<Space: Namespace, Value: Sendable, Old: Convertible & Sendable>(
    by convert: @escaping @Sendable (Old) throws -> Value, from formerKeys: [String],
    to key: Key<Space, Value>
  ) -> Migration {
    Migration(from: formerKeys, to: key, by: convert)
  }

  /// Gives a key the default that it had before a release, in stores that an earlier one wrote.
  ///
  /// A store that holds no value is that of a new installation, and gets the new default. What was
  /// decided is recorded: a key that is removed later has the new default.
  ///
  /// - Parameters:
  ///   - value: The stored form of the earlier default.
  ///   - key: The key.
  ///   - release: The first release with the new default.
  public static func _keeping<Space: Namespace, Value: Sendable>(
    _ value: StoredValue, for key: Key<Space, Value>, since release: String
  ) -> Migration {
    Migration(target: key.storageString) { store throws(StoreError) in
      try EarlierDefault(value: value, key: key, release: release).run(in: store)
    }
  }

  /// Removes values that no key has any more, each time that something stored them again.
  ///
  /// - Parameter names: Whole storage strings.
  public static func _removing(_ names: [String]) -> Migration {
    Migration(target: StorageString(names.first ?? "")) { store throws(StoreError) in
      var stored: [String] = []
      for name in names where try store.contains(StorageString(name)) { stored.append(name) }
      for name in stored {
        let key = Key<Root, Bool?>(storageString: name)
        try store.commit("migrate", key.storageString, .migration) { batch in
          try batch.set(key, to: nil, operation: "migrate")
        }
      }
      return MigrationReport()
    }
  }
}

/// The default that a key had before a release, for stores of earlier installations.
private struct EarlierDefault<Space: Namespace, Value: Sendable> {
  let value: StoredValue
  let key: Key<Space, Value>
  let release: String

  private var record: Key<Reserved, [String]> { Reserved.migrated(to: key.storageString) }
  private var recordName: String { "default before \(release)" }

  func run(in store: any Store) throws(StoreError) -> MigrationReport {
    var report = MigrationReport()
    if try (store.read(record) ?? []).contains(recordName) { return report }
    let isEarlier = try !store.storedKeys().isEmpty
    if isEarlier, let value = key.value(from: value) {
      let isAtomic = store.supportsMultiKeyCommits
      let isKept = try commit(in: store) { batch in
        let isKept = try keep(value, batch)
        if isAtomic { try note(batch) }
        return isKept
      }
      if isKept { report.migrated = [key.storageString.string] }
      if isAtomic { return report }
    }
    try commit(in: store, note)
    return report
  }

  private func commit<Result>(
    in store: any Store, _ body: (WriteBatch) throws -> Result
  ) throws(StoreError) -> Result {
    try store.commit("migrate", key.storageString, .migration, body)
  }

  /// Stores the earlier default, unless the user has chosen another value.
  private func keep(_ value: Value, _ batch: WriteBatch) throws -> Bool {
    let position = try batch.stage(key, mustRead: false, operation: "migrate")
    if batch.writes[position].wasStored { return false }
    try batch.set(key, to: value, operation: "migrate")
    return true
  }

  private func note(_ batch: WriteBatch) throws {
    let position = try batch.stage(record, mustRead: true, operation: "migrate")
    let known = try batch.value(at: position, as: record, operation: "migrate")
    if known.contains(recordName) { return }
    try batch.set(record, to: known + [recordName], operation: "migrate")
  }
}
