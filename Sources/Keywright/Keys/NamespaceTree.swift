/// A tree of namespaces, which finds the innermost namespace that a storage string belongs to.
struct NamespaceTree: Sendable {
  let space: any Namespace.Type
  private let prefix: StorageString
  private let declared: DeclaredFacts<Void>
  private let nested: [NamespaceTree]
  private let observed: ObservedKeys

  init(_ space: any Namespace.Type) {
    self.space = space
    let prefix = space.storagePrefix
    self.prefix = StorageString(prefix)
    // A string that begins with the path needs no declaration.
    let keys = space.allKeys
    declared = DeclaredFacts(
      keys.filter { $0.movesLater || !$0.storageString.hasPrefix(prefix) }
    ) { _ in () }
    nested = space.nestedNamespaces.map(NamespaceTree.init)
    observed = ObservedKeys(space.observedKeys, among: keys)
  }

  /// Whether a storage string begins with the namespace's path, or is that of a declared key with a
  /// storage string of its own.
  @Sendable func contains(_ name: StorageString) -> Bool {
    name.hasPrefix(prefix) || declared.contains(name) || nested.contains { $0.contains(name) }
  }

  /// What a storage string belongs to; nil if it is not in the tree.
  func owner(of name: StorageString) -> Owner? {
    contains(name) ? Owner(space: innermost(for: name), key: observedKey(of: name)) : nil
  }

  private func innermost(for name: StorageString) -> any Namespace.Type {
    nested.first { $0.contains(name) }?.innermost(for: name) ?? space
  }

  private func observedKey(of name: StorageString) -> (any KeyType)? {
    observed[name] ?? nested.lazy.compactMap { $0.observedKey(of: name) }.first
  }
}

/// The innermost known namespace that a storage string belongs to, and its key if that has callbacks.
struct Owner {
  let space: any Namespace.Type
  var key: (any KeyType)?
}

/// Keys with callbacks, by the storage strings that a store finds.
struct ObservedKeys: Sendable {
  private var keys = DeclaredFacts<any KeyType>()

  /// - Parameters:
  ///   - keys: The keys; one with a family's storage string stands for all of the family.
  ///   - descriptions: The declared keys, which say what is a family.
  init(_ keys: [any KeyType], among descriptions: [KeyDescription]) {
    if keys.isEmpty { return }
    let families = Set(descriptions.filter(\.isFamily).map { StorageString($0.storageString) })
    for key in keys {
      let name = key.name
      self.keys.note(key, of: [name], isFamily: families.contains(name)) { first, _ in first }
    }
  }

  /// The key of a storage string, if it has callbacks.
  subscript(name: StorageString) -> (any KeyType)? {
    guard let key = keys[name] else { return nil }
    return key.name == name ? key : key.member(named: name)
  }
}

extension KeyType {
  fileprivate var name: StorageString { key.storageString }
}
