extension ReadableStore {
  /// The same values, for code that must not write: writing does not compile.
  ///
  /// ```swift
  /// let settings = store.readOnly()
  /// let volume = settings.get(Player.volume)
  /// ```
  public func readOnly() -> ReadOnlyStore<Self> { ReadOnlyStore(base: self) }
}

/// A store's values, to read and not to write.
///
/// A default that is persisted `whenMissing` is given and not stored.
///
/// Thread safety: as the store's.
public struct ReadOnlyStore<Base: ReadableStore>: ReadableStore {
  @usableFromInline let base: Base

  /// The core of the store.
  public var core: StoreCore { base.core }

  /// The stored form under a string, or nil.
  public func stored(_ name: StorageString) throws(StoreError) -> StoredValue? {
    try base.stored(name)
  }

  /// The store's value of a key, or nil if nothing is stored.
  public func storedValue<Space, Value>(
    of key: Key<Space, Value>
  ) throws(StoreError) -> Value? {
    try base.storedValue(of: key)
  }

  /// Every string under which the store holds something.
  public func storageStrings() throws(StoreError) -> [StorageString] { try base.storageStrings() }
}
