extension StorageString {
  /// The first component of the storage strings of the library's own records.
  static let reservedRoot = "keywright"

  /// Whether this is one of the library's own records: no commit of the program changes it, no
  /// observer is notified of it, and no list shows it.
  var isReserved: Bool {
    guard count > 9, start[0] == UInt8(ascii: "k"), hasPrefix(StorageString.reservedRoot) else {
      return false
    }
    return start[9] == UInt8(ascii: ":")
  }
}

/// The namespace of the library's own records.
enum Reserved: Namespace {
  typealias Parent = Root
  static let namespaceID = StorageString.reservedRoot

  /// The former keys that were migrated to a storage string, or that were found beside its value.
  static func migrated(to name: StorageString) -> Key<Reserved, [String]> {
    Key(storageString: "\(StorageString.reservedRoot):migrated:\(name)", default: [])
  }
}

extension StoreError {
  /// A commit of the program that touches the library's own records.
  static func reserved(_ name: StorageString, operation: String) -> StoreError {
    StoreError(
      .unsupported, storageString: name.string, operation: operation,
      expected: "a storage string that does not begin with '\(StorageString.reservedRoot):'",
      advice: "The library keeps its own records there: give the namespace or the key another id.")
  }
}
