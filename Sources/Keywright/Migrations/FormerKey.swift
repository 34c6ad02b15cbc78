/// The key under which an earlier version kept a value, with its type.
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
      encode: { try $0.flatMap(key.stored) },
      decode: { key.uncorrectedValue(from: $0).map(Optional.some) })
    self.key = Key(
      StorageString(name), default: .some(nil), form: MemoryForm<Old?>.self,
      descriptor: KeyDescriptor(coding: coding))
    self.source = source
  }

  /// A former key of a type with a stored form of its own.
  init(_ name: String, in source: (any ReadableStore)? = nil) where Old: Convertible {
    key = Key(StorageString(name))
    self.source = source
  }

  /// Whether the former key holds something, readable or not.
  func isStored(in store: any ReadableStore) throws(StoreError) -> Bool {
    try (source ?? store).contains(key.storageString)
  }
}
