/// Follows what releases stored to what today's program reads.
///
/// Each key that a release stored, or could read, has a name that people mean and bytes that stand for it: its
/// storage string, and in its values raw values, members and places. The comparison asks under which name
/// today's program reads the bytes, of all releases, since people skip some. The other way round it asks what
/// the programs of releases read of today's bytes.
package struct LockComparison {
  let lock: KeyLock
  let today: KeyInventory
  /// The lines that bind.
  let released: [LockedKey]
  /// The ends of storage strings, and the exceptions, by the string.
  let retired: [ExactString: [KeyLock.Retirement]]
  /// The keys that have a former storage string, by it.
  let successors: [ExactString: KeyInventory.Entry]
  /// The last released lines, by storage string; made where something has changed.
  private(set) lazy var latest = Dictionary(
    released.map { (ExactString($0.storageString), $0) }, uniquingKeysWith: { _, last in last })
  /// The storage strings that a release kept in more than a cache.
  lazy var durable = Set(
    released.lazy.filter { !$0.isCached }.map { ExactString($0.storageString) })
  /// The names of released keys by their strings, and those of today's.
  lazy var names = vocabularies()
  /// The releases that have each line; asked where programs of several run.
  lazy var spans = findSpans()
  /// The storage strings that a release declares as former ones, by those that took them over.
  let predecessors: [ExactString: [String]]
  /// The mends that give entries all their former keys, by their storage strings.
  var chains: [ExactString: Change.Mend] = [:]
  /// The forms of the former keys whose values an entry converts, by its storage string.
  var converted: [ExactString: [LockedKey]] = [:]
  /// The target of the package that declares a storage string, if another one does.
  let elsewhere: (String) -> String?
  var changes: [Change] = []

  /// The changes from the releases of a lock to today's schemas, by storage string.
  ///
  /// - Parameters:
  ///   - lock: The lock.
  ///   - today: Today's schemas.
  ///   - includesFree: Whether changes that hurt nobody are listed too.
  ///   - elsewhere: The other target of the package that declares a storage string.
  /// - Complexity: near linear in the sizes of both.
  package static func changes(
    from lock: KeyLock, to today: KeyInventory, includesFree: Bool = false,
    elsewhere: @escaping (String) -> String? = { _ in nil }
  ) -> [Change] {
    var comparison = LockComparison(lock, today, elsewhere)
    return comparison.run(includesFree: includesFree)
  }

  private mutating func run(includesFree: Bool) -> [Change] {
    followKeys()
    if includesFree { listFree() }
    guessHeirs()
    return settled()
  }

  private init(
    _ lock: KeyLock, _ today: KeyInventory, _ elsewhere: @escaping (String) -> String?
  ) {
    self.elsewhere = elsewhere
    self.lock = lock
    self.today = today
    released = lock.released
    retired = Dictionary(grouping: lock.retired) { ExactString($0.storageString) }
    successors = today.successors
    predecessors = Self.formerStrings(of: released, lock)
  }

  private func vocabularies() -> (released: Vocabulary, today: Vocabulary) {
    func name(_ key: LockedKey) -> String { key[.name] ?? key.storageString }
    let released = Vocabulary(own: released.map { ($0.storageString, name($0)) })
    let today = Vocabulary(
      own: today.keys.map { ($0.key.storageString, name($0.key)) },
      former: successors.map { ($0.key.text, name($0.value.key)) })
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
      if today.reserved[string] != nil, today[name] == nil, retirement(of: string) == nil {
        report(
          .keyRetired, line, from: line.string(.type) ?? "", "`\(name)` is gone",
          at: nearestNamespace(of: name))
      }
      guard let reader = today[name], let since = reader.key[.defaultSince],
        since != line[.defaultSince]
      else { continue }
      report(
        .defaultForNew, line, from: line[.defaultValue] ?? "",
        to: reader.key[.defaultValue] ?? "",
        "the default of `\(name)` was \(line[.defaultValue] ?? "none") and is \(reader.key[.defaultValue] ?? "none") for new users; others keep theirs",
        at: reader.place)
    }
    let released = Set(released.map { ExactString($0.storageString) })
    for entry in today.keys where !released.contains(ExactString(entry.key.storageString)) {
      // One that takes over the values of another is called otherwise, and is not new.
      if entry.formerKeys.contains(where: { released.contains(ExactString($0)) }) { continue }
      add(
        .keyAdded, entry.key.storageString, from: "", to: entry.key.string(.type) ?? "",
        "`\(entry.key.storageString)` is new", at: entry.place)
    }
  }

  /// Follows one storage string, in all forms that releases gave it, to the key that reads it now.
  private mutating func follow(_ lines: ArraySlice<LockedKey>, _ entry: KeyInventory.Entry?) {
    guard let last = lines.last else { return }
    let string = ExactString(last.storageString)
    let end = retirement(of: string)
    guard let reader = entry ?? successors[string] else {
      if let reservation = today.reserved[string] {
        checkSweep(reservation, of: lines)
      } else {
        reportLost(lines, end)
      }
      return
    }
    if entry != nil, lines.count == 1, end == nil, last.isSame(as: reader.key) { return }
    let isOwn =
      if entry == nil {
        checkHeir(reader, of: last, end)
      } else if let end {
        reportReuse(of: last, by: reader, end)
      } else {
        readName(of: last, by: reader)
      }
    guard isOwn else { return }
    if entry == nil { reportMove(of: lines, to: reader, end) }
    compareForms(lines, reader, isReleased: entry == nil && end != nil)
    for line in lines where line[.formerKeys] != nil { checkFormerKeys(of: line, reader) }
  }

  /// The release from which a storage string has no key of its own any more.
  func retirement(of string: ExactString) -> KeyLock.Retirement? {
    retired[string]?.first { $0.release != nil && $0.exception == nil }
  }

  /// The key that reads today what a storage string had become in a release.
  func resolved(_ string: String) -> KeyInventory.Entry? {
    var next = ExactString(string)
    var seen: Set<ExactString> = []
    while seen.insert(next).inserted {
      if let reader = today[next.text] ?? successors[next] { return reader }
      guard let successor = retirement(of: next)?.successor else { return nil }
      next = ExactString(successor)
    }
    return nil
  }

  /// Whether what a storage string had become in a release was given up since.
  func isGivenUp(_ string: String) -> Bool {
    var next = ExactString(string)
    var seen: Set<ExactString> = []
    while seen.insert(next).inserted, today.reserved[next] == nil {
      guard let end = retirement(of: next) else { return false }
      guard let successor = end.successor else { return true }
      next = ExactString(successor)
    }
    return today.reserved[next] != nil
  }
}
