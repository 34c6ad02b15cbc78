public import Keywright
import KeywrightStorage

/// The state of an ``EtcdStore`` in numbers, from which any metrics library can be fed.
///
/// Counts begin with the first handle of the process, and only grow.
public struct EtcdHealth: Sendable {
  /// The greatest age of the values; nil before the first load. See ``EtcdStore/Status/age``.
  public let age: Duration?
  /// The number of keys whose values in etcd are not shown. See ``EtcdStore/Status/refused``.
  public let refusedKeys: Int
  /// The number of keys whose values are older than their `maxAge`. See ``EtcdStore/Status/stale``.
  public let staleKeys: Int
  /// The number of commits that wait for observers, or for hooks, of this process.
  public let waitingCommits: Int
  /// The time for which the first of them has waited: the lag of an observer that is slower than the changes.
  public let observerLag: Duration
  /// The requests that are over.
  public let requests: Int
  /// The number of them that failed, by the kind of failure; kinds that never happened are left out.
  public let failures: [EtcdFailureKind: Int]
  /// The number of times that the watch was open again after a failure had ended it.
  public let reconnects: Int
}

/// An event of an ``EtcdStore``, for metrics.
public enum EtcdEvent: Sendable {
  /// A request is over.
  case request(EtcdRequest)
  /// The watch is open at a member.
  case connected(member: String)
  /// The watch ended, or could not be opened, for a reason.
  case disconnected(StoreError)
  /// All values were loaded, as of a revision.
  case loaded(revision: Int64)
  /// A heartbeat of ``EtcdOptions/heartbeat``, with the numbers of that moment.
  case heartbeat(EtcdHealth)
}

extension EtcdHealth {
  init(client: EtcdClient, replica: Replica, health: Health) {
    let (state, counts) = (health.state, client.traffic.counts)
    let backlog = replica.core.notificationBacklog
    age = state.currentAsOf.map { client.time.moment - $0 }
    refusedKeys = replica.knowledge.rejectedNames.count
    staleKeys = replica.staleNames.count
    waitingCommits = backlog?.count ?? 0
    observerLag = backlog.map { client.time.moment - $0.since } ?? .zero
    requests = counts.requests
    failures = counts.failures
    reconnects = state.reconnects
  }
}
