/// Follows what releases stored to what today's program reads.
///
/// Each key that a release stored, or could read, has a name, which people mean, and bytes that stand for it:
/// its storage string, and inside its values raw values, members and places. The comparison asks under which
/// name today's program reads the bytes of each release: of all, since people skip some. In the other
/// direction, it asks what the programs of releases read of today's bytes.
package struct LockComparison {
  let lock: KeyLock
  let today: KeyInventory
  /// The lines that bind.
  let released: [LockedKey]
  /// The exceptions, by the storage string.
  let exceptions: [ExactString: [KeyLock.Retirement]]
  /// The releases from which storage strings have no key of their own any more, by the string.
  let ends: [ExactString: KeyLock.Retirement]
  /// The places of releases in their order.
  let place: (String?) -> Int
  /// The releases that each one knew.
  let lineage: Lineage
  /// The last released lines, by storage string; made where something has changed.
  private(set) lazy var latest = Dictionary(
    released.map { (ExactString($0.storageString), $0) }, uniquingKeysWith: { _, last in last })
  /// The released lines, by storage string; made where a family has become single keys.
  private(set) lazy var forms = Dictionary(grouping: released) { ExactString($0.storageString) }
  /// The storage strings that a release kept in more than a cache.
  lazy var durable = Set(
    released.lazy.filter { !$0.isCached }.map { ExactString($0.storageString) })
  /// The names of released keys by their strings, and those of today's.
  lazy var names = vocabularies()
  /// The programs of releases that run beside today's.
  let running: RunningPrograms
  /// The storage strings that a release declares as former ones, by those that took them over.
  let predecessors: [ExactString: [String]]
  /// The strings of released values whose keys no schema names.
  private(set) lazy var ancestry = Ancestry(lock, today)
  /// The forms of the former keys whose values an entry converts, by its storage string.
  var converted: [ExactString: [LockedKey]] = [:]
  /// The values that a key has from several released ones, by its storage string.
  var merged: [ExactString: [String]] = [:]
  /// The other targets of the package.
  let others: OtherTargets
  var changes: [Change] = []

  /// The changes from the releases of a lock to today's schemas, by storage string.
  ///
  /// - Parameters:
  ///   - lock: The lock.
  ///   - today: Today's schemas.
  ///   - includesFree: Whether changes that hurt nobody are listed too.
  ///   - others: The other targets of the package.
  /// - Complexity: near linear in the sizes of both.
  package static func changes(
    from lock: KeyLock, to today: KeyInventory, includesFree: Bool = false,
    others: OtherTargets = .none
  ) -> [Change] {
    var comparison = LockComparison(lock, today, others)
    return comparison.run(includesFree: includesFree)
  }

  private mutating func run(includesFree: Bool) -> [Change] {
    followKeys()
    followMembers()
    if includesFree { listFree() }
    guessHeirs()
    return settled()
  }

  private init(_ lock: KeyLock, _ today: KeyInventory, _ others: OtherTargets) {
    self.others = others
    self.lock = lock
    self.today = today
    released = lock.released
    running = RunningPrograms(lock)
    place = lock.order
    lineage = Lineage(lock)
    exceptions = Dictionary(grouping: lock.retired.filter { $0.exception != nil }) {
      ExactString($0.storageString)
    }
    // A draft does not bind.
    ends = lock.ends(among: released).filter { $0.value.release != nil }
    predecessors = Self.formerStrings(of: released, lock)
  }

  private func vocabularies() -> (released: Vocabulary, today: Vocabulary) {
    func name(_ key: LockedKey) -> String { key[.name] ?? key.storageString }
    let released = Vocabulary(own: released.map { ($0.storageString, name($0)) })
    let today = Vocabulary(
      own: today.keys.map { ($0.key.storageString, name($0.key)) },
      former: today.successors.map { ($0.key.text, name($0.value.key)) })
    return (released, today)
  }

  private static func formerStrings(
    of released: [LockedKey], _ lock: KeyLock
  ) -> [ExactString: [String]] {
    var result: [ExactString: [String]] = [:]
    for line in released where line[.formerKeys] != nil {
      result[ExactString(line.storageString), default: []] += line.strings(.formerKeys)
    }
    for retirement in lock.retired where retirement.exception == nil {
      guard let successor = retirement.successor else { continue }
      result[ExactString(successor), default: []].append(retirement.storageString)
    }
    return result
  }

  private mutating func followKeys() {
    var index = 0
    // Both are in the order of the storage strings: mostly the next line is that of the next key.
    var next = 0
    let lines = released
    while index < lines.count {
      var end = index + 1
      let string = ExactString(lines[index].storageString)
      while end < lines.count, ExactString(lines[end].storageString) == string { end += 1 }
      if today.key(at: next, if: string.text) == nil {
        next = today.index(ofFirstFrom: string.text)
      }
      let entry = today.key(at: next, if: string.text)
      if entry != nil { next += 1 }
      follow(lines[index..<end], entry)
      index = end
    }
  }

  /// Lists what hurts nobody: keys that came and went, defaults of new users.
  private mutating func listFree() {
    for line in latest.values.sorted(by: { $0.storageString.isBefore($1.storageString) }) {
      let name = line.storageString
      let string = ExactString(name)
      if today.reservation(of: name) != nil, today[name] == nil, ends[string] == nil {
        report(
          .gone, line, from: line.string(.type) ?? "", "`\(name)` is gone",
          at: nearestNamespace(of: name))
      }
      guard let reader = today[name], reader.keepsDefaults,
        line[.defaultValue] != reader.key[.defaultValue]
      else { continue }
      let sensitivity = line.sensitivity(with: reader.key)
      let (old, new) = (line[.defaultValue], reader.key[.defaultValue])
      report(
        .default, as: .free, line, from: old ?? "", to: new ?? "",
        "the default of `\(name)` was \(old.map { sensitivity.shown($0) } ?? "none") and is \(new.map { sensitivity.shown($0) } ?? "none") for new users; others keep theirs",
        at: reader.place, sensitivity: sensitivity)
    }
    let released = Set(released.map { ExactString($0.storageString) })
    for entry in today.keys where !released.contains(ExactString(entry.key.storageString)) {
      // A key that takes over the values of another has only another name, and is not new.
      if entry.formerKeys.contains(where: { released.contains(ExactString($0)) }) { continue }
      add(
        .new, entry.key.storageString, from: "", to: entry.key.string(.type) ?? "",
        "`\(entry.key.storageString)` is new", at: entry.place)
    }
  }

  /// Follows one storage string, in all forms that releases gave it, to the key that reads it now: one that a release
  /// gave up is its own again where it has the values of the string that took its place.
  private mutating func follow(_ lines: ArraySlice<LockedKey>, _ entry: KeyInventory.Entry?) {
    guard let last = lines.last else { return }
    let string = ExactString(last.storageString)
    let end = ends[string]
    guard let reader = entry ?? today.successors[string] else {
      return followUnnamed(lines, end)
    }
    checkTakers(of: lines, reader)
    if entry != nil, lines.count == 1, end == nil, last.isSame(as: reader.key) { return }
    let isOwn =
      if entry == nil {
        checkHeir(reader, of: last, end)
      } else if let end, end.successor.flatMap(resolved) !== reader {
        reportReuse(of: last, by: reader, end)
      } else {
        readName(of: last, by: reader)
      }
    guard isOwn, entry != nil || end != nil || isOnlyOne(last, in: reader) else { return }
    if entry == nil { reportMove(of: lines, to: reader, end) }
    compareForms(lines, reader, isReleased: entry == nil && end != nil)
    for line in lines where line[.formerKeys] != nil { checkFormerKeys(of: line, reader) }
  }

  /// The form that what a line stored has in the last release that knew it; lines of another branch say nothing of it.
  ///
  /// - Parameters:
  ///   - lines: The forms of its own string.
  ///   - reader: The key that it moves to, if it does.
  mutating func current(
    of line: LockedKey, _ lines: ArraySlice<LockedKey>, movedTo reader: KeyInventory.Entry?
  ) -> LockedKey {
    let last = lineage.last(after: place(line.release))
    let moved = reader.flatMap { forms[ExactString($0.key.storageString)] } ?? []
    return (moved.last { lineage.knows(last, place($0.release)) })
      ?? lines.last { lineage.knows(last, place($0.release)) } ?? line
  }

  /// The forms that a string has in the last releases, of which there are several where branches were merged.
  func latest(of lines: ArraySlice<LockedKey>) -> [LockedKey] {
    var found: [LockedKey] = []
    for head in lineage.heads {
      guard let line = lines.last(where: { lineage.knows(head, place($0.release)) }),
        !found.contains(where: { $0.release == line.release })
      else { continue }
      found.append(line)
    }
    return found
  }

  /// The key that reads today what a storage string had become in a release.
  func resolved(_ string: String) -> KeyInventory.Entry? {
    var next = ExactString(string)
    var seen: Set<ExactString> = []
    while seen.insert(next).inserted {
      if let reader = today[next.text] ?? today.successors[next] { return reader }
      guard let successor = ends[next]?.successor else { return nil }
      next = ExactString(successor)
    }
    return nil
  }

  /// Whether the key that a storage string became in a release was given up since.
  func isGivenUp(_ string: String) -> Bool {
    var next = ExactString(string)
    var seen: Set<ExactString> = []
    while seen.insert(next).inserted, today.reservation(of: next.text) == nil {
      guard let end = ends[next] else { return false }
      guard let successor = end.successor else { return true }
      next = ExactString(successor)
    }
    return today.reservation(of: next.text) != nil
  }
}
