extension KeyLock {
  /// Makes the drafts from today's schemas; released lines stay.
  package mutating func update(to today: KeyInventory) {
    keys.removeAll { $0.release == nil }
    retired.removeAll { $0.release == nil && $0.exception == nil }
    var last: [ExactString: LockedKey] = [:]
    for line in keys { last[ExactString(line.storageString)] = line }
    let ends = ends(among: keys)
    for entry in today.keys {
      let string = ExactString(entry.key.storageString)
      let known = last.removeValue(forKey: string)
      // A key that comes back gets a new line, for its second life.
      if known?.isSameForm(as: entry.key) != true || ends[string] != nil { keys.append(entry.key) }
    }
    retire(last.filter { ends[$0.key] == nil }.map(\.value), in: today)
    sort()
  }

  /// Notes the ends of strings that have no key any more.
  private mutating func retire(_ lines: [LockedKey], in today: KeyInventory) {
    // An acceptance of an earlier end has a release.
    let accepted = Set(
      retired.filter { $0.exception?.isRemoval == true && $0.release == nil }
        .map { ExactString($0.storageString) })
    for line in lines {
      let name = line.storageString
      let successor =
        (today.successors[ExactString(name)] ?? today.family(around: line)?.entry)?.key
        .storageString
      if successor == nil, today.reservation(of: name) == nil,
        !accepted.contains(ExactString(name))
      {
        continue
      }
      retired.append(Retirement(storageString: name, release: nil, successor: successor))
    }
  }

  /// Forgets the acceptances that no release has, if their changes have been taken back.
  package mutating func forgetAcceptances(except changes: [Change]) {
    let known = Dictionary(grouping: changes) { ExactString($0.key) }
    retired.removeAll { retirement in
      guard let exception = retirement.exception, retirement.release == nil else { return false }
      let changes = known[ExactString(retirement.storageString), default: []]
      return !changes.contains { $0.exception == exception }
    }
  }

  /// Makes the drafts part of a release: from now on they bind.
  package mutating func release(_ name: String, with today: KeyInventory) {
    update(to: today)
    let heads = Lineage(self).heads.map { releases[$0] }
    if !heads.isEmpty { after[name] = heads }
    releases.append(name)
    for index in keys.indices where keys[index].release == nil { keys[index].release = name }
    for index in retired.indices where retired[index].release == nil {
      retired[index].release = name
    }
    sort()
  }

  /// Accepts a change, with the reason.
  package mutating func accept(_ change: Change, because reason: String) {
    retired.append(
      Retirement(storageString: change.key, exception: change.exception, reason: reason))
    sort()
  }
}
