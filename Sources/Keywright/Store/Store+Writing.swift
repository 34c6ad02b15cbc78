extension Store {
  /// Stores a value; nil removes.
  ///
  /// One commit: processing, constraints, hooks, then the write. When it returns, every later
  /// `get` in this process gives the value written.
  ///
  /// ```swift
  /// try store.set(Player.volume, to: 0.8)
  /// ```
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - value: The value before processing.
  /// - Throws: If the value or the write is refused; then nothing changed.
  @inlinable
  public func set<K: KeyType>(_ key: K, to value: K.Value) throws(StoreError) {
    try write(value, to: key, operation: "set")
  }

  /// Removes a key's value; the next `get` gives the default. Removing nothing is no commit.
  ///
  /// - Parameter key: The key.
  /// - Throws: If a hook or the write refuses; then nothing changed.
  public func remove<K: KeyType>(_ key: K) throws(StoreError) {
    try write(nil, to: key, operation: "remove")
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
  /// - Returns: The return value of the body.
  /// - Throws: ``StoreError/Code/unreadable`` if what is stored is not of the key's type;
  ///   ``StoreError/Code/refused`` if the body throws; then nothing changed.
  @inlinable
  @discardableResult
  public func update<K: KeyType, Result>(
    _ key: K, _ body: (inout K.Value) throws -> Result
  ) throws(StoreError) -> Result {
    if key.key.defaultAtHand == nil { prepareDefault(of: key.key) }
    var old: LoneValue?
    defer { withExtendedLifetime(old) {} }
    return try commit("update", key.key.storageString) { batch in
      var value: K.Value
      (value, old) = try batch.valueAlone(of: key)
      let result = try body(&value)
      try batch.setAlone(key, to: value, over: old)
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
  ///   has not evaluated yet, because that is evaluated with no lock held.
  /// - Returns: The return value of the body.
  /// - Throws: Any error of the body, or a ``StoreError``; then nothing changed.
  @discardableResult
  public func transaction<Result>(_ body: (inout Transaction) throws -> Result) throws -> Result {
    try commit { batch in
      batch.noteUserCode()
      var transaction = Transaction(batch: batch)
      return try body(&transaction)
    }
  }

  // MARK: Commits

  /// Commits one value; nil removes. The library's own work on the value is done before the lock is taken.
  @inlinable
  func write<K: KeyType>(
    _ value: K.Value?, to keyType: K, retention: Retention? = nil, operation: String
  ) throws(StoreError) {
    if keyType.key.defaultAtHand == nil { prepareDefault(of: keyType.key) }
    guard keyType.isDeclared, !core.isComposed else {
      return try commit(value, to: keyType, retention, operation)
    }
    let cell = try keyType.prepared(value, encodes: core.encodesValues)
    try commit(cell, as: keyType.staged(), retention, operation)
  }

  /// Commits a value that was processed and checked.
  @usableFromInline
  @inline(never)
  func commit(
    _ cell: Cell, as key: StagedKey, _ retention: Retention?, _ operation: String
  ) throws(StoreError) {
    let core = core
    // A store around this one has its core, and writes otherwise.
    let isItself = core.tableStore == Self.self
    let isLone = isItself && retention == nil
    if isLone, core.loneWriter == nil, try core.commitUnstaged(cell, as: key) { return }
    var old: Cell?
    try commit(operation, key.name) { batch in
      if isLone { old = try batch.write(cell, as: key) }
      if old != nil { return }
      try batch.put(cell, as: key, operation: operation)
      batch.writes[0].retention = retention
    }
    withExtendedLifetime(old) {}
  }

  /// Commits a value in whose processing code of the program has a part, or that goes to layers.
  @usableFromInline
  @inline(never)
  func commit<K: KeyType>(
    _ value: K.Value?, to keyType: K, _ retention: Retention?, _ operation: String
  ) throws(StoreError) {
    guard !CommitContext.isActive else { throw .reentrant(operation: nil) }
    let prepared =
      keyType.isDeclared ? try keyType.prepared(value, encodes: core.encodesValues) : nil
    try commit(operation, keyType.key.storageString) { batch in
      let position = try batch.stage(keyType, mustRead: false, operation: operation)
      if let prepared {
        try batch.put(prepared, as: keyType.staged(), operation: operation)
      } else {
        try batch.set(keyType, to: value, operation: operation)
      }
      batch.writes[position].retention = retention
    }
  }

  /// Evaluates a key's default, with no lock held, if a commit of the key is likely to need it: one
  /// that is needed later releases the lock, and then the commit begins again.
  @usableFromInline
  func prepareDefault<Space, Value>(of key: Key<Space, Value>) {
    guard key.defaultAtHand == nil, !CommitContext.isActive,
      (try? contains(key)) != true
    else { return }
    _ = key.defaultValue
  }

  /// Runs a commit; whatever it throws becomes a ``StoreError``.
  @usableFromInline
  func commit<Result>(
    _ operation: String, _ name: StorageString?, _ origin: CommitOrigin = .local,
    _ body: (WriteBatch) throws -> Result
  ) throws(StoreError) -> Result {
    do {
      return try commit(origin, body)
    } catch {
      throw StoreError(wrapping: error, operation: operation, storageString: name?.string)
    }
  }

  /// Runs `body` under the writer's lock and commits what it staged.
  ///
  /// Begins again, after the lock was released, when a default is needed that was not evaluated yet,
  /// and when another machine was quicker.
  func commit<Result>(
    _ origin: CommitOrigin = .local, _ body: (WriteBatch) throws -> Result
  ) throws -> Result {
    var attempt = 1
    var patience = ConflictPatience()
    while true {
      let batch = try WriteBatch.begin(in: self, origin)
      let result: Result
      do {
        result = try body(batch)
        try batch.commit()
      } catch {
        batch.cancel()
        if CommitConflict(error) != nil {
          guard patience.mayRunAgain(after: error, by: core.time) else { throw error }
          continue
        }
        guard batch.isInvalidated, attempt < WriteBatch.attempts else { throw error }
        attempt += 1
        continue
      }
      try batch.finish()
      return result
    }
  }
}
