/// The result of ``Store/migrate(_:)``.
///
/// Thread safety: an immutable value.
public struct MigrationReport: Sendable, Equatable {
  /// The storage strings that received a value, in the order of the migrations.
  public internal(set) var migrated: [String] = []

  /// Values that were left as they are: two where one was expected, each reported once, and former values
  /// that could not be read or converted, each reported at every try. They are in the store's
  /// ``ReadableStore/issues`` too.
  public internal(set) var issues: [StoreError] = []

  /// Makes the report of migrations that had nothing to do.
  public init() {}

  mutating func add(_ other: MigrationReport) {
    migrated += other.migrated
    issues += other.issues
  }
}
