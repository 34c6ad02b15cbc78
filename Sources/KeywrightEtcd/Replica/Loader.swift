#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import KeywrightStorage

/// Reads all keys under a prefix, as they are at one revision, in pages of bounded size.
struct Loader {
  let client: EtcdClient
  let range: KeyRange

  /// The keys of a page; fewer where their values are large.
  private static let pageSize = 2_000

  /// Everything under the prefix.
  struct Loaded {
    /// The values; nil where the store is frozen and those of that time are no longer there.
    var events: [ReplicaEvent]?
    var leases: [Data: Int64] = [:]
    /// The revision at which the values were so.
    var revision: Int64
    /// The revision behind which the watch goes on.
    var position: Int64
    /// The revision that froze the store; nil if it is not frozen.
    var frozenAt: Int64?
  }

  /// Reads everything: the present values, or those at which the store is frozen.
  func load(until deadline: Moment) throws(EtcdFailure) -> Loaded {
    let key = range.key(of: KeyRange.freeze)
    let freeze: RangeResponse = try client.read(
      "v3/kv/range", RangeRequest(key: key, keys_only: true), until: deadline)
    // A server that answers another key has not said that the store is frozen.
    guard let frozenAt = freeze.kvs?.first(where: { $0.key == key })?.create_revision else {
      let (events, leases, revision) = try pages(at: nil, until: deadline)
      return Loaded(events: events, leases: leases, revision: revision, position: revision)
    }
    guard let position = freeze.header?.revision, frozenAt > 0, position >= frozenAt else {
      throw .malformed("a range without a revision")
    }
    do throws(EtcdFailure) {
      let (events, leases, _) = try pages(at: frozenAt, until: deadline)
      return Loaded(
        events: events, leases: leases, revision: frozenAt, position: position, frozenAt: frozenAt)
    } catch {
      guard error.isCompacted else { throw error }
      return Loaded(revision: frozenAt, position: position, frozenAt: frozenAt)
    }
  }

  /// Reads all pages.
  ///
  /// - Parameter past: A revision at which to read; nil for the present one.
  /// - Returns: The keys, and the revision at which they are so.
  func pages(
    at past: Int64?, until deadline: Moment
  ) throws(EtcdFailure) -> (events: [ReplicaEvent], leases: [Data: Int64], revision: Int64) {
    let end = range.bounds.end
    var start = range.bounds.start
    var revision = past ?? 0
    var events: [ReplicaEvent] = []
    var leases: [Data: Int64] = [:]
    var limit = Loader.pageSize
    var size = 0
    while true {
      let request = RangeRequest(
        key: start, range_end: end, limit: limit, revision: revision == 0 ? nil : "\(revision)")
      let page: RangeResponse
      do throws(EtcdFailure) {
        page = try client.read("v3/kv/range", request, until: deadline)
      } catch {
        // Too many bytes, for this end or for etcd's own: fewer keys make less.
        guard error.isTooLarge, limit > 1 else { throw error }
        limit = max(1, limit / 8)
        continue
      }
      guard let header = page.header, header.revision > 0 else {
        throw .malformed("a range without a revision")
      }
      if revision == 0 { revision = header.revision }
      let pairs = page.kvs ?? []
      for pair in pairs {
        size += pair.size
        guard let event = ReplicaEvent(pair, in: range) else { continue }
        events.append(event)
        if pair.lease != 0 { leases[pair.key] = pair.lease }
      }
      guard size <= client.options.maximumTotal else {
        throw .tooLarge(client.options.maximumTotal)
      }
      guard page.more == true else { return (events, leases, revision) }
      // So the number of pages is bounded, too.
      guard pairs.count >= limit, let last = pairs.last?.key,
        !last.lexicographicallyPrecedes(start)
      else {
        throw .malformed("a range that is not in order, or ends too soon")
      }
      start = last + [0]
    }
  }
}
