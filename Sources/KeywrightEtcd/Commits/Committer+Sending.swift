import Keywright
import KeywrightStorage

extension Committer {
  /// Sends a commit until its outcome is known.
  ///
  /// - Returns: The revision that it made, and a moment at which etcd had not made it yet.
  func send(
    _ request: CommitRequest, log: LogRecord
  ) throws(StoreError) -> (revision: Int64, moment: Moment) {
    var marker = try readyMarker()
    marker.sequence += 1
    self.marker = marker
    let entry = log.operation(in: replica.range, marker: marker)
    var backoff = Backoff(client.options.retryDelay)
    var isOpen = false
    let first = now
    while true {
      let started = now
      let endpoint = client.endpoint
      let transaction = request.transaction(marker, log: entry, isFenced: isOpen)
      switch attempt(transaction, at: endpoint) {
      case .success(let response):
        note(outage: nil)
        let revision = try settle(request, response, wasOpen: isOpen)
        return (revision, response.succeeded == true ? started : first)
      case .failure(let failure):
        if failure.isLostLease, !isOpen {
          self.marker = nil
          throw busy()
        }
        if failure.isLostLease { throw uncertain("the lease of the marker is gone") }
        if !failure.isPassing, !isOpen {
          throw failed(failure)
        }
        isOpen = isOpen || failure.isOpen
        client.leave(endpoint)
        let delay = backoff.next(by: client.time)
        guard now + delay < deadline else {
          let error = failed(failure)
          throw isOpen ? uncertain(failure.words) : error
        }
        waiting { [time = client.time] in time.pause(delay) }
      }
    }
  }

  private func attempt(
    _ transaction: TxnRequest, at endpoint: Int
  ) -> Result<TxnResponse, EtcdFailure> {
    Result { () throws(EtcdFailure) in
      let response: TxnResponse = try waiting { [client, deadline] () throws(EtcdFailure) in
        try client.call("v3/kv/txn", transaction, at: endpoint, until: deadline)
      }
      guard let header = response.header, header.revision > 0 else {
        throw .malformed("a transaction without a revision")
      }
      return response
    }
  }

  private func uncertain(_ found: String) -> StoreError {
    marker = nil
    return StoreError(
      .uncertain, operation: "commit", path: path,
      expected: "an answer of etcd within \(client.options.commitTimeout)", found: found,
      advice:
        "The commit may have been made, or may be made yet. Read the values before it is repeated."
    )
  }

  /// Learns what became of a commit from an answer: the revision that it made, or a conflict.
  private func settle(
    _ request: CommitRequest, _ response: TxnResponse, wasOpen: Bool
  ) throws(StoreError) -> Int64 {
    guard var marker else { throw uncertain("no marker") }
    defer { if self.marker != nil { self.marker = marker } }
    let revision = response.header?.revision ?? 0
    if response.succeeded == true {
      marker.revision = revision
      return revision
    }
    let responses = response.responses ?? []
    let found = responses.first?.response_range?.kvs?.first
    if let found, found.value == marker.value {
      // An earlier request of this commit was made, and its answer was lost.
      marker.revision = found.mod_revision
      return found.mod_revision
    }
    if found == nil, marker.revision != 0 {
      if wasOpen { throw uncertain("the lease of the marker is gone") }
      self.marker = nil
      throw busy()
    }
    let isFenced = wasOpen && responses.dropFirst().first?.response_txn?.succeeded == true
    marker.revision = isFenced ? revision : found?.mod_revision ?? 0
    throw overtaken(request, response)
  }

  // MARK: Leases

  /// The marker of this process, with a lease that lives.
  private func readyMarker() throws(StoreError) -> CommitMarker {
    if let marker, leaseToRenew() != nil { return marker }
    let seconds = max(5, Int64(client.options.markerLifetime.seconds.rounded(.up)))
    let lease = try grant(seconds)
    activity.withLock { activity in
      activity.lease = lease
      activity.lastCommit = now
    }
    let new = CommitMarker(in: replica.range, lease: lease)
    marker = new
    return new
  }

  private func grant(_ seconds: Int64) throws(StoreError) -> Int64 {
    do throws(EtcdFailure) {
      let response: LeaseResponse = try waiting { [client, deadline] () throws(EtcdFailure) in
        try client.read("v3/lease/grant", LeaseGrantRequest(TTL: seconds), until: deadline)
      }
      guard response.ID != 0 else { throw .malformed("a lease without a number") }
      return response.ID
    } catch {
      throw failed(error)
    }
  }

  /// The leases of the values that have a time to live: one for each such time.
  func grantLeases(for writes: [StagedWrite]) throws(StoreError) -> [StorageString: Int64] {
    var granted: [Int64: Int64] = [:]
    var leases: [StorageString: Int64] = [:]
    for write in writes where write.stored != nil {
      guard let time = write.timeToLive else { continue }
      guard time > .zero else {
        throw StoreError(
          .unsupported, storageString: write.name.string, operation: "commit",
          expected: "a time to live above zero", found: "\(time)")
      }
      let seconds = Int64(min(time.seconds.rounded(.up), 9e9))
      let lease: Int64
      if let known = granted[seconds] { lease = known } else { lease = try grant(seconds) }
      granted[seconds] = lease
      leases[write.name] = lease
    }
    return leases
  }

  /// Gives back leases of a commit that was not made; one that cannot be given back ends by itself.
  func revoke(_ leases: Set<Int64>) {
    for lease in leases {
      waiting { [client] in
        _ = try? client.call(
          "v3/lease/revoke", LeaseRequest(ID: lease), at: client.endpoint, as: LeaseResponse.self)
      }
    }
  }
}
