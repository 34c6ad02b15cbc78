import KeywrightStorage

/// The keys that a store's registries declare for another store, by the keyword `store`.
///
/// A store that was opened with registries is the one for their keys without that keyword. Without this a secret
/// whose schema names a store of secrets would lie in clear text here, in a program that has no such store.
///
/// Thread safety: safe from any thread.
final class KeysElsewhere: Sendable {
  /// What a registry says of a key that is another store's.
  struct Key: Sendable {
    /// The program's own name for the other store.
    let store: String
    let isSecret: Bool
    let registry: String
  }

  private let keys = RegistryFacts<Key> { $0.isSecret ? $0 : $1 }
  /// The other stores of which a use was reported.
  private let reported = Protected<Set<String>>([])

  /// Whether a registry may have such keys: nothing else is asked for a commit of most programs.
  fileprivate var mayHaveKeys: Bool { keys.mayHaveSome }

  /// Notes a registry of a handle, whose list is read by the first commit, and not at an opening.
  func note(registry: Any.Type, _ list: @escaping @Sendable () -> [KeyDescription]) {
    keys.note(registry: registry) {
      list().compactMap { key in
        key.store.map { store in
          let fact = Key(
            store: store, isSecret: key.sensitivity == .secret, registry: "\(registry)")
          return (key.storedNames, key.isFamily, fact)
        }
      }
    }
  }

  /// What is known of a key that is another store's; nil for one that is this store's, or nobody's.
  subscript(name: StorageString) -> Key? { keys[name] }

  /// Whether the use of another store's keys must be reported: the first of each store.
  fileprivate func isNew(_ store: String) -> Bool {
    reported.withLock { $0.insert(store).inserted }
  }
}

extension StoreCore {
  /// Refuses the secrets of other stores among the writes of a commit, and reports another key of theirs, once for
  /// each store. A layer that was chosen for a key by its storage string is the right place for it.
  func checkPlaces(of writes: [StagedWrite]) throws(StoreError) {
    guard stack != nil || keysElsewhere.mayHaveKeys else { return }
    for write in writes where !write.isRemoval { try checkPlace(of: [write.name]) }
  }

  /// - Parameter names: The names of a write, from that of its key to the one that it has in this store: a secret with
  ///   another component before its name is one as well.
  private func checkPlace(of names: [StorageString]) throws(StoreError) {
    if let stack, let name = names.last {
      for layer in stack.layers where !layer.isChosen && layer.takes(name) {
        guard let core = layer.writer?.core, core.stack != nil || core.keysElsewhere.mayHaveKeys
        else { continue }
        try core.checkPlace(of: names + [layer.inner(name)])
      }
      return
    }
    guard let (key, name) = keyElsewhere(among: names) else { return }
    if key.isSecret { throw .elsewhere(key, name, operation: "commit", in: self) }
    guard keysElsewhere.isNew(key.store) else { return }
    // The handler is code of the program.
    CommitContext.defer { [self] in
      report(.elsewhere(key, name, operation: "verify", in: self))
    }
  }

  /// The key of another store that a value belongs to, with the one of its names that says so: a secret, if one of them
  /// is a secret's.
  func keyElsewhere(
    among names: [StorageString]
  ) -> (key: KeysElsewhere.Key, name: StorageString)? {
    let found = names.compactMap { name in keysElsewhere[name].map { (key: $0, name: name) } }
    return found.first { $0.key.isSecret } ?? found.first
  }
}

extension ReadableStore {
  /// The error of a stored value that belongs into another store, for ``Store/verify(_:reading:)``.
  ///
  /// - Parameter names: The names of the value, as a commit asks them: from that of its key to the one that it has here.
  func misplaced(_ names: [StorageString]) throws(StoreError) -> StoreError? {
    guard let present = names.last else { return nil }
    guard let stack = core.stack else {
      guard let (key, name) = core.keyElsewhere(among: names), try stored(present) != nil else {
        return nil
      }
      return .elsewhere(key, name, operation: "verify", in: core)
    }
    for layer in stack.layers where !layer.isChosen && layer.takes(present) {
      if let error = try layer.store?.misplaced(names + [layer.inner(present)]) { return error }
    }
    return nil
  }
}

extension StoreError {
  fileprivate static func elsewhere(
    _ key: KeysElsewhere.Key, _ name: StorageString, operation: String, in core: StoreCore
  ) -> StoreError {
    StoreError(
      .unsupported, storageString: name.string, operation: operation,
      expected: "the store '\(key.store)', which its schema names",
      found: "\(core.name), opened with \(key.registry) for the keys without a `store`",
      advice: "Use the store that its schema names, or route the key there by Layers.routing.")
  }
}
