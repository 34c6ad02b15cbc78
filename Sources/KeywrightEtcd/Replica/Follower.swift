import Keywright
import KeywrightStorage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Keeps the replica current: a machine of four states, whose step is one function each.
///
/// ```
/// loading ──▶ opening(member) ──▶ open(member)
///    ▲             │    ▲              │
///    │             ▼    └──────────────┤ a move to another member
///    └──── waiting(until, why) ◀───────┘ a failure
/// ```
///
/// Each failure names the member at which it happened, which is left for another.
///
/// Thread safety: `run` belongs to the follower's own thread; all else is safe from any thread.
final class Follower: @unchecked Sendable {
  // `@unchecked`: `leases`, `loadTime`, `backoff` and `doubt` belong to the follower's thread; all else locks
  // itself or never changes.

  enum State: Sendable {
    /// Everything is read.
    case loading
    /// A watch is asked for.
    case opening(Int)
    case open(Int)
    case waiting(until: Moment)
  }

  private struct Watch: Sendable {
    var endpoint: Int
    var cancel: @Sendable () -> Void
    var reader: WatchReader
  }

  private let client: EtcdClient
  private let replica: Replica
  private let health: Health
  private let watch = Protected<Watch?>(nil)
  private var leases: [Data: Int64] = [:]
  private var backoff: Backoff
  /// The time that the last load took, from which the spread of the next one follows.
  private var loadTime: Duration = .milliseconds(5)

  init(client: EtcdClient, replica: Replica, health: Health) {
    self.client = client
    self.replica = replica
    self.health = health
    backoff = Backoff(client.options.retryDelay)
  }

  private var now: Moment { client.time.moment }

  // MARK: Of other threads

  /// The member that is watched.
  var endpoint: Int? { watch.withLock { $0?.endpoint } }

  /// Ends the watch of a member that fell silent, so that another is asked.
  func restart(because failure: EtcdFailure = .unanswered(.closedWatch("the member fell silent"))) {
    end(.failed(failure))
  }

  /// Ends the watch, so that everything is loaded again.
  func reload() { end(.outdated) }

  private func end(_ end: WatchReader.End) {
    guard let watch = watch.withLock(\.self) else { return }
    watch.reader.finish(end)
    watch.cancel()
  }

  func close() {
    replica.inbox.wake()
    watch.withLock(\.self)?.cancel()
  }

  // MARK: The machine

  func run() {
    var state = State.loading
    while !health.isClosed {
      do throws(EtcdFailure) {
        state = try next(state)
      } catch {
        state = failed(state, error)
      }
    }
    endWatch()
  }

  private func next(_ state: State) throws(EtcdFailure) -> State {
    switch state {
    case .loading:
      try load()
      return .opening(client.endpoint)
    case .opening(let endpoint):
      try requireHistory(at: endpoint)
      if replica.isOutdated {
        // A commit that waits for the watch learns of it.
        replica.needsLoad = true
        return .loading
      }
      try open(endpoint)
      backoff.reset()
      return .open(endpoint)
    case .open(let endpoint):
      let next = try follow(endpoint)
      endWatch()
      return next
    case .waiting(let until):
      health.wait(until: until)
      return replica.needsLoad ? .loading : .opening(client.endpoint)
    }
  }

  private func failed(_ state: State, _ failure: EtcdFailure) -> State {
    switch state {
    case .opening(let endpoint), .open(let endpoint): client.leave(endpoint)
    case .loading, .waiting: break
    }
    endWatch()
    // Pages can carry more than one message.
    if failure.isTooLarge { replica.needsLoad = true }
    health.note(failure: failure)
    return .waiting(until: now + backoff.next(by: client.time))
  }

  private func endWatch() {
    guard let watch = watch.withLock({ $0.take() }) else { return }
    watch.reader.finish(.failed(.unanswered(.closedWatch("by this process"))))
    watch.cancel()
    leases = watch.reader.lastLeases
  }

  // MARK: Loading

  private func load() throws(EtcdFailure) {
    health.noteLoading()
    spread()
    let loader = Loader(client: client, range: replica.range)
    // First: a password that waits for its turn says nothing of what a load costs the members.
    try client.authenticate(until: now + client.options.requestTimeout)
    let started = now
    // Short: the caller tries again, and says in between what keeps the cluster out of reach.
    let deadline = started + client.options.requestTimeout
    var history = client.history.moment.number
    while true {
      var loaded = try loader.load(until: deadline)
      if loaded.events == nil, replica.isBlank {
        let present = try loader.pages(at: nil, until: deadline)
        (loaded.events, loaded.revision) = (present.events, present.revision)
      }
      let present = client.history.moment
      if present.number == history {
        leases = loaded.leases
        if replica.isOutdated { health.noteHistory(present) }
        let problem = replica.core.takeOver {
          let problem = replica.load(loaded, history: history)
          if loaded.events != nil { replica.confirm(asOf: started) }
          return problem
        }
        if let problem { replica.core.report(problem, once: nil) }
        loadTime = now - started
        health.note(.loaded(revision: loaded.position))
        return health.noteCurrent(asOf: started, revision: loaded.position)
      }
      // The pages may belong to different histories.
      guard now < deadline else { throw .malformed("one history after the other") }
      history = present.number
    }
  }

  /// Waits before a load for which no caller waits: a fleet that has to load at one moment would keep the cluster
  /// from everything else. Each process waits at random for up to the time that all loads take.
  private func spread() {
    let options = client.options
    let first = options.retryDelay.lowerBound
    let all = min(loadTime * max(1, options.fleet), .seconds(60))
    let isLoaded = health.state.isLoaded
    let limit = isLoaded ? max(first, all) : first
    health.wait(until: now + client.time.spread(limit, over: 0...1)) { state in
      isLoaded && (state.waiting > 0 || state.isUrgent)
    }
  }

  // MARK: Watching

  /// Opens a watch, and waits until etcd has.
  private func open(_ endpoint: Int) throws(EtcdFailure) {
    let deadline = now + client.options.requestTimeout
    let (start, end) = replica.range.bounds
    // Not under the writer's lock: a commit may hold it and wait for this very watch.
    let (received, epoch) = replica.inbox.position
    let request = WatchRequest(
      create_request: .init(key: start, range_end: end, start_revision: received + 1))
    let reader = WatchReader(
      range: replica.range, inbox: replica.inbox, epoch: epoch, leases: leases
    ) { [client] lease in
      let response = try? client.call(
        "v3/lease/timetolive", LeaseRequest(ID: lease), at: client.endpoint,
        as: LeaseResponse.self)
      return response.map { $0.TTL <= 0 } ?? true
    }
    let cancel = try client.watch(
      request, at: endpoint, until: deadline, onMessage: { reader.take($0) },
      onEnd: { reader.finish(.failed($0)) })
    watch.withLock { $0 = Watch(endpoint: endpoint, cancel: cancel, reader: reader) }
    while !reader.isOpen, reader.end == nil {
      guard now < deadline else { throw .unanswered(.late(client.endpoints[endpoint].authority)) }
      if health.isClosed { return }
      replica.inbox.waitForNews(until: deadline)
      // News of the watch come before its opening where history has to be caught up with.
      if !reader.isOpen, reader.end == nil { client.time.pause(.milliseconds(1)) }
    }
    if case .failed(let failure)? = reader.end { throw failure }
    health.noteConnected(endpoint, client.endpoints[endpoint])
  }

  /// Makes sure that the history of the cluster is the one that is known: a backup that was restored and has
  /// gone on since has higher revisions, and another change at the newest one that is known here.
  ///
  /// A token that is no longer valid shows here too, and is renewed: to a watch etcd 3.5 answers then as if the
  /// user had no permission.
  private func requireHistory(at endpoint: Int) throws(EtcdFailure) {
    guard let (name, revision) = replica.newest else {
      let key = replica.range.key(of: KeyRange.freeze)
      _ = try client.call(
        "v3/kv/range", RangeRequest(key: key, keys_only: true), at: endpoint,
        as: RangeResponse.self)
      return
    }
    do throws(EtcdFailure) {
      let request = RangeRequest(
        key: replica.range.key(of: name), revision: "\(revision)", keys_only: true)
      let found: RangeResponse = try client.call("v3/kv/range", request, at: endpoint)
      guard found.kvs?.first?.mod_revision != revision else { return }
    } catch {
      // A compacted revision says nothing; a revision that is yet to come belongs to another history.
      if error.isCompacted { return }
      guard error.isFutureRevision else { throw error }
    }
    client.history.begin(because: "another change at revision \(revision)")
  }

  /// Follows the watch until it ends.
  private func follow(_ endpoint: Int) throws(EtcdFailure) -> State {
    let life = client.options.watchLifetime
    let end = now + client.time.spread(life, over: 0.5...1)
    let limit = client.options.maximumTotal
    while !health.isClosed {
      replica.inbox.waitForNews(until: now + .seconds(1))
      guard let reader = watch.withLock(\.self)?.reader else { return .opening(client.endpoint) }
      let state = replica.core.tryTakeOver {
        replica.drain()
        if replica.size > limit { replica.needsLoad = true }
        return (mustLoad: replica.needsLoad, isTooLarge: replica.size > limit)
      }
      // A commit holds the lock, and takes what it waits for itself.
      if state == nil { client.time.pause(.milliseconds(1)) }
      if state?.isTooLarge == true { throw .tooLarge(limit) }
      switch reader.end {
      case .outdated:
        replica.needsLoad = true
        return .loading
      case .failed(let failure): throw failure
      case nil: break
      }
      if state?.mustLoad == true { return .loading }
      // A thaw: the changes that were held back come again.
      if replica.inbox.position.epoch != reader.epoch { return .opening(endpoint) }
      if now > end, client.endpoints.count > 1 {
        client.leave(endpoint)
        return .opening(client.endpoint)
      }
    }
    return .opening(endpoint)
  }
}
