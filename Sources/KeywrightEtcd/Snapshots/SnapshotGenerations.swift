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
/// Several processes may share the local store: which generation is open is read in the commit that writes it.
///
/// Thread safety: safe from any thread.
final class SnapshotGenerations: Sendable {
  private static let root = "etcd-snapshots:"

  /// Names a generation from outside.
  static let variable = "KEYWRIGHT_ETCD_SNAPSHOT"

  private struct State: Sendable {
    var store: DefaultsStore?
    var count = 0
    var secrets = SnapshotSecrets.reported
    var savedStamp: UInt64?
  }

  private let prefix: String
  private let time: any TimeSource
  private let state = Protected(State())

  init(prefix: String, time: any TimeSource) {
    self.prefix = prefix
    self.time = time
  }

  private func key(_ place: Int) -> Key<Root, StoredValue?> {
    Key(StorageString("\(SnapshotGenerations.root)\(prefix):\(place)"))
  }

  /// Begins to use a local store.
  ///
  /// - Returns: The snapshot to show until the cluster is reached, and whether it was named from outside;
  ///   an error if one was named that is not there.
  func open(
    _ store: DefaultsStore, count: Int, secrets: SnapshotSecrets, named name: String?
  ) -> (snapshot: Snapshot?, isPinned: Bool, problem: StoreError?) {
    let count = max(2, count)
    // A generation that is gone, perhaps with secrets, may not stay in the store's earlier lists.
    store.keepNoSecrets { $0.utf8.starts(with: SnapshotGenerations.root.utf8) }
    let kept = (0..<count).compactMap { store.get(key($0)) }
    let all = kept.compactMap(Snapshot.init)
    let damage = all.count < kept.count ? damage(kept.count - all.count, in: store) : nil
    state.withLock { state in
      guard state.store == nil else { return }
      (state.store, state.count, state.secrets) = (store, count, secrets)
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
        found: "\(SnapshotGenerations.variable)=\(name.prefix(40))",
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
    let (revision, values, age) = replica.core.takeOver {
      (replica.applied, replica.values, replica.age ?? .zero)
    }
    guard revision > 0 else { return }
    let secret = Set(values.map(\.name).filter(replica.knowledge.isSecret))
    let isLeftOut = now.secrets == .leftOut
    let snapshot = Snapshot(
      generation: 1, revision: revision, savedAt: time.today - age.seconds, isHealthy: isHealthy,
      values: isLeftOut ? values.filter { !secret.contains($0.name) } : values)
    try write(snapshot, to: store, count: now.count)
    state.withLock { $0.savedStamp = stamp }
    if now.secrets == .reported, !secret.isEmpty {
      replica.core.report(exposure(of: secret.count, in: store), once: "etcd-snapshots:secrets")
    }
  }

  /// Puts a snapshot into the place of the open generation.
  private func write(
    _ snapshot: Snapshot, to store: DefaultsStore, count: Int
  ) throws(StoreError) {
    do {
      try store.transaction { change in
        let last = try (0..<count).compactMap { try change.get(key($0)).flatMap(Snapshot.init) }
          .max { $0.generation < $1.generation }
        var snapshot = snapshot
        if let last { snapshot.generation = last.generation + (last.isHealthy ? 1 : 0) }
        try change.set(key(snapshot.generation % count), to: snapshot.stored)
      }
    } catch {
      throw error as? StoreError ?? StoreError(.unavailable, operation: "save", underlying: error)
    }
  }

  private func exposure(of count: Int, in store: DefaultsStore) -> StoreError {
    StoreError(
      .exposed, operation: "save", path: store.url?.path(percentEncoded: false),
      expected: "no secret values in a file", found: "\(count) of them in the snapshots",
      advice: "Give `cached` the argument `secrets: .leftOut`, or `.kept` if it is meant so.")
  }
}
