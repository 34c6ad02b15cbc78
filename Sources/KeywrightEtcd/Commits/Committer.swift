import Keywright
import KeywrightStorage

/// Has etcd make commits, one after another.
///
/// Thread safety: all functions belong to the holder of the core's writer's lock.
final class Committer: @unchecked Sendable {
  // `@unchecked`: everything that changes belongs to the holder of the writer's lock, but for `activity`,
  // which locks itself.

  /// The revision of a key, or of a range, that a commit found to be another than it had read.
  private struct Overtaking {
    /// Nil for a range.
    var name: StorageString?
    /// 0 if the key is gone.
    var revision: Int64
    var asOf: Int64
  }

  private static let pause: Duration = .milliseconds(5)

  /// The state that other threads may read.
  struct Activity: Sendable {
    var lease: Int64?
    var commits = 0
    var lastCommit: Moment
    /// The reason why the last commit got no answer; nil once one has.
    var outage: StoreError?
  }

  /// The end of the time of the commit under way.
  private(set) var deadline: Moment
  /// The time at which it was called, if that is known: a composition takes its turn by itself.
  private var called: Moment?

  let client: EtcdClient
  let replica: Replica
  private let health: Health
  private let follower: Follower
  let path: String
  var marker: CommitMarker?
  /// The changes that overtook the last commit and that the watch has not brought yet.
  private var overtakenBy: [Overtaking] = []
  /// The revision of the commit under way, where a load shows what came before it.
  private var loadedUpTo: Int64?
  let activity: Protected<Activity>

  init(
    client: EtcdClient, replica: Replica, health: Health, follower: Follower, path: String
  ) {
    self.client = client
    self.replica = replica
    self.health = health
    self.follower = follower
    self.path = path
    deadline = client.time.moment
    activity = Protected(Activity(lastCommit: deadline))
  }

  var now: Moment { client.time.moment }

  // MARK: Beginning

  /// The reason why a commit need not wait for its turn any longer: its own time is over, or another commit is
  /// finding out whether an outage is over.
  func refusal(ofCommitSince start: Moment) -> StoreError? {
    if let outage = activity.withLock(\.outage) { return outage }
    guard now - start >= client.options.commitTimeout else { return nil }
    return StoreError(
      .busy, operation: "commit", path: path,
      expected: "a turn within \(client.options.commitTimeout)",
      found: "other commits of this process",
      advice: "Commit less often, or several keys in one transaction.")
  }

  /// Notes the time at which the commit was called whose turn it is now.
  func turn(ofCommitSince start: Moment) { called = start }

  /// Notes whether the cluster answered a commit.
  func note(outage: StoreError?) { activity.withLock { $0.outage = outage } }

  /// The lease of the marker, if the process commits; one that has stopped lets it end.
  func leaseToRenew() -> Int64? {
    activity.withLock { activity in
      guard now - activity.lastCommit < client.options.markerLifetime * 2 else { return nil }
      return activity.lease
    }
  }

  /// Applies what the watch has brought, and waits for what overtook the last commit.
  func begin() throws(StoreError) {
    let state = health.state
    if let refusal = state.refusal { throw refusal }
    if state.isClosed { throw .closed(path: path) }
    guard state.isLoaded else { throw state.outage ?? .notLoaded(path: path) }
    let start = called.take() ?? now
    deadline = start + client.options.commitTimeout
    if now >= deadline, let refusal = refusal(ofCommitSince: start) { throw refusal }
    replica.drain()
    try requireThawed()
    if replica.isOutdated {
      // Revisions that overtook a commit in a void history will never arrive.
      overtakenBy = []
      health.hurry()
      follower.reload()
      throw busy(pause: Committer.pause)
    }
    try awaitOvertaking()
    // Last, since values grow old in each wait; and an answer that takes longer than values may be shown confirms
    // them for too short a time.
    while replica.stale.isAny { try confirmStale() }
  }

  /// Waits until the watch has brought what overtook the last commit.
  private func awaitOvertaking() throws(StoreError) {
    let deadline = now + client.options.watchTimeout
    while true {
      overtakenBy.removeAll(where: isKnown)
      if overtakenBy.isEmpty { return }
      guard try waitForMore(until: deadline) else {
        overtakenBy = []
        throw StoreError(
          .unavailable, operation: "commit", path: path,
          expected: "the watch to show the change that overtook the commit",
          found: "nothing of it within \(client.options.watchTimeout)")
      }
      replica.drain()
      try requireThawed()
    }
  }

  /// Asks the cluster whether values are current that are too old to be shown: a commit must not take their
  /// defaults for what is stored.
  private func confirmStale() throws(StoreError) {
    let started = now
    let newest: Newest
    do throws(EtcdFailure) {
      newest = try waiting { [client, deadline, range = replica.range] () throws(EtcdFailure) in
        try client.newest(of: range, until: deadline)
      }
    } catch {
      throw failed(error)
    }
    note(outage: nil)
    let limit = now + client.options.watchTimeout
    while true {
      let isCurrent = replica.confirms(newest, asOf: started)
      try requireThawed()
      if isCurrent { break }
      guard try waitForMore(until: limit) else {
        throw StoreError(
          .unavailable, operation: "commit", path: path, expected: "the watch to catch up",
          found: "nothing of it within \(client.options.watchTimeout)")
      }
    }
    health.noteCurrent(asOf: started, revision: newest.revision)
  }

  /// Waits, once the writer's lock is released, for the load that a commit could not wait for with it: then what came
  /// before the commit is shown as well.
  func end() -> CommitWait? {
    guard let revision = loadedUpTo.take() else { return nil }
    let deadline = now + client.options.watchTimeout
    return { [inbox = replica.inbox] in _ = inbox.wait(for: revision, until: deadline) }
  }

  private func isKnown(_ change: Overtaking) -> Bool {
    guard let name = change.name else { return replica.applied >= change.revision }
    let known = replica.entries[name]?.modified ?? 0
    if change.revision == 0 { return replica.revision(of: name) == 0 || known > change.asOf }
    return known >= change.revision
  }

  private func requireThawed() throws(StoreError) {
    if let pinned = replica.pinned {
      throw StoreError(
        .readOnly, operation: "commit", path: path,
        found: "the snapshot \(pinned), which \(SnapshotGenerations.variable) names",
        advice: "Start the program without the variable to commit.")
    }
    guard let reason = replica.freezeReason else { return }
    let words = reason.isEmpty ? "" : ": \(EtcdFailure.text(reason))"
    throw StoreError(
      .readOnly, operation: "commit", path: path,
      found: "the key '\(replica.range.prefix)\(KeyRange.freeze)', which freezes the store\(words)",
      advice: "Remove the key once changes may be made again.")
  }

  /// Waits, with the writer's lock, until the watch brings more than was applied.
  ///
  /// - Returns: False if the time is over before.
  /// - Throws: The refusal of the attempt where everything has to be loaded: the follower needs the lock for it.
  private func waitForMore(until deadline: Moment) throws(StoreError) -> Bool {
    switch wait(forMoreThan: replica.applied, until: deadline) {
    case .brought: return true
    case .late: return false
    case .mustLoad:
      health.hurry()
      throw busy(pause: Committer.pause)
    }
  }

  private func wait(
    forMoreThan revision: Int64, until deadline: Moment
  ) -> Inbox.Arrival {
    // Its revisions will never arrive.
    if replica.isOutdated { return .mustLoad }
    let patience = min(deadline, now + .seconds(1))
    return waiting { [inbox = replica.inbox, follower] in
      let arrival = inbox.wait(forMoreThan: revision, until: patience)
      if arrival != .late { return arrival }
      follower.restart()
      return inbox.wait(forMoreThan: revision, until: deadline)
    }
  }

  /// The refusal of an attempt: the commit runs again.
  ///
  /// - Parameter pause: How long at most the store waits before, without the lock. Each pause is drawn at
  ///   random, so that machines do not meet again.
  func busy(pause: Duration = .zero) -> StoreError {
    StoreError(
      .busy, operation: "commit", path: path, found: "another machine that was quicker",
      advice: "Commit again, or give `conflictPatience` more time.",
      underlying: CommitConflict(patience: client.options.conflictPatience) {
        [time = client.time] in
        if pause > .zero { time.pause(time.spread(pause, over: 0.2...1)) }
      })
  }

  // MARK: Writing

  /// Has etcd make the writes, and shows them to readers behind everything that came before them.
  func write(
    _ writes: [StagedWrite], comparing comparison: CommitComparison, note: CommitNote
  ) throws(StoreError) {
    if writes.isEmpty { return try confirm(comparison) }
    let leases = try grantLeases(for: writes)
    let (revision, moment): (Int64, Moment)
    do throws(StoreError) {
      let request = try CommitRequest(
        writes, comparing: comparison, in: replica, leases: leases,
        maximumRequest: client.options.maximumRequest)
      let options = client.options
      (revision, moment) = try send(
        request,
        log: LogRecord(writes, note, at: client.time.today, without: options.leavesOutOfLog))
    } catch {
      if error.code != .uncertain, now < deadline { revoke(Set(leases.values)) }
      throw error
    }
    activity.withLock { activity in
      activity.commits += 1
      activity.lastCommit = now
    }
    if catchUp(to: revision), !replica.stale.state.limits.isEmpty {
      replica.confirm(asOf: moment)
    }
    replica.show(writes, at: revision)
    if replica.stale.isAny { askAgain() }
  }

  /// Asks whether all is current, behind a commit that took longer than a value may be shown: what it made shall be.
  private func askAgain() {
    let started = now
    let limit = min(deadline, started + client.options.requestTimeout)
    let newest = try? waiting { [client, range = replica.range] () throws(EtcdFailure) in
      try client.newest(of: range, until: limit)
    }
    if let newest { _ = replica.confirms(newest, asOf: started) }
  }

  /// Takes in what came before an own commit.
  ///
  /// - Returns: Whether that is everything.
  private func catchUp(to revision: Int64) -> Bool {
    if replica.follows(own: revision) { return true }
    switch wait(forMoreThan: revision - 1, until: now + client.options.watchTimeout) {
    case .brought:
      replica.drain(upTo: revision, own: revision)
      return replica.applied >= revision
    case .late: return false
    case .mustLoad:
      health.hurry()
      loadedUpTo = revision
      return false
    }
  }

  /// Has etcd confirm a commit that changes nothing here: its keys are there as they are here.
  private func confirm(_ comparison: CommitComparison) throws(StoreError) {
    let request = try CommitRequest(
      [], comparing: comparison, in: replica, leases: [:],
      maximumRequest: client.options.maximumRequest)
    let response: TxnResponse
    do throws(EtcdFailure) {
      let transaction = request.transaction(nil, log: nil, isFenced: false)
      response = try waiting { [client, deadline] () throws(EtcdFailure) in
        try client.read("v3/kv/txn", transaction, until: deadline)
      }
    } catch {
      throw failed(error)
    }
    note(outage: nil)
    if response.succeeded != true { throw overtaken(request, response) }
  }

  /// The error of a commit that was not made.
  func failed(_ failure: EtcdFailure) -> StoreError {
    let error = StoreError(failure, operation: "commit", path: path)
    note(outage: failure.isPassing && !failure.isTooLarge ? error : nil)
    return error
  }

  // MARK: Conflicts

  /// Notes what overtook a commit; the commit then runs again, once the watch has brought it.
  func overtaken(_ request: CommitRequest, _ response: TxnResponse) -> StoreError {
    let readings = (response.responses ?? []).suffix(request.readings.count)
    let asOf = response.header?.revision ?? 0
    overtakenBy = readings.enumerated().map { position, reading in
      Overtaking(
        name: position < request.names.count ? request.names[position] : nil,
        revision: reading.response_range?.kvs?.first?.mod_revision ?? 0, asOf: asOf)
    }
    // If all is known, the store was frozen, or a lost request of an earlier commit has been made since.
    return overtakenBy.allSatisfy(isKnown) ? busy(pause: Committer.pause) : busy()
  }
}
