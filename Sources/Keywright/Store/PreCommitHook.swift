/// A namespace that looks at each commit of its keys before the commit is written.
///
/// ```swift
/// enum Player: PreCommitHook {
///   typealias Parent = Root
///   static let namespaceID = "player"
///   static let volume = Key<Player, Double>("volume", default: 0.5)
///
///   static func preCommit(_ commit: inout PendingCommit) throws {
///     if let volume = commit[volume], volume.new > 1 { commit.amend(Self.volume, to: 1) }
///   }
/// }
/// ```
///
/// A namespace with this function is called whether it states the conformance or not. State it: a
/// function with another signature then does not compile, and is never called otherwise.
public protocol PreCommitHook: Namespace where _PreCommit == Void {
  /// Looks at a commit before it is written; may amend it, or throw to veto it.
  ///
  /// Called once for each commit that touches a key of this namespace or of one below it, under the
  /// writer's lock, outermost namespace first, after processing and constraints. It holds the
  /// store's file against every other process, so it must be short. A commit made from inside it
  /// throws ``StoreError/Code/reentrant``; reading is allowed.
  ///
  /// - Parameter commit: The changes so far, of this namespace and those below it.
  /// - Throws: Any error: the commit is refused, and nothing changes.
  static func preCommit(_ commit: inout PendingCommit) throws
}

/// A commit that has not been written yet, as a pre-commit hook receives it.
///
/// ```swift
/// enum PlayerHooks {
///   static func check(_ commit: inout PendingCommit) throws {
///     if let volume = commit[Player.volume], volume.new > 1 {
///       commit.amend(Player.volume, to: 1)
///     }
///   }
/// }
/// ```
///
/// A hook sees, and may change, the keys of its own namespace and of those below it. It cannot
/// retain a copy, so that no code can change a commit that is over.
public struct PendingCommit: ~Copyable {
  let space: any Namespace.Type
  let batch: WriteBatch

  /// The changes so far, in the order in which they were made.
  public var changes: [KeyChange] {
    batch.writes.filter { [space] in $0.isWithin(space) }.map(KeyChange.init)
  }

  /// The change of one key, if the commit changes it.
  ///
  /// - Parameter key: A key of the hook's namespace or of one below it; nil for any other.
  public subscript<K: KeyType>(key: K) -> Change<K.Value>? {
    let key = key.key
    guard let position = batch.position(of: key.storageString),
      batch.writes[position].isWithin(space)
    else { return nil }
    return batch.writes[position].change(as: key, origin: batch.origin, key.sensitivity)
  }

  /// Changes what the commit does to a key, or adds the key to it.
  ///
  /// The value is checked against the key's constraints and is not processed again.
  ///
  /// - Parameters:
  ///   - key: A key of the hook's namespace or of one below it; for any other key the commit
  ///     throws ``StoreError/Code/refused``.
  ///   - value: The value to write; nil removes.
  public mutating func amend<K: KeyType>(_ key: K, to value: K.Value) {
    batch.amend(key, to: value, by: space)
  }

  /// Makes the commit remove a key.
  ///
  /// - Parameter key: A key of the hook's namespace or of one below it.
  public mutating func remove<K: KeyType>(_ key: K) {
    batch.amend(key, to: nil, by: space)
  }
}
