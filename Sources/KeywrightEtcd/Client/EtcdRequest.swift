/// A kind of failure of a request to etcd.
public enum EtcdFailureKind: String, Sendable, Hashable, CaseIterable {
  /// No connection was there over which it could be sent.
  case unreachable
  /// It was sent, or may have been, and no answer came.
  case unanswered
  /// etcd refused it.
  case refused
  /// The answer was not etcd's.
  case malformed
  /// The answer was larger than the limits of the options.
  case tooLarge
}

/// A request to a member of etcd, when it is over.
public struct EtcdRequest: Sendable {
  /// The call of etcd, such as `v3/kv/txn`.
  public let call: String
  /// The endpoint.
  public let member: String
  /// The time that it took.
  public let duration: Duration
  /// Nil if it was answered.
  public let failure: EtcdFailureKind?
}
