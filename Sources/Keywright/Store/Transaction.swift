/// Several changes that become one commit; the argument of the closure of
/// ``Store/transaction(_:)``.
///
/// ```swift
/// let sum = try store.transaction { bank in
///   try bank.update(Bank.mine) { $0 -= 5 }
///   try bank.update(Bank.yours) { $0 += 5 }
///   return try bank.get(Bank.mine) + bank.get(Bank.yours)
/// }
/// ```
///
/// It sees its own changes as they were given: processing and hooks come when the closure returns.
/// It cannot be copied, so that no code can change a commit that is over.
///
/// Thread safety: belongs to the thread that runs the closure. Complexity: each call is O(1),
/// beside the work of the key's own functions.
public struct Transaction: ~Copyable {
  @usableFromInline let batch: WriteBatch

  /// The value of a key, as changed so far.
  ///
  /// - Parameter key: The key.
  /// - Throws: ``StoreError/Code/unreadable`` if what is stored is not of the key's type.
  @inlinable
  public func get<K: KeyType>(_ key: K) throws(StoreError) -> K.Value {
    let position = try batch.stage(key, mustRead: true, operation: "get")
    return try batch.value(at: position, as: key.key, operation: "get")
  }

  /// Stores a value; nil removes.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - value: The value before processing.
  /// - Throws: If the store cannot read the present value.
  @inlinable
  public mutating func set<K: KeyType>(_ key: K, to value: K.Value) throws(StoreError) {
    try batch.set(key, to: value, operation: "set")
  }

  /// Removes a key's value.
  ///
  /// - Parameter key: The key.
  /// - Throws: If the store cannot read the present value.
  public mutating func remove<K: KeyType>(_ key: K) throws(StoreError) {
    try batch.set(key, to: nil, operation: "remove")
  }

  /// Changes a value in place.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - body: Changes the value.
  /// - Returns: The return value of the body.
  /// - Throws: Any error of the body, or ``StoreError/Code/unreadable``.
  @inlinable
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
