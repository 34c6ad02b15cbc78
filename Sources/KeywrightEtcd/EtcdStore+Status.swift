#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import Keywright
import KeywrightStorage

extension EtcdStore {
  /// A snapshot whose values are shown.
  public struct ShownSnapshot: Sendable, Hashable {
    /// Its number.
    public let generation: Int
    /// The time at which its values were confirmed last before it was written, by the clock of this machine.
    public let savedAt: Date
  }

  /// The state of the connection to the cluster.
  public struct Status: Sendable, CustomStringConvertible {
    /// Whether everything was loaded once; before that, reads give defaults or a snapshot.
    public let isReady: Bool

    /// The greatest age of the values; nil before the first load. Unchanged values are not old: this is the time
    /// since the cluster confirmed that nothing newer was there.
    public let age: Duration?

    /// The revision of the cluster at that time.
    public let revision: Int64

    /// The member that is watched; nil if there is none at the moment.
    public let endpoint: String?

    /// Whether the freeze key is there: changes are not applied, and commits throw.
    public let isFrozen: Bool

    /// The storage strings whose values in etcd are not readable for this program, and therefore not shown;
    /// sorted.
    public let refused: [String]

    /// The storage strings whose values are older than the `maxAge` of their keys; sorted.
    public let stale: [String]

    /// The generation of the snapshot that the environment named, whose values nothing replaces; nil if it
    /// named none.
    public let pinnedSnapshot: Int?

    /// The snapshot whose values are shown until those of the cluster are there; nil if none is.
    public let snapshot: ShownSnapshot?

    /// The reason why the values are not kept current at the moment; nil if they are.
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
      isReady: state.isLoaded, age: state.currentAsOf.map { space.client.time.moment - $0 },
      revision: state.revision,
      endpoint: state.endpoint.map { space.client.endpoints[$0].text },
      isFrozen: space.replica.isFrozen,
      refused: space.replica.knowledge.rejectedNames.map(\.string).sorted(),
      stale: space.replica.staleNames.map(\.string).sorted(),
      pinnedSnapshot: space.replica.pinned,
      snapshot: space.replica.knowledge.snapshot.map {
        ShownSnapshot(generation: $0.generation, savedAt: $0.savedAt)
      },
      reason: state.refusal ?? state.outage)
  }
}
