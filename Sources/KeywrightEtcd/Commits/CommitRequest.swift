#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Keywright

/// A commit as one transaction of etcd.
struct CommitRequest {
  /// etcd counts compares, and the operations of each branch; its limit is 128 of each. Two are the
  /// marker's and the freeze key's, or the log's.
  static let maximumKeys = 126

  let range: KeyRange
  var compares: [Compare] = []
  var operations: [Operation] = []
  /// The reads that find out, after a failed compare, which of the keys another machine changed.
  var readings: [Operation] = []
  /// The names of the keys that are read, in the order of `readings`; ranges come behind them.
  private(set) var names: [StorageString] = []

  /// - Throws: `unsupported` if it is too large for etcd; nothing was sent.
  init(
    _ writes: [StagedWrite], comparing comparison: CommitComparison, in replica: Replica,
    leases: [StorageString: Int64], maximumRequest: Int
  ) throws(StoreError) {
    range = replica.range
    let cleared = comparison.clearedPrefixes.filter { prefix in
      !prefix.isEmpty || !writes.isEmpty
    }
    let swept = CommitRequest.swept(cleared, writes)
    let ranges = cleared.map { range.bounds(ofNames: $0, among: replica.presentNames) }
    var (seen, gone): (Set<StorageString>, [StorageString]) = ([], [])
    for name in comparison.names where seen.insert(name).inserted {
      if CommitRequest.isSwept(name, swept) { gone.append(name) } else { names.append(name) }
    }
    let count = names.count + ranges.joined().count
    // A range does not show that another machine has removed a key of it; the keys do, as far as there is room.
    if count + gone.count <= CommitRequest.maximumKeys { names += gone }
    guard count <= CommitRequest.maximumKeys else {
      throw StoreError(
        .unsupported, operation: "commit",
        expected: "at most \(CommitRequest.maximumKeys) keys that a commit reads or writes",
        found: "\(names.count)",
        advice: "etcd compares and writes at most 128 keys at once. Make several commits of it.")
    }
    let freeze = Compare(range.key(of: KeyRange.freeze), isAt: 0)
    compares = [freeze]
    for name in names {
      let key = range.key(of: name)
      compares.append(Compare(key, isAt: replica.revision(of: name)))
      readings.append(Operation(request_range: RangeRequest(key: key, keys_only: true)))
    }
    for bounds in ranges.joined() {
      compares.append(Compare(bounds, isUnchangedSince: replica.applied))
      readings.append(
        Operation(
          request_range: RangeRequest(
            key: bounds.start, range_end: bounds.end, limit: 1, sort_order: "DESCEND",
            sort_target: "MOD", keys_only: true)))
    }
    let removed = zip(cleared, ranges).filter { swept.contains($0.0) }.flatMap(\.1)
    try addOperations(writes, swept, removed, leases, maximumRequest)
  }

  /// The prefixes under which everything goes, so that one operation removes it.
  private static func swept(_ prefixes: [String], _ writes: [StagedWrite]) -> [String] {
    prefixes.filter { prefix in
      writes.allSatisfy { $0.stored == nil || !$0.name.string.utf8.starts(with: prefix.utf8) }
    }
  }

  private static func isSwept(_ name: StorageString, _ prefixes: [String]) -> Bool {
    prefixes.contains { name.string.utf8.starts(with: $0.utf8) }
  }

  private mutating func addOperations(
    _ writes: [StagedWrite], _ swept: [String], _ removed: [(start: Data, end: Data)],
    _ leases: [StorageString: Int64], _ maximumRequest: Int
  ) throws(StoreError) {
    guard !writes.isEmpty else { return }
    for bounds in removed {
      operations.append(
        Operation(
          request_delete_range: DeleteRangeRequest(key: bounds.start, range_end: bounds.end)))
    }
    var size = 0
    for write in writes {
      let key = range.key(of: write.name)
      guard let stored = write.stored else {
        if CommitRequest.isSwept(write.name, swept) { continue }
        operations.append(Operation(request_delete_range: DeleteRangeRequest(key: key)))
        continue
      }
      let value = Data(ValueText.text(of: stored).utf8)
      size += key.count + value.count
      let lease = leases[write.name].map { "\($0)" }
      operations.append(
        Operation(request_put: PutRequest(key: key, value: value, lease: lease)))
    }
    guard size <= maximumRequest else {
      throw StoreError(
        .full, operation: "commit", expected: "at most \(maximumRequest) bytes",
        found: "a commit of \(size) bytes",
        advice: "Keep large values elsewhere, and their place here.")
    }
  }

  /// The transaction of one attempt.
  ///
  /// - Parameters:
  ///   - marker: The marker; nil for a commit that changes nothing, which needs none.
  ///   - isFenced: Whether an earlier request of the commit may still be on its way.
  func transaction(
    _ marker: CommitMarker?, log: Operation?, isFenced: Bool
  ) -> TxnRequest {
    guard let marker else {
      return TxnRequest(compare: compares, success: [], failure: readings)
    }
    var failure = [marker.reading]
    if isFenced { failure.append(marker.fence) }
    return TxnRequest(
      compare: [marker.comparison] + compares,
      success: [marker.put] + (log.map { [$0] } ?? []) + operations,
      failure: failure + readings)
  }
}
