extension Store {
  /// Removes everything stored in a namespace and below it, as one commit.
  ///
  /// The storage strings concerned are those that begin with the namespace's path, and those of its declared keys
  /// that have a storage string of their own.
  ///
  /// ```swift
  /// try store.clear(Player.self)
  /// ```
  ///
  /// Namespace hooks are called as for any commit, and `willChange` and `didChange` of the keys that
  /// the namespace lists (``Namespace/watchedKeys``); those of others are not, because the store finds
  /// strings here and not keys.
  ///
  /// - Parameter space: A namespace; not ``Root``, which would be ``removeEverything()``.
  /// - Throws: If a hook or the write refuses; then nothing changed.
  ///
  /// Complexity: O(*n*) in the number of stored values.
  public func clear<Space: Namespace>(_ space: Space.Type) throws(StoreError) {
    guard !space.isRoot else {
      throw StoreError(
        .unsupported, operation: "clear", expected: "a namespace below Root", found: "Root",
        advice: "`removeEverything()` removes all that the store holds.")
    }
    let tree = NamespaceTree(space)
    try removeAll(beginningWith: space.storagePrefix) {
      tree.contains($0) ? Owner(tree.innermost(for: $0), tree.watchedKey(of: $0)) : nil
    }
  }

  /// Removes all that the store holds, also what other programs put there, as one commit.
  ///
  /// The library's own records stay, so that no migration is made a second time.
  ///
  /// Hooks of namespaces are not called, since the store does not know to which one a value belongs.
  ///
  /// - Throws: ``StoreError/Code/unsupported`` if the store cannot tell all that is stored
  ///   (``Store/canEnumerate``), or if the write is refused; then nothing changed.
  ///
  /// Complexity: O(*n*) in the number of stored values.
  public func removeEverything() throws(StoreError) {
    guard canEnumerate else {
      throw StoreError(
        .unsupported, operation: "removeEverything",
        found: "a store that also holds what others wrote",
        advice: "Clear a namespace, or the keys of a target.")
    }
    try removeAll(beginningWith: "") { _ in Owner(Root.self) }
  }

  /// Removes each storage string for which `owner` names the namespace that it belongs to.
  ///
  /// - Parameter prefix: What all storage strings begin with for which `owner` answers without looking
  ///   further.
  func removeAll(
    beginningWith prefix: String? = nil, owner: (StorageString) -> Owner?
  ) throws(StoreError) {
    try commit("clear", nil) { batch in
      if let prefix, core.isRemote { batch.comparison.clearedPrefixes.append(prefix) }
      for name in try core.composition?.heldStrings() ?? storageStrings() where !name.isReserved {
        guard let owner = owner(name) else { continue }
        if let key = owner.key {
          try remove(key, batch)
        } else {
          try batch.remove(name, in: owner.space)
        }
      }
    }
  }

  private func remove(_ key: some KeyType, _ batch: WriteBatch) throws(StoreError) {
    try batch.set(key, to: nil, operation: "clear")
  }
}

/// The namespace that a storage string belongs to, and its key if that has callbacks.
struct Owner {
  let space: any Namespace.Type
  let key: (any KeyType)?

  init(_ space: any Namespace.Type, _ key: (any KeyType)? = nil) {
    self.space = space
    self.key = key
  }
}
