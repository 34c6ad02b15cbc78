extension ReadableStore {
  /// The same values, for code that must not write: writing does not compile.
  ///
  /// ```swift
  /// let settings = store.readOnly()
  /// let volume = settings.get(Player.volume)
  /// ```
  public func readOnly() -> ReadOnlyStore<Self> { ReadOnlyStore(self) }
}

/// A store's values, to read and not to write.
///
/// A default that is persisted `whenMissing` is given and not stored.
///
/// Thread safety: as the store's.
public struct ReadOnlyStore<Base: ReadableStore>: ReadableStore {
  @usableFromInline let base: Base

  init(_ base: Base) { self.base = base }

  /// The core of the store.
  public var core: StoreCore { base.core }

  /// What the store holds under a string, or nil.
  public func stored(_ name: StorageString) throws(StoreError) -> StoredValue? {
    try base.stored(name)
  }

  /// The store's value of a key, or nil if nothing is stored.
  public func read<Space, Value>(_ key: Key<Space, Value>) throws(StoreError) -> Value? {
    try base.read(key)
  }

  /// Every string under which the store holds something.
  public func storageStrings() throws(StoreError) -> [StorageString] { try base.storageStrings() }

  /// The store's value, if it is at hand.
  @inlinable
  @inline(__always)
  public func peek<Value: Sendable>(_ name: StorageString, as type: Value.Type) -> Peek<Value> {
    base.peek(name, as: type)
  }

  /// Whether the store holds something under a string, readable or not.
  public func contains(_ name: StorageString) throws(StoreError) -> Bool { try base.contains(name) }

  /// Whether the store keeps stored forms.
  public var keepsStoredForms: Bool { base.keepsStoredForms }
}

extension ReadOnlyStore: TableBacked where Base: TableBacked {
  @usableFromInline var table: StoredTable { base.table }
}
