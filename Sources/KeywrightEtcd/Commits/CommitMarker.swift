#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The key by which a process learns what became of a commit whose answer was lost.
///
/// Every transaction of the process writes the number of the commit into it, and compares the
/// revision that the last one left: so a late first request and its retry exclude each other, and a
/// transaction that fails shows by the marker whether an earlier request of the same commit
/// succeeded.
struct CommitMarker {
  let key: Data
  let lease: Int64

  /// The revision that changed the marker last, as far as this process knows; 0 before there is
  /// one.
  var revision: Int64 = 0

  /// The number of the last commit.
  var sequence: UInt64 = 0

  init(in range: KeyRange, lease: Int64) {
    key = Data((range.markers + UUID().uuidString.lowercased()).utf8)
    self.lease = lease
  }

  var value: Data { Data("\(sequence)".utf8) }

  var comparison: Compare { Compare(key, isAt: revision) }

  var put: Operation {
    Operation(request_put: PutRequest(key: key, value: value, lease: "\(lease)"))
  }

  var reading: Operation { Operation(request_range: RangeRequest(key: key)) }

  /// Makes sure that no earlier request of the commit can be made any more, if none was: it changes
  /// the revision that they compare.
  var fence: Operation {
    let put = Operation(
      request_put: PutRequest(key: key, value: Data("fence".utf8), lease: "\(lease)"))
    return Operation(
      request_txn: TxnRequest(compare: [comparison], success: [put], failure: []))
  }
}
