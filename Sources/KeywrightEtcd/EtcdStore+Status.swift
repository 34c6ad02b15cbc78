#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
public import Keywright

extension EtcdStore {
  /// The state of the connection to the cluster.
  public struct Status: Sendable, CustomStringConvertible {
    /// Whether everything was loaded once; before that, reads give defaults or a snapshot.
    public let isReady: Bool

    /// How old the values may be at most; nil before the first load. Values that nobody changed are not
    /// old: this is the time since the cluster confirmed that nothing newer was there.
    public let age: Duration?

    /// The revision of the cluster at that time.
    public let revision: Int64

    /// The member that is watched; nil if there is none at the moment.
    public let endpoint: String?

    /// Whether the freeze key is there: changes are not applied, and commits throw.
    public let isFrozen: Bool

    /// The generation of the snapshot that the environment named, whose values nothing replaces; nil if it
    /// named none.
    public let pinnedSnapshot: Int?

    /// Why the values are not kept current at the moment; nil if they are.
    public let reason: StoreError?

    /// One line for a log.
    public var description: String {
      guard isReady else { return "not ready: \(reason.map { "\($0)" } ?? "loading")" }
      let age = age.map { "\($0)" } ?? "unknown"
      let state = isFrozen ? "frozen" : endpoint.map { "watching \($0)" } ?? "no watch"
      return "\(state), revision \(revision), at most \(age) old"
    }
  }

  /// The state of the connection to the cluster; does not wait.
  public var status: Status {
    let state = space.health.state
    return Status(
      isReady: state.isLoaded, age: state.currentAsOf.map { .now - $0 }, revision: state.revision,
      endpoint: state.endpoint.map { space.client.endpoints[$0].text },
      isFrozen: space.replica.isFrozen, pinnedSnapshot: space.replica.pinned,
      reason: state.refusal ?? state.outage)
  }
}
