/// An element of ``Store/changes(of:buffer:)-(K,_)``: a change of the key, or a gap.
public enum ChangeEvent<Value: Sendable>: Sendable {
  /// A commit changed the key.
  case change(Change<Value>)
  /// More commits changed the key than the buffer had room for: how many, and the value after the
  /// last of them. The next change begins from that value.
  case missed(count: Int, now: Value)

  /// The value after the commit or commits.
  public var value: Value {
    switch self {
    case .change(let change): change.new
    case .missed(_, let now): now
    }
  }
}

/// An element of ``Store/changes(of:buffer:)-(Space.Type,_)`` and ``Store/changes(buffer:)``: a commit,
/// or a gap.
public enum CommitEvent: Sendable {
  /// A commit, with those of its changes that were asked for.
  case commit(Commit)
  /// There were more commits than the buffer had room for: how many, and the number of the last.
  /// Read from the store what is of interest.
  case missed(count: Int, last: UInt64)
}
