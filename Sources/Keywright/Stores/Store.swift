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
public protocol Store: ReadableStore {
  /// Makes all changes of one commit, or none, and shows them to readers.
  ///
  /// - Throws: If nothing was changed.
  func keep(_ changes: [KeptChange]) throws(StoreError)

  /// Makes the change of a commit that has only this one, as ``keep(_:)`` does. Default: calls that.
  func keep(only change: KeptChange) throws(StoreError)

  /// The value that a commit finds before it changes a key. Default: what
  /// ``ReadableStore/peek(_:as:)`` gives; a cache does not count it as a lookup.
  func valueBefore<Value: Sendable>(_ name: StorageString, as type: Value.Type) -> Peek<Value>

  /// Takes what a commit needs besides the writer's lock, such as a lock across processes.
  /// Default: nothing.
  func beginCommit() throws(StoreError)

  /// Lets go what ``beginCommit()`` took, in a store whose commits have nothing left to wait for.
  /// Default: nothing.
  func endCommit()

  /// Lets go what ``beginCommit()`` took. Default: calls the `endCommit()` that returns nothing.
  ///
  /// - Returns: What a commit that was kept has still to wait for, with no lock held, before it may
  ///   be acknowledged; nil if nothing. Default: nil.
  func endCommit() -> CommitWait?

  /// Whether one commit may change several keys, all of them or none; where not, such a commit
  /// throws ``StoreError/Code/unsupported`` before anybody is told of it. Default: true.
  var keepsSeveralKeys: Bool { get }

  /// Whether ``ReadableStore/storageStrings()`` lists all that is stored, also what others wrote;
  /// where it does not, ``Store/removeEverything()`` is refused. Default: true.
  var listsEverything: Bool { get }

  /// Whether ``keepPlainly(_:_:)`` may be called. Default: false.
  var keepsPlainValues: Bool { get }

  /// Keeps one value as it is, under the writer's lock, without throwing, waiting, or running code
  /// of the program. Default: cannot.
  ///
  /// For a commit of which nothing is left to do but this; ``keep(_:)`` is called for all others.
  ///
  /// - Returns: What gave way; nil if nothing was kept, and ``keep(_:)`` must be called instead.
  func keepPlainly<Value: Sendable>(_ name: StorageString, _ value: Value) -> ReplacedValue<Value>?
}

/// Waits, with no lock held, until a commit is as durable as its store promises.
///
/// It throws if that could not be confirmed: the commit stays in effect, and may be lost.
public typealias CommitWait = () throws(StoreError) -> Void

extension Store {
  /// Calls ``keep(_:)``.
  public func keep(only change: KeptChange) throws(StoreError) { try keep([change]) }

  /// What ``ReadableStore/peek(_:as:)`` gives.
  public func valueBefore<Value: Sendable>(
    _ name: StorageString, as type: Value.Type
  ) -> Peek<Value> { peek(name, as: type) }

  /// Does nothing.
  public func beginCommit() throws(StoreError) {}

  /// Does nothing.
  public func endCommit() {}

  /// Calls the `endCommit()` that returns nothing.
  public func endCommit() -> CommitWait? {
    let _: Void = endCommit()
    return nil
  }

  /// False.
  @inlinable public var keepsPlainValues: Bool { false }

  /// Nothing is kept.
  @inlinable
  public func keepPlainly<Value: Sendable>(
    _ name: StorageString, _ value: Value
  ) -> ReplacedValue<Value>? { nil }

  /// True.
  public var keepsSeveralKeys: Bool { true }

  /// True.
  public var listsEverything: Bool { true }
}

/// One change of a commit, as a store keeps it.
public struct KeptChange {
  /// The string to keep the value under.
  public let name: StorageString

  /// The value to keep, in a store that keeps stored forms; nil removes.
  public let stored: StoredValue?

  /// The change as an object; nil where the value was encoded before the commit, of which an object
  /// is made only for those who are told.
  let object: PendingChange?

  /// The value as it is, where there is no object.
  let held: HeldValue

  /// What the change takes the place of.
  let place: ChangedPlace

  /// The value to keep as it is, in a store that keeps no stored forms
  /// (``ReadableStore/keepsStoredForms``); nil removes, and is all that is known of a change that was
  /// made by storage string.
  public var value: (any Sendable)? { change.plainValue }
}
