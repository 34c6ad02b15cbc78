/// One key in one store: a value that can be handed on without either.
///
/// ```swift
/// let volume = store.slot(Player.volume)  // Slot<Double>
/// try volume.set(0.8)
/// for await value in volume.values { print(value) }
/// ```
///
/// What ``Store/slot(_:)`` gives, and the projected value (`$name`) of ``Stored``. Its type names
/// neither the store's type nor the namespace. It keeps the store open.
///
/// Thread safety: safe from any thread.
public struct Slot<Value: Sendable>: Sendable {
  @usableFromInline let access: any SlotAccess<Value>

  // Reading is specialised where the slot is read, whatever the store's type: a store that an
  // initialiser took as `any Store` is read as quickly as one whose type is known.
  @usableFromInline let table: StoredTable?
  @usableFromInline let name: StorageString
  @usableFromInline let literalDefault: Value?

  // The way through the store's own type, for what the table cannot tell.
  @usableFromInline let read: @Sendable () -> Value

  @usableFromInline
  init<K: KeyType>(
    _ access: KeyAccess<some Store, K>, table: StoredTable?, read: @escaping @Sendable () -> Value
  ) where K.Value == Value {
    let key = access.key.key
    self.access = access
    self.table = table
    self.read = read
    name = key.storageString
    literalDefault = key.literalDefault
  }

  /// The string under which the store keeps the value.
  public var storageString: StorageString { name }

  /// The stored value or the default; see ``Store/get(_:)-(Key<_,_>)``.
  @inlinable
  public func get() -> Value {
    guard let table else { return read() }
    switch table.peek(name, as: Value.self) {
    case .value(let stored): return stored
    case .nothing: return literalDefault ?? read()
    case .unknown: return read()
    }
  }

  /// The value, to read, write or change in place without `try`.
  ///
  /// A write that fails leaves the value as it is and tells the store's handler, as
  /// ``Store/subscript(_:)`` does. `slot.value += 1` is atomic across threads and processes.
  @inlinable public var value: Value {
    get { get() }
    nonmutating set { access.value = newValue }
    nonmutating _modify { yield &access.value }
  }

  /// The stored value, or nil if nothing is stored.
  ///
  /// - Throws: ``StoreError/Code/unreadable`` if what is stored is not of the key's type; any error
  ///   of a store that cannot tell.
  public func readStored() throws(StoreError) -> Value? { try access.readStored() }

  /// Stores a value; nil removes. See ``Store/set(_:to:)``.
  ///
  /// - Parameter value: The value before processing.
  /// - Throws: If the value or the write is refused; then nothing changed.
  public func set(_ value: Value) throws(StoreError) { try access.set(value) }

  /// Changes the value by reading and writing it as one step; see ``Store/update(_:_:)``.
  ///
  /// - Parameter body: Changes the value; runs under the writer's lock, so it must be short.
  /// - Returns: What the body returns.
  /// - Throws: As ``Store/update(_:_:)``; then nothing changed.
  @discardableResult
  public func update<Result>(
    _ body: (inout Value) throws -> Result
  ) throws(StoreError) -> Result {
    try access.update(body)
  }

  /// Removes what is stored, so that the value is the default again.
  ///
  /// - Throws: If a hook or the write refuses; then nothing changed.
  public func reset() throws(StoreError) { try access.reset() }

  /// Whether something is stored, readable or not; false if the store cannot tell, in which case
  /// ``readStored()`` throws why.
  public var isStored: Bool { access.isStored }

  /// Problems of this key for which nothing could be thrown; see ``Store/issues``.
  public var issues: [StoreError] { access.issues }
}

extension Store {
  /// One key of this store, as a value that can be handed on.
  ///
  /// - Parameter key: The key.
  @inlinable
  public func slot<K: KeyType>(_ key: K) -> Slot<K.Value> {
    // The closure is specialised where the types are known, so that reading stays fast.
    let plain = key.key
    return Slot(
      KeyAccess(store: self, key: key), table: (self as? any TableBacked)?.table,
      read: { get(plain) })
  }
}

/// A store whose values readers take from a table.
@usableFromInline
protocol TableBacked {
  var table: StoredTable { get }
}

extension MemoryStore: TableBacked {}
extension DefaultsStore: TableBacked {}
