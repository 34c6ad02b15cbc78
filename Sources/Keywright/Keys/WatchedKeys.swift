/// Keys with callbacks, by the storage strings that a store finds.
struct WatchedKeys: Sendable {
  private var single: [StorageString: any KeyType] = [:]
  private var families: [(prefix: String, key: any KeyType)] = []

  /// - Parameters:
  ///   - keys: The keys; one with a family's storage string stands for all of the family.
  ///   - descriptions: The declared keys, which say what is a family.
  init(_ keys: [any KeyType], among descriptions: [KeyDescription]) {
    if keys.isEmpty { return }
    let familyNames = Set(descriptions.filter(\.isFamily).map { StorageString($0.storageString) })
    for key in keys {
      let name = key.name
      if familyNames.contains(name) {
        families.append((name.string + ":", key))
      } else if single[name] == nil {
        single[name] = key
      }
    }
  }

  /// The key of a storage string, if it has callbacks.
  subscript(name: StorageString) -> (any KeyType)? {
    single[name] ?? families.first { name.hasPrefix($0.prefix) }?.key.member(named: name)
  }
}

extension KeyType {
  fileprivate var name: StorageString { key.storageString }
}
