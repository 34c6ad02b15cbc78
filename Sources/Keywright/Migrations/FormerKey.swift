/// Where an earlier version kept a value, and what type it had.
struct FormerKey<Old: Sendable>: Sendable {
  /// The former key, with a value that may be absent and with no functions of the program's.
  let key: Key<Root, Old?>

  /// The store that holds it; nil is the one that is migrated.
  let source: (any ReadableStore)?

  /// Its name in the record of migrations.
  var recordName: String {
    let name = key.storageString.string
    return source.map { "\($0.core.name) \(name)" } ?? name
  }

  /// A former key of the same type and stored form as the new one.
  init<K: KeyType>(renamed name: String, to key: K, in source: (any ReadableStore)? = nil)
  where K.Value == Old {
    let key = key.key
    let coding = ValueCoding<Old?>(
      encode: { try $0.flatMap(key.stored) }, decode: { key.value(from: $0).map(Optional.some) })
    self.key = Key(
      StorageString(name), default: .some(nil), form: NilCodedForm<Old?>.self,
      descriptor: KeyDescriptor(coding: coding))
    self.source = source
  }

  /// A former key of a type with a stored form of its own.
  init(_ name: String, in source: (any ReadableStore)? = nil) where Old: Convertible {
    key = Key(storageString: name)
    self.source = source
  }

  /// Whether the former key holds something, readable or not.
  func isStored(in store: any ReadableStore) throws(StoreError) -> Bool {
    try (source ?? store).contains(key.storageString)
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

  /// The release of a module that opened the store first.
  static func opened(by module: String) -> Key<Reserved, String?> {
    Key(storageString: "\(StorageString.reservedRoot):opened:\(module)")
  }

  /// The fingerprint of a registry by which a program made commits last.
  static func registry(_ name: String) -> StorageString {
    StorageString("\(StorageString.reservedRoot):registry:\(name)")
  }
}
