/// A tree of namespaces, which finds the innermost namespace that a storage string belongs to.
struct NamespaceTree: Sendable {
  let space: any Namespace.Type
  private let prefix: StorageString
  private let declared: DeclaredNames
  private let nested: [NamespaceTree]
  private let observed: ObservedKeys

  init(_ space: any Namespace.Type) {
    self.space = space
    let prefix = space.storagePrefix
    self.prefix = StorageString(prefix)
    // A string that begins with the path needs no declaration.
    let keys = space.allKeys
    declared = DeclaredNames(
      keys.filter { $0.movesLater || !$0.storageString.hasPrefix(prefix) })
    nested = space.nestedNamespaces.map(NamespaceTree.init)
    observed = ObservedKeys(space.observedKeys, among: keys)
  }

  /// Whether a storage string begins with the namespace's path, or is that of a declared key with a
  /// storage string of its own.
  @Sendable func contains(_ name: StorageString) -> Bool {
    name.hasPrefix(prefix) || declared.contains(name) || nested.contains { $0.contains(name) }
  }

  /// The innermost known namespace that a storage string belongs to.
  func innermost(for name: StorageString) -> any Namespace.Type {
    nested.first { $0.contains(name) }?.innermost(for: name) ?? space
  }

  /// The key of a storage string, if it has callbacks.
  func observedKey(of name: StorageString) -> (any KeyType)? {
    observed[name] ?? nested.lazy.compactMap { $0.observedKey(of: name) }.first
  }
}

/// The storage strings of declared keys, those of families by their prefixes.
struct DeclaredNames: Sendable {
  private let single: Set<StorageString>
  private let families: [String]

  init(_ keys: [KeyDescription]) {
    func strings(_ key: KeyDescription) -> [String] {
      [key.storageString] + (key.movesLater ? key.formerKeys : [])
    }
    single = Set(keys.lazy.filter { !$0.isFamily }.flatMap(strings).map { StorageString($0) })
    families = keys.filter(\.isFamily).flatMap(strings).map { $0 + ":" }
  }

  @Sendable func contains(_ name: StorageString) -> Bool {
    single.contains(name) || families.contains { name.hasPrefix($0) }
  }
}

extension KeyType {
  /// The description that the key's namespace lists.
  var declaration: KeyDescription? {
    let name = key.storageString
    return Space.allKeys.first { DeclaredNames([$0]).contains(name) }
  }
}

/// Keys with callbacks, by the storage strings that a store finds.
struct ObservedKeys: Sendable {
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
