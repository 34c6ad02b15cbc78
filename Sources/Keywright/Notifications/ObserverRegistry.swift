import KeywrightStorage
import Synchronization

/// The observers of one store, found by what they observe.
///
/// Complexity: a commit costs two atomic loads where there are no observers, and one more for each
/// change where there are observers of other keys, however many; else one lookup for each change, and
/// one comparison for each namespace that is observed.
final class ObserverRegistry: Sendable {
  fileprivate struct Group: Sendable {
    let tree: NamespaceTree
    var observers: [Observer]
  }

  fileprivate struct State {
    // Each list is sorted by the observers' ids.
    var byKey: [StorageString: [Observer]] = [:]
    var groups: [Group] = []
    var everything: [Observer] = []
    var lastID: UInt64 = 0
    var hasEnded = false
    /// Whether this store, or one that is made of it, was ever observed.
    var isWanted = false
    var onFirst: (@Sendable () -> Void)?
  }

  private let state = Protected(State())
  // The numbers of observers of single keys, and of more, to be read without the lock.
  private let keyed = Atomic(0)
  private let wide = Atomic(0)
  private let filter = KeyFilter()

  /// Whether there are no observers.
  var isEmpty: Bool {
    wide.load(ordering: .sequentiallyConsistent) == 0
      && keyed.load(ordering: .sequentiallyConsistent) == 0
  }

  /// Whether a key may have an observer; nearly always false for a key that has none.
  func mayObserve(_ name: StorageString) -> Bool {
    if wide.load(ordering: .sequentiallyConsistent) > 0 { return true }
    return keyed.load(ordering: .sequentiallyConsistent) > 0 && filter.mayHold(name)
  }

  /// Adds an observer of the commits that follow; nil if the store was closed.
  ///
  /// - Parameter lastNumber: Gives the number of the last commit. It is asked once commits are announced to this
  ///   observer: with an earlier number, the observer would receive some of the commits before that and miss others.
  func add(
    _ scope: Observer.Scope, after lastNumber: () -> UInt64, onEnd: @escaping @Sendable () -> Void,
    onCommit: @escaping @Sendable (inout Delivery) -> Void
  ) -> Observer? {
    let observer = state.withLock { state -> Observer? in
      guard !state.hasEnded else { return nil }
      state.lastID += 1
      note(1, of: scope)
      let observer = Observer(
        id: state.lastID, scope: scope, since: lastNumber(), onEnd: onEnd, onCommit: onCommit)
      state.insert(observer)
      return observer
    }
    if observer != nil { beWanted() }
    return observer
  }

  /// Notes that an observer or a composition wants to be notified of changes.
  func beWanted() {
    let onFirst = state.withLock { state in
      state.isWanted = true
      return state.onFirst.take()
    }
    onFirst?()
  }

  /// Runs a function once: when an observer or a composition first wants to be notified of changes, or now if one
  /// does already.
  func onFirst(_ body: @escaping @Sendable () -> Void) {
    let isDue = state.withLock { state in
      if !state.isWanted { state.onFirst = body }
      return state.isWanted
    }
    if isDue { body() }
  }

  func remove(_ observer: Observer) {
    observer.cancel()
    state.withLock { state in
      if state.remove(observer) { note(-1, of: observer.scope) }
    }
  }

  /// Whether a single key may have an observer.
  func mayObserveKey(_ name: StorageString) -> Bool {
    keyed.load(ordering: .acquiring) > 0 && filter.mayHold(name)
  }

  /// A key of a change, with the form of an observed key where the change was found in a store, which does not say it.
  func typed(_ key: StagedKey) -> StagedKey {
    guard key.form == nil, mayObserveKey(key.name) else { return key }
    let form = state.withLock { state in
      state.byKey[key.name]?.lazy.compactMap { observer in
        if case .key(let observed) = observer.scope, observed.name == key.name {
          observed.form
        } else {
          nil
        }
      }.first
    }
    return form.map { StagedKey(key.name, in: key.space, $0) } ?? key
  }

  /// The lock is held.
  ///
  /// Sequentially consistent: a thread that observes and then reads a value misses no commit of which
  /// it was not notified; see `StoreCore`, where commits are numbered.
  private func note(_ difference: Int, of scope: Observer.Scope) {
    if case .key(let key) = scope {
      for name in key.names {
        filter.count(difference, name)
        keyed.add(difference, ordering: .sequentiallyConsistent)
      }
    } else {
      wide.add(difference, ordering: .sequentiallyConsistent)
    }
  }

  /// Notifies the observers of a commit: those of its keys, of namespaces, of the whole store; each in
  /// the order in which they were added.
  func deliver(_ commit: Commit) {
    if keyed.load(ordering: .acquiring) > 0 { deliverByKey(commit) }
    if wide.load(ordering: .acquiring) > 0 { deliverWidely(commit) }
  }

  private func deliverByKey(_ commit: Commit) {
    for position in commit.writes.indices {
      let name = commit.writes[position].name
      guard filter.mayHold(name), let observers = state.withLock({ $0.byKey[name] }) else {
        continue
      }
      var delivery = Delivery(commit, position, isShared: observers.count > 1)
      for observer in observers where observer.observes(name, in: commit) {
        observer.receive(&delivery)
      }
    }
  }

  private func deliverWidely(_ commit: Commit) {
    guard !commit.writes.isEmpty else { return }
    let (groups, everything) = state.withLock { ($0.groups, $0.everything) }
    for group in groups {
      guard let part = group.tree.part(of: commit) else { continue }
      var delivery = Delivery(part)
      for observer in group.observers { observer.receive(&delivery) }
    }
    var delivery = Delivery(commit)
    for observer in everything { observer.receive(&delivery) }
  }

  /// Notifies all observers that the store was closed; no other is added from now on.
  func end() {
    let observers = state.withLock { state in
      state.hasEnded = true
      defer {
        state.byKey = [:]
        state.groups = []
        state.everything = []
        keyed.store(0, ordering: .releasing)
        wide.store(0, ordering: .releasing)
      }
      return state.byKey.values.flatMap(\.self) + state.groups.flatMap(\.observers)
        + state.everything
    }
    for observer in observers { observer.end() }
  }
}

extension ObserverRegistry.State {
  mutating func insert(_ observer: Observer) {
    switch observer.scope {
    case .key(let key):
      for name in key.names { byKey[name, default: []].append(observer) }
    case .namespace(let tree):
      if let position = position(of: tree) {
        groups[position].observers.append(observer)
      } else {
        groups.append(.init(tree: tree, observers: [observer]))
      }
    case .everything:
      everything.append(observer)
    }
  }

  /// Removes an observer; false if it was not there any more.
  mutating func remove(_ observer: Observer) -> Bool {
    switch observer.scope {
    case .key(let key):
      for name in key.names {
        guard byKey[name]?.removeOne(observer) ?? false else { return false }
        if byKey[name]?.isEmpty ?? true { byKey[name] = nil }
      }
    case .namespace(let tree):
      guard let position = position(of: tree), groups[position].observers.removeOne(observer)
      else { return false }
      if groups[position].observers.isEmpty { groups.remove(at: position) }
    case .everything:
      return everything.removeOne(observer)
    }
    return true
  }

  private func position(of tree: NamespaceTree) -> Int? {
    groups.firstIndex { $0.tree.space == tree.space }
  }
}

extension [Observer] {
  /// Removes an observer, found by its id; false if it is not there.
  fileprivate mutating func removeOne(_ observer: Observer) -> Bool {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].id < observer.id { low = middle + 1 } else { high = middle }
    }
    guard low < endIndex, self[low] === observer else { return false }
    remove(at: low)
    return true
  }
}
