import Keywright
import KeywrightStorage

extension Replica {
  /// The limit of a key's age, if the key's value has passed it. May be asked from any thread.
  func passedLimit(of name: StorageString) -> Duration? {
    guard let passed = stale.state.passed, let limit = knowledge.maxAge(of: name),
      limit <= passed
    else { return nil }
    return limit
  }

  /// The strings of values that are older than their keys allow. May be asked from any thread.
  var staleNames: [StorageString] {
    let state = stale.state
    guard state.passed != nil else { return [] }
    let shown = core.shownNames.filter { state.withheld[$0] == nil && passedLimit(of: $0) != nil }
    return shown + state.withheld.keys
  }

  /// Notes that what is known is what the cluster held at a moment. The writer's lock is held.
  func confirm(asOf time: Moment) {
    stale.change { $0.confirmedAt = max($0.confirmedAt ?? time, time) }
    followAge()
  }

  /// Shows and withholds values by their present age. The writer's lock is held.
  func followAge() {
    let (before, age) = (stale.state.passed, age)
    let passed = age.flatMap { age in stale.state.limits.last { $0 <= age } }
    guard passed != before else { return }
    if let passed, before.map({ $0 < passed }) ?? true {
      withhold(beyond: passed)
    } else {
      showAgain(within: passed)
    }
  }

  /// The age of what is known; nil before anything is, and for a snapshot that was named, whatever its age.
  var age: Duration? {
    pinned == nil ? stale.confirmedAt.map { max(.zero, time.moment - $0) } : nil
  }

  /// Withholds values whose keys have a limit up to this one. The writer's lock is held.
  func withhold(beyond passed: Duration) {
    var values: [StorageString: StoredValue] = [:]
    for name in core.shownNames {
      guard let limit = knowledge.maxAge(of: name), limit <= passed,
        let stored = core.shown(name)
      else { continue }
      values[name] = stored
    }
    stale.change { state in
      state.passed = passed
      state.withheld.merge(values) { $1 }
    }
    absorb(values.map { StoreCore.ForeignChange(name: $0.key, stored: nil) }, origin: .expired)
    reportStale()
  }

  /// Reports values that are too old.
  func reportStale() {
    let names = staleNames
    guard let first = names.min(by: { $0.string < $1.string }),
      let error = staleness(of: first, others: names.count - 1)
    else { return }
    core.report(error, once: nil)
  }

  /// The error of a value that is older than its key allows; nil if it is not. May be asked from any thread.
  ///
  /// - Parameter others: How many other values are.
  func staleness(of name: StorageString, others: Int = 0) -> StoreError? {
    guard let limit = passedLimit(of: name), let age else { return nil }
    return StoreError(
      .unavailable, storageString: name.string, operation: "read", path: core.name,
      expected: "a value that the cluster confirmed within its `maxAge` of \(limit)",
      found: "one that it confirmed \(age) ago" + (others > 0 ? ", and \(others) others" : ""),
      advice:
        "Read it again once the store reaches the cluster; `status.reason` says why it does not."
    )
  }

  private func showAgain(within passed: Duration?) {
    let values = stale.state.withheld.filter { name, _ in
      guard let passed, let limit = knowledge.maxAge(of: name) else { return true }
      return limit > passed
    }
    // First shown, then no longer withheld: a reader that finds nothing shown asks whether it is withheld,
    // and looks again if it is not.
    absorb(
      values.map { StoreCore.ForeignChange(name: $0.key, stored: $0.value) }, origin: .otherProcess)
    stale.change { state in
      for name in values.keys { state.withheld[name] = nil }
      state.passed = passed
    }
  }

  /// Takes a change of a value that is not shown; false if it is to be shown. The writer's lock is held.
  func withholds(_ name: StorageString, _ stored: StoredValue?) -> Bool {
    guard passedLimit(of: name) != nil else { return false }
    stale.change { $0.withheld[name] = stored }
    return true
  }
}
