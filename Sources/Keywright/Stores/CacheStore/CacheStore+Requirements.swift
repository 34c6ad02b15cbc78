extension CacheStore {
  /// The value of a key, or nil if none is in the cache.
  public func storedValue<Space, Value>(
    of key: Key<Space, Value>
  ) throws(StoreError) -> Value? {
    let held = table.heldValue(of: key.storageString, key.formID)
    if let value = held.value(as: Value.self, form: key.formID) { return value }
    if held.form == .absent { return nil }
    table.eviction?.countMiss()
    throw .unreadable(key, nil, "read")
  }

  /// Nil: a cache has no stored forms.
  public func stored(_ name: StorageString) -> StoredValue? { nil }

  /// Every string under which a value is in the cache.
  public func storageStrings() -> [StorageString] { table.storageStrings() }

  /// Stores the values of one commit, as far as they fit.
  public func write(_ writes: [StagedWrite]) {
    guard let eviction = table.eviction else { return }
    for write in writes {
      let evicted = self.write(write, eviction)
      guard !evicted.isEmpty else { continue }
      // A value's `deinit` is the program's code: it may commit.
      let objects = evicted.objects
      CommitContext.defer { withExtendedLifetime(objects) {} }
    }
  }

  private func write(_ write: StagedWrite, _ eviction: Eviction) -> Evicted {
    guard write.new.held.form != .absent else { return table.remove(write.name, eviction) }
    return table.put(write.name, entry(for: write, eviction), eviction)
  }

  /// The new value with its cost and deadline.
  private func entry(for write: StagedWrite, _ eviction: Eviction) -> Entry {
    var entry = Entry(held: write.new.held)
    if eviction.isPlain, write.retention == nil, write.form?.descriptor == nil { return entry }
    let cost =
      write.retention?.cost
      ?? eviction.cost.flatMap { write.form?.cost(of: entry.held, by: $0) }
    if let cost { entry.cost = max(cost, 0) }
    if let ttl = write.retention?.ttl ?? write.form?.traits?.ttl ?? eviction.ttl {
      entry.deadline = ttl > .zero ? eviction.clock.deadline(after: ttl) : .min
    }
    return entry
  }
}
