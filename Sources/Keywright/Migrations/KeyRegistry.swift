/// All keys that a target declares; generated code makes one, named `<Module>Keys`.
public protocol KeyRegistry: Sendable {
  /// The declared keys, in the order of their schema files.
  static var allKeys: [KeyDescription] { get }

  /// The declared namespaces at the top.
  static var namespaces: [any Namespace.Type] { get }

  /// Declared keys without a namespace that have callbacks, see ``Namespace/watchedKeys``.
  /// Default: none.
  static var watchedKeys: [any KeyType] { get }

  /// The migrations that bring the values of earlier versions under the declared keys. Default: none.
  static var migrations: [Migration] { get }
}

extension KeyRegistry {
  /// None.
  public static var watchedKeys: [any KeyType] { [] }

  /// None.
  public static var migrations: [Migration] { [] }
}

extension Store {
  /// Removes every key that a target declares, as one commit where the store can; what others stored
  /// stays. See ``clear(_:)-(Space.Type)``.
  ///
  /// ```swift
  /// try store.clear(TourKeys.self)
  /// ```
  ///
  /// - Parameter registry: The generated registry of a target.
  /// - Throws: If a hook or the write refuses; then nothing changed, but for what other commits cleared.
  ///
  /// Complexity: O(*n*) in the number of stored values.
  public func clear<Registry: KeyRegistry>(_ registry: Registry.Type) throws(StoreError) {
    let keys = registry.allKeys
    let declared = DeclaredNames(keys)
    let watched = WatchedKeys(registry.watchedKeys, among: keys)
    let trees = registry.namespaces.map(NamespaceTree.init)
    try removeAll { name in
      guard declared.contains(name) else { return nil }
      guard let tree = trees.first(where: { $0.contains(name) }) else {
        return Owner(Root.self, watched[name])
      }
      return Owner(tree.innermost(for: name), tree.watchedKey(of: name))
    }
  }
}
