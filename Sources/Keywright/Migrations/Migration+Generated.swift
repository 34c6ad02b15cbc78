// The functions that generated code calls, beside the initialisers.

extension Migration {
  /// A function that makes a value of an earlier one, whose type it hides: for generated code, so that
  /// the compiler reports one that does not fit at the line of the schema that names it, and only there.
  public struct _Conversion<Value: Sendable>: Sendable {
    private let conversion: any ValueConversion<Value>
    /// The form of the earlier values, for texts under a former name.
    public let _form: _FormerForm<Value>

    /// Creates a conversion from values of any type that a store holds.
    public init<Former: Convertible & Sendable>(
      _ convert: @escaping @Sendable (Former) throws -> Value
    ) {
      conversion = TypedConversion(convert: convert)
      _form = _FormerForm(convert)
    }

    /// Creates a conversion from stored forms. Without this initialiser, which has no type to infer, the
    /// compiler would report a function that does not exist as a type that it cannot infer.
    public init(_ convert: @escaping @Sendable (StoredValue) throws -> Value) {
      conversion = TypedConversion(convert: convert)
      _form = _FormerForm(convert)
    }

    fileprivate func migration<K: KeyType>(
      from formerKeys: [String], in source: (any ReadableStore)?, to key: K
    ) -> Migration where K.Value == Value {
      conversion.migration(from: formerKeys, in: source, to: key)
    }
  }

  /// A key that had another type, and perhaps other names.
  public init<K: KeyType>(
    from formerKeys: [String], to key: K, _by conversion: _Conversion<K.Value>
  ) {
    self = conversion.migration(from: formerKeys, in: nil, to: key)
  }

  /// A key whose value another store holds as another type.
  public init<K: KeyType>(
    from formerKeys: [String], in source: some ReadableStore, to key: K,
    _by conversion: _Conversion<K.Value>
  ) {
    self = conversion.migration(from: formerKeys, in: source, to: key)
  }
}

/// A conversion of earlier values of whatever type.
private protocol ValueConversion<Value>: Sendable {
  associatedtype Value: Sendable

  func migration<K: KeyType>(
    from formerKeys: [String], in source: (any ReadableStore)?, to key: K
  ) -> Migration where K.Value == Value
}

private struct TypedConversion<Former: Convertible & Sendable, Value: Sendable>: ValueConversion {
  let convert: @Sendable (Former) throws -> Value

  func migration<K: KeyType>(
    from formerKeys: [String], in source: (any ReadableStore)?, to key: K
  ) -> Migration where K.Value == Value {
    guard let source else { return Migration(from: formerKeys, to: key, by: convert) }
    return Migration(from: formerKeys, in: source, to: key, by: convert)
  }
}

extension Migration {
  /// Migrates the keys of a family that had other names, each stored value by a migration of its own.
  ///
  /// - Parameters:
  ///   - formers: What the storage strings of the family's keys began with in earlier versions, the newest
  ///     first.
  ///   - family: The family that has them now.
  public static func _family(from formers: [String], to family: AnyKey) -> Migration {
    let prefixes = formers.map { $0 + ":" }
    let members = FamilyMembers(family: family, prefixes: prefixes)
    let pending = PendingValues { store throws(StoreError) in
      var names: [StorageString] = []
      for name in try members.names(in: store) {
        if try members.migration(to: name)?.pending?.value(store, name) != nil {
          names.append(name)
        }
      }
      return names
    } value: { store, name throws(StoreError) in
      try members.migration(to: name)?.pending?.value(store, name)
    }
    return Migration(target: family.storageString, pending: pending) { store throws(StoreError) in
      try store.migrate(members.names(in: store).compactMap(members.migration))
    }
  }

  /// Gives a key the default that it had before a release, in stores that an earlier one wrote.
  ///
  /// An earlier installation is known by the mark of its first opening (``_opened(by:in:)``). Without one, a
  /// store that holds a value is that of an earlier installation, and an empty one is new. The decision is
  /// recorded: a key that is removed later has the new default.
  ///
  /// - Parameters:
  ///   - value: The stored form of the earlier default.
  ///   - key: The key.
  ///   - release: The first release with the new default.
  ///   - earlier: The releases before it.
  ///   - module: The module that leaves the mark; nil for one without releases.
  public static func _keeping<Space: Namespace, Value: Sendable>(
    _ value: StoredValue, for key: Key<Space, Value>, since release: String,
    after earlier: [String] = [], of module: String? = nil
  ) -> Migration {
    let former = EarlierDefault(
      value: value, key: key, release: release, earlier: earlier, module: module)
    let pending = PendingValues(of: key.storageString) { store throws(StoreError) in
      if try former.isDecided(in: store) { return nil }
      return try former.isEarlier(store) ? value : nil
    }
    return Migration(target: key.storageString, pending: pending) { store throws(StoreError) in
      try former.run(in: store)
    }
  }

  /// Leaves a mark at the first opening, by which a later release knows users who never set anything.
  ///
  /// A store that cannot be written gets none, which is no problem of the program's.
  ///
  /// - Parameters:
  ///   - module: The module whose registry the store is opened with.
  ///   - release: Its last release.
  public static func _opened(by module: String, in release: String) -> Migration {
    let mark = Reserved.opened(by: module)
    return Migration(target: mark.storageString, release: release) { store throws(StoreError) in
      if try store.contains(mark) { return MigrationReport() }
      do throws(StoreError) {
        try store.migrate(mark.storageString) { batch in
          let position = try batch.stage(mark, mustRead: false, operation: "migrate")
          if !batch.writes[position].wasStored {
            try batch.set(mark, to: release, operation: "migrate")
          }
        }
      } catch {
        // Migrations of a store that is not there yet are tried again.
        if error.code == .unavailable { throw error }
      }
      return MigrationReport()
    }
  }

  /// Removes values that no key has any more, each time that something stored them again.
  ///
  /// - Parameters:
  ///   - names: Whole storage strings.
  ///   - families: What the storage strings of families' keys began with.
  public static func _removing(_ names: [String], families: [String] = []) -> Migration {
    Migration(target: StorageString((names + families).first ?? "")) { store throws(StoreError) in
      var stored: [String] = []
      for name in names where try store.contains(StorageString(name)) { stored.append(name) }
      if !families.isEmpty {
        let prefixes = families.map { $0 + ":" }
        stored += try store.storageStrings().filter { name in
          prefixes.contains { name.hasPrefix($0) }
        }.map(\.string)
      }
      for name in stored {
        // Any type will do: the value is not read.
        let key = Key<Root, Bool?>(StorageString(name))
        try store.migrate(key.storageString) { try $0.set(key, to: nil, operation: "migrate") }
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
  let earlier: [String]
  let module: String?

  private var record: Key<Reserved, [String]> { Reserved.migrated(to: key.storageString) }
  private var recordName: String { "default before \(release)" }

  func isDecided(in store: any ReadableStore) throws(StoreError) -> Bool {
    try (store.read(record) ?? []).contains(recordName)
  }

  /// Whether a release before the new default has opened the store.
  func isEarlier(_ store: any ReadableStore) throws(StoreError) -> Bool {
    if let module, let first = try store.read(Reserved.opened(by: module)) {
      return earlier.contains(first)
    }
    return try !store.storedKeys().isEmpty
  }

  func run(in store: any Store) throws(StoreError) -> MigrationReport {
    var report = MigrationReport()
    if try isDecided(in: store) { return report }
    if try isEarlier(store), let value = key.value(from: value) {
      let isAtomic = store.supportsMultiKeyCommits
      let isWritten = try store.migrate(key.storageString) { batch in
        let isWritten = try stage(value, batch)
        if isAtomic { try batch.note([recordName], in: record) }
        return isWritten
      }
      if isWritten { report.migrated = [key.storageString.string] }
      if isAtomic { return report }
    }
    try store.migrate(key.storageString) { try $0.note([recordName], in: record) }
    return report
  }

  /// Stores the earlier default, unless the user has chosen another value.
  private func stage(_ value: Value, _ batch: WriteBatch) throws -> Bool {
    let position = try batch.stage(key, mustRead: false, operation: "migrate")
    if batch.writes[position].wasStored { return false }
    try batch.set(key, to: value, operation: "migrate")
    return true
  }
}

/// The keys of a family that had other names.
private struct FamilyMembers: Sendable {
  let family: AnyKey
  /// The beginnings of the former names.
  let prefixes: [String]

  /// The present names of keys that have a value under a former one.
  func names(in store: any ReadableStore) throws(StoreError) -> [StorageString] {
    let stored = try store.storageStrings()
    let components = Set(prefixes.flatMap { prefix in stored.compactMap { $0.dropping(prefix) } })
    return components.map(\.string)
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .map { StorageString("\(family.storageString):\($0)") }
  }

  /// The migration to a key of the family; nil for a name that no key of it has.
  func migration(to name: StorageString) -> Migration? {
    guard let components = name.dropping("\(family.storageString):") else { return nil }
    return family.member(named: name)
      .map { $0.base.migration(from: prefixes.map { "\($0)\(components)" }) }
  }
}

extension KeyType {
  /// The migration of former keys to this one.
  package func migration(from formers: [String]) -> Migration {
    Migration(from: formers, to: self)
  }
}
