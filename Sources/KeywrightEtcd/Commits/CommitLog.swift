#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Keywright

/// The records of the last commits, beside the store's keys.
struct CommitLog {
  let client: EtcdClient
  let range: KeyRange

  /// How many records are kept.
  static let capacity = 100

  private var bounds: (start: Data, end: Data) { KeyRange.bounds(ofPrefix: Data(range.logs.utf8)) }

  /// The last records, newest first, with the revisions that their commits made.
  func read(limit: Int) throws(EtcdFailure) -> [(revision: Int64, record: LogRecord)] {
    let (start, end) = bounds
    let request = RangeRequest(
      key: start, range_end: end, limit: min(limit, CommitLog.capacity), sort_order: "DESCEND",
      sort_target: "MOD")
    let response: RangeResponse = try client.read(
      "v3/kv/range", request, until: .now + client.options.commitTimeout)
    return (response.kvs ?? []).compactMap { pair in
      guard let value = pair.value,
        let record = try? JSONDecoder().decode(LogRecord.self, from: value)
      else { return nil }
      return (pair.mod_revision, record)
    }
  }

  /// Removes all but the last records. Several machines may do it at once.
  func prune() {
    while let old = oldest(), !old.isEmpty {
      var rest = old[...]
      while !rest.isEmpty {
        let part = rest.prefix(100)
        rest.removeFirst(part.count)
        let removal = TxnRequest(
          compare: [],
          success: part.map { Operation(request_delete_range: DeleteRangeRequest(key: $0)) },
          failure: [])
        let answer = try? client.call(
          "v3/kv/txn", removal, at: client.endpoint, as: TxnResponse.self)
        if answer == nil { return }
      }
    }
  }

  /// The keys of the records that are too many, at most 1,000; nil if etcd does not answer.
  private func oldest() -> [Data]? {
    let (start, end) = bounds
    let request = RangeRequest(
      key: start, range_end: end, limit: 1_000, sort_order: "ASCEND", sort_target: "MOD",
      keys_only: true)
    let response = try? client.call(
      "v3/kv/range", request, at: client.endpoint, as: RangeResponse.self)
    return response.map { response in
      let keys = (response.kvs ?? []).map(\.key)
      return Array(keys.prefix(max(0, Int(response.count) - CommitLog.capacity)))
    }
  }
}
