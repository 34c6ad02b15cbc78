extension Store {
  /// Brings values that earlier versions kept elsewhere under the keys that have them now.
  ///
  /// ```swift
  /// try store.migrate([Migration(from: ["player:loudness"], to: Player.volume)])
  /// ```
  ///
  /// Each migration is a commit of its own, so that one that fails stops no other, and only one
  /// that has something to do is a commit at all. Call it before other code reads the store;
  /// `DefaultsStore(suite:keys:)` does so for declared keys.
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
  ///   and the others can be tried again.
  ///
  /// Complexity: O(*n*) in the number of former keys; no write once all is migrated. Durability:
  /// that of the store's commits.
  @discardableResult
  public func migrate(_ migrations: [Migration]) throws(StoreError) -> MigrationReport {
    var report = MigrationReport()
    guard core.encodesValues else { return report }
    core.noteMigrations(to: migrations.map(\.target))
    for migration in migrations {
      do throws(StoreError) {
        report.add(try migration.run(self))
      } catch {
        guard error.code.concernsOneKey else { throw error }
        core.report(error, once: migration.target)
        report.issues.append(error)
      }
    }
    return report
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

  mutating func add(_ other: MigrationReport) {
    migrated += other.migrated
    issues += other.issues
  }
}
