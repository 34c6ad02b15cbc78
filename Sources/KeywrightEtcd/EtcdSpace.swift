import Keywright
import KeywrightStorage

/// The state that all handles of this process on one prefix share: the values, the watch, the
/// marker.
final class EtcdSpace: Sendable {
  let core: StoreCore
  let client: EtcdClient
  let replica: Replica
  let health: Health
  let committer: Committer
  let follower: Follower
  let snapshots: SnapshotGenerations

  /// The address of the store, for messages.
  let path: String

  private static let shared = SharedObjects<EtcdSpace>()

  /// The one object of this process for a place.
  static func shared(_ place: EtcdPlace, keys: KeySet, options: EtcdOptions) -> EtcdSpace {
    var isNew = false
    let space = shared.object(for: place.identity) {
      isNew = true
      return EtcdSpace(place, keys: keys, options: options)
    }
    // An earlier handle of the process may declare other keys.
    if !isNew, keys.count > 0 { space.core.takeOver { space.replica.declare(keys) } }
    return space
  }

  /// - Parameters:
  ///   - time: The clock, the threads and the chance of the machine.
  ///   - transport: The way to the members; nil is the network.
  init(
    _ place: EtcdPlace, keys: KeySet = KeySet([]), options: EtcdOptions,
    time: any TimeSource = SystemTime(), transport: (any Transport)? = nil
  ) {
    path = place.path
    let core = StoreCore(remote: path, time: time)
    self.core = core
    let (endpoints, refusal) = place.checked
    client = EtcdClient(
      endpoints: endpoints, credentials: place.credentials, options: options, time: time,
      transport: transport ?? HTTPSession(options.securityFiles))
    let replica = Replica(
      core: core, range: KeyRange(prefix: place.prefix), history: client.history, time: time)
    self.replica = replica
    core.takeOver { replica.declare(keys) }
    snapshots = SnapshotGenerations(prefix: place.prefix, time: time)
    health = Health(path: path, members: Set(endpoints.map(\.text)).count, time: time) {
      [weak core] in
      core?.report($0, once: nil)
    }
    client.traffic.observe { [health] request, failure in
      health.note(address: request.member, failure: failure)
      health.note(.request(request))
    }
    follower = Follower(client: client, replica: replica, health: health)
    committer = Committer(
      client: client, replica: replica, health: health, follower: follower, path: path)
    if let refusal = refusal ?? mistake {
      health.refuse(refusal)
      core.report(refusal, once: nil)
      return
    }
    for endpoint in endpoints
    where place.credentials != nil && !endpoint.isSecure && !endpoint.isLocal {
      let exposure = StoreError(
        .exposed, operation: "open", path: path, expected: "a password over https",
        found: "the endpoint \(endpoint.text), to which it goes as everybody on the way reads it",
        advice: "Give the members certificates, and use https:// endpoints.")
      core.report(exposure, once: nil)
    }
    start()
  }

  /// A file or a library of this machine that keeps connections from being made.
  private var mistake: StoreError? {
    do throws(EtcdFailure.Mistake) {
      try client.prepare()
      return nil
    } catch {
      return StoreError(.unreachable(.security(error)), operation: "open", path: path)
    }
  }

  /// Starts the threads, which retain what they need, and not this object.
  private func start() {
    let heartbeat = Heartbeat(
      client: client, replica: replica, health: health, follower: follower, committer: committer,
      snapshots: snapshots)
    guard client.time.startThread({ [follower] in follower.run() }),
      client.time.startThread({
        var heartbeat = heartbeat
        heartbeat.run()
      })
    else {
      let error = StoreError(
        .unavailable, operation: "open", path: path, expected: "two threads",
        found: "none")
      health.refuse(error)
      return core.report(error, once: nil)
    }
  }

  /// Waits until the watch has brought everything that the cluster held when it was called.
  func refresh() throws(StoreError) {
    let state = health.state
    if let refusal = state.refusal { throw refusal }
    if state.isClosed { throw .closed(path: path) }
    try health.waiting { () throws(StoreError) in
      try refresh(until: client.time.moment + client.options.commitTimeout)
    }
  }

  private func refresh(until deadline: Moment) throws(StoreError) {
    if !health.state.isLoaded { try health.waitUntilLoaded(until: deadline, orRefused: false) }
    let started = client.time.moment
    let newest: Newest
    do throws(EtcdFailure) {
      newest = try client.newest(of: replica.range, until: deadline)
    } catch {
      throw StoreError(error, operation: "refresh", path: path)
    }
    while true {
      let (isCurrent, applied) = core.takeOver {
        (replica.confirms(newest, asOf: started), replica.applied)
      }
      if isCurrent { break }
      if replica.isOutdated { follower.reload() }
      let patience = min(deadline, client.time.moment + .seconds(1))
      if replica.inbox.wait(for: applied + 1, until: patience) { continue }
      guard client.time.moment < deadline else {
        throw StoreError(
          .unavailable, operation: "refresh", path: path, expected: "the watch to catch up",
          found: "nothing from it within \(client.options.commitTimeout)")
      }
      follower.restart()
    }
    health.noteCurrent(asOf: started, revision: newest.revision)
  }

  deinit { close() }

  func close() {
    health.close()
    replica.stale.close()
    follower.close()
    client.close()
  }
}

/// The address of a store: the members of a cluster, a prefix, a user.
struct EtcdPlace: Sendable {
  var endpoints: [String]
  var prefix: String
  var credentials: EtcdCredentials?

  /// The place for messages.
  var path: String { "etcd:\(prefix)" }

  /// Equal for places that are the same.
  var identity: String {
    let user = credentials.map { [$0.user, $0.password] } ?? []
    return (endpoints.sorted() + [prefix] + user).map { "\($0.utf8.count):\($0)" }.joined()
  }

  /// The endpoints, and the reason if the place is invalid.
  var checked: (endpoints: [Endpoint], refusal: StoreError?) {
    var checked: [Endpoint] = []
    for endpoint in endpoints {
      do throws(Endpoint.Mistake) {
        checked.append(try Endpoint(endpoint))
      } catch {
        return (
          checked,
          refusal("an endpoint such as https://10.0.0.1:2379", error.found, advice: error.advice)
        )
      }
    }
    if checked.isEmpty { return (checked, refusal("at least one endpoint", "none")) }
    if prefix.isEmpty || prefix.utf8.contains(0) {
      return (checked, refusal("a prefix such as /player", "\"\""))
    }
    if let record = prefix.split(separator: "/").first(where: { $0.hasSuffix(".keywright") }) {
      let found = "'\(record)', where a store has its records"
      return (checked, refusal("a prefix such as /player", found))
    }
    return (checked, nil)
  }

  private func refusal(
    _ expected: String, _ found: String, advice: String? = nil
  ) -> StoreError {
    StoreError(
      .unavailable, operation: "open", path: path, expected: expected, found: found,
      advice: advice)
  }
}
