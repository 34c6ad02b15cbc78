extension CacheStore {
  /// Stores a value, and says for how long and at what cost; nil removes.
  ///
  /// ```swift
  /// try cache.set(Player.cover, to: image, ttl: .seconds(60), cost: image.byteCount)
  /// ```
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - value: The value before processing.
  ///   - ttl: How long the value is kept at most; 0 or less is not at all. Nil leaves it to the key
  ///     and to the cache.
  ///   - cost: What the value costs; a negative number is 0. Nil leaves it to the key and to the
  ///     cache.
  /// - Throws: If the value is refused; then nothing changed.
  public func set<K: KeyType>(
    _ key: K, to value: K.Value, ttl: Duration?, cost: Int? = nil
  ) throws(StoreError) {
    try write(value, to: key, retention: Retention(cost: cost, ttl: ttl), operation: "set")
  }

  /// Stores a value, and says at what cost; nil removes.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - value: The value before processing.
  ///   - cost: What the value costs; a negative number is 0.
  /// - Throws: If the value is refused; then nothing changed.
  public func set<K: KeyType>(
    _ key: K, to value: K.Value, cost: Int
  ) throws(StoreError) {
    try set(key, to: value, ttl: nil, cost: cost)
  }
}
