import Synchronization

/// The observers of one store, found by what they listen to.
///
/// Complexity: a commit costs one atomic load where nobody listens; else one dictionary look-up for
/// each change, however many observers there are on other keys, and one comparison for each
/// namespace that is observed.
final class ObserverRegistry: Sendable {
  fileprivate struct Group: Sendable {
    let match: NamespaceMatch
    var observers: [Observer]
  }

  fileprivate struct State {
    // Each list is sorted by the observers' ids.
    var byKey: [StorageString: [Observer]] = [:]
    var groups: [Group] = []
    var everything: [Observer] = []
    var lastID: UInt64 = 0
    var hasEnded = false
  }

  /// Who is told of one commit, as it was when its turn came.
  fileprivate struct Audience {
    var keyed: [(change: PendingChange, observers: [Observer])] = []
    var groups: [Group] = []
    var everything: [Observer] = []
  }

  private let state = Locked(State())
  private let count = Atomic(0)

  /// Whether anybody listens.
  var isEmpty: Bool { count.load(ordering: .sequentiallyConsistent) == 0 }

  /// Adds an observer of the commits after `since`; nil if the store was closed.
  func add(
    _ scope: Observer.Scope, since: UInt64, _ listener: Observer.Listener
  ) -> Observer? {
    state.withLock { state -> Observer? in
      guard !state.hasEnded else { return nil }
      state.lastID += 1
      let observer = Observer(id: state.lastID, scope: scope, since: since, listener: listener)
      state.insert(observer)
      // Before whoever observes reads a value; see `StoreCore.takeNumber()`.
      count.add(1, ordering: .sequentiallyConsistent)
      return observer
    }
  }

  func remove(_ observer: Observer) {
    observer.cancel()
    state.withLock { state in
      if state.remove(observer) { count.subtract(1, ordering: .releasing) }
    }
  }

  /// Tells everybody of a commit: listeners on its keys, on namespaces, on the whole store; each in
  /// the order in which they were added.
  func deliver(_ commit: Commit) {
    guard !isEmpty, let first = commit.pending.first else { return }
    let audience = state.withLock { $0.audience(of: commit) }
    for (change, observers) in audience.keyed {
      for observer in observers { observer.hear(commit, change) }
    }
    for group in audience.groups {
      guard let part = group.match.part(of: commit) else { continue }
      for observer in group.observers { observer.hear(part, first) }
    }
    for observer in audience.everything { observer.hear(commit, first) }
  }

  /// Tells everybody that the store was closed; whoever comes later is not added.
  func end() {
    let observers = state.withLock { state in
      state.hasEnded = true
      defer {
        state.byKey = [:]
        state.groups = []
        state.everything = []
        count.store(0, ordering: .releasing)
      }
      return state.byKey.values.flatMap { $0 } + state.groups.flatMap(\.observers)
        + state.everything
    }
    for observer in observers { observer.end() }
  }
}

extension ObserverRegistry.State {
  func audience(of commit: Commit) -> ObserverRegistry.Audience {
    var audience = ObserverRegistry.Audience(groups: groups, everything: everything)
    if byKey.isEmpty { return audience }
    for change in commit.pending {
      if let observers = byKey[change.name] { audience.keyed.append((change, observers)) }
    }
    return audience
  }

  mutating func insert(_ observer: Observer) {
    switch observer.scope {
    case .key(let name):
      byKey[name, default: []].append(observer)
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
      guard byKey[name]?.removeOne(observer) == true else { return false }
      if byKey[name]?.isEmpty == true { byKey[name] = nil }
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
