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
  let heirs: [ExactString: KeyInventory.Entry]
  /// The last released lines, by storage string; made where something has changed.
  private(set) lazy var latest = Dictionary(
    released.map { (ExactString($0.storageString), $0) }, uniquingKeysWith: { _, last in last })
  /// The storage strings that a release kept in more than a cache.
  private lazy var durable = Set(
    released.lazy.filter { !$0.isCached }.map { ExactString($0.storageString) })
  /// The names of released keys by their strings, and those of today's.
  private lazy var names = vocabularies()
  /// The storage strings that a release declares as former ones, by those that took them over.
  let predecessors: [ExactString: [String]]
  /// The mends that give entries all their former keys, by their storage strings.
  var chains: [ExactString: Change.Mend] = [:]
  /// The forms of the former keys whose values an entry converts, by its storage string.
  var converted: [ExactString: [LockedKey]] = [:]
  /// The target of the package that declares a storage string, if another one does.
  private let elsewhere: (String) -> String?
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
    heirs = today.heirs
    predecessors = Self.formerStrings(of: released, lock)
  }

  private func vocabularies() -> (released: Vocabulary, today: Vocabulary) {
    func name(_ key: LockedKey) -> String { key[.name] ?? key.storageString }
    let released = Vocabulary(own: released.map { ($0.storageString, name($0)) })
    let today = Vocabulary(
      own: today.keys.map { ($0.key.storageString, name($0.key)) },
      former: heirs.map { ($0.key.text, name($0.value.key)) })
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
      guard let heir = retirement.heir else { continue }
      result[ExactString(heir), default: []].append(retirement.storageString)
    }
    return result
  }

  // MARK: Keys

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
    guard let reader = entry ?? heirs[string] else {
      if let reservation = today.reserved[string] {
        checkSweep(reservation, of: lines)
      } else {
        reportLost(lines, end)
      }
      return
    }
    if entry != nil, lines.count == 1, end == nil, last.isSame(as: reader.key) { return }
    if entry == nil {
      guard checkHeir(reader, of: last, end) else { return }
      reportMove(of: lines, to: reader, end)
    } else if let end {
      reportReuse(of: last, by: reader, end)
    } else {
      readName(of: last, by: reader)
    }
    compareForms(lines, reader, isReleased: entry == nil && end != nil)
    for line in lines where line[.formerKeys] != nil { checkFormerKeys(of: line, reader) }
  }

  /// The release from which a storage string has no key of its own any more.
  func retirement(of string: ExactString) -> KeyLock.Retirement? {
    retired[string]?.first { $0.release != nil && $0.exception == nil }
  }

  /// Reports a key whose string another name has now.
  private mutating func readName(of line: LockedKey, by reader: KeyInventory.Entry) {
    if line[.name] == reader.key[.name] { return }
    guard let old = line.string(.name), let new = reader.key.string(.name) else { return }
    let term = Vocabulary.Term(
      bytes: line.storageString, name: line[.name] ?? "", isFormer: false)
    let name = line.storageString
    if case .misread = names.released.reading(of: term, by: names.today) {
      let namesake = names.today.namesake(of: term.name)
      report(
        .misread, line, from: old, to: new,
        "`\(name)` of \(Self.list([line.release])) is `\(old)`, and is read as `\(new)` now, which is something else",
        mends: namesake.flatMap { today[$0.bytes] }.map {
          [
            Change.Mend(
              text: "\"storageString\": \(JSONText.quoted(name))",
              effect: "in `\($0.place.name)` leaves the value where it is", place: $0.place)
          ]
        } ?? [], at: reader.place)
    } else {
      report(
        .nameChanged, line, from: line[.name] ?? "", to: reader.key[.name] ?? "",
        "`\(name)` is called `\(new)` in Swift, and was `\(old)`", at: reader.place)
    }
  }

  /// Reports a key whose string a release gave up.
  private mutating func reportReuse(
    of line: LockedKey, by reader: KeyInventory.Entry, _ end: KeyLock.Retirement
  ) {
    let name = line.storageString
    let release = end.release ?? ""
    add(
      .idReused, name, from: "", to: reader.key.string(.type) ?? "", releases: [release],
      "`\(name)` was retired in release \(release) and never comes back: values of before would be read as the new key's",
      mends: [
        Change.Mend(
          text: "\"id\": \"…\"", effect: "gives the new key a name of its own",
          place: reader.place)
      ], at: reader.place)
  }

  /// Checks that the key that takes a string over is the one that releases gave it to.
  ///
  /// - Returns: Whether its values are the key's.
  private mutating func checkHeir(
    _ reader: KeyInventory.Entry, of line: LockedKey, _ end: KeyLock.Retirement?
  ) -> Bool {
    guard let end else { return true }
    let name = line.storageString
    let own = reader.key.storageString
    guard let former = end.heir else {
      let release = end.release ?? ""
      let isNamed = !reader.inherited.contains(ExactString(name))
      report(
        isNamed ? .retiredRead : .idReused, line, from: "", to: own,
        "`\(name)` was retired in release \(release), and `\(own)` reads what was left of it"
          + (isNamed ? "" : " by the `formerNames` of its namespace"),
        mends: isNamed
          ? [] : [reservation(of: name, effect: "says again that it is gone")],
        at: reader.place)
      return isNamed
    }
    guard let heir = resolved(former), heir !== reader else { return true }
    report(
      .declarationMoved, line, from: heir.key.storageString, to: own,
      "`\(name)` became `\(heir.key.storageString)` in release \(end.release ?? ""), and `\(own)` has it as a former key now: who comes from before finds the value under another name",
      mends: [formerKeys(of: heir)], at: reader.place)
    return false
  }

  /// The key that reads today what a storage string had become in a release.
  func resolved(_ string: String) -> KeyInventory.Entry? {
    var next = ExactString(string)
    var seen: Set<ExactString> = []
    while seen.insert(next).inserted {
      if let reader = today[next.text] ?? heirs[next] { return reader }
      guard let heir = retirement(of: next)?.heir else { return nil }
      next = ExactString(heir)
    }
    return nil
  }

  /// Former keys of a release, which must be read as what they had become.
  private mutating func checkFormerKeys(of line: LockedKey, _ reader: KeyInventory.Entry) {
    for former in line.strings(.formerKeys) {
      let string = ExactString(former)
      if latest[string] != nil || today.reserved[string] != nil { continue }
      let found = today[former] ?? heirs[string]
      if found === reader { continue }
      let name = line.storageString
      if let found {
        report(
          .declarationMoved, line, from: former, to: found.key.storageString,
          "`\(former)` was a former key of `\(name)`, and `\(found.key.storageString)` reads it now: who comes from before finds the value under another name",
          mends: [formerKeys(of: reader)], at: found.place)
      } else {
        reportDropped(former, of: reader, [line])
      }
    }
    if line[.migrate] != nil, reader.key[.migrate] == nil, reader.key[.formerKeys] != nil {
      report(
        .migrationRemoved, line, from: line.string(.migrate) ?? "",
        "`\(line.storageString)` has former keys and no `migrate` any more: older values are of another type",
        mends: [
          Change.Mend(
            text: "\"migrate\": \(line[.migrate] ?? "")",
            effect: "makes its value of the older one", place: reader.place)
        ], at: reader.place)
    }
  }

  /// Reports a former key that is gone: the mend is the whole run of them.
  mutating func reportDropped(
    _ former: String, of reader: KeyInventory.Entry, _ lines: ArraySlice<LockedKey>
  ) {
    guard let line = lines.last else { return }
    let name = reader.key.storageString
    report(
      .migrationRemoved, line, from: name, releases: lines.compactMap(\.release),
      "`\(name)` has no former key `\(former)` any more: who comes from before loses the value",
      mends: [formerKeys(of: reader)], at: reader.place, subject: "former keys of \(name)")
  }

  // MARK: Keys that nothing reads

  private mutating func reportLost(
    _ lines: ArraySlice<LockedKey>, _ end: KeyLock.Retirement?
  ) {
    guard let last = lines.last, !lines.allSatisfy(\.isCached) else { return }
    let name = last.storageString
    if retired[ExactString(name)]?.contains(where: { $0.exception?.isRemoval == true }) == true {
      return
    }
    if let heir = end?.heir, let reader = resolved(heir) {
      return reportDropped(name, of: reader, lines)
    }
    let releases = Self.list(lines.map(\.release))
    if let target = elsewhere(name) {
      return report(
        .keyElsewhere, last, from: "", to: target, releases: lines.compactMap(\.release),
        "`\(name)` of \(releases) is declared by the target `\(target)` now, whose lock does not know what was released",
        mends: [
          Change.Mend(
            text: "{\"key\": \(JSONText.quoted(name)), …}",
            effect:
              "moves, each such line, from this lock into that of `\(target)`, and its value in the fixtures too",
            place: nil, isCommand: true)
        ], at: nil)
    }
    let isReserved = end != nil && end?.heir == nil
    report(
      isReserved ? .reservationRemoved : .keyRemoved, last,
      from: isReserved ? "reserved" : last.string(.type) ?? "",
      releases: lines.compactMap(\.release),
      isReserved
        ? "`\(name)` is not reserved any more: a new key of that name would meet values of \(releases)"
        : "`\(name)` of \(releases) is declared no longer: users keep a value that nothing reads",
      mends: [reservation(of: name)], at: nearestNamespace(of: name))
  }

  /// Reports a family of which one string alone is removed, that has no value, and a removal that other
  /// programs do not expect.
  private mutating func checkSweep(
    _ reservation: Reservation, of lines: ArraySlice<LockedKey>
  ) {
    guard reservation.removes, let line = lines.last else { return }
    let name = line.storageString
    let place = KeyInventory.Place(
      name: StorageString.id(ofComponent: Self.lastPart(name)), origin: reservation.origin)
    if !reservation.isFamily, line[.parameters] != nil {
      report(
        .sweepIncomplete, line, from: line[.parameters] ?? "",
        "`\(name)` had parameters, and `remove` takes the value of that one string: those of its keys stay stored",
        mends: [
          Change.Mend(
            text: "\"family\": true", effect: "in the entry of `reserved` removes them all",
            place: place)
        ], at: place)
    }
    let running = runs(of: lines)
    if lock.readers == .both, !running.isEmpty {
      report(
        .keySwept, line, from: "", releases: running.compactMap(\.release),
        "`remove` takes the value of `\(name)` from programs of \(Self.list(running.map(\.release))), which still run",
        mends: [endOfRuns(running)], at: place)
    }
  }

  // MARK: Adding

  /// Adds a change of what a line stored.
  mutating func report(
    _ kind: ChangeKind, _ line: LockedKey, from: String, to: String = "",
    releases: [String]? = nil, _ message: String, mends: [Change.Mend] = [],
    at place: KeyInventory.Place?, subject: String = "", readers: KeyLock.Readers? = nil
  ) {
    add(
      kind, line.storageString, from: from, to: to,
      releases: releases ?? [line.release].compactMap(\.self), message, mends: mends, at: place,
      subject: subject,
      isCached: line.isCached && !durable.contains(ExactString(line.storageString)),
      readers: readers)
  }

  private mutating func add(
    _ kind: ChangeKind, _ key: String, from: String, to: String, releases: [String] = [],
    _ message: String, mends: [Change.Mend] = [], at place: KeyInventory.Place?,
    subject: String = "", isCached: Bool = false, readers: KeyLock.Readers? = nil
  ) {
    let level = kind.verdict.level(for: readers ?? lock.readers)
    var change = Change(
      kind: kind, key: key, releases: releases, from: from, to: to, message: message,
      mends: mends, place: place, level: isCached ? min(level, .note) : level)
    change.subject = subject
    changes.append(change)
  }

  /// The changes, each once for all releases, with what was accepted.
  private func settled() -> [Change] {
    var result: [Change] = []
    var places: [[String]: Int] = [:]
    for change in changes {
      let identity = [
        change.kind.rawValue, change.key, change.from, change.to, change.subject,
      ]
      if let place = places[identity] {
        result[place].releases += change.releases.filter { !result[place].releases.contains($0) }
        continue
      }
      places[identity] = result.count
      var change = change
      change.reason =
        retired[ExactString(change.key)]?.first {
          $0.exception == change.exception
        }?.exception?.reason
      if change.level == .error, change.mends.isEmpty {
        change.mends = [
          Change.Mend(
            text: "keywright lock --accept \(change.key) --because \"…\"",
            effect: "is the only way to let this pass", place: change.place, isCommand: true)
        ]
      }
      result.append(change)
    }
    return result
  }

  /// Releases as people name them.
  static func list(_ releases: [String?]) -> String {
    let releases = releases.compactMap(\.self)
    return switch releases.count {
    case 0: "no release"
    case 1: "release \(releases[0])"
    default:
      "releases \(releases.dropLast().joined(separator: ", ")) and \(releases[releases.count - 1])"
    }
  }
}

extension KeyLock.Exception {
  /// Whether a key was accepted as gone.
  var isRemoval: Bool { change == ChangeKind.keyRemoved.rawValue }
}
