#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Keywright

/// The records of commits, beside the store's keys.
///
/// A record is kept while it is the last one of a key's present value; else for as long as the options say, and
/// while it is among the last ones of some key of it. So a counter that changes every second does not push out the
/// commit that somebody made by hand last week.
struct CommitLog {
  /// The rule by which records are kept.
  struct Retention: Sendable {
    /// The number of records of one key that are kept.
    var perKey: Int
    var age: Duration
  }

  let client: EtcdClient
  let range: KeyRange

  private static let pageSize = 500

  private var bounds: (start: Data, end: Data) { KeyRange.bounds(ofPrefix: Data(range.logs.utf8)) }

  /// The last records as of one revision, newest first, with the revisions that their commits made.
  func read(limit: Int) throws(EtcdFailure)
    -> (records: [(revision: Int64, record: LogRecord)], revision: Int64)
  {
    let (start, end) = bounds
    let request = RangeRequest(
      key: start, range_end: end, limit: limit, sort_order: "DESCEND", sort_target: "MOD")
    let response: RangeResponse = try client.read(
      "v3/kv/range", request, until: .now + client.options.commitTimeout)
    let records = (response.kvs ?? []).compactMap { pair in
      LogRecord(pair).map { (pair.mod_revision, $0) }
    }
    return (records, response.header?.revision ?? 0)
  }

  /// The number of records; nil if etcd does not answer.
  var count: Int? {
    let (start, end) = bounds
    let response = try? client.call(
      "v3/kv/range", RangeRequest(key: start, range_end: end, count_only: true),
      at: client.endpoint, as: RangeResponse.self)
    return response.map { Int(clamping: $0.count) }
  }

  /// Removes the records that need not be kept. Several machines may do it at once.
  ///
  /// - Parameter present: The revisions of the present values.
  /// - Returns: The number of records that are left; nil if etcd does not answer.
  func prune(_ retention: Retention, present: Set<Int64>) -> Int? {
    guard var records = all() else { return nil }
    records.sort { $0.revision > $1.revision }
    let oldest = Date().timeIntervalSinceReferenceDate - retention.age.seconds
    var later: [String: Int] = [:]
    var old: [Data] = []
    for (key, revision, record) in records {
      var isAmongLast = false
      for change in record.changes {
        if later[change.key, default: 0] < retention.perKey { isAmongLast = true }
        later[change.key, default: 0] += 1
      }
      if present.contains(revision) || (isAmongLast && record.when >= oldest) { continue }
      old.append(key)
    }
    return remove(old) ? records.count - old.count : nil
  }

  /// All records, with their keys; nil if etcd does not answer.
  private func all() -> [(key: Data, revision: Int64, record: LogRecord)]? {
    var (start, end) = bounds
    var records: [(key: Data, revision: Int64, record: LogRecord)] = []
    while true {
      let request = RangeRequest(key: start, range_end: end, limit: CommitLog.pageSize)
      let page = try? client.call(
        "v3/kv/range", request, at: client.endpoint, as: RangeResponse.self)
      guard let page else { return nil }
      for pair in page.kvs ?? [] {
        if let record = LogRecord(pair) { records.append((pair.key, pair.mod_revision, record)) }
      }
      guard page.more == true, let last = page.kvs?.last?.key else { return records }
      // A server that answers keys out of order would never come to an end.
      guard start.lexicographicallyPrecedes(last + [0]) else { return nil }
      start = last + [0]
    }
  }

  private func remove(_ keys: [Data]) -> Bool {
    var rest = keys[...]
    while !rest.isEmpty {
      let part = rest.prefix(100)
      rest.removeFirst(part.count)
      let removal = TxnRequest(
        compare: [],
        success: part.map { Operation(request_delete_range: DeleteRangeRequest(key: $0)) },
        failure: [])
      let answer = try? client.call(
        "v3/kv/txn", removal, at: client.endpoint, as: TxnResponse.self)
      if answer == nil { return false }
    }
    return true
  }
}

extension EtcdOptions {
  var retention: CommitLog.Retention {
    CommitLog.Retention(perKey: max(1, logPerKey), age: logAge)
  }
}

extension LogRecord {
  fileprivate init?(_ pair: KeyValue) {
    guard let value = pair.value,
      let record = try? JSONDecoder().decode(LogRecord.self, from: value)
    else { return nil }
    self = record
  }
}
