/// Two stores side by side: each key has a value in both.
///
/// ```swift
/// let both = zip(local, remote)
/// let (mine, theirs) = both.get(Player.volume)
/// try both.set(Player.volume, to: (0.5, 0.8))
/// ```
///
/// - Parameters:
///   - first: The store of the first value.
///   - second: The store of the second value.
public func zip(_ first: some Store, _ second: some Store) -> ZippedStore {
  ZippedStore(first: first, second: second)
}

/// Two stores side by side, as `zip(first, second)` makes them.
///
/// A write is two commits, the first store's first, each with its own processing and hooks. If the
/// second store refuses, the first is put back as it was, unreadable bytes too (a cache forgets the
/// key instead), and the write throws. If that fails as well, or another commit has changed the value since, the
/// error is ``StoreError/Code/uncertain`` and only the first store has the new value.
///
/// Thread safety: as the stores'. Durability: as the stores'.
public struct ZippedStore: Sendable, CustomStringConvertible {
  /// The store of the first value.
  public let first: any Store
  /// The store of the second value.
  public let second: any Store

  /// Both stores.
  public var description: String { "zip(\(first), \(second))" }

  /// The values of both stores, or the key's default.
  ///
  /// - Parameter key: The key.
  public func get<K: KeyType>(_ key: K) -> (K.Value, K.Value) { (first.get(key), second.get(key)) }

  /// The stored values of both stores, each nil if nothing is stored.
  ///
  /// - Parameter key: The key.
  /// - Throws: Any error of either store.
  public func read<K: KeyType>(_ key: K) throws(StoreError) -> (K.Value?, K.Value?) {
    (try first.read(key), try second.read(key))
  }

  /// The stored values of both stores for a key whose value may be absent, each nil if nothing is stored.
  ///
  /// - Parameter key: The key.
  /// - Throws: Any error of either store.
  public func read<K: KeyType, Wrapped>(
    _ key: K
  ) throws(StoreError) -> (Wrapped?, Wrapped?) where K.Value == Wrapped? {
    (try first.read(key), try second.read(key))
  }

  /// Stores a value in each store; nil removes.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - values: The values before processing.
  /// - Throws: If a store refuses; then nothing changed, unless the error is
  ///   ``StoreError/Code/uncertain``.
  public func set<K: KeyType>(_ key: K, to values: (K.Value, K.Value)) throws(StoreError) {
    try slot(key).set(values)
  }

  /// Removes the values of both stores.
  ///
  /// - Parameter key: The key.
  /// - Throws: If a store refuses; see ``set(_:to:)``.
  public func remove<K: KeyType>(_ key: K) throws(StoreError) {
    try slot(key).reset()
  }

  private func slot<K: KeyType>(_ key: K) -> ZippedSlot<K.Value, K.Value> {
    zip(first.slot(key), second.slot(key))
  }
}
