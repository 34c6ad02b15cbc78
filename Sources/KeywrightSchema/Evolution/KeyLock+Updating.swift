extension KeyLock {
  /// Makes the drafts from today's schemas; what was released stays.
  package mutating func update(to today: KeyInventory) {
    keys.removeAll { $0.release == nil }
    retired.removeAll { $0.release == nil && $0.exception == nil }
    var last: [ExactString: LockedKey] = [:]
    for line in keys { last[ExactString(line.storageString)] = line }
    for entry in today.keys {
      let known = last.removeValue(forKey: ExactString(entry.key.storageString))
      if known?.isSameForm(as: entry.key) != true { keys.append(entry.key) }
    }
    retire(last.values.map(\.storageString), in: today)
    sort()
  }

  /// Notes the strings that have no key any more, each once.
  private mutating func retire(_ names: [String], in today: KeyInventory) {
    let known = Set(
      retired.filter { $0.exception == nil }.map { ExactString($0.storageString) })
    let successors = today.successors
    for name in names where !known.contains(ExactString(name)) {
      let successor = successors[ExactString(name)]?.key.storageString
      let isAccepted = retired.contains {
        $0.exception?.change == ChangeKind.keyRemoved.rawValue
          && ExactString($0.storageString) == ExactString(name)
      }
      if successor == nil, today.reserved[ExactString(name)] == nil, !isAccepted { continue }
      retired.append(Retirement(storageString: name, release: nil, successor: successor))
    }
  }

  /// Makes the drafts part of a release: from now on they bind.
  package mutating func release(_ name: String, with today: KeyInventory) {
    update(to: today)
    releases.append(name)
    for index in keys.indices where keys[index].release == nil { keys[index].release = name }
    for index in retired.indices where retired[index].release == nil {
      retired[index].release = name
    }
    sort()
  }

  /// Takes a change for what it is, with the reason.
  package mutating func accept(_ change: Change, because reason: String) {
    var exception = change.exception
    exception.reason = reason
    retired.append(
      Retirement(storageString: change.key, release: nil, exception: exception))
    sort()
  }
}
