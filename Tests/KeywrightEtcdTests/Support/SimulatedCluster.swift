import Foundation
import KeywrightStorage

@testable import KeywrightEtcd

/// The values and the history of an etcd in memory, which answers as etcd's gateway does.
///
/// It knows what a store asks: ranges, transactions, leases, compaction. `ClusterModelTests` compares its answers with
/// those of a real one.
struct SimulatedKeys {
  /// A version of a key; nil is a removal.
  private struct Version {
    var revision: Int64
    var pair: KeyValue?
  }

  private struct Lease {
    var seconds: Int64
    var end: Moment
  }

  struct Refusal: Error {
    var code: Int
    var message: String
  }

  private(set) var revision: Int64 = 1
  private(set) var compacted: Int64 = 0
  private var versions: [Data: [Version]] = [:]
  private var leases: [Int64: Lease] = [:]
  private var lastLease: Int64 = 7_000
  /// The events of each revision.
  private var events: [Int64: [WatchResponse.Event]] = [:]

  private static let mostOperations = 128
  private static let mostBytes = 1_572_864

  // MARK: Reading

  private func pair(_ key: Data, at revision: Int64) -> KeyValue? {
    versions[key]?.last { $0.revision <= revision }?.pair
  }

  private func pairs(_ key: Data, _ end: Data?, at revision: Int64) -> [KeyValue] {
    guard let end, !end.isEmpty else { return pair(key, at: revision).map { [$0] } ?? [] }
    let isOpen = end == Data([0])
    return versions.keys
      .filter {
        !$0.lexicographicallyPrecedes(key) && (isOpen || $0.lexicographicallyPrecedes(end))
      }
      .sorted { $0.lexicographicallyPrecedes($1) }
      .compactMap { pair($0, at: revision) }
  }

  /// Whether the values at a revision are there.
  private func check(_ past: Int64) throws {
    if past > revision {
      throw Refusal(
        code: 11, message: "etcdserver: mvcc: required revision is a future revision")
    }
    if past > 0, past < compacted {
      throw Refusal(
        code: 11, message: "etcdserver: mvcc: required revision has been compacted")
    }
  }

  /// - Parameter revision: The present revision, with what a transaction under way has changed.
  private func range(_ request: RangeRequest, at revision: Int64) -> RangeResponse {
    var found = pairs(
      request.key, request.range_end, at: request.past > 0 ? request.past : revision)
    var response = RangeResponse()
    response.count = Int64(found.count)
    if request.count_only == true { return response }
    if request.sort_target == "MOD" {
      let isDown = request.sort_order == "DESCEND"
      found.sort {
        isDown ? $0.mod_revision > $1.mod_revision : $0.mod_revision < $1.mod_revision
      }
    }
    if let limit = request.limit, limit > 0, found.count > limit {
      found.removeLast(found.count - limit)
      response.more = true
    }
    if request.keys_only == true {
      for index in found.indices { found[index].value = nil }
    }
    if !found.isEmpty { response.kvs = found }
    return response
  }

  // MARK: Writing

  /// The changes of one transaction, which all make one revision.
  private mutating func write(
    _ key: Data, _ new: KeyValue?, _ changes: inout [WatchResponse.Event]
  ) {
    versions[key, default: []].append(Version(revision: revision + 1, pair: new))
    var event = WatchResponse.Event()
    if new == nil {
      var gone = KeyValue()
      gone.key = key
      gone.mod_revision = revision + 1
      event.type = "DELETE"
      event.kv = gone
    } else {
      event.kv = new
    }
    changes.append(event)
  }

  private func present(_ changes: [WatchResponse.Event]) -> Int64 {
    revision + (changes.isEmpty ? 0 : 1)
  }

  private mutating func put(_ request: PutRequest, _ changes: inout [WatchResponse.Event]) {
    let old = pair(request.key, at: present(changes))
    var new = KeyValue()
    new.key = request.key
    new.value = request.value
    new.mod_revision = revision + 1
    new.create_revision = old?.create_revision ?? revision + 1
    new.version = (old?.version ?? 0) + 1
    new.lease = request.lease.flatMap { Int64($0) } ?? 0
    write(request.key, new, &changes)
  }

  /// Puts a value as somebody who has the cluster for himself.
  mutating func put(_ key: Data, _ value: Data) {
    var changes: [WatchResponse.Event] = []
    put(PutRequest(key: key, value: value), &changes)
    finish(changes)
  }

  /// Removes a value as somebody who has the cluster for himself.
  mutating func remove(_ key: Data) {
    var changes: [WatchResponse.Event] = []
    remove(key, nil, &changes)
    finish(changes)
  }

  func value(_ key: Data) -> Data? { pair(key, at: revision)?.value }

  private mutating func remove(
    _ key: Data, _ end: Data?, _ changes: inout [WatchResponse.Event]
  ) {
    for pair in pairs(key, end, at: present(changes)) { write(pair.key, nil, &changes) }
  }

  /// Ends a transaction, which made a revision if it changed anything.
  private mutating func finish(_ changes: [WatchResponse.Event]) {
    guard !changes.isEmpty else { return }
    revision += 1
    events[revision] = changes
  }

  private func holds(_ compare: Compare) -> Bool {
    let asked = Int64(compare.mod_revision) ?? 0
    func holds(_ found: Int64) -> Bool {
      switch compare.result {
      case "LESS": found < asked
      case "GREATER": found > asked
      default: found == asked
      }
    }
    if compare.range_end != nil {
      return pairs(compare.key, compare.range_end, at: revision).allSatisfy {
        holds($0.mod_revision)
      }
    }
    return holds(pair(compare.key, at: revision)?.mod_revision ?? 0)
  }

  /// The operations that a transaction makes, one within another in place of it. All compares come before all of them.
  private func taken(_ request: TxnRequest) -> [KeywrightEtcd.Operation] {
    (request.compare.allSatisfy(holds) ? request.success : request.failure).flatMap { operation in
      operation.request_txn.map(taken) ?? [operation]
    }
  }

  /// Checks a transaction before anything of it is made.
  private func check(_ request: TxnRequest) throws {
    guard request.compare.count <= SimulatedKeys.mostOperations else {
      throw Refusal(code: 3, message: "etcdserver: too many operations in txn request")
    }
    _ = try SimulatedKeys.targets(of: request.success)
    _ = try SimulatedKeys.targets(of: request.failure)
    let taken = taken(request)
    for put in taken.compactMap(\.request_put) {
      let lease = put.lease.flatMap { Int64($0) } ?? 0
      guard lease == 0 || leases[lease] != nil else {
        throw Refusal(code: 5, message: "etcdserver: requested lease not found")
      }
    }
    for range in taken.compactMap(\.request_range) { try check(range.past) }
  }

  /// Makes a transaction.
  ///
  /// - Parameter before: What was there before all of it.
  private mutating func transact(
    _ request: TxnRequest, before: SimulatedKeys, _ changes: inout [WatchResponse.Event]
  ) -> TxnResponse {
    let holds = request.compare.allSatisfy(before.holds)
    var response = TxnResponse()
    // A false one is left out, as by the gateway.
    if holds { response.succeeded = true }
    response.responses = (holds ? request.success : request.failure).map { operation in
      var answer = OperationResponse()
      if let range = operation.request_range {
        answer.response_range = self.range(range, at: present(changes))
      }
      if let put = operation.request_put { self.put(put, &changes) }
      if let removal = operation.request_delete_range {
        remove(removal.key, removal.range_end, &changes)
      }
      if let inner = operation.request_txn {
        answer.response_txn = transact(inner, before: before, &changes)
      }
      return answer
    }
    return response
  }

  /// The keys that operations may put, and the ranges that they may remove.
  ///
  /// - Throws: If one key may be put twice, or put and removed.
  private static func targets(
    of operations: [KeywrightEtcd.Operation]
  ) throws -> (puts: Set<Data>, removals: [DeleteRangeRequest]) {
    guard operations.count <= mostOperations else {
      throw Refusal(code: 3, message: "etcdserver: too many operations in txn request")
    }
    var puts: Set<Data> = []
    var removals = operations.compactMap(\.request_delete_range)
    func add(_ key: Data, beside safe: Set<Data> = []) throws {
      let isRemoved = removals.contains { removal in
        guard let end = removal.range_end, !end.isEmpty else { return removal.key == key }
        return !key.lexicographicallyPrecedes(removal.key) && key.lexicographicallyPrecedes(end)
      }
      guard !isRemoved, puts.insert(key).inserted || safe.contains(key) else {
        throw Refusal(code: 3, message: "etcdserver: duplicate key given in txn request")
      }
    }
    for inner in operations.compactMap(\.request_txn) {
      let (success, failure) = (try targets(of: inner.success), try targets(of: inner.failure))
      for key in success.puts { try add(key) }
      for key in failure.puts { try add(key, beside: success.puts) }
      removals += success.removals + failure.removals
    }
    for put in operations.compactMap(\.request_put) { try add(put.key) }
    return (puts, removals)
  }

  // MARK: Leases

  /// The time at which the next lease ends.
  var nextEnd: Moment? { leases.values.map(\.end).min() }

  /// Removes the leases whose time is over, with their keys, in the order of their ends.
  mutating func expire(at now: Moment) {
    let over = leases.filter { $0.value.end <= now }.sorted {
      ($0.value.end, $0.key) < ($1.value.end, $1.key)
    }
    for (lease, _) in over { revoke(lease) }
  }

  private mutating func revoke(_ lease: Int64) {
    leases[lease] = nil
    var changes: [WatchResponse.Event] = []
    let keys = versions.keys.sorted { $0.lexicographicallyPrecedes($1) }
    for key in keys where pair(key, at: revision)?.lease == lease { write(key, nil, &changes) }
    finish(changes)
  }

  /// Gives all leases their whole time again, as a leader does that has just been elected.
  mutating func renewLeases(at now: Moment) {
    for (lease, entry) in leases { leases[lease]?.end = now + .seconds(entry.seconds) }
  }

  var leaseNumbers: [Int64] { leases.keys.sorted() }

  mutating func revokeAll() { for lease in leaseNumbers { revoke(lease) } }

  // MARK: History

  mutating func compact(to past: Int64) {
    compacted = max(compacted, past)
    for key in Array(versions.keys) {
      guard let all = versions[key], let last = all.lastIndex(where: { $0.revision <= past })
      else { continue }
      let kept = all[last].pair == nil ? last + 1 : last
      versions[key] = kept < all.count ? Array(all[kept...]) : nil
    }
    for revision in events.keys where revision <= past { events[revision] = nil }
  }

  /// The events of a range from a revision on, one revision after another.
  func events(
    _ creation: WatchRequest.Creation, from start: Int64
  ) -> [[WatchResponse.Event]] {
    guard start <= revision else { return [] }
    return (start...revision).compactMap { revision in
      let found = (events[revision] ?? []).filter { event in
        guard let key = event.kv?.key else { return false }
        return !key.lexicographicallyPrecedes(creation.key)
          && key.lexicographicallyPrecedes(creation.range_end)
      }
      return found.isEmpty ? nil : found
    }
  }

  // MARK: Calls

  /// Answers a call, as its JSON.
  mutating func answer(_ path: String, _ body: Data, _ header: (Int64) -> Header, at now: Moment)
    throws -> Data
  {
    guard body.count <= SimulatedKeys.mostBytes else {
      throw Refusal(code: 3, message: "etcdserver: request is too large")
    }
    func request<Request: Decodable>(_ type: Request.Type) throws -> Request {
      try JSONDecoder().decode(type, from: body)
    }
    func json(_ value: some Encodable) throws -> Data { try JSONEncoder().encode(value) }
    expire(at: now)
    switch path {
    case "/v3/kv/range":
      let request = try request(RangeRequest.self)
      try check(request.past)
      var response = range(request, at: revision)
      response.header = header(revision)
      return try json(response)
    case "/v3/kv/txn":
      let transaction = try request(TxnRequest.self)
      try check(transaction)
      var changes: [WatchResponse.Event] = []
      var response = transact(transaction, before: self, &changes)
      finish(changes)
      response.header = header(revision)
      return try json(response)
    case "/v3/lease/grant":
      let seconds = try request(LeaseGrantRequest.self).TTL
      guard seconds <= 9_000_000_000 else {
        throw Refusal(code: 11, message: "etcdserver: too large lease TTL")
      }
      lastLease += 1
      leases[lastLease] = Lease(seconds: seconds, end: now + .seconds(seconds))
      return try json(LeaseResponse(ID: lastLease, TTL: seconds))
    case "/v3/lease/revoke":
      let lease = try request(LeaseRequest.self).ID
      guard leases[lease] != nil else {
        throw Refusal(code: 5, message: "etcdserver: requested lease not found")
      }
      revoke(lease)
      return Data("{}".utf8)
    case "/v3/lease/keepalive":
      let lease = try request(LeaseRequest.self).ID
      let seconds = leases[lease]?.seconds ?? 0
      leases[lease]?.end = now + .seconds(seconds)
      return Data(#"{"result":"#.utf8) + (try json(LeaseResponse(ID: lease, TTL: seconds)))
        + Data("}".utf8)
    case "/v3/lease/timetolive":
      let lease = try request(LeaseRequest.self).ID
      let rest = leases[lease].map { Int64(($0.end - now).seconds.rounded(.up)) } ?? -1
      return try json(LeaseResponse(ID: lease, TTL: rest))
    case "/v3/kv/compaction":
      let past = Int64(try request([String: String].self)["revision"] ?? "") ?? 0
      try check(past == compacted ? past - 1 : past)
      compact(to: past)
      return Data("{}".utf8)
    default: throw Refusal(code: 5, message: "Not Found")
    }
  }
}

extension RangeRequest {
  /// The revision that is asked for; 0 for the present one.
  fileprivate var past: Int64 { revision.flatMap { Int64($0) } ?? 0 }
}
