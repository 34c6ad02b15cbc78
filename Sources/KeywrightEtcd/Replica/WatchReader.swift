#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Keywright
import KeywrightStorage

/// Turns the messages of one watch into batches for the inbox.
///
/// Thread safety: ``take(_:)`` is called by one thread, which reads the watch; it may call etcd.
final class WatchReader: Sendable {
  enum End: Sendable {
    case failed(EtcdFailure)
    /// The server no longer knows the revision asked for, or follows another history: everything has to
    /// be loaded.
    case outdated
  }

  private struct State {
    var isOpen = false
    var end: End?
  }

  private let range: KeyRange
  private let inbox: Inbox
  /// The row of revisions to which the watch belongs.
  let epoch: Int
  private let isLeaseOver: @Sendable (Int64) -> Bool
  /// The leases of keys that have one.
  private let leases: Protected<[Data: Int64]>
  private let state = Protected(State())

  init(
    range: KeyRange, inbox: Inbox, epoch: Int, leases: [Data: Int64],
    isLeaseOver: @escaping @Sendable (Int64) -> Bool
  ) {
    self.range = range
    self.inbox = inbox
    self.epoch = epoch
    self.leases = Protected(leases)
    self.isLeaseOver = isLeaseOver
  }

  /// Whether etcd has opened the watch.
  var isOpen: Bool { state.withLock(\.isOpen) }

  /// The reason why the watch is over.
  var end: End? { state.withLock(\.end) }

  func finish(_ end: End) {
    state.withLock { if $0.end == nil { $0.end = end } }
    if case .outdated = end { inbox.mustLoad = true }
    inbox.wake()
  }

  /// Takes a message of etcd.
  func take(_ message: WatchResponse) {
    if message.compact_revision > 0 { return finish(.outdated) }
    if message.created == true {
      state.withLock { $0.isOpen = true }
      inbox.wake()
    }
    let batches = batches(of: message.events ?? [])
    // Nothing may come behind the end: the next watch may follow another history.
    state.withLock { if $0.end == nil { inbox.put(batches, epoch: epoch) } }
  }

  private func batches(of events: [WatchResponse.Event]) -> [ReplicaBatch] {
    var batches: [ReplicaBatch] = []
    // One lease often has several keys.
    var over: [Int64: Bool] = [:]
    for event in events {
      guard let pair = event.kv, pair.mod_revision > 0 else { continue }
      if batches.last?.revision != pair.mod_revision {
        batches.append(ReplicaBatch(revision: pair.mod_revision, events: []))
      }
      let last = batches.count - 1
      guard event.type == "DELETE" else {
        leases.withLock { $0[pair.key] = pair.lease == 0 ? nil : pair.lease }
        if let event = ReplicaEvent(pair, in: range) { batches[last].events.append(event) }
        continue
      }
      var isExpiry = false
      if let lease = leases.withLock({ $0.removeValue(forKey: pair.key) }) {
        isExpiry = over[lease] ?? isLeaseOver(lease)
        over[lease] = isExpiry
      }
      let removal = ReplicaEvent(
        removing: pair.key, at: pair.mod_revision, in: range, isExpiry: isExpiry)
      if let removal { batches[last].events.append(removal) }
    }
    return batches
  }

  /// The leases of the keys, for the next watch.
  var lastLeases: [Data: Int64] { leases.withLock(\.self) }
}
