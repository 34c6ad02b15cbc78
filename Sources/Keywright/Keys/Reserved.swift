/// The namespace of the library's own records.
enum Reserved: Namespace {
  typealias Parent = Root
  static let namespaceID = StorageString.reservedRoot

  /// The former keys that were migrated to a storage string, or that were found beside its value.
  static func migrated(to name: StorageString) -> Key<Reserved, [String]> {
    Key(StorageString("\(StorageString.reservedRoot):migrated:\(name)"), default: [])
  }

  /// The name of another store out of which values are being moved here: it has not forgotten them yet.
  static func moving(from source: String) -> Key<Reserved, String?> {
    // Short, for stores whose names are.
    let hash = String(StorageString(source).hash, radix: 16)
    return Key(StorageString("\(StorageString.reservedRoot):moving:\(hash)"))
  }

  /// The release of a module that opened the store first.
  static func opened(by module: String) -> Key<Reserved, String?> {
    Key(StorageString("\(StorageString.reservedRoot):opened:\(module)"))
  }

  /// The fingerprint of a registry by which a program made commits last.
  static func registry(_ name: String) -> StorageString {
    StorageString("\(StorageString.reservedRoot):registry:\(name)")
  }
}
