extension CacheStore {
  /// The value, or that nothing is kept, or that a value of another type is.
  @inlinable
  @inline(__always)
  public func peek<Value: Sendable>(_ name: StorageString, as type: Value.Type) -> Peek<Value> {
    table.lookUp(name, as: type)
  }

  /// The same, without counting it as a lookup.
  public func valueBefore<Value: Sendable>(
    _ name: StorageString, as type: Value.Type
  ) -> Peek<Value> {
    table.find(name, SlotType.decoded(type), isLookup: false)
      .peek(type, in: table)
  }

  /// The value of a key, or nil if nothing is kept.
  public func read<Space, Value>(_ key: Key<Space, Value>) throws(StoreError) -> Value? {
    switch table.lookUp(key.storageString, as: Value.self) {
    case .value(let value): return value
    case .nothing: return nil
    case .unknown:
      table.countMiss()
      throw .unreadable(key, nil, "read")
    }
  }

  /// Nil: a cache keeps no stored forms.
  public func stored(_ name: StorageString) -> StoredValue? { nil }

  /// Whether a value of any type is kept under a string; not a lookup.
  public func contains(_ name: StorageString) -> Bool { table.contains(name) }

  /// Every string under which a value is kept.
  public func storageStrings() -> [StorageString] { table.storageStrings() }

  /// True, unless the program measures cost or time.
  @inlinable public var keepsPlainValues: Bool { isPlain }

  /// Keeps a value at a cost of 1, for ever.
  @inlinable
  public func keepPlainly<Value: Sendable>(
    _ name: StorageString, _ value: Value
  ) -> ReplacedValue<Value>? {
    if !SlotType.isInline(Value.self), let slot = table.lockBox(name, SlotType.decoded(Value.self))
    {
      // The box stays; the old value is freed by whoever gets it, with no lock held.
      let box = slot.entry.pointee.box.unsafelyUnwrapped
      var value = value
      swap(&unsafeDowncast(box, to: CacheBox<Value>.self).value, &value)
      table.unlock(slot)
      return ReplacedValue(value)
    }
    guard let debris = table.putPlainly(name, CacheContent(value)) else { return nil }
    return ReplacedValue(debris)
  }

  /// False: values are kept as they are.
  public var keepsStoredForms: Bool { false }

  private func keep(_ name: StorageString, _ content: CacheContent?) -> [AnyObject] {
    guard let content else { return table.remove(name).objects }
    return table.put(name, content).objects
  }

  /// Keeps the changes of one commit, as far as they fit.
  public func keep(_ changes: [KeptChange]) {
    for change in changes {
      let objects = keep(change.name, change.change.cached(by: policy))
      // A value's `deinit` is the program's code: it may commit.
      if !objects.isEmpty { WriterScope.afterwards { withExtendedLifetime(objects) {} } }
    }
  }
}
