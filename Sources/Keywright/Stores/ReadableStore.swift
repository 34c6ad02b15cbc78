/// Gives values by key; what can be read and, unless it is a ``Store`` too, never written.
///
/// ```swift
/// let settings: ReadOnlyStore = store.readOnly()
/// settings.get(Player.volume)          // as from the store
/// // settings.set(Player.volume, to: 1) does not compile
/// ```
///
/// Thread safety: every requirement may be called from any thread.
public protocol ReadableStore: Sendable {
  /// The writer's lock, commit numbers, issues and notices; one object for one set of values.
  var core: StoreCore { get }

  /// What is stored under a string, or nil if nothing is.
  ///
  /// - Throws: ``StoreError/Code/corrupt`` if something is stored and its bytes are damaged: `set`
  ///   and `remove` may then replace it, nothing else does. Any other error if the store cannot
  ///   tell; then no commit of this string is possible.
  func stored(_ name: StorageString) throws(StoreError) -> StoredValue?

  /// The stored value of a key, or nil if nothing is stored. Default: decodes what
  /// ``stored(_:)`` gives.
  ///
  /// - Throws: ``StoreError/Code/unreadable`` if what is stored is not of the key's type; any error
  ///   of a store that cannot tell.
  func read<Space, Value>(_ key: Key<Space, Value>) throws(StoreError) -> Value?

  /// Every string under which something is stored, in any order.
  ///
  /// - Throws: If the store cannot tell.
  func storageStrings() throws(StoreError) -> [StorageString]

  /// The decoded value, if it is at hand without waiting for anything. Default: never.
  ///
  /// Takes the storage string instead of the key, so that a reader's compiler can leave out the
  /// making of the key.
  func peek<Value: Sendable>(_ name: StorageString, as type: Value.Type) -> Peek<Value>

  /// Whether something is stored under a string, readable or not. Default: whether
  /// ``stored(_:)`` gives something.
  ///
  /// - Throws: If the store cannot tell.
  func contains(_ name: StorageString) throws(StoreError) -> Bool

  /// Whether values are kept in stored form; a cache keeps them as they are. Default: true.
  var keepsStoredForms: Bool { get }
}

/// What a store can say of a key's value without waiting.
@frozen
public enum Peek<Value> {
  /// This value is stored.
  case value(Value)
  /// Nothing is stored.
  case nothing
  /// The store has to look, or to decode.
  case unknown
}

extension ReadableStore {
  /// Says that nothing is at hand.
  @inlinable
  public func peek<Value: Sendable>(_ name: StorageString, as type: Value.Type) -> Peek<Value> {
    .unknown
  }

  /// Whether ``stored(_:)`` gives something.
  public func contains(_ name: StorageString) throws(StoreError) -> Bool {
    try storedBefore(name).isStored
  }

  /// True.
  public var keepsStoredForms: Bool { true }
}
