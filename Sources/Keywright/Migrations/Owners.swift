/// The namespaces and keys with callbacks that storage strings belong to.
struct Owners {
  private var named: [StorageString: Owner] = [:]
  private let trees: [NamespaceTree]
  private let observed: [ObservedKeys]

  /// - Parameters:
  ///   - keys: Keys that are named themselves.
  ///   - registries: The registries of the others.
  init(_ keys: [AnyKey], _ registries: [any KeyRegistry.Type]) {
    for key in keys { named[key.storageString] = Owner(space: Root.self, key: key.base) }
    trees = registries.flatMap { $0.namespaces }.map(NamespaceTree.init)
    observed = registries.map { ObservedKeys($0.observedKeys, among: $0.allKeys) }
  }

  func owner(of name: StorageString) -> Owner {
    if let owner = named[name] { return owner }
    return trees.lazy.compactMap { $0.owner(of: name) }.first
      ?? Owner(space: Root.self, key: observed.lazy.compactMap { $0[name] }.first)
  }
}
