extension Store {
  /// The same store, for code that must not read: reading does not compile.
  ///
  /// ```swift
  /// let sink = store.writeOnly()
  /// try sink.set(Player.volume, to: 1)
  /// ```
  public func writeOnly() -> WriteOnlyStore { WriteOnlyStore(base: self) }
}

/// A store to write and not to read.
///
/// Thread safety: as the store's. Durability: as the store's.
public struct WriteOnlyStore: Sendable, CustomStringConvertible {
  let base: any Store

  /// The store that is written.
  public var description: String { "WriteOnlyStore of \(base)" }

  /// Stores a value; nil removes. See ``Store/set(_:to:)``.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - value: The value before processing.
  /// - Throws: If the value or the write is refused; then nothing changed.
  public func set<K: KeyType>(_ key: K, to value: K.Value) throws(StoreError) {
    try base.set(key, to: value)
  }

  /// Removes a key's value. See ``Store/remove(_:)``.
  ///
  /// - Parameter key: The key.
  /// - Throws: If a hook or the write refuses; then nothing changed.
  public func remove<K: KeyType>(_ key: K) throws(StoreError) { try base.remove(key) }

  /// Removes everything stored in a namespace and below it, as one commit.
  ///
  /// - Parameter space: A namespace; not ``Root``.
  /// - Throws: If a hook or the write refuses; then nothing changed.
  public func clear<Space: Namespace>(_ space: Space.Type) throws(StoreError) {
    try base.clear(space)
  }
}

extension Layer {
  /// A layer that every commit writes to, whose store can only be written.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - name: A name for messages; nil is the store's own.
  public static func writing(_ store: WriteOnlyStore, name: String? = nil) -> Layer {
    writing(store.base, name: name)
  }
}
