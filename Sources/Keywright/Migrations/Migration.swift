/// Brings a value that an earlier version of the program kept elsewhere, or as another type, under
/// the key that has it now.
///
/// Generated code lists one for each key that declares `former` or `migrate`
/// (``KeyRegistry/migrations``); they run when a store is opened with its registry. For keys
/// written by hand:
///
/// ```swift
/// try store.migrate([
///   Migration(from: ["player:loudness"], to: Player.volume),
///   Migration(from: ["player:length"], to: Player.duration) { (seconds: Int) in
///     .seconds(seconds)
///   },
/// ])
/// ```
///
/// **Migrating.** The first former key that holds something, if the new key holds nothing, gives
/// its value to a commit of the new key (origin ``CommitOrigin/migration``), with processing,
/// constraints and hooks as for `set`. The same commit removes the former key and records, under
/// the reserved root `keywright`, that it was migrated: it is never asked again. So there is no
/// moment at which neither value is stored, and a key that the program removes later stays removed.
///
/// **Conflicts.** If both hold something, the new key's value wins, unless the migration is `overwriting`; the
/// former one stays where it is, which is reported once. A former value that is not of the expected type, and a
/// function, constraint or hook that throws, are reported and leave everything as it is, to be tried again at the
/// next opening.
///
/// Thread safety: an immutable value. Exact across threads and processes: all is decided under the
/// writer's lock.
public struct Migration: Sendable {
  /// The storage string that the value is brought under.
  let target: StorageString

  /// The values that a run would write; nil for a migration that writes none.
  var pending: PendingValues?

  /// The release of the registry, in the migration that leaves its mark.
  var release: String?

  /// The former values that another store holds; nil for a migration that writes none.
  var foreign:
    (@Sendable (_ source: any Store, _ store: any Store) throws(StoreError) -> ForeignValues)?

  /// Runs the migration in one store; typed inside.
  let run: @Sendable (any Store) throws(StoreError) -> MigrationReport
}

extension Migration {
  init<K: KeyType, Old: Sendable>(
    _ formers: [FormerKey<Old>], _ key: K, overwriting overwrites: Bool,
    _ convert: @escaping @Sendable (Old) throws -> K.Value?
  ) {
    let steps = MigrationSteps(
      formers: formers, key: key, overwrites: overwrites, convert: convert)
    let target = key.key.storageString
    self.init(
      target: target, pending: PendingValues(of: target, steps.pendingValue),
      foreign: steps.values, run: steps.run)
  }

  /// A key that had other names.
  ///
  /// - Parameters:
  ///   - formerKeys: The whole storage strings that held the value in earlier versions, the newest
  ///     first.
  ///   - key: The key that holds it now; its type and stored form are those of the former ones.
  ///   - overwrites: Whether the former value replaces one that the key has already.
  public init<K: KeyType>(
    from formerKeys: [String], to key: K, overwriting overwrites: Bool = false
  ) {
    self.init(
      formerKeys.map { FormerKey(renamed: $0, to: key) }, key, overwriting: overwrites
    ) { $0 }
  }

  /// A key that had another type, and perhaps other names.
  ///
  /// - Parameters:
  ///   - formerKeys: The whole storage strings that held the value in earlier versions, the newest
  ///     first.
  ///   - key: The key that holds it now; not one of the former ones, because a reader must know the type of a value
  ///     by its name.
  ///   - overwrites: Whether the former value replaces one that the key has already.
  ///   - convert: Makes the new value; called under the writer's lock, so it must be short. An error that it throws
  ///     is reported, and the former value stays. Nil skips the value: it stays where it is, which is recorded and
  ///     not reported.
  public init<K: KeyType, Old: Convertible & Sendable>(
    from formerKeys: [String], to key: K, overwriting overwrites: Bool = false,
    by convert: @escaping @Sendable (Old) throws -> K.Value?
  ) {
    self.init(formerKeys.map { FormerKey($0) }, key, overwriting: overwrites, convert)
  }

  /// A key whose value another store holds: that of a program that used something else before.
  ///
  /// ```swift
  /// let old = UserDefaultsStore(suite: "org.example.player")
  /// try store.migrate([Migration(from: ["volume"], in: old, to: Player.volume)])
  /// ```
  ///
  /// The other store is read and not written; ``Store/migrate(_:removingFrom:)`` removes there what was taken
  /// over.
  ///
  /// - Parameters:
  ///   - formerKeys: The storage strings to look under, in this order.
  ///   - source: The other store; its name (``StoreCore/name``) becomes part of the record.
  ///   - key: The key that holds the value now.
  ///   - overwrites: Whether the other store's value replaces one that the key has already.
  public init<K: KeyType>(
    from formerKeys: [String], in source: some ReadableStore, to key: K,
    overwriting overwrites: Bool = false
  ) {
    self.init(
      formerKeys.map { FormerKey(renamed: $0, to: key, in: source) }, key, overwriting: overwrites
    ) { $0 }
  }

  /// A key whose value another store holds as another type; see ``init(from:in:to:overwriting:)``.
  ///
  /// - Parameters:
  ///   - formerKeys: The storage strings to look under, in this order.
  ///   - source: The other store; its name (``StoreCore/name``) becomes part of the record.
  ///   - key: The key that holds the value now.
  ///   - overwrites: Whether the other store's value replaces one that the key has already.
  ///   - convert: Makes the new value; see ``init(from:to:overwriting:by:)``.
  public init<K: KeyType, Old: Convertible & Sendable>(
    from formerKeys: [String], in source: some ReadableStore, to key: K,
    overwriting overwrites: Bool = false,
    by convert: @escaping @Sendable (Old) throws -> K.Value?
  ) {
    self.init(formerKeys.map { FormerKey($0, in: source) }, key, overwriting: overwrites, convert)
  }

  /// Keys whose values another store holds under the same storage strings, with the same types.
  ///
  /// ```swift
  /// try store.migrate(Migration.importing(from: old, Player.volume, Player.theme))
  /// ```
  ///
  /// - Parameters:
  ///   - source: The other store; it is read and never written.
  ///   - keys: The keys.
  public static func importing<each K: KeyType>(
    from source: some ReadableStore, _ keys: repeat each K
  ) -> [Migration] {
    var migrations: [Migration] = []
    for key in repeat each keys {
      migrations.append(Migration(from: [key.key.storageString.string], in: source, to: key))
    }
    return migrations
  }
}
