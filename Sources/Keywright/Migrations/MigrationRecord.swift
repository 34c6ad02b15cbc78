/// The namespace of the library's own records.
enum Reserved: Namespace {
  typealias Parent = Root
  static let namespaceID = StorageString.reservedRoot

  /// The former keys that were migrated to a storage string, or that were found beside its value.
  static func migrated(to name: StorageString) -> Key<Reserved, [String]> {
    Key(storageString: "\(StorageString.reservedRoot):migrated:\(name)", default: [])
  }
}
