/// The greatest age of a value while the store cannot confirm it, and what is shown then.
///
/// It concerns a store whose values a service feeds, such as etcd: the age of a value is the time since the
/// service confirmed that it held nothing newer, not the time since the value was set. In a store whose values are
/// never stale, such as a file's, it has no effect.
///
/// ```swift
/// static let gain = Key<Player, Double>(
///   "gain", default: 0, descriptor: KeyDescriptor(maxAge: .seconds(30, then: .error)))
/// ```
///
/// Thread safety: an immutable value.
public struct MaxAge: Sendable, Hashable {
  /// The value that reading gives beyond the age.
  public enum Consequence: String, Sendable, Hashable {
    /// The default, as if nothing were stored.
    case `default`
    /// An error from `read`; `get` gives the default.
    case error
    /// The value, in spite of its age; the store's status lists the key.
    case keep
  }

  /// The greatest age.
  public let duration: Duration
  /// The value that reading gives beyond it.
  public let consequence: Consequence

  /// Makes one.
  ///
  /// - Parameters:
  ///   - duration: The greatest age.
  ///   - consequence: What reading gives beyond it.
  public init(_ duration: Duration, then consequence: Consequence = .default) {
    self.duration = duration
    self.consequence = consequence
  }

  /// Makes one of a number of seconds.
  ///
  /// - Parameters:
  ///   - seconds: The greatest age, from 1e-18 to 9e18 seconds.
  ///   - consequence: What reading gives beyond it.
  public static func seconds(_ seconds: Double, then consequence: Consequence = .default) -> MaxAge
  {
    MaxAge(.seconds(seconds), then: consequence)
  }
}
