extension DefaultsStore {
  /// Reports keys that contradict each other, and runs the migrations.
  func register(_ registries: [any KeyRegistry.Type]) {
    if registries.isEmpty { return }
    core.note(registries)
    // The generator finds those of one registry; its list of keys is not read for nothing.
    if registries.count > 1 {
      for error in StoreError.contradictions(among: registries) { core.report(error, once: nil) }
    }
    do throws(StoreError) {
      try migrate(registries.flatMap { $0.migrations })
    } catch {
      core.report(error, once: nil)
    }
  }

  /// Takes the migrations of a registry for done: the store holds nothing of earlier versions.
  package func assumeMigrated(_ registry: any KeyRegistry.Type) {
    core.noteMigrations(to: registry.migrations.map(\.target))
  }
}

extension StoreError {
  /// The keys that are declared with different types, once for each storage string.
  static func contradictions(among registries: [any KeyRegistry.Type]) -> [StoreError] {
    var known: [StorageString: KeyDescription] = [:]
    var errors: [StoreError] = []
    for key in registries.flatMap({ $0.allKeys }) {
      let name = StorageString(key.storageString)
      guard let first = known[name] else {
        known[name] = key
        continue
      }
      guard first.type != key.type || first.isFamily != key.isFamily else { continue }
      errors.append(
        StoreError(
          .unsupported, storageString: key.storageString, operation: "open",
          expected: "\(first.type), as in \(first.schema), line \(first.line)",
          found: "\(key.type), in \(key.schema), line \(key.line)",
          advice: "Give one of the two keys another id."))
    }
    return errors
  }
}
