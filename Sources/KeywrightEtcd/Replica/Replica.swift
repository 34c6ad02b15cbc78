#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Keywright
import KeywrightStorage
import Synchronization

/// A copy in memory of the values under a prefix: readers look them up in the core's table.
///
/// A change is applied at most once and never after a newer one of its key, however often and in
/// whichever order loads, the watch and own commits bring it.
///
/// Thread safety: `entries`, `applied` and all functions that change something belong to the holder of
/// the core's writer's lock; ``knowledge`` locks itself.
final class Replica: @unchecked Sendable {
  // `@unchecked`: see above.
  let core: StoreCore
  let range: KeyRange
  private let history: ClusterHistory
  let time: any TimeSource
  let inbox: Inbox
  let knowledge: ValueKnowledge
  let stale: StaleValues

  /// Every key that is known, also one that is gone, for as long as an older change of it may come.
  private(set) var entries: [StorageString: ReplicaEntry] = [:]
  private var gone: [StorageString] = []

  /// The bytes of all keys and values that others wrote, about.
  private(set) var size = 0

  /// The last revision that was applied.
  private(set) var applied: Int64 = 0

  /// The key that freezes the store, while it is there.
  private struct Freeze: Sendable {
    /// The revision that created it, whose values all machines show.
    var created: Int64
    /// The revision whose values are shown here: an earlier one where those of that time were no longer there.
    var shown: Int64
  }

  private var freeze: Freeze? {
    get { frozen.withLock(\.self) }
    set { frozen.withLock { $0 = newValue } }
  }
  private let frozen = Protected<Freeze?>(nil)

  /// The revision that created the key which freezes the store, while it is there.
  var frozenAt: Int64? { freeze?.created }
  /// The revision of the last thaw: the changes that were held back come again, with earlier freezes among them.
  private var thawedAt: Int64 = 0

  /// Whether the key that freezes the store is there. May be asked from any thread.
  var isFrozen: Bool { frozenAt != nil }

  /// What the key says that freezes the store; nil if it is not there. May be asked from any thread.
  var freezeReason: String? {
    guard isFrozen else { return nil }
    guard case .string(let reason)? = core.shown(KeyRange.freeze)?.content else { return "" }
    return reason
  }

  /// The generation of a snapshot that was named from outside, and that nothing replaces. May be asked
  /// from any thread.
  var pinned: Int? {
    get { pin.withLock(\.self) }
    set { pin.withLock { $0 = newValue } }
  }
  private let pin = Protected<Int?>(nil)

  /// Whether changes are applied.
  private var isHeld: Bool { isFrozen || pinned != nil }

  /// Counts changes of what readers see; odd while one is under way.
  let stamp = Atomic<UInt64>(0)

  /// Whether everything has to be loaded: at first, after a thaw, when history was compacted or has
  /// begun anew. May be asked and set from any thread.
  var needsLoad: Bool {
    get { inbox.mustLoad || isOutdated }
    set { inbox.mustLoad = newValue }
  }

  /// The number of the cluster's history to which the values belong.
  private(set) var historyNumber: Int {
    get { number.withLock(\.self) }
    set { number.withLock { $0 = newValue } }
  }
  private let number = Protected(0)

  /// Whether the cluster has begun another history than that of the values. May be asked from any thread.
  var isOutdated: Bool { history.moment.number != historyNumber }

  init(core: StoreCore, range: KeyRange, history: ClusterHistory, time: any TimeSource) {
    self.time = time
    inbox = Inbox(time)
    knowledge = ValueKnowledge(time)
    stale = StaleValues(time)
    self.core = core
    self.range = range
    self.history = history
  }

  /// Whether nothing is shown, neither of the cluster nor of a snapshot. May be asked from any thread.
  var isBlank: Bool { inbox.lastReceived == 0 && !knowledge.isRemembering }

  /// The revision of a key that a commit compares; 0 if there is none.
  func revision(of name: StorageString) -> Int64 {
    entries[name].map { $0.isGone ? 0 : $0.modified } ?? 0
  }

  /// The names of the keys that are there, those of other stores under the prefix included. The writer's lock is held.
  var presentNames: some Sequence<StorageString> {
    entries.lazy.filter { !$0.value.isGone }.map(\.key)
  }

  /// The revisions that made the present values. The writer's lock is held.
  var presentRevisions: Set<Int64> {
    Set(entries.values.lazy.filter { !$0.isGone }.map(\.modified))
  }

  // MARK: Applying

  /// Applies what the watch has brought. The writer's lock is held.
  ///
  /// - Parameters:
  ///   - limit: The last revision to apply.
  ///   - own: The revision of a commit that its maker shows itself.
  func drain(upTo limit: Int64 = .max, own: Int64 = 0) {
    for batch in inbox.take(upTo: limit) where batch.revision > applied {
      let wasHeld = isHeld
      if noteFreeze(batch) { break }
      applied = batch.revision
      history.note(revision: applied, of: historyNumber)
      if batch.revision != own, !wasHeld { apply(batch.events, isComplete: true) }
    }
    forgetGone()
  }

  /// Takes the revision of a commit of this process as applied, if it follows the last one that is known: nothing
  /// can be between, and its maker need not wait for the watch to say so. The writer's lock is held.
  ///
  /// - Returns: False if another revision is between, which may be of this store.
  func follows(own revision: Int64) -> Bool {
    drain(upTo: revision - 1)
    guard applied == revision - 1, !isOutdated, !isHeld else { return false }
    applied = revision
    history.note(revision: revision, of: historyNumber)
    return true
  }

  /// The newest change that is known of a key that is there. May be asked from any thread.
  var newest: (name: StorageString, revision: Int64)? { newestChange.withLock(\.self) }
  private let newestChange = Protected<(name: StorageString, revision: Int64)?>(nil)

  /// Applies the result of a load. The writer's lock is held.
  ///
  /// - Parameter number: The number of the cluster's history in which it was loaded.
  /// - Returns: The reason why other values are shown than those at which the store is frozen.
  func load(_ loaded: Loader.Loaded, history number: Int) -> StoreError? {
    let isFirst = applied == 0
    if number == historyNumber {
      drain(upTo: loaded.position)
    } else {
      begin(number, at: loaded.position)
    }
    let isHeldAlready = loaded.frozenAt != nil && loaded.frozenAt == frozenAt
    let shown = loaded.events == nil ? applied : .max
    var problem: StoreError?
    if pinned == nil, !isHeldAlready {
      if let events = loaded.events {
        apply(events + removals(beside: events, at: loaded.revision), isComplete: isFirst)
        knowledge.noteLoad()
      } else {
        problem = .lateFreeze(loaded.revision, shows: "what it had before", path: core.name)
      }
      if loaded.events != nil, let frozen = loaded.frozenAt, loaded.revision != frozen {
        problem = .lateFreeze(frozen, shows: "what etcd holds now", path: core.name)
      }
    }
    if !isHeldAlready {
      freeze = loaded.frozenAt.map { Freeze(created: $0, shown: min($0, shown)) }
    }
    applied = max(applied, loaded.position)
    inbox.begin(at: loaded.position)
    needsLoad = false
    return problem
  }

  /// Forgets the revisions of a history that is void.
  private func begin(_ number: Int, at revision: Int64) {
    historyNumber = number
    applied = 0
    thawedAt = 0
    freeze = nil
    newestChange.withLock { $0 = nil }
    size = 0
    inbox.restart(at: revision)
    for (name, entry) in entries { entries[name] = ReplicaEntry(modified: 0, isGone: entry.isGone) }
  }

  /// The removals of what was shown and that a load has not found.
  private func removals(beside events: [ReplicaEvent], at revision: Int64) -> [ReplicaEvent] {
    let present = Set(events.map(\.name))
    let known = entries.filter { !$0.value.isGone && $0.value.modified <= revision }.keys
    // A snapshot has keys of which nothing is known here.
    let others = (core.shownNames + stale.state.withheld.keys).filter { entries[$0] == nil }
    return (known + others).filter { !present.contains($0) }.map { name in
      ReplicaEvent(
        name: name, content: .nothing, entry: ReplicaEntry(modified: revision, isGone: true))
    }
  }

  /// Notes whether a revision freezes or thaws the store.
  ///
  /// - Returns: Whether it thaws it: the watch then begins again where it was frozen.
  private func noteFreeze(_ batch: ReplicaBatch) -> Bool {
    guard batch.revision > thawedAt,
      let event = batch.events.last(where: { $0.name == KeyRange.freeze })
    else { return false }
    if !event.entry.isGone {
      let created = event.entry.created
      if freeze == nil { freeze = Freeze(created: created, shown: created) }
      return false
    }
    guard let shown = freeze?.shown else { return false }
    freeze = nil
    thawedAt = batch.revision
    if pinned != nil { return false }
    applied = shown
    inbox.restart(at: shown)
    return true
  }

  /// Shows changes to readers.
  ///
  /// - Parameter isComplete: Whether no commit between is unknown.
  private func apply(_ events: [ReplicaEvent], isComplete: Bool) {
    var changes: [StoreCore.ForeignChange] = []
    var isExpiry = true
    var most = 1
    let isStale = stale.isAny
    for event in events where event.entry.modified > entries[event.name]?.modified ?? 0 {
      let times = isComplete ? 1 : missed(event.entry, after: entries[event.name])
      note(event.entry, of: event.name)
      guard case .shown(let stored) = knowledge.judge(event, over: core.shown(event.name)) else {
        continue
      }
      if isStale, withholds(event.name, stored) { continue }
      changes.append(
        StoreCore.ForeignChange(name: event.name, stored: stored, times: times))
      most = max(most, times)
      if !event.isExpiry { isExpiry = false }
    }
    for error in knowledge.takeErrors() { core.report(error, once: nil) }
    absorb(changes, origin: isExpiry ? .expired : .otherProcess, times: most)
  }

  /// Shows changes to readers and observers. The writer's lock is held.
  func absorb(_ changes: [StoreCore.ForeignChange], origin: CommitOrigin, times: Int = 1) {
    guard !changes.isEmpty else { return }
    changing { core.absorb(changes, origin: origin, times: times) }
  }

  /// The number of commits that changed a key since it was known: etcd counts them for as long as the key
  /// lives.
  private func missed(_ new: ReplicaEntry, after old: ReplicaEntry?) -> Int {
    guard let old, !new.isGone, !old.isGone, old.created == new.created else { return 2 }
    return max(1, Int(clamping: new.version - old.version))
  }

  private func note(_ entry: ReplicaEntry, of name: StorageString) {
    newestChange.withLock { newest in
      if !entry.isGone, entry.modified >= newest?.revision ?? 0 {
        newest = (name, entry.modified)
      } else if newest?.name == name {
        newest = nil
      }
    }
    if let old = entries.updateValue(entry, forKey: name) { size -= old.size }
    size += entry.size
    if entry.isGone { gone.append(name) }
  }

  private func forgetGone() {
    guard !gone.isEmpty else { return }
    gone.removeAll { name in
      guard let entry = entries[name], entry.isGone else { return true }
      guard entry.modified <= applied else { return false }
      entries[name] = nil
      return true
    }
  }

  /// Checks the values of keys that the program declares, from now on and those that are shown. The writer's
  /// lock is held.
  func declare(_ keys: KeySet) {
    keys.noteSensitivities()
    knowledge.declare(keys)
    let refused = core.shownNames.filter { name in
      core.shown(name).map { !knowledge.accepts($0, for: name) } ?? false
    }
    let changes = refused.map { StoreCore.ForeignChange(name: $0, stored: nil) }
    for error in knowledge.takeErrors() { core.report(error, once: nil) }
    absorb(changes, origin: .otherProcess)
    watchAge()
  }

  /// Follows the greatest ages of the declared keys.
  private func watchAge() {
    let mustStart = stale.setLimits(knowledge.maxAges)
    if let passed = stale.state.passed { withhold(beyond: passed) }
    guard mustStart else { return }
    // The thread retains the values, and not what closes them.
    let watch: @Sendable () -> Void = { [self] in
      stale.watch { core.takeOver { followAge() } }
    }
    if time.startThread(watch) { return }
    core.report(
      StoreError(
        .unavailable, operation: "open", path: core.name, expected: "a thread for `maxAge`",
        found: "none"), once: nil)
  }

  // MARK: Own commits

  /// Shows the writes of a commit of this process that etcd made. The writer's lock is held.
  func show(_ writes: [StagedWrite], at revision: Int64) {
    for write in writes {
      var entry = ReplicaEntry(modified: revision, isGone: write.stored == nil)
      if let old = entries[write.name], !old.isGone, !entry.isGone {
        (entry.created, entry.version) = (old.created, old.version + 1)
      } else {
        (entry.created, entry.version) = (revision, 1)
      }
      note(entry, of: write.name)
      knowledge.accept(write.name)
    }
    let shown = writes.filter { !withholds($0.name, $0.stored) }
    changing { core.show(shown) }
    forgetGone()
  }

  // MARK: Reading at one revision

  private func changing(_ body: () -> Void) {
    stamp.wrappingAdd(1, ordering: .acquiringAndReleasing)
    body()
    stamp.wrappingAdd(1, ordering: .acquiringAndReleasing)
  }

  /// Runs a body that reads, and again if a value changed in between. Never waits for a commit.
  func atOneRevision<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    while true {
      let before = stamp.load(ordering: .acquiring)
      let result = try body()
      atomicMemoryFence(ordering: .acquiring)
      if before & 1 == 0, stamp.load(ordering: .relaxed) == before { return result }
      if before & 1 == 1 { time.pause(.microseconds(50)) }
    }
  }

  // MARK: Snapshots

  /// The values as they are known, without the library's own records. The writer's lock is held.
  var values: [(name: StorageString, stored: StoredValue)] {
    core.shownNames.compactMap { name in
      name == KeyRange.freeze ? nil : core.shown(name).map { (name, $0) }
    } + stale.state.withheld.map { ($0.key, $0.value) }
  }

  /// Shows the values of a snapshot: until they are loaded, or, of one that was named, for as long as the
  /// store is open. The writer's lock is held.
  ///
  /// - Parameters:
  ///   - generation: The number of the snapshot.
  ///   - isPinned: Whether it was named.
  func show(
    snapshot values: [(name: StorageString, stored: StoredValue)], of generation: Int,
    savedAt: Date, isPinned: Bool
  ) {
    if isPinned { pinned = pinned ?? generation }
    guard isPinned || applied == 0 else { return }
    let values = values.filter { knowledge.accepts($0.stored, for: $0.name) }
    let names = Set(values.map(\.name))
    knowledge.remember(Array(names), of: generation, savedAt: savedAt)
    // A load may have been quicker than the call that named the snapshot.
    let others = core.shownNames.filter { !names.contains($0) }
    confirm(asOf: time.moment - .seconds(max(0, time.today.timeIntervalSince(savedAt))))
    let changes =
      values.filter { !withholds($0.name, $0.stored) }.map {
        StoreCore.ForeignChange(name: $0.name, stored: $0.stored)
      }
      + others.map { StoreCore.ForeignChange(name: $0, stored: nil) }
    absorb(changes, origin: .otherProcess)
    reportStale()
  }
}

extension StoreError {
  fileprivate static func lateFreeze(
    _ revision: Int64, shows: String, path: String
  ) -> StoreError {
    StoreError(
      .unavailable, operation: "load", path: path,
      expected: "the values of revision \(revision), at which the store is frozen",
      found: "a history that was compacted, so this process shows \(shows)",
      advice: "Remove the key once changes may be made again.")
  }
}
