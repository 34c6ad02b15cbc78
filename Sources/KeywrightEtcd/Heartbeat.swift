import Keywright
import KeywrightStorage

/// Makes sure, from time to time, that the shown values are current, and keeps the marker's lease alive.
///
/// Thread safety: a value of the heartbeat's own thread.
struct Heartbeat: Sendable {
  let client: EtcdClient
  let replica: Replica
  let health: Health
  let follower: Follower
  let committer: Committer
  let snapshots: SnapshotGenerations

  /// The last revision that the watch had brought when a heartbeat found that more was there.
  var suspicion: Int64 = -1
  /// The revision of the cluster at which the watch was known to have brought everything.
  var proven: Int64 = -1
  var nextProof: Moment
  /// The commits of this process when the log was looked at last.
  var pruned = 0
  /// The number of records with which the log is pruned.
  var logLimit = Heartbeat.logGrowth
  /// The time at which the records are pruned that have become too old.
  var nextPrune: Moment

  private static let logGrowth = 100

  init(
    client: EtcdClient, replica: Replica, health: Health, follower: Follower, committer: Committer,
    snapshots: SnapshotGenerations
  ) {
    self.client = client
    self.replica = replica
    self.health = health
    self.follower = follower
    self.committer = committer
    self.snapshots = snapshots
    nextProof = client.time.moment
    nextPrune = nextProof + client.time.spread(.seconds(86_400), over: 0...1)
  }

  private var now: Moment { client.time.moment }

  mutating func run() {
    var nextBeat = now + jittered(client.options.heartbeat)
    var nextRenewal = now
    var connections = 0
    while !health.isClosed {
      // Values that are too old to be shown need not be so until the next heartbeat.
      let isStale = replica.stale.isAny
      health.wait(until: min(nextBeat, nextRenewal)) { isStale && $0.connections != connections }
      let isNews = isStale && health.state.connections != connections
      if now >= nextBeat || isNews {
        connections = health.state.connections
        beat()
        save()
        health.note(
          .heartbeat(EtcdHealth(client: client, replica: replica, health: health)))
        nextBeat = now + jittered(client.options.heartbeat)
      }
      if now >= nextRenewal {
        renew()
        prune()
        nextRenewal = now + jittered(client.options.markerLifetime / 4)
      }
    }
  }

  private func save() {
    do throws(StoreError) {
      try snapshots.save(replica)
    } catch {
      replica.core.report(error, once: "etcd-snapshots")
    }
  }

  private func jittered(_ duration: Duration) -> Duration {
    client.time.spread(duration, over: 0.75...1)
  }

  /// Asks the watched member, through its cluster, for its revision, and now and then whether the watch has
  /// brought everything.
  ///
  /// The first question costs etcd the look-up of one key. The second one reads every value of the prefix:
  /// it is asked only if the cluster has changed, and as often as leaves the members most of their time when
  /// the whole fleet asks.
  private mutating func beat() {
    guard let endpoint = follower.endpoint, health.state.isLoaded else { return }
    let started = now
    do throws(EtcdFailure) {
      let key = replica.range.key(of: KeyRange.freeze)
      let response: RangeResponse = try client.call(
        "v3/kv/range", RangeRequest(key: key, keys_only: true), at: endpoint)
      guard let revision = response.header?.revision, revision > 0 else {
        throw .malformed("a range without a revision")
      }
      if replica.isOutdated { return follower.reload() }
      if replica.inbox.lastReceived >= revision || revision == proven {
        health.noteCurrent(asOf: started, revision: revision)
        noteConfirmation(asOf: started)
      } else if now >= nextProof {
        try prove(at: endpoint)
      }
    } catch {
      guard !health.isClosed, follower.endpoint == endpoint else { return }
      follower.restart(because: error)
    }
  }

  /// Notes that what the watch has brought is everything that the cluster held at a moment.
  private func noteConfirmation(asOf time: Moment) {
    guard !replica.stale.state.limits.isEmpty else { return }
    replica.core.takeOver {
      replica.drain()
      replica.confirm(asOf: time)
    }
  }

  /// Makes sure that the watch has brought everything.
  private mutating func prove(at endpoint: Int) throws(EtcdFailure) {
    let started = now
    let newest = try Newest(
      client.call("v3/kv/txn", Newest.request(of: replica.range), at: endpoint))
    let (isCurrent, applied) = replica.core.takeOver {
      (replica.confirms(newest, asOf: started), replica.applied)
    }
    if replica.isOutdated { return follower.reload() }
    if isCurrent {
      nextProof = now + (now - started) * 10 * max(1, client.options.fleet)
      proven = newest.revision
      suspicion = -1
      health.noteCurrent(asOf: started, revision: newest.revision)
    } else if suspicion == applied {
      // It was missing at the last heartbeat already, and the watch has brought nothing since.
      suspicion = -1
      follower.restart()
    } else {
      suspicion = applied
    }
  }

  /// Keeps the marker's lease alive while the process commits. One that has not committed has none: a reader
  /// never writes; and one that has not for long lets it end.
  private func renew() {
    guard let lease = committer.leaseToRenew() else { return }
    _ = try? client.read(
      "v3/lease/keepalive", LeaseRequest(ID: lease),
      until: now + client.options.requestTimeout * 2, as: Streamed<LeaseResponse>.self)
  }

  /// Removes records of the log, after some commits of this process: when the log has grown, and once a day.
  /// Counting the records costs etcd little; reading them costs it in proportion to their number.
  private mutating func prune() {
    let commits = committer.activity.withLock(\.commits)
    guard commits > pruned else { return }
    pruned = commits
    let log = CommitLog(client: client, range: replica.range)
    guard let count = log.count, count >= logLimit || now >= nextPrune else { return }
    let present = replica.core.takeOver { replica.presentRevisions }
    let left = log.prune(
      perKey: max(1, client.options.logPerKey), age: client.options.logAge, present: present)
    guard let left else { return }
    logLimit = left + left / 10 + Heartbeat.logGrowth
    nextPrune = now + .seconds(86_400)
  }
}
