/// A commit that has not been kept yet, as a pre-commit hook sees it.
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
/// A hook sees, and may change, the keys of its own namespace and of those below it. It cannot keep
/// a copy, so that nobody can change a commit that is over.
public struct PendingCommit: ~Copyable {
  let space: any Namespace.Type
  let record: CommitRecord

  /// The changes so far, in the order in which they were made.
  public var changes: [KeyChange] {
    record.changes.filter { [space] in $0.touches(space) }.map(KeyChange.init)
  }

  /// The change of one key, if the commit changes it.
  ///
  /// - Parameter key: A key of the hook's namespace or of one below it; nil for any other.
  public subscript<K: KeyType>(key: K) -> Change<K.Value>? {
    let key = key.key
    guard let change = record.change(of: key.storageString), change.touches(space),
      var typed = change.typed(as: key)
    else { return nil }
    typed.origin = record.origin
    return typed
  }

  /// Changes what the commit does to a key, or adds the key to it.
  ///
  /// The value is checked against the key's constraints and is not processed again.
  ///
  /// - Parameters:
  ///   - key: A key of the hook's namespace or of one below it; for any other key the commit
  ///     throws ``StoreError/Code/refused``.
  ///   - value: The value to keep; nil removes.
  public mutating func amend<K: KeyType>(_ key: K, to value: K.Value) {
    record.amend(key, to: value, by: space)
  }

  /// Makes the commit remove a key.
  ///
  /// - Parameter key: A key of the hook's namespace or of one below it.
  public mutating func remove<K: KeyType>(_ key: K) {
    record.amend(key, to: nil, by: space)
  }
}
