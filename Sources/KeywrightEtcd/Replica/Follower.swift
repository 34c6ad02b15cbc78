#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Keywright
import KeywrightStorage

/// Keeps the replica current: loads it, watches from there on, and resumes where a watch ended.
///
/// Thread safety: `run` belongs to the follower's own thread; all else is safe from any thread.
final class Follower: @unchecked Sendable {
  // `@unchecked`: `leases` belongs to the follower's thread; all else locks itself or never changes.
  private struct Watch {
    var endpoint: Int
    var cancel: @Sendable () -> Void
    var reader: WatchReader
  }

  private let client: EtcdClient
  private let replica: Replica
  private let health: Health
  private let watch = Protected<Watch?>(nil)
  private var leases: [Data: Int64] = [:]

  init(client: EtcdClient, replica: Replica, health: Health) {
    self.client = client
    self.replica = replica
    self.health = health
  }

  /// The member that is watched.
  var endpoint: Int? { watch.withLock { $0?.endpoint } }

  /// Ends the watch, so that the next member is asked.
  func restart() {
    guard let watch = watch.withLock(\.self) else { return }
    watch.reader.finish(.failed(.unanswered(.closedWatch("the member fell silent"))))
    watch.cancel()
  }

  /// Ends the watch, so that everything is loaded again.
  func reload() {
    guard let watch = watch.withLock(\.self) else { return }
    watch.reader.finish(.outdated)
    watch.cancel()
  }

  func close() {
    replica.inbox.wake()
    watch.withLock(\.self)?.cancel()
  }

  func run() {
    var backoff = Backoff(client.options.retryDelay)
    while !health.isClosed {
      do throws(EtcdFailure) {
        if replica.needsLoad { try load() }
        try follow { backoff.reset() }
      } catch {
        health.note(failure: error)
        if error.isStaleToken == false, let endpoint { client.leave(endpoint) }
        watch.withLock { $0 = nil }
        sleep(backoff.next())
      }
    }
  }

  /// Waits, but not longer than the store is open.
  private func sleep(_ duration: Duration) {
    let end = ContinuousClock.now + duration
    while !health.isClosed, .now < end {
      Pause.sleep(min(.milliseconds(50), max(.zero, end - .now)))
    }
  }

  private func load() throws(EtcdFailure) {
    // Many machines that start, or lose their history, at one moment do not all load at once.
    sleep(client.options.retryDelay.lowerBound * Double.random(in: 0...1))
    let loader = Loader(client: client, range: replica.range)
    let started = ContinuousClock.now
    // Short: the caller tries again, and says meanwhile what keeps the cluster out of reach.
    let deadline = started + client.options.requestTimeout
    var history = client.history.moment.number
    while true {
      let (events, leases, revision) = try loader.load(until: deadline)
      let present = client.history.moment
      if present.number == history {
        self.leases = leases
        if replica.isOutdated { health.noteHistory(present) }
        replica.core.takeOver { replica.load(events, at: revision, history: history) }
        return health.noteCurrent(asOf: started, revision: revision)
      }
      // The pages may belong to different histories.
      guard .now < deadline else { throw .malformed("one history after the other") }
      history = present.number
    }
  }

  /// Watches until the watch ends.
  private func follow(onOpen: () -> Void) throws(EtcdFailure) {
    let endpoint = client.endpoint
    let (start, end) = replica.range.bounds
    // Not under the writer's lock: a commit may hold it and wait for this very watch.
    let next = replica.inbox.lastReceived + 1
    let request = WatchRequest(
      create_request: .init(key: start, range_end: end, start_revision: next))
    let reader = WatchReader(range: replica.range, inbox: replica.inbox, leases: leases) {
      [client] lease in
      let response = try? client.call(
        "v3/lease/timetolive", LeaseRequest(ID: lease), at: client.endpoint,
        as: LeaseResponse.self)
      return response.map { $0.TTL <= 0 } ?? true
    }
    let cancel = try client.watch(
      request, at: endpoint, until: .now + client.options.requestTimeout,
      onMessage: { reader.take($0) },
      onEnd: { reader.finish(.failed($0)) })
    watch.withLock { $0 = Watch(endpoint: endpoint, cancel: cancel, reader: reader) }
    defer {
      reader.finish(.failed(.unanswered(.closedWatch("by this process"))))
      cancel()
      leases = reader.lastLeases
    }
    let opening = ContinuousClock.now + client.options.requestTimeout
    var isOpen = false
    while !health.isClosed {
      replica.inbox.waitForNews(until: isOpen ? .now + .seconds(1) : opening)
      let limit = client.options.maximumTotal
      var isTooLarge = false
      let needsLoad = replica.core.tryTakeOver {
        replica.drain()
        isTooLarge = replica.size > limit
        if isTooLarge { replica.needsLoad = true }
        return replica.needsLoad
      }
      // A commit holds the lock, and takes what it waits for itself.
      if needsLoad == nil { Pause.sleep(.milliseconds(1)) }
      if !isOpen, reader.isOpen {
        isOpen = true
        health.noteConnected(endpoint)
        onOpen()
      }
      if isTooLarge { throw .tooLarge(limit) }
      switch reader.end {
      case .outdated:
        replica.core.takeOver { replica.needsLoad = true }
        return
      case .failed(let failure): throw failure
      case nil: break
      }
      if needsLoad == true { return }
      if !isOpen, .now > opening { throw .unanswered(.late(client.endpoints[endpoint].authority)) }
    }
  }
}
