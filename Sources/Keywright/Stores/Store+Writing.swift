extension Store {
  /// Stores a value; nil removes.
  ///
  /// One commit: processing, constraints, hooks, then the write. When it returns, every later
  /// `get` in this process gives the value kept.
  ///
  /// ```swift
  /// try store.set(Player.volume, to: 0.8)
  /// ```
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - value: The value before processing.
  /// - Throws: If the value or the write is refused; then nothing changed.
  public func set<K: KeyType>(_ key: K, to value: K.Value) throws(StoreError) {
    try commitOne(key, operation: "set", mustRead: false) { $0.assign(value) }
  }

  /// Stores a value; nil removes. See ``set(_:to:)``; where nothing of the program's has a part in
  /// the commit, it is found out while compiling.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - value: The value before processing.
  /// - Throws: If the value or the write is refused; then nothing changed.
  @inlinable
  public func set<Space, Value>(
    _ key: Key<Space, Value>, to value: Value
  ) throws(StoreError) {
    if try commitPlainly(key, value) { return }
    if keepsStoredForms, let encoded = EncodedValue.encoding(value, of: key),
      try commitEncoded(key.storageString, of: Space.self, encoded)
    {
      return
    }
    try commitValue(
      in: Space.self, key.storageString, key.literalDefault, key.form, key.descriptor, value)
  }

  /// Removes a key's value; the next `get` gives the default. Removing nothing is no commit.
  ///
  /// - Parameter key: The key.
  /// - Throws: If a hook or the write refuses; then nothing changed.
  public func remove<K: KeyType>(_ key: K) throws(StoreError) {
    try commitOne(key, operation: "remove", mustRead: false) { $0.assign(nil) }
  }

  /// Changes a value by reading and writing it as one step, across threads and processes.
  ///
  /// ```swift
  /// try store.update(App.launches) { $0 += 1 }  // N calls, from anywhere, make N
  /// ```
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - body: Changes the value; runs under the writer's lock, so it must be short. A commit
  ///     inside it throws ``StoreError/Code/reentrant``.
  /// - Returns: What the body returns.
  /// - Throws: ``StoreError/Code/unreadable`` if what is stored is not of the key's type;
  ///   ``StoreError/Code/refused`` if the body throws; then nothing changed.
  @discardableResult
  public func update<K: KeyType, Result>(
    _ key: K, _ body: (inout K.Value) throws -> Result
  ) throws(StoreError) -> Result {
    try commitOne(key, operation: "update", mustRead: true) { change in
      var value = change.current
      let result = try body(&value)
      change.assign(value)
      return result
    }
  }

  /// Changes several keys as one commit: all of them or none.
  ///
  /// ```swift
  /// try store.transaction { bank in
  ///   try bank.set(Bank.mine, to: bank.get(Bank.mine) - 5)
  ///   try bank.set(Bank.yours, to: bank.get(Bank.yours) + 5)
  /// }
  /// ```
  ///
  /// - Parameter body: Reads and writes through its argument; runs under the writer's lock, so it
  ///   must be short. It runs again from the start when it reads a lazy default that this process
  ///   has not computed yet, because that is computed with no lock held.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws, or a ``StoreError``; then nothing changed.
  @discardableResult
  public func transaction<Result>(_ body: (inout Transaction) throws -> Result) throws -> Result {
    try CommitPipeline(store: self, origin: .local).run { record in
      var transaction = Transaction(record: record)
      return try body(&transaction)
    }
  }

  /// Commits one value, with every step.
  ///
  /// Takes a key in parts, as ``slowGet`` does.
  @usableFromInline
  @inline(never)
  func commitValue<Space: Namespace, Value>(
    in space: Space.Type, _ name: StorageString, _ literal: Value?,
    _ form: any KeyForm<Value>.Type, _ descriptor: KeyDescriptor<Value>?, _ value: Value
  ) throws(StoreError) {
    let key = Key<Space, Value>(name, default: literal, form: form, descriptor: descriptor)
    try commitOne(key, operation: "set", mustRead: false) { $0.assign(value) }
  }

  /// Runs a commit of one key.
  func commitOne<K: KeyType, Result>(
    _ keyType: K, operation: String, mustRead: Bool,
    _ body: (TypedChange<K>) throws -> Result
  ) throws(StoreError) -> Result {
    let key = keyType.key
    prepareDefault(of: key)
    return try commit(operation: operation, storageString: key.storageString) { record in
      try body(try record.change(for: keyType, mustRead: mustRead, operation: operation))
    }
  }

  /// Computes a key's default, with no lock held, if a commit of the key is likely to need it: one
  /// that is needed later lets the lock go, and then the commit begins again.
  func prepareDefault<Space, Value>(of key: Key<Space, Value>) {
    guard key.defaultAtHand == nil, (try? contains(key.storageString)) != true else { return }
    _ = key.defaultValue
  }

  /// Runs a commit; whatever it throws becomes a ``StoreError``.
  func commit<Result>(
    operation: String, storageString: StorageString?, _ body: (CommitRecord) throws -> Result
  ) throws(StoreError) -> Result {
    do {
      return try CommitPipeline(store: self, origin: .local).run(body)
    } catch {
      throw StoreError(
        wrapping: error, operation: operation, storageString: storageString?.string)
    }
  }
}
