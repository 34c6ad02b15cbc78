extension ReadableStore {
  /// The value of a key: what is stored, or the key's default.
  ///
  /// Never throws. A stored value that is not of the key's type stays as it is, is reported once
  /// (``issues``), and the default is given; ``read(_:)`` throws instead.
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
    var isMissing = false
    switch key.isCoded ? .unknown : peek(key.storageString, as: Value.self) {
    case .value(let stored): return stored
    case .nothing:
      if let value = key.literalDefault { return value }
      isMissing = true
    case .unknown: break
    }
    return slowGet(
      in: Space.self, key.storageString, key.literalDefault, key.form, key.descriptor, isMissing)
  }

  /// The value of a key of your own type; see ``get(_:)``.
  ///
  /// - Parameter key: The key.
  /// - Returns: The stored value or the default.
  @inlinable
  public func get<K: KeyType>(_ key: K) -> K.Value { get(key.key) }

  /// Finds a value that was not at hand.
  ///
  /// Takes a key in parts: passed whole it would be built in memory at each call of `get`.
  @usableFromInline
  @inline(never)
  func slowGet<Space: Namespace, Value>(
    in space: Space.Type, _ name: StorageString, _ literal: Value?,
    _ form: any KeyForm<Value>.Type, _ descriptor: KeyDescriptor<Value>?, _ isMissing: Bool
  ) -> Value {
    let key = Key<Space, Value>(name, default: literal, form: form, descriptor: descriptor)
    // Where values are kept as they are, `peek` has looked; a second look would count twice.
    let isKnown = isMissing && !keepsStoredForms
    switch isKnown ? .nothing : look(key, reportTo: core) {
    case .value(let value): return value
    case .unknown: return key.defaultValue
    case .nothing: break
    }
    guard key.persistsDefault, !WriterScope.isActive, let store = self as? any Store else {
      return key.defaultValue
    }
    return store.persistedDefault(of: key)
  }

  /// What ``read(_:)`` gives; a problem is reported, and what cannot be read is unknown.
  func look<Space, Value>(_ key: Key<Space, Value>, reportTo core: StoreCore) -> Peek<Value> {
    if let stack = self.core.stack { return stack.look(key, reportTo: core) }
    do throws(StoreError) {
      return try read(key).map(Peek.value) ?? .nothing
    } catch {
      core.report(error, once: key.storageString)
      return .unknown
    }
  }

  /// The stored value of a key, or nil if nothing is stored.
  ///
  /// - Parameter key: The key.
  /// - Throws: ``StoreError/Code/unreadable`` if what is stored is not of the key's type; any error
  ///   of a store that cannot tell.
  public func read<K: KeyType>(_ key: K) throws(StoreError) -> K.Value? { try read(key.key) }

  /// The stored value of a key whose value may be absent, or nil if nothing is stored.
  ///
  /// - Parameter key: The key.
  /// - Throws: ``StoreError/Code/unreadable`` if what is stored is not of the key's type; any error
  ///   of a store that cannot tell.
  public func read<Space, Wrapped>(
    _ key: Key<Space, Wrapped?>
  ) throws(StoreError) -> Wrapped? {
    let found: Wrapped?? = try read(key)
    return found ?? nil
  }

  /// Decodes what ``Store/stored(_:)`` gives.
  public func read<Space, Value>(_ key: Key<Space, Value>) throws(StoreError) -> Value? {
    guard let stored = try stored(key.storageString) else { return nil }
    guard let value = key.value(from: stored) else { throw .unreadable(key, stored, "read") }
    return value
  }

  /// Whether something is stored for a key, readable or not.
  ///
  /// - Parameter key: The key.
  /// - Throws: Any error of a store that cannot tell.
  public func contains<K: KeyType>(_ key: K) throws(StoreError) -> Bool {
    try contains(key.key.storageString)
  }

  /// The storage strings under which something is stored, sorted by their bytes; without the
  /// library's own records.
  ///
  /// - Throws: Any error of a store that cannot tell.
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

  /// Sets the function that is told of each issue; without one, the first for each key is printed
  /// to standard error.
  ///
  /// - Parameter handler: Called on the thread that finds the issue; must not block.
  public func onIssue(_ handler: (@Sendable (StoreError) -> Void)?) { core.setHandler(handler) }

}

extension Store {
  /// Stores a key's default if there is still nothing, and gives what is then stored.
  fileprivate func persistedDefault<Space, Value>(of key: Key<Space, Value>) -> Value {
    let value = key.defaultValue
    do {
      return try CommitPipeline(store: self, origin: .defaultValue).run { record in
        let change = try record.change(for: key, mustRead: true, operation: "whenMissing")
        if !change.wasStored { change.assign(value) }
        return change
      }.current
    } catch {
      let error = StoreError(
        wrapping: error, operation: "whenMissing", storageString: key.storageString.string)
      core.report(error.concerning(key.storageString), once: key.storageString)
      return value
    }
  }

  /// The change of a key, with what is stored now.
  func change<K: KeyType>(
    of keyType: K, mustRead: Bool, operation: String
  ) throws(StoreError) -> TypedChange<K> {
    if let stack = core.stack {
      return try stack.change(of: keyType, mustRead: mustRead, operation: operation)
    }
    let key = keyType.key
    var before: K.Value?
    var isUnreadable = false
    switch key.isCoded && keepsStoredForms
      ? .unknown : valueBefore(key.storageString, as: K.Value.self)
    {
    case .value(let value): before = value
    case .nothing: break
    case .unknown: isUnreadable = true
    }
    guard keepsStoredForms else {
      if isUnreadable, mustRead { throw .unreadable(key, nil, operation) }
      return TypedChange(
        keyType, before: before, storedBefore: nil, wasStored: before != nil || isUnreadable)
    }
    let (stored, isStored) = try storedBefore(key.storageString, mustRead: mustRead)
    if before == nil, let stored {
      before = key.value(from: stored)
      if before == nil, mustRead { throw .unreadable(key, stored, operation) }
    }
    return TypedChange(
      keyType, before: before, storedBefore: stored, wasStored: isStored)
  }
}

extension ReadableStore {
  /// What a commit replaces or removes; damaged bytes are something stored, without a form.
  ///
  /// - Parameter mustRead: Whether damaged bytes are an error, because the new value depends on
  ///   the old one.
  func storedBefore(
    _ name: StorageString, mustRead: Bool = false
  ) throws(StoreError) -> (form: StoredValue?, isStored: Bool) {
    do throws(StoreError) {
      let form = try stored(name)
      return (form, form != nil)
    } catch {
      guard error.code == .corrupt, !mustRead else { throw error }
      return (nil, true)
    }
  }
}

extension StoreError {
  static func unreadable<Space, Value>(
    _ key: Key<Space, Value>, _ stored: StoredValue?, _ operation: String
  ) -> StoreError {
    StoreError(
      .unreadable, storageString: key.storageString.string, operation: operation,
      expected: "\(Value.self)",
      found: stored.map { stored in key.shown("\(stored)") } ?? "a value of another type",
      advice: "`set` or `remove` replaces it on purpose; nothing else does.")
  }
}
