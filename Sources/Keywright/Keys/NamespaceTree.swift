/// A namespace and those below it, by which a storage string finds the innermost that it belongs to.
struct NamespaceTree: Sendable {
  let space: any Namespace.Type
  private let prefix: String
  private let declared: DeclaredNames
  private let nested: [NamespaceTree]
  private let watched: WatchedKeys

  init(_ space: any Namespace.Type) {
    self.space = space
    prefix = space.storagePrefix
    // What begins with the path needs no declaration.
    let keys = space.allKeys
    declared = DeclaredNames(
      keys.filter { [prefix] in !$0.storageString.hasPrefix(prefix) })
    nested = space.nestedNamespaces.map(NamespaceTree.init)
    watched = WatchedKeys(space.watchedKeys, among: keys)
  }

  /// Whether a storage string begins with the namespace's path, or is that of a declared key with a
  /// storage string of its own.
  func contains(_ name: StorageString) -> Bool {
    name.hasPrefix(prefix) || declared.contains(name) || nested.contains { $0.contains(name) }
  }

  /// The innermost known namespace that a storage string belongs to.
  func innermost(for name: StorageString) -> any Namespace.Type {
    nested.first { $0.contains(name) }?.innermost(for: name) ?? space
  }

  /// The key of a storage string, if it has callbacks.
  func watchedKey(of name: StorageString) -> (any KeyType)? {
    watched[name] ?? nested.lazy.compactMap { $0.watchedKey(of: name) }.first
  }
}
