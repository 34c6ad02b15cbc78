/// One key in one store: a value that can be handed on without either.
///
/// ```swift
/// let volume = store.slot(Player.volume)  // Slot<Double>
/// try volume.set(0.8)
/// for await value in volume.values { print(value) }
/// ```
///
/// ``Store/slot(_:)`` makes one, and the projected value (`$name`) of ``Stored`` is one. Its type
/// names neither the store's type nor the namespace. It keeps the store open.
///
/// Thread safety: safe from any thread.
public struct Slot<Value: Sendable>: Sendable, CustomStringConvertible {
  // One reference, so that copying a slot, as each access to a wrapped property does, is cheap.
  @usableFromInline let parts: SlotParts<Value>

  @usableFromInline var access: any SlotAccess<Value> { parts.access }

  @inlinable
  init(_ parts: SlotParts<Value>) { self.parts = parts }

  /// The string under which the store keeps the value.
  public var storageString: StorageString { parts.name }

  /// The storage string; not the value, which may be secret.
  public var description: String { "Slot<\(Value.self)> '\(storageString)'" }

  /// The stored value or the default; see ``ReadableStore/get(_:)->Value``.
  @inlinable
  public func get() -> Value {
    guard let table = parts.table else { return parts.read() }
    switch table.lookup(parts.name, parts.form, as: Value.self, isBounded: false) {
    case .hit(let stored): return stored
    case .absent: return parts.literalDefault ?? parts.read()
    case .miss: return parts.read()
    }
  }

  /// The value, to read, write or change in place without `try`.
  ///
  /// A write that fails leaves the value as it is and calls the store's handler, as
  /// ``Store/subscript(_:)->Value`` does. `slot.value += 1` is atomic across threads and processes.
  @inlinable public var value: Value {
    get { get() }
    nonmutating set { access.value = newValue }
    nonmutating _modify { yield &access.value }
  }

  /// The stored value, or nil if nothing is stored.
  ///
  /// - Throws: ``StoreError/Code/unreadable`` if the stored value is not of the key's type; any
  ///   error of a store that cannot be read.
  @_disfavoredOverload
  public func storedValue() throws(StoreError) -> Value? { try access.storedValue() }

  /// The stored value of a key whose value may be absent, or nil if nothing is stored.
  ///
  /// - Throws: ``StoreError/Code/unreadable`` if the stored value is not of the key's type; any
  ///   error of a store that cannot be read.
  public func storedValue<Wrapped>() throws(StoreError) -> Wrapped? where Value == Wrapped? {
    try access.storedValue() ?? nil
  }

  /// Stores a value; nil removes. See ``Store/set(_:to:)``.
  ///
  /// - Parameter value: The value before processing.
  /// - Throws: If the value or the write is refused; then nothing changed.
  public func set(_ value: Value) throws(StoreError) { try access.set(value) }

  /// Changes the value by reading and writing it as one step; see ``Store/update(_:_:)``.
  ///
  /// - Parameter body: Changes the value; runs under the writer's lock, so it must be short.
  /// - Returns: The return value of the body.
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

  /// Whether something is stored, readable or not; false if the store cannot be read, in which case
  /// ``storedValue()->Value?`` throws why.
  public var isStored: Bool { access.isStored }

  /// Problems of this key for which nothing could be thrown; see ``ReadableStore/issues``.
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
      SlotParts(
        KeyAccess(store: self, key: key), plain,
        table: core.lookupTable.flatMap { table in
          let table = table.takeUnretainedValue()
          return table.isBounded ? nil : table
        },
        read: { get(plain) }))
  }
}

/// The parts of a slot, in one object.
///
/// Reading is specialised where the slot is read, whatever the store's type: a store that an
/// initialiser took as `any Store` is read as quickly as one whose type is known.
@usableFromInline
final class SlotParts<Value: Sendable>: Sendable {
  @usableFromInline let name: StorageString
  @usableFromInline let table: ValueTable?
  @usableFromInline let form: FormID

  /// Reads through the store's own type, for values that are not in the table.
  @usableFromInline let read: @Sendable () -> Value

  @usableFromInline let access: any SlotAccess<Value>
  @usableFromInline let literalDefault: Value?

  @usableFromInline
  init<Space>(
    _ access: any SlotAccess<Value>, _ key: Key<Space, Value>, table: ValueTable?,
    read: @escaping @Sendable () -> Value
  ) {
    self.access = access
    self.table = table
    self.read = read
    name = key.storageString
    form = key.formID
    literalDefault = key.literalDefault
  }
}

extension Slot {
  /// Calls a function after each commit that changes the key; see ``Store/observe(_:_:)-(K,_)``.
  ///
  /// - Parameter listener: Called in commit order, with no lock held.
  /// - Returns: A token; the observation ends when it is cancelled or released.
  public func observe(
    _ listener: @escaping @Sendable (Change<Value>) -> Void
  ) -> ObservationToken {
    access.observe(listener)
  }

  /// The value now, and then the latest one each time it changes; see ``Store/values(of:)``.
  public var values: ObservedSequence<Value> { access.values() }

  /// Every change in commit order; see ``Store/changes(of:buffer:)-(K,_)``.
  public var changes: ObservedSequence<ChangeEvent<Value>> { changes(buffer: 128) }

  /// Every change in commit order; see ``Store/changes(of:buffer:)-(K,_)``.
  ///
  /// - Parameter buffer: How many changes may wait.
  public func changes(buffer: Int) -> ObservedSequence<ChangeEvent<Value>> {
    access.changes(buffer: buffer)
  }
}
