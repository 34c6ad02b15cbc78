/// Every behaviour that a store broke.
///
/// Thread safety: an immutable value.
public struct ConformanceError: Error, Sendable, Equatable {
  /// One broken behaviour.
  public struct Failure: Sendable, Equatable {
    /// The behaviour's name, led by its part: `"writing: nil removes"`.
    public let behaviour: String
    /// The finding that broke it.
    public let reason: String
  }

  /// The type of the store.
  public let store: String
  /// The number of behaviours that were checked.
  public internal(set) var checked: Int
  /// The broken ones, in the order of the suite.
  public internal(set) var failures: [Failure]
}

extension ConformanceError: CustomStringConvertible {
  /// One line for the whole, and one for each broken behaviour.
  public var description: String {
    let title = "\(store) breaks \(failures.count) of \(checked) behaviours of a store:"
    return ([title] + failures.map { "- \($0.behaviour). \($0.reason)" }).joined(separator: "\n")
  }
}
