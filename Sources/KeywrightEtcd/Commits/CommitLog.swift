#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Keywright
import KeywrightStorage

/// The records of commits, beside the store's keys.
///
/// A record is kept while it is the last one of a key's present value; else for as long as the options say, and
/// while it is among the last ones of some key of it. So a counter that changes every second does not push out the
/// commit that somebody made by hand last week.
struct CommitLog {
  let client: EtcdClient
  let range: KeyRange

  private var bounds: (start: Data, end: Data) { KeyRange.bounds(ofPrefix: Data(range.logs.utf8)) }

  /// The last records as of one revision, newest first, with the revisions that their commits made.
  func read(limit: Int) throws(EtcdFailure)
    -> (records: [(revision: Int64, record: LogRecord)], revision: Int64)
  {
    let (start, end) = bounds
    let request = RangeRequest(
      key: start, range_end: end, limit: limit, sort_order: "DESCEND", sort_target: "MOD")
    let response: RangeResponse = try client.read(
      "v3/kv/range", request, until: client.time.moment + client.options.commitTimeout)
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
  /// - Parameters:
  ///   - perKey: The number of records of one key that are kept, for as long as `age` says.
  ///   - present: The revisions of the present values.
  /// - Returns: The number of records that are left; nil if etcd does not answer.
  func prune(perKey: Int, age: Duration, present: Set<Int64>) -> Int? {
    guard let records = all()?.sorted(by: { $0.revision > $1.revision }) else { return nil }
    let oldest = client.time.today.timeIntervalSinceReferenceDate - age.seconds
    var later: [String: Int] = [:]
    var old: [Data] = []
    for (key, revision, record) in records {
      var isAmongLast = false
      for change in record.changes {
        if later[change.key, default: 0] < perKey { isAmongLast = true }
        later[change.key, default: 0] += 1
      }
      if present.contains(revision) || (isAmongLast && record.when >= oldest) { continue }
      old.append(key)
    }
    return remove(old) ? records.count - old.count : nil
  }

  /// All records, with their keys; nil if etcd does not answer.
  private func all() -> [(key: Data, revision: Int64, record: LogRecord)]? {
    var records: [(key: Data, revision: Int64, record: LogRecord)] = []
    do throws(EtcdFailure) {
      try client.forEachPair(of: bounds, at: client.endpoint) { pair in
        if let record = LogRecord(pair) { records.append((pair.key, pair.mod_revision, record)) }
      }
      return records
    } catch {
      return nil
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

extension LogRecord {
  fileprivate init?(_ pair: KeyValue) {
    guard let value = pair.value,
      let record = try? JSONDecoder().decode(LogRecord.self, from: value)
    else { return nil }
    self = record
  }
}
