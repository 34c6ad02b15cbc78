/// The calls of a ``Slot``, with the types of its store and its key erased.
@usableFromInline
protocol SlotAccess<Value>: AnyObject, Sendable {
  associatedtype Value: Sendable

  var value: Value { get set }
  var isStored: Bool { get }
  var issues: [StoreError] { get }

  func storedValue() throws(StoreError) -> Value?
  func set(_ value: Value) throws(StoreError)
  func update<Result>(_ body: (inout Value) throws -> Result) throws(StoreError) -> Result
  func reset() throws(StoreError)
  func observe(_ listener: @escaping @Sendable (Change<Value>) -> Void) -> ObservationToken
  func values() -> ObservedSequence<Value>
  func changes(buffer: Int) -> ObservedSequence<ChangeEvent<Value>>
  var core: StoreCore { get }

  /// The values that a commit of the slot may write: that of the key, first, and those of former names under which it
  /// stays for now.
  var targets: [PairedCommits.Target] { get }
  func get(in transaction: borrowing Transaction) throws(StoreError) -> Value
  func set(_ value: Value?, in transaction: inout Transaction) throws(StoreError)
}

extension Slot {
  /// Whether both read and write one key of one store, as the same type in the same form.
  package func isSame(as other: Slot) -> Bool {
    access.core === other.access.core && parts.name == other.parts.name
      && parts.form == other.parts.form
  }
}

/// A key in a store.
@usableFromInline
final class KeyAccess<S: Store, K: KeyType>: SlotAccess {
  private let store: S
  private let key: K

  @usableFromInline
  init(store: S, key: K) {
    self.store = store
    self.key = key
  }

  @usableFromInline var core: StoreCore { store.core }

  @usableFromInline var value: K.Value {
    get { store.get(key) }
    set { store[key] = newValue }
    _modify { yield &store[key] }
  }

  @usableFromInline var isStored: Bool { (try? store.contains(key)) ?? false }

  @usableFromInline var issues: [StoreError] {
    let name = key.key.storageString.string
    return store.issues.filter { $0.storageString == name }
  }

  @usableFromInline
  var targets: [PairedCommits.Target] {
    ([key.key.storageString] + key.key.standbyStrings).map { .init(store: store, name: $0) }
  }

  @usableFromInline
  func get(in transaction: borrowing Transaction) throws(StoreError) -> K.Value {
    try transaction.get(key)
  }

  @usableFromInline
  func set(_ value: K.Value?, in transaction: inout Transaction) throws(StoreError) {
    if let value { try transaction.set(key, to: value) } else { try transaction.remove(key) }
  }

  @usableFromInline
  func storedValue() throws(StoreError) -> K.Value? { try store.read(key) }

  @usableFromInline
  func set(_ value: K.Value) throws(StoreError) { try store.set(key, to: value) }

  @usableFromInline
  func update<Result>(
    _ body: (inout K.Value) throws -> Result
  ) throws(StoreError) -> Result {
    try store.update(key, body)
  }

  @usableFromInline
  func reset() throws(StoreError) { try store.remove(key) }

  @usableFromInline
  func observe(_ listener: @escaping @Sendable (Change<K.Value>) -> Void) -> ObservationToken {
    store.observe(key, listener)
  }

  @usableFromInline
  func values() -> ObservedSequence<K.Value> { store.values(of: key) }

  @usableFromInline
  func changes(buffer: Int) -> ObservedSequence<ChangeEvent<K.Value>> {
    store.changes(of: key, buffer: buffer)
  }
}
