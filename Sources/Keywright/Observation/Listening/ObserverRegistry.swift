import Synchronization

/// The observers of one store, found by what they listen to.
///
/// Complexity: a commit costs two atomic loads where nobody listens, and one more for each change
/// where observers are on other keys, however many; else one look-up for each change, and one
/// comparison for each namespace that is observed.
final class ObserverRegistry: Sendable {
  fileprivate struct Group: Sendable {
    let match: NamespaceMatch
    var observers: [Observer]
  }

  fileprivate struct State {
    // Each list is sorted by the observers' ids.
    var byKey = KeyedObservers()
    var groups: [Group] = []
    var everything: [Observer] = []
    var lastID: UInt64 = 0
    var hasEnded = false
    /// Whether anybody has observed this store, or one that is made of it.
    var isWanted = false
    var onFirst: (@Sendable () -> Void)?
  }

  private let state = Locked(State())
  // How many observers there are of single keys, and of more, to be read without the lock.
  private let keyed = Atomic(0)
  private let wide = Atomic(0)
  private let filter = KeyFilter()

  /// Whether there are no observers.
  var isEmpty: Bool {
    wide.load(ordering: .sequentiallyConsistent) == 0
      && keyed.load(ordering: .sequentiallyConsistent) == 0
  }

  /// Who would be told of a commit of one key.
  enum Audience {
    case nobody
    case one(Observer)
    case several
  }

  /// Who would be told of a commit of one key.
  func audience(of name: StorageString) -> Audience {
    if wide.load(ordering: .sequentiallyConsistent) > 0 { return .several }
    guard keyed.load(ordering: .sequentiallyConsistent) > 0, filter.mayHold(name) else {
      return .nobody
    }
    return state.withLock { $0.byKey.audience(of: name) }
  }

  /// Whether anybody would be told of a commit of one key.
  func listens(to name: StorageString) -> Bool {
    if wide.load(ordering: .sequentiallyConsistent) > 0 { return true }
    guard keyed.load(ordering: .sequentiallyConsistent) > 0, filter.mayHold(name) else {
      return false
    }
    return state.withLock { $0.byKey[name] != nil }
  }

  /// Adds an observer of the commits after `since`; nil if the store was closed.
  func add(
    _ scope: Observer.Scope, since: UInt64, _ listener: Observer.Listener
  ) -> Observer? {
    let observer = state.withLock { state -> Observer? in
      guard !state.hasEnded else { return nil }
      state.lastID += 1
      let observer = Observer(id: state.lastID, scope: scope, since: since, listener: listener)
      state.insert(observer)
      note(1, of: scope)
      return observer
    }
    if observer != nil { beWanted() }
    return observer
  }

  /// Notes that somebody wants to hear of changes.
  func beWanted() {
    let onFirst = state.withLock { state in
      state.isWanted = true
      return state.onFirst.take()
    }
    onFirst?()
  }

  /// Runs a function once, when somebody wants to hear of changes; at once, if somebody does.
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

  /// The lock is held.
  ///
  /// Sequentially consistent, so that whoever observes and then reads a value misses no commit that
  /// nobody was told of; see `StoreCore.takeNumber()`.
  private func note(_ difference: Int, of scope: Observer.Scope) {
    if case .key(let name) = scope {
      filter.count(difference, name)
      keyed.add(difference, ordering: .sequentiallyConsistent)
    } else {
      wide.add(difference, ordering: .sequentiallyConsistent)
    }
  }

  /// Tells everybody of a commit: listeners on its keys, on namespaces, on the whole store; each in
  /// the order in which they were added.
  func deliver(_ commit: Commit) {
    if keyed.load(ordering: .acquiring) > 0 { deliverByKey(commit) }
    if wide.load(ordering: .acquiring) > 0 { deliverWidely(commit) }
  }

  private func deliverByKey(_ commit: Commit) {
    for change in commit.pending {
      guard let observers = state.withLock({ $0.byKey[change.name] }) else { continue }
      for observer in observers { observer.hear(commit, change) }
    }
  }

  private func deliverWidely(_ commit: Commit) {
    guard let first = commit.pending.first else { return }
    let (groups, everything) = state.withLock { ($0.groups, $0.everything) }
    for group in groups {
      guard let part = group.match.part(of: commit) else { continue }
      for observer in group.observers { observer.hear(part, first) }
    }
    for observer in everything { observer.hear(commit, first) }
  }

  /// Tells everybody that the store was closed; whoever comes later is not added.
  func end() {
    let observers = state.withLock { state in
      state.hasEnded = true
      defer {
        state.byKey = KeyedObservers()
        state.groups = []
        state.everything = []
        keyed.store(0, ordering: .releasing)
        wide.store(0, ordering: .releasing)
      }
      return state.byKey.all + state.groups.flatMap(\.observers)
        + state.everything
    }
    for observer in observers { observer.end() }
  }
}

extension ObserverRegistry.State {
  mutating func insert(_ observer: Observer) {
    switch observer.scope {
    case .key(let name):
      byKey.insert(observer, for: name)
    case .namespace(let match):
      if let position = position(of: match) {
        groups[position].observers.append(observer)
      } else {
        groups.append(.init(match: match, observers: [observer]))
      }
    case .everything:
      everything.append(observer)
    }
  }

  /// Removes an observer; false if it was not there any more.
  mutating func remove(_ observer: Observer) -> Bool {
    switch observer.scope {
    case .key(let name):
      return byKey.remove(observer, for: name)
    case .namespace(let match):
      guard let position = position(of: match), groups[position].observers.removeOne(observer)
      else { return false }
      if groups[position].observers.isEmpty { groups.remove(at: position) }
    case .everything:
      return everything.removeOne(observer)
    }
    return true
  }

  private func position(of match: NamespaceMatch) -> Int? {
    groups.firstIndex { $0.match.space == match.space }
  }
}
