/// The record that a program of a registry made commits: by its fingerprint, another release of the program
/// is known before its first commit.
struct RegistryRecord: Equatable, Sendable {
  let name: StorageString
  /// A hash of what the stored values depend on: the declared keys with their types, the cases and fields of
  /// those, their forms, defaults and former names, the migrations and the release.
  let fingerprint: StoredValue

  /// Whether a name is that of a record.
  static func isName(of name: StorageString) -> Bool {
    // Asked of each value of a store: few names are the library's own.
    name.isReserved && name.string.utf8.starts(with: Reserved.registry("").string.utf8)
  }

  /// Complexity: O(*n*) in the number of declared keys.
  init(of registry: any KeyRegistry.Type) {
    name = Reserved.registry("\(registry)")
    var text = ""
    for key in registry.allKeys {
      let parts = [
        key.storageString, key.type, key.typeDigest ?? "", key.form, key.default ?? "",
        key.isFamily ? "family" : "",
      ]
      text += (parts + key.formerKeys).joined(separator: "\u{1}") + "\n"
    }
    for migration in registry.migrations {
      text += "\(migration.target)\u{1}\(migration.release ?? "")\n"
    }
    fingerprint = .string(String(KeyHash.hash(text), radix: 16))
  }
}
