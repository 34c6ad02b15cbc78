import KeywrightStorage

/// The registries that a store was opened without: keys with migrations were used, and the migrations
/// have not run.
///
/// Without this a program that forgets `keys:` would show its users defaults where an earlier version
/// stored a value, and nothing would say so.
///
/// Thread safety: safe from any thread.
final class MissingRegistries: Sendable {
  private struct State {
    /// The keys and families whose migrations ran, or were tried.
    var migrated: Set<StorageString> = []
    var reported: Set<String> = []
  }

  private let state = Protected(State())

  /// Notes migrations that run.
  func noteMigrations(to names: [StorageString]) {
    state.withLock { $0.migrated.formUnion(names) }
  }

  /// Whether the use of a key must be reported: the first of a key whose registry is missing.
  func isNew(_ registry: String, usedBy name: StorageString) -> Bool {
    state.withLock { state in
      if state.reported.contains(registry) || state.migrated.contains(name) { return false }
      if name.ancestors.contains(where: state.migrated.contains) { return false }
      return state.reported.insert(registry).inserted
    }
  }
}

extension StoreCore {
  /// Notes migrations that run, here and in the stores that this one is made of.
  func noteMigrations(to names: [StorageString]) {
    missingRegistries?.noteMigrations(to: names)
    stack?.parts.forEach { $0.noteMigrations(to: names) }
  }

  /// Reports the first use of a key whose migrations have not run, once for each registry.
  ///
  /// - Parameters:
  ///   - name: The key.
  ///   - registry: The registry that has its migrations; nil for a key without any.
  func noteUse(of name: StorageString, registry: String?) {
    guard let registry else { return }
    stack?.parts.forEach { $0.noteUse(of: name, registry: registry) }
    guard let missingRegistries, missingRegistries.isNew(registry, usedBy: name) else { return }
    let error = StoreError(
      .unsupported, storageString: name.string, operation: "open",
      expected: "a store opened with \(registry), which brings the values of earlier versions",
      found: "a store opened without it: those values are not found",
      advice: "Open it as DefaultsStore(suite: \"…\", keys: \(registry).self).")
    // The handler is code of the program.
    CommitContext.defer { self.report(error) }
  }
}
