/// Holds values by key.
///
/// A store supplies four things; `get`, `set`, `update`, `transaction` and all else are written
/// once, in extensions, so that every store keeps the same order of a commit.
///
/// ```swift
/// final class DictionaryStore: Store {
///   let core = StoreCore(name: "dictionary")
///   private let values = Mutex<[StorageString: StoredValue]>([:])
///
///   func stored(_ name: StorageString) -> StoredValue? { values.withLock { $0[name] } }
///   func storageStrings() -> [StorageString] { values.withLock { Array($0.keys) } }
///   func keep(_ changes: [KeptChange]) {
///     values.withLock { for change in changes { $0[change.name] = change.stored } }
///   }
/// }
/// ```
///
/// Thread safety: every requirement may be called from any thread; `keep` is called by one thread
/// at a time, the one that holds ``core``'s writer's lock.
public protocol Store: Sendable {
  /// The writer's lock, commit numbers, issues and notices; one object for one set of values.
  var core: StoreCore { get }

  /// What is stored under a string, or nil if nothing is.
  ///
  /// - Throws: If the store cannot tell.
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

  /// Makes all changes of one commit, or none, and shows them to readers.
  ///
  /// - Throws: If nothing was changed.
  func keep(_ changes: [KeptChange]) throws(StoreError)

  /// The decoded value, if it is at hand without waiting for anything. Default: never.
  ///
  /// Takes the storage string instead of the key, so that a reader's compiler can leave out the
  /// making of the key.
  func peek<Value: Sendable>(_ name: StorageString, as type: Value.Type) -> Peek<Value>

  /// The value that a commit finds before it changes a key. Default: what
  /// ``peek(_:as:)`` gives; a cache does not count it as a lookup.
  func valueBefore<Value: Sendable>(_ name: StorageString, as type: Value.Type) -> Peek<Value>

  /// Whether something is stored under a string, readable or not. Default: whether
  /// ``stored(_:)`` gives something.
  ///
  /// - Throws: If the store cannot tell.
  func contains(_ name: StorageString) throws(StoreError) -> Bool

  /// Takes what a commit needs besides the writer's lock, such as a lock across processes.
  /// Default: nothing.
  func beginCommit() throws(StoreError)

  /// Lets go what ``beginCommit()`` took. Default: nothing.
  func endCommit()

  /// Whether ``keepPlainly(_:_:)`` may be called. Default: false.
  var keepsPlainValues: Bool { get }

  /// Keeps one value as it is, under the writer's lock, without throwing, waiting, or running code
  /// of the program. Default: cannot.
  ///
  /// For a commit of which nothing is left to do but this; ``keep(_:)`` is called for all others.
  ///
  /// - Returns: What gave way; nil if nothing was kept, and ``keep(_:)`` must be called instead.
  func keepPlainly<Value: Sendable>(_ name: StorageString, _ value: Value) -> ReplacedValue?

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

extension Store {
  /// Says that nothing is at hand.
  @inlinable
  public func peek<Value: Sendable>(_ name: StorageString, as type: Value.Type) -> Peek<Value> {
    .unknown
  }

  /// What ``peek(_:as:)`` gives.
  public func valueBefore<Value: Sendable>(
    _ name: StorageString, as type: Value.Type
  ) -> Peek<Value> { peek(name, as: type) }

  /// Whether ``stored(_:)`` gives something.
  public func contains(_ name: StorageString) throws(StoreError) -> Bool {
    try stored(name) != nil
  }

  /// Does nothing.
  public func beginCommit() throws(StoreError) {}

  /// Does nothing.
  public func endCommit() {}

  /// False.
  @inlinable public var keepsPlainValues: Bool { false }

  /// Nothing is kept.
  @inlinable
  public func keepPlainly<Value: Sendable>(
    _ name: StorageString, _ value: Value
  ) -> ReplacedValue? { nil }

  /// True.
  public var keepsStoredForms: Bool { true }
}

/// One change of a commit, as a store keeps it.
public struct KeptChange {
  let change: PendingChange

  /// The string to keep the value under.
  public var name: StorageString { change.name }

  /// The value to keep; nil removes.
  public var stored: StoredValue? { change.stored }
}
