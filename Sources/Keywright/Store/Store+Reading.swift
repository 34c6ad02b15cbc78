extension ReadableStore {
  /// The value of a key: the stored one, or the key's default.
  ///
  /// Never throws. A stored value that is not of the key's type stays as it is, is reported once
  /// (``issues``), and the default is given; `read` throws instead.
  ///
  /// ```swift
  /// let volume = store.get(Player.volume)  // Double
  /// ```
  ///
  /// Complexity: O(1); no lock, no allocation and no system call for a scalar that was read
  /// before. Only a key whose default is persisted `whenMissing` may wait and write.
  ///
  /// - Parameter key: The key.
  /// - Returns: The stored value or the default.
  @inlinable
  @inline(__always)
  public func get<Space, Value>(_ key: Key<Space, Value>) -> Value {
    var found = Lookup<Value>.miss
    if let table = core.lookupTable {
      // The core keeps it, and the store keeps the core.
      found = table._withUnsafeGuaranteedRef {
        $0.lookup(key.storageString, key.formID, as: Value.self, isBounded: $0.isBounded)
      }
    } else if let tables = core.leadingTables, key.descriptor?.traits.movesLater != true {
      found = tables.lookup(key.storageString, key.formID, as: Value.self)
    }
    var isAbsent = false
    switch found {
    case .hit(let stored): return stored
    case .absent:
      if let value = key.literalDefault { return value }
      isAbsent = true
    case .miss: break
    }
    return slowGet(
      in: Space.self, key.storageString, key.literalDefault, key.form, key.descriptor, isAbsent)
  }

  /// The value of a key of your own type; see `get` of a ``Key``.
  ///
  /// - Parameter key: The key.
  /// - Returns: The stored value or the default.
  @inlinable
  public func get<K: KeyType>(_ key: K) -> K.Value { get(key.key) }

  /// Finds a value that was not decoded in memory.
  ///
  /// Takes a key in parts: passed whole it would be built in memory at each call of `get`.
  @usableFromInline
  @inline(never)
  func slowGet<Space: Namespace, Value>(
    in space: Space.Type, _ name: StorageString, _ literal: Value?,
    _ form: any KeyForm<Value>.Type, _ descriptor: KeyDescriptor<Value>?, _ isAbsent: Bool
  ) -> Value {
    let key = Key<Space, Value>(name, default: literal, form: form, descriptor: descriptor)
    core.noteUse(of: name, registry: descriptor?.traits.registry)
    // A second lookup in a cache would be counted twice.
    let isKnown = isAbsent && !core.encodesValues
    switch isKnown ? .absent : find(key, reportTo: core) {
    case .hit(let value): return value
    case .miss: return key.defaultValue
    case .absent: break
    }
    guard key.persistsDefault, !CommitContext.isActive, let store = self as? any Store else {
      return key.defaultValue
    }
    return store.persistedDefault(of: key)
  }

  /// The value that `read` gives; a problem is reported, and is a miss.
  func find<Space, Value>(_ key: Key<Space, Value>, reportTo core: StoreCore) -> Lookup<Value> {
    if let stack = self.core.stack {
      let found = stack.find(key, reportTo: core)
      guard case .absent = found else { return found }
      return pendingValue(of: key).map(Lookup.hit) ?? .absent
    }
    do throws(StoreError) {
      return try heldValue(of: key).map(Lookup.hit) ?? .absent
    } catch {
      core.report(error, once: key.storageString)
      return .miss
    }
  }

  /// The stored value of a key, or nil if nothing is stored.
  ///
  /// - Parameter key: The key.
  /// - Throws: ``StoreError/Code/unreadable`` if what is stored is not of the key's type; any error
  ///   of a store that cannot be read.
  public func read<K: KeyType>(_ key: K) throws(StoreError) -> K.Value? {
    let key = key.key
    core.noteUse(of: key.storageString, registry: key.descriptor?.traits.registry)
    return try heldValue(of: key)
  }

  /// The stored value of a key whose value may be absent, or nil if nothing is stored.
  ///
  /// - Parameter key: The key.
  /// - Throws: ``StoreError/Code/unreadable`` if what is stored is not of the key's type; any error
  ///   of a store that cannot be read.
  public func read<K: KeyType, Wrapped>(
    _ key: K
  ) throws(StoreError) -> Wrapped? where K.Value == Wrapped? {
    let key = key.key
    core.noteUse(of: key.storageString, registry: key.descriptor?.traits.registry)
    return try heldValue(of: key) ?? nil
  }

  /// The stored value of a key, under its name, or else a former one under which it stays for now, or else the one
  /// that a migration would bring.
  func heldValue<Space, Value>(of key: Key<Space, Value>) throws(StoreError) -> Value? {
    if let value = try storedValue(of: key) { return value }
    for name in key.standbyStrings {
      if let value = try storedValue(of: key.stored(under: name)) { return value }
    }
    return pendingValue(of: key)
  }

  /// Whether something is stored for a key, readable or not.
  ///
  /// - Parameter key: The key.
  /// - Throws: Any error of a store that cannot be read.
  public func contains<K: KeyType>(_ key: K) throws(StoreError) -> Bool {
    let key = key.key
    if try contains(key.storageString) { return true }
    for name in key.standbyStrings where try contains(name) { return true }
    if let store = self as? any AskedByKeys { return store.hasValue(of: key) }
    guard let stack = core.stack else { return false }
    return stack.readers(of: key.storageString).contains { index, reader in
      (reader as? any AskedByKeys)?.hasValue(of: stack.layers[index].inner(key)) ?? false
    }
  }

  /// The storage strings under which something is stored, sorted by their bytes; without the
  /// library's own records.
  ///
  /// - Throws: Any error of a store that cannot be read.
  ///
  /// Complexity: O(*n* log *n*) in the number of stored values.
  public func storedKeys() throws(StoreError) -> [String] {
    try storageStrings().filter { !$0.isReserved }.map(\.string)
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Problems for which nothing could be thrown, oldest first; the last 256 are kept.
  ///
  /// Unreadable values (once for each load), damaged files that were kept aside, failed writes
  /// through the subscript.
  public var issues: [StoreError] { core.issues }

  /// Sets the function that is called with each issue; without one, the first for each key is
  /// printed to standard error.
  ///
  /// - Parameter handler: Called on the thread that finds the issue; must not block.
  public func onIssue(_ handler: (@Sendable (StoreError) -> Void)?) { core.setHandler(handler) }
}

/// A store that has values also under names of which only a key knows.
protocol AskedByKeys: ReadableStore {
  func hasValue<Space, Value>(of key: Key<Space, Value>) -> Bool
}

extension Store {
  /// Stores a key's default if there is still nothing, and gives what is then stored.
  fileprivate func persistedDefault<Space, Value>(of key: Key<Space, Value>) -> Value {
    let value = key.defaultValue
    do throws(StoreError) {
      let write = try commit("whenMissing", key.storageString, .defaultValue) { batch in
        let position = try batch.stage(key, mustRead: true, operation: "whenMissing")
        if batch.writes[position].wasStored {
          _ = try batch.value(at: position, as: key, operation: "whenMissing")
        } else {
          try batch.set(key, to: value, operation: "whenMissing")
        }
        return batch.writes[position]
      }
      // Processing and hooks may have made another value of it.
      return write.newValue(as: key)
    } catch {
      core.report(error.concerning(key.storageString), once: key.storageString)
      return value
    }
  }
}
