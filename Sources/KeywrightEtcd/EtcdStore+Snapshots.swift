public import Keywright
import KeywrightStorage

extension EtcdStore {
  /// The same store, which keeps its values on this machine too: a program that starts without network
  /// shows the last known ones.
  ///
  /// ```swift
  /// let store = EtcdStore(endpoints: endpoints, prefix: "/player")
  ///   .cached(in: DefaultsStore(suite: "org.example.player.cache"))
  /// ```
  ///
  /// Values of a snapshot are marked in `explain`. Only a generation that ``markHealthy()`` has closed is
  /// shown at a start, so that values with which the program does not work are not shown again. The
  /// environment variable `KEYWRIGHT_ETCD_SNAPSHOT` names another generation by its number; it is then
  /// shown whatever the cluster holds, and commits throw `readOnly`. A process with raised privileges does
  /// not read the variable, which another user may have set.
  ///
  /// Several processes of one machine and one user may share the local store: each generation is one
  /// process's values, whole, and no process replaces one that another has closed.
  ///
  /// - Parameters:
  ///   - store: The local store.
  ///   - generations: How many generations are kept, at least 2.
  ///   - secrets: Whether values of keys that `keys` declares as secret are in the file.
  /// - Returns: The same store.
  public func cached(
    in store: DefaultsStore, generations: Int = 5, secrets: SnapshotSecrets = .reported
  ) -> EtcdStore {
    cached(
      in: store, generations: generations, secrets: secrets,
      named: ProcessEnvironment[SnapshotGenerations.variable])
  }

  func cached(
    in store: DefaultsStore, generations: Int, secrets: SnapshotSecrets = .reported,
    named name: String?
  ) -> EtcdStore {
    let (snapshot, isPinned, problem) = space.snapshots.open(
      store, count: generations, secrets: secrets, named: name)
    if let problem { core.report(problem, once: nil) }
    guard let snapshot else { return self }
    core.takeOver {
      space.replica.show(
        snapshot: snapshot.values, of: snapshot.generation, savedAt: snapshot.savedAt,
        isPinned: isPinned)
    }
    return self
  }

  /// Says that the program works with the present values: they become the snapshot for the next start
  /// without network.
  ///
  /// Call it when the program has started and done some work, not at its start. Without
  /// ``cached(in:generations:secrets:)`` it does nothing.
  ///
  /// - Throws: If the local store cannot be written.
  public func markHealthy() throws(StoreError) {
    try space.snapshots.save(space.replica, isHealthy: true)
  }
}
