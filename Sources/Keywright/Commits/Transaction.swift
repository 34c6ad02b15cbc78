/// Several changes that become one commit; what ``Store/transaction(_:)`` gives its closure.
///
/// It sees its own changes as they were given: processing and hooks come when the closure returns.
/// It cannot be copied, so that nobody can change a commit that is over.
public struct Transaction: ~Copyable {
  @usableFromInline let record: CommitRecord

  /// The value of a key, as changed so far.
  ///
  /// - Parameter key: The key.
  /// - Throws: ``StoreError/Code/unreadable`` if what is stored is not of the key's type.
  public func get<K: KeyType>(_ key: K) throws(StoreError) -> K.Value {
    let plain = key.key
    guard let known = record.change(of: plain.storageString), known.isTouched else {
      return try record.change(for: key, mustRead: true, operation: "get").current
    }
    if known.isRemoval { return plain.defaultValue }
    if let value = known.newValue(as: plain) { return value }
    throw .unreadable(plain, known.storedForm, "get")
  }

  /// Stores a value; nil removes.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - value: The value before processing.
  /// - Throws: If the store cannot tell what is stored now.
  public mutating func set<K: KeyType>(_ key: K, to value: K.Value) throws(StoreError) {
    try record.assign(key, value)
  }

  /// Stores a value; nil removes. See ``set(_:to:)``; where nothing of the program's has a part in
  /// the commit, it is found out while compiling.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - value: The value before processing.
  /// - Throws: If the store cannot tell what is stored now.
  @inlinable
  public mutating func set<Space, Value>(
    _ key: Key<Space, Value>, to value: Value
  ) throws(StoreError) {
    if let encoded = EncodedValue.encoding(value, of: key),
      try record.enter(key.storageString, of: Space.self, encoded)
    {
      return
    }
    try record.assign(key, value)
  }

  /// Removes a key's value.
  ///
  /// - Parameter key: The key.
  /// - Throws: If the store cannot tell what is stored now.
  public mutating func remove<K: KeyType>(_ key: K) throws(StoreError) {
    try record.change(for: key, mustRead: false, operation: "remove").assign(nil)
  }

  /// Changes a value in place.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - body: Changes the value.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws, or ``StoreError/Code/unreadable``.
  @discardableResult
  public mutating func update<K: KeyType, Result>(
    _ key: K, _ body: (inout K.Value) throws -> Result
  ) throws -> Result {
    var value = try get(key)
    let result = try body(&value)
    try set(key, to: value)
    return result
  }
}
