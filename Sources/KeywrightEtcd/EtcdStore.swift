#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
public import Keywright
package import KeywrightStorage

/// A store on etcd, which many machines share.
///
/// ```swift
/// let store = EtcdStore(endpoints: ["http://10.0.0.1:2379"], prefix: "/player")
/// try await store.ready(within: .seconds(10))
/// store.get(Player.volume)               // from memory
/// try store.set(Player.volume, to: 0.8)  // in the cluster when this returns
/// ```
///
/// **Reading** is local: one watch keeps a table in memory current, so that `get` never waits.
/// Opening never throws, and waits for no cluster: before the first load reads give defaults, and
/// commits throw `unavailable`. A second store of a place in one process waits for a commit that the
/// first one is making, since its keys may refuse values. ``status`` says how old the values may be.
///
/// **A commit** is one transaction of etcd. It compares every key that the commit read or wrote, so
/// that N updates from any machines make N. Where another machine was quicker, the commit runs
/// again from the start: processing, pre-commit hooks and `willChange` once for each attempt,
/// post-commit hooks, `didChange` and observers once. When it returns, this process shows
/// everything up to and with the commit. At most 126 keys can be read or written by one.
///
/// **A lost answer** is resolved: the commit is neither lost nor made twice. Only while no majority
/// of the cluster answers within ``EtcdOptions/commitTimeout`` does it throw `uncertain`.
///
/// **A value that arrives and is not readable**, or breaks a constraint, shows the default of a key that
/// `keys` names, on every machine of that schema. For any other key the last readable value of the process
/// stays in force. ``Status/refused`` lists such keys; `issues` and `explain` say why, and since when.
///
/// **A value that the cluster does not confirm** is shown for as long as its key's `maxAge` allows, then its
/// default, an error, or still the value; ``Status/stale`` lists such keys. Only keys that `keys` names have one. A
/// commit asks the cluster first, and reads no such default.
///
/// An access in place (`store[key] += 1`) cannot run twice: if another machine changes the value during the access,
/// that is reported, and `update` is the form to use.
///
/// A handle: all handles of a process on one prefix of one cluster share the values, the watch and
/// the options of the first one, and stay open for as long as one of them is in use.
///
/// Thread safety: safe from any thread; not after `fork`. Durability: a commit that returned is on
/// a majority of the cluster's disks.
public struct EtcdStore: RemoteStore {
  /// The writer's lock, commit numbers, issues and notifications of the prefix.
  public let core: StoreCore
  let space: EtcdSpace
  private(set) var note: CommitNote

  /// Opens a prefix of a cluster.
  ///
  /// - Parameters:
  ///   - endpoints: The members' URLs for clients, such as `https://10.0.0.1:2379`; with one of
  ///     them out of reach the next is asked.
  ///   - prefix: The beginning of the store's etcd keys, such as `/player`; the storage string
  ///     follows behind a slash. Records of the store's own are beside it, in `/player.keywright/`.
  ///   - keys: The keys that the program declares: `MyKeys.keySet` of a generated registry. Each value is
  ///     checked as one of its key before it is shown, so that equal contents show equal values on all
  ///     machines of one schema.
  ///   - credentials: The user, where the cluster has authentication enabled.
  ///   - options: Time-outs and limits.
  public init(
    endpoints: [String], prefix: String, keys: KeySet = KeySet([]),
    credentials: EtcdCredentials? = nil, options: EtcdOptions = EtcdOptions()
  ) {
    let place = EtcdPlace(endpoints: endpoints, prefix: prefix, credentials: credentials)
    self.init(EtcdSpace.shared(place, keys: keys, options: options))
  }

  init(_ space: EtcdSpace) {
    self.space = space
    core = space.core
    note = CommitNote(author: space.client.options.author ?? EtcdStore.author)
  }

  /// The name of the program, its process and its host.
  private static let author: String = {
    let process = ProcessInfo.processInfo
    return "\(process.processName) \(process.processIdentifier) on \(process.hostName)"
  }()

  /// The same store, whose commits give a reason for the log.
  ///
  /// ```swift
  /// try store.because("rollout, step 2").set(Features.search, to: true)
  /// ```
  ///
  /// - Parameter reason: A text for people; see ``log(last:)``.
  public func because(_ reason: String) -> EtcdStore {
    var copy = self
    copy.note.reason = reason
    return copy
  }

  /// Waits until everything was loaded once.
  ///
  /// - Parameter limit: How long to wait.
  /// - Throws: `unavailable`, with what kept the cluster out of reach;
  ///   `CancellationError` if the task was cancelled before it waited.
  public func ready(within limit: Duration) async throws {
    try await performBlocking { try $0.waitUntilReady(within: limit) }
  }

  /// Waits until everything was loaded once, on a thread that may block.
  ///
  /// - Parameter limit: How long to wait.
  /// - Throws: `unavailable`, with what kept the cluster out of reach.
  public func waitUntilReady(within limit: Duration) throws(StoreError) {
    try waitUntilReady(within: limit, orRefused: false)
  }

  /// Waits until everything was loaded once.
  ///
  /// - Parameter endsRefused: Whether a refusal of the cluster, such as a wrong password, ends it: a person waits
  ///   for no other one to set it right, as a service does.
  package func waitUntilReady(
    within limit: Duration, orRefused endsRefused: Bool
  ) throws(StoreError) {
    let deadline = space.client.time.moment + limit
    try space.health.waiting { () throws(StoreError) in
      try space.health.waitUntilLoaded(until: deadline, orRefused: endsRefused)
    }
  }

  /// Waits until this process shows at least everything that the cluster held when it was called.
  ///
  /// - Throws: `unavailable` if the cluster does not answer;
  ///   `reentrant` from inside a commit.
  public func refresh() throws(StoreError) {
    if StoreCore.isCommitting { throw StoreError(.reentrant, operation: "refresh") }
    try space.refresh()
  }

  /// Reads several keys as they were at one revision.
  ///
  /// ```swift
  /// let (volume, theme) = store.atOneRevision { ($0.get(Player.volume), $0.get(Player.theme)) }
  /// ```
  ///
  /// - Parameter body: Reads; runs again if a value changed in between, so it must be short and without effects.
  /// - Returns: The return value of the body.
  /// - Throws: Any error of the body.
  public func atOneRevision<Result, Failure: Error>(
    _ body: (EtcdStore) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try space.replica.atOneRevision { () throws(Failure) in try body(self) }
  }

  /// Ends the watch, for every handle of this process; later commits throw
  /// `closed`. Reads give what was read last.
  public func close() { space.close() }

  // MARK: The requirements of a store

  /// The stored form under a string, or nil.
  ///
  /// - Throws: `corrupt` for a value that cannot be read, where none was there before; `unavailable` before the
  ///   first load.
  public func stored(_ name: StorageString) throws(StoreError) -> StoredValue? {
    if let stored = core.shown(name) { return stored }
    try requireLoaded()
    if let rejection = space.replica.knowledge.rejection(of: name) { throw rejection.error }
    // A value that was withheld may have been shown again since.
    return core.shown(name)
  }

  /// The stored value of a key, or nil if nothing is stored; the last readable one where etcd holds
  /// another.
  ///
  /// - Throws: As ``stored(_:)``; `unreadable` if what is stored is not of
  ///   the key's type, and no value before it was.
  public func storedValue<Space, Value>(
    of key: Key<Space, Value>
  ) throws(StoreError) -> Value? {
    let knowledge = space.replica.knowledge
    if !knowledge.isDeclared(key.storageString) { knowledge.learn(key) }
    do throws(StoreError) {
      return try decodedValue(of: key)
    } catch {
      guard error.code == .unreadable, let stored = knowledge.previous(of: key.storageString),
        let value = key.value(from: stored)
      else { throw error }
      knowledge.reject(key.storageString, error)
      core.report(error, once: key.storageString)
      return value
    }
  }

  /// Every string under which something is stored, whoever stored it.
  ///
  /// - Throws: `unavailable` before the first load.
  public func storageStrings() throws(StoreError) -> [StorageString] {
    try requireLoaded()
    let shown = core.shownNames
    return shown + Set(space.replica.knowledge.rejectedNames).subtracting(shown)
  }

  /// Applies what the watch has brought.
  public func beginCommit() throws(StoreError) { try space.committer.begin() }

  /// Waits for a load, where everything has to be loaded again: then other machines' changes before the commit are
  /// shown, too.
  public func endCommit() -> CommitWait? { space.committer.end() }

  /// Has etcd make the writes, if the keys are as this process knows them.
  public func write(_ writes: [StagedWrite]) throws(StoreError) {
    var comparison = CommitComparison()
    comparison.names = writes.map(\.name)
    try write(writes, comparing: comparison)
  }

  package func write(
    _ writes: [StagedWrite], comparing comparison: CommitComparison
  ) throws(StoreError) {
    try space.committer.write(writes, comparing: comparison, note: note)
  }

  package func refusal(ofCommitSince start: Moment) -> StoreError? {
    space.committer.refusal(ofCommitSince: start)
  }

  package func turn(ofCommitSince start: Moment) {
    space.committer.turn(ofCommitSince: start)
  }

  package func requireReadable(_ name: StorageString) throws(StoreError) {
    guard let rejection = space.replica.knowledge.rejection(of: name) else { return }
    var error = rejection.error
    error.code = .unreadable
    throw error
  }

  package func isSuperseded(_ name: StorageString) -> Bool {
    space.replica.knowledge.rejection(of: name) != nil
  }

  package func remark(on name: StorageString) -> String? {
    space.replica.knowledge.remark(on: name)
      ?? space.replica.staleness(of: name).map {
        "expected \($0.expected ?? ""), found \($0.found ?? "")"
      }
  }

  private func requireLoaded() throws(StoreError) {
    let state = space.health.state
    if state.isLoaded || space.replica.knowledge.isRemembering { return }
    throw state.refusal ?? state.outage ?? .notLoaded(path: space.path)
  }
}
