/// The namespace of the library's own records.
enum Reserved: Namespace {
  typealias Parent = Root
  static let namespaceID = StorageString.reservedRoot

  /// The former keys that were migrated to a storage string, or that were found beside its value.
  static func migrated(to name: StorageString) -> Key<Reserved, [String]> {
    Key(storageString: "\(StorageString.reservedRoot):migrated:\(name)", default: [])
  }

  /// The release of a module that opened the store first.
  static func opened(by module: String) -> Key<Reserved, String?> {
    Key(storageString: "\(StorageString.reservedRoot):opened:\(module)")
  }

  /// The fingerprint of a registry by which a program made commits last.
  static func registry(_ name: String) -> StorageString {
    StorageString("\(StorageString.reservedRoot):registry:\(name)")
  }
}
