/// What a commit does to one key, with the key's types.
///
/// ```swift
/// static func announce(_ commit: Commit) {
///   if let volume = commit[Player.volume] { print(volume.old, "→", volume.new) }
/// }
/// ```
public struct Change<Value: Sendable>: Sendable {
  /// The value before; the default if nothing readable was stored.
  public let old: Value
  /// The value that `get` gives afterwards; the default if this is a removal.
  public let new: Value
  /// Whether something was stored before.
  public let wasStored: Bool
  /// Whether nothing is stored afterwards.
  public let isRemoval: Bool
  /// Where the commit came from.
  public internal(set) var origin: CommitOrigin
  /// The number of the commit; 0 in a pre-commit hook, where it has none yet.
  public internal(set) var number: UInt64

  @usableFromInline
  init(
    old: Value, new: Value, wasStored: Bool, isRemoval: Bool,
    origin: CommitOrigin = .local, number: UInt64 = 0
  ) {
    self.old = old
    self.new = new
    self.wasStored = wasStored
    self.isRemoval = isRemoval
    self.origin = origin
    self.number = number
  }
}

/// What a commit does to one key, whatever its type.
///
/// Thread safety: an immutable value.
public struct KeyChange: Sendable {
  private let name: StorageString
  /// Whether something was stored before.
  public let wasStored: Bool
  /// Whether nothing is stored afterwards.
  public let isRemoval: Bool
  /// The stored form afterwards; nil for a removal, for a value that has no stored form, or in a
  /// store that keeps no stored forms.
  public let stored: StoredValue?

  /// The storage string of the key.
  public var storageString: String { name.string }

  init(change: PendingChange) {
    name = change.name
    wasStored = change.wasStored
    isRemoval = change.isRemoval
    stored = change.storedForm
  }
}

/// Where a commit came from.
public enum CommitOrigin: String, Sendable {
  /// A call in this process.
  case local
  /// Another process that uses the same store.
  case otherProcess
  /// A default that became a stored value when it was first read.
  case defaultValue
  /// A commit of a store that is made of this one and others, such as ``Layers``: processing and
  /// hooks ran there.
  case composition
  /// A commit that was made directly to one of the stores that this one is made of, or through
  /// another composition: processing and hooks ran there.
  case layer
  /// A migration.
  case migration
  /// A program that knows nothing of Keywright wrote the store's file.
  case externalEdit
}

/// A commit that was kept: its number, its origin, its changes.
///
/// Thread safety: an immutable value.
public struct Commit: Sendable {
  /// Numbers increase with each commit of a store in this process, from 1.
  public let number: UInt64
  /// Where the commit came from.
  public let origin: CommitOrigin
  let pending: [PendingChange]

  /// How many commits this one stands for: more than one where an observer held up so many that they
  /// were joined.
  var times = 1

  /// All changes, in the order in which they were made.
  public var changes: [KeyChange] { pending.map(KeyChange.init) }

  /// The change of one key, if the commit changed it.
  ///
  /// - Parameter key: The key.
  public subscript<K: KeyType>(key: K) -> Change<K.Value>? {
    let key = key.key
    return pending.first { $0.name == key.storageString }.flatMap { typed($0, as: key) }
  }

  /// One of the changes with the types of its key, and with this commit's number and origin.
  @usableFromInline
  func typed<Space, Value>(_ change: PendingChange, as key: Key<Space, Value>) -> Change<Value>? {
    guard var typed = change.typed(as: key) else { return nil }
    typed.origin = origin
    typed.number = number
    return typed
  }

  /// The same, with no decoding of a new value that is at hand.
  @inlinable
  func heard<Space, Value>(_ change: PendingChange, as key: Key<Space, Value>) -> Change<Value>? {
    guard !key.isCoded, let new = change.heldValue?.value(as: Value.self) else {
      return typed(change, as: key)
    }
    return Change(
      old: change.oldValue(as: key), new: new, wasStored: change.wasStored, isRemoval: false,
      origin: origin, number: number)
  }

  /// The part of the commit that touches one namespace and those below it.
  func narrowed(to space: any Namespace.Type) -> Commit {
    let part = pending.filter { $0.touches(space) && !$0.isForeign }
    return Commit(number: number, origin: origin, pending: part, times: times)
  }
}
