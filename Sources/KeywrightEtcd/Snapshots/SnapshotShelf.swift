#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Keywright
import KeywrightStorage
import Synchronization

/// The generations of snapshots in a local store.
///
/// One generation is open: it is written again and again as values change. `markHealthy` closes it, and
/// the next one takes the place of the oldest. A program that starts without its cluster shows the last
/// closed one: an open one may hold the very values with which the program does not start.
///
/// Thread safety: safe from any thread.
final class SnapshotShelf: Sendable {
  /// Names a generation from outside.
  static let variable = "KEYWRIGHT_ETCD_SNAPSHOT"

  private struct State: Sendable {
    var store: DefaultsStore?
    var count = 0
    /// The open generation.
    var generation = 1
    var savedStamp: UInt64?
  }

  private let prefix: String
  private let state = Protected(State())

  init(prefix: String) { self.prefix = prefix }

  private func key(_ place: Int) -> Key<Root, StoredValue?> {
    Key(storageString: "etcd-snapshots:\(prefix):\(place)")
  }

  /// Begins to use a local store.
  ///
  /// - Returns: The snapshot to show until the cluster is reached, and whether it was named from outside;
  ///   an error if one was named that is not there.
  func open(
    _ store: DefaultsStore, count: Int, named name: String?
  ) -> (snapshot: Snapshot?, isPinned: Bool, problem: StoreError?) {
    let kept = (0..<max(2, count)).compactMap { store.get(key($0)) }
    let all = kept.compactMap(Snapshot.init)
    let damage = all.count < kept.count ? damage(kept.count - all.count, in: store) : nil
    let last = all.max { $0.generation < $1.generation }
    state.withLock { state in
      guard state.store == nil else { return }
      state.store = store
      state.count = max(2, count)
      state.generation = last.map { $0.isHealthy ? $0.generation + 1 : $0.generation } ?? 1
    }
    let healthy = all.filter(\.isHealthy).max { $0.generation < $1.generation }
    guard let name, !name.isEmpty else { return (healthy, false, damage) }
    if let named = all.first(where: { "\($0.generation)" == name }) { return (named, true, damage) }
    let there = all.map { "\($0.generation)" }.sorted().joined(separator: ", ")
    return (
      healthy, false,
      StoreError(
        .unavailable, operation: "open", path: store.url?.path(percentEncoded: false),
        expected: "one of the snapshots \(there.isEmpty ? "(none)" : there)",
        found: "\(SnapshotShelf.variable)=\(name.prefix(40))",
        advice: "The last healthy one is used instead.")
    )
  }

  private func damage(_ count: Int, in store: DefaultsStore) -> StoreError {
    StoreError(
      .corrupt, operation: "open", path: store.url?.path(percentEncoded: false),
      expected: "snapshots of etcd's values", found: "\(count) that are damaged",
      advice: "The next generations replace them. Nobody else should write to that store.")
  }

  /// Writes the open generation, if anything changed since it was written.
  ///
  /// - Parameter isHealthy: Whether to close it.
  func save(_ replica: Replica, isHealthy: Bool = false) throws(StoreError) {
    let now = state.withLock(\.self)
    guard let store = now.store, replica.pinned == nil else { return }
    let stamp = replica.stamp.load(ordering: .acquiring)
    guard isHealthy || stamp != now.savedStamp else { return }
    let (revision, values) = replica.core.takeOver { (replica.applied, replica.values) }
    guard revision > 0 else { return }
    let snapshot = Snapshot(
      generation: now.generation, revision: revision, savedAt: Date(), isHealthy: isHealthy,
      values: values)
    try store.set(key(now.generation % now.count), to: snapshot.stored)
    state.withLock { state in
      state.savedStamp = stamp
      if isHealthy, state.generation == now.generation { state.generation += 1 }
    }
  }
}
