extension Store {
  /// Removes everything stored in a namespace and below it, as one commit where the store can.
  ///
  /// The storage strings concerned are those that begin with the namespace's path, and those of its
  /// declared keys that have a storage string of their own.
  ///
  /// ```swift
  /// try store.clear(Player.self)
  /// ```
  ///
  /// Namespace hooks are called as for any commit, and `willChange` and `didChange` of the keys
  /// that the namespace lists (``Namespace/observedKeys``); those of others are not, because the
  /// store finds strings here and not keys.
  ///
  /// A store that writes one key at a time (``Store/supportsMultiKeyCommits``) is cleared by a
  /// commit for each key, and a composition that routes its keys by one for each store.
  ///
  /// - Parameter space: A namespace; not ``Root``, which would be ``removeEverything()``.
  /// - Throws: If a hook or the write refuses; then nothing changed. Of several commits the others
  ///   are made all the same, and the error names the keys that were not cleared.
  ///
  /// Complexity: O(*n*) in the number of stored values.
  public func clear<Space: Namespace>(_ space: Space.Type) throws(StoreError) {
    guard !space.isRoot else {
      throw StoreError(
        .unsupported, operation: "clear", expected: "a namespace below Root", found: "Root",
        advice: "`removeEverything()` removes all that the store holds.")
    }
    let tree = NamespaceTree(space)
    try removeAll(beginningWith: space.storagePrefix, owner: tree.owner)
  }

  /// Removes all that the store holds, also what other programs put there, as one commit where the
  /// store can; see ``clear(_:)-(Space.Type)``.
  ///
  /// The library's own records stay, so that no migration is made a second time. Earlier values that the
  /// store keeps go too (``Store/removeHistory()``), but for those of a store of which a part alone is
  /// cleared, by its prefix or its route.
  ///
  /// Hooks of namespaces are not called, since the store does not know to which one a value
  /// belongs.
  ///
  /// - Throws: ``StoreError/Code/unsupported`` if the store cannot list all that it holds
  ///   (``Store/canEnumerate``), or if the write is refused; then nothing changed, but for what
  ///   other commits cleared. Or if earlier values cannot be removed; then only those are left.
  ///
  /// Complexity: O(*n*) in the number of stored values.
  public func removeEverything() throws(StoreError) {
    guard canEnumerate else {
      throw StoreError(
        .unsupported, operation: "removeEverything",
        found: "a store that also holds what others wrote",
        advice: "Clear a namespace, or the keys of a target.")
    }
    try removeAll(beginningWith: "") { _ in Owner(space: Root.self) }
    if core.stack?.writesPartOfStore ?? false { return }
    try removeHistory()
  }

  /// Removes each storage string for which `owner` names the namespace that it belongs to.
  ///
  /// - Parameter prefix: The beginning of all storage strings for which `owner` answers without
  ///   looking further.
  func removeAll(
    beginningWith prefix: String? = nil, owner: (StorageString) -> Owner?
  ) throws(StoreError) {
    guard core.isComposed || !supportsMultiKeyCommits else {
      try commit("clear", nil) { batch in
        if let prefix, batch.remote != nil { batch.comparison.clearedPrefixes.append(prefix) }
        try remove(writtenStrings(), owner: owner, batch)
      }
      return
    }
    let names = try writtenStrings().filter { owner($0) != nil }
    let batches = core.stack?.batches(of: names) ?? names.map { [$0] }
    var failure: StoreError?
    var left: [StorageString] = []
    for batch in batches {
      do throws(StoreError) {
        try commit("clear", nil) { try remove(batch, owner: owner, $0) }
      } catch {
        failure = failure ?? error
        left += batch
      }
    }
    guard let failure else { return }
    if batches.count == 1 { throw failure }
    throw failure.leaving(left, of: names.count)
  }

  /// Every storage string that a commit can remove.
  private func writtenStrings() throws(StoreError) -> [StorageString] {
    let names =
      if let stack = core.stack {
        try stack.heldStrings()
      } else {
        try storageStrings()
      }
    return names.filter { !$0.isReserved }
  }

  private func remove(
    _ names: [StorageString], owner: (StorageString) -> Owner?, _ batch: WriteBatch
  ) throws(StoreError) {
    for name in names {
      guard let owner = owner(name) else { continue }
      if let key = owner.key {
        try remove(key, batch)
      } else {
        try batch.remove(name, in: owner.space)
      }
    }
  }

  private func remove(_ key: some KeyType, _ batch: WriteBatch) throws(StoreError) {
    try batch.set(key, to: nil, operation: "clear")
  }
}

extension StoreError {
  /// The failure of one of the commits by which a store is cleared that cannot write all keys
  /// together.
  fileprivate func leaving(_ names: [StorageString], of count: Int) -> StoreError {
    let shown = names.prefix(8).map { "'\($0)'" }.joined(separator: ", ")
    let rest = names.count > 8 ? " and \(names.count - 8) more" : ""
    return StoreError(
      code, storageString: names.first?.string, operation: "clear",
      expected: "all \(count) keys cleared", found: "\(names.count) not cleared: \(shown)\(rest)",
      advice: "The other keys are cleared. Clear again once the cause is gone.", underlying: self)
  }
}
