/// Compares what releases stored with what today's schemas declare.
///
/// Always with all releases: people skip versions. What readers of a value see is compared with the
/// last one alone, since those who came from an older one have met the earlier changes already.
package struct LockComparison {
  let lock: KeyLock
  let today: KeyInventory
  /// The lines that bind.
  let released: [LockedKey]
  /// The ends of storage strings, and the exceptions, by the string.
  let retired: [ExactString: [KeyLock.Retirement]]
  /// The keys that have a former storage string, by it.
  let heirs: [ExactString: KeyInventory.Entry]
  /// The last released lines of those former storage strings.
  let formers: [ExactString: LockedKey]
  /// The strings that the lock knows, in releases or drafts.
  lazy var locked = Set(lock.keys.map { ExactString($0.storageString) })
  var changes: [Change] = []

  /// The changes from the releases of a lock to today's schemas, by storage string.
  ///
  /// - Parameter includesFree: Whether changes that hurt nobody are listed too.
  /// - Complexity: near linear in the number of keys.
  package static func changes(
    from lock: KeyLock, to today: KeyInventory, includesFree: Bool = false
  ) -> [Change] {
    var comparison = LockComparison(lock, today)
    comparison.compareKeys(includesFree: includesFree)
    comparison.checkRetired()
    comparison.guessHeirs()
    return comparison.settled()
  }

  private init(_ lock: KeyLock, _ today: KeyInventory) {
    self.lock = lock
    self.today = today
    released = lock.released
    retired = Dictionary(grouping: lock.retired) { ExactString($0.storageString) }
    let heirs = today.heirs
    self.heirs = heirs
    var formers: [ExactString: LockedKey] = [:]
    if !heirs.isEmpty {
      for line in released where heirs[ExactString(line.storageString)] != nil {
        formers[ExactString(line.storageString)] = line
      }
    }
    self.formers = formers
  }

  private mutating func compareKeys(includesFree: Bool) {
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
      compare(lines[index..<end], entry)
      index = end
    }
    guard includesFree else { return }
    let released = Set(lines.map { ExactString($0.storageString) })
    for entry in today.keys where !released.contains(ExactString(entry.key.storageString)) {
      add(
        .keyAdded, entry.key.storageString, from: "", to: entry.key.string(.type) ?? "",
        "`\(entry.key.storageString)` is new", at: entry.place)
    }
  }

  /// Compares the forms that releases gave one storage string with its present form.
  private mutating func compare(_ lines: ArraySlice<LockedKey>, _ entry: KeyInventory.Entry?) {
    guard let last = lines.last else { return }
    guard let entry else {
      if let heir = heirs[ExactString(last.storageString)] {
        return compare(lines, last, withHeir: heir)
      } else if let reservation = today.reserved[ExactString(last.storageString)] {
        checkSweep(reservation, of: last)
      } else {
        reportRemoved(lines)
      }
      return
    }
    if lines.count == 1, last.isSame(as: entry.key) { return }
    for line in lines where !line.isSame(as: entry.key) {
      compareForms(line, entry, isLatest: line == last)
    }
    compareReaders(last, entry)
    compareStores(lines, entry)
  }

  /// Compares a key with the one that takes its values over.
  private mutating func compare(
    _ lines: ArraySlice<LockedKey>, _ last: LockedKey, withHeir heir: KeyInventory.Entry
  ) {
    // Of a change that was released, those who skipped that release lose no more than others.
    let isReleased =
      retired[ExactString(last.storageString)]?.contains { $0.release != nil } ?? false
    if heir.key[.migrate] != nil {
      compareConverted(last, heir)
    } else {
      for line in lines {
        compareForms(line, heir, isLatest: !isReleased && line == last)
        checkConstraints(line, heir)
      }
    }
    if !isReleased { compareReaders(last, withHeir: heir) }
    compareStores(lines, heir)
  }

  /// Reports a family of which one string alone is removed, that has no value.
  private mutating func checkSweep(_ reservation: Reservation, of line: LockedKey) {
    guard reservation.removes, !reservation.isFamily, line[.parameters] != nil else { return }
    let name = line.storageString
    let place = KeyInventory.Place(
      name: StorageString.id(ofComponent: Self.lastPart(name)), origin: reservation.origin)
    add(
      .sweepIncomplete, name, from: line[.parameters] ?? "", to: "",
      releases: [line.release].compactMap(\.self),
      "`\(name)` had parameters, and `remove` takes the value of that one string: those of its keys stay stored",
      mends: [
        Change.Mend(
          text: "\"family\": true", effect: "in the entry of `reserved` removes them all",
          place: place)
      ], at: place)
  }

  private mutating func reportRemoved(_ lines: ArraySlice<LockedKey>) {
    guard let last = lines.last else { return }
    let name = last.storageString
    let retired = retired[ExactString(name)] ?? []
    if retired.contains(where: { $0.exception?.change == ChangeKind.keyRemoved.rawValue }) {
      return
    }
    let retirement = retired.first { $0.release != nil && $0.exception == nil }
    let place = nearestNamespace(of: name)
    let releases = Self.list(lines.compactMap(\.release))
    if let heir = retirement?.heir, let entry = today[heir] {
      add(
        .migrationRemoved, name, from: heir, to: "", releases: lines.compactMap(\.release),
        "`\(heir)` has no former key `\(name)` any more: who comes from \(releases) loses the value",
        mends: [
          Change.Mend(
            text: "\"formerKeys\": [\(JSONText.quoted(name))]", effect: "brings the value along",
            place: entry.place)
        ], at: entry.place)
    } else if retirement != nil {
      add(
        .reservationRemoved, name, from: "reserved", to: "", releases: lines.compactMap(\.release),
        "`\(name)` is not reserved any more: a new key of that name would meet values of \(releases)",
        mends: [reservation(of: name)], at: place)
    } else {
      add(
        .keyRemoved, name, from: last.string(.type) ?? "", to: "",
        releases: lines.compactMap(\.release),
        "`\(name)` of \(releases) is declared no longer: users keep a value that nothing reads",
        mends: [reservation(of: name)], at: place)
    }
  }

  /// The mend of a key that is gone: in its namespace, or in a file that declares no more than that.
  func reservation(
    of name: String,
    effect: String = "says that it is gone, and keeps its name from other keys"
  ) -> Change.Mend {
    let prefix = Self.prefix(name)
    let id = StorageString.id(ofComponent: Self.lastPart(name))
    let text = "\"reserved\": [\(JSONText.quoted(id))]"
    let place = nearestNamespace(of: name)
    let isDeclared =
      prefix.isEmpty ? today.hasRootFile : today.namespaces[ExactString(prefix)] != nil
    if isDeclared { return Change.Mend(text: text, effect: effect, place: place) }
    return Change.Mend(
      text: "{ \"version\": 1, \(Self.inNamespace(prefix, text)) }",
      effect: "as a file of its own \(effect)", place: place)
  }

  /// The words of a file that declares no more than a word of a namespace, which has a storage prefix.
  private static func inNamespace(_ prefix: String, _ text: String) -> String {
    if prefix.isEmpty { return text }
    let ids = prefix.split(separator: ":").map { StorageString.id(ofComponent: $0) }
    if ids.allSatisfy(SwiftName.isLowerCamelCase) {
      return "\"namespace\": \(JSONText.quoted(ids.joined(separator: "."))), \(text)"
    }
    return ids.reversed().reduce(text) { text, id in
      let isName = SwiftName.isLowerCamelCase(id)
      let name = isName ? id : SwiftName.lowerCamelCased(id) ?? "former"
      let words = (isName ? "" : "\"id\": \(JSONText.quoted(id)), ") + text
      return "\"namespaces\": { \(JSONText.quoted(name)): { \(words) } }"
    }
  }

  /// The innermost namespace of today's that would hold a storage string.
  func nearestNamespace(of name: String) -> KeyInventory.Place? {
    let prefixes = StorageString.ancestors(of: name).reversed()
    return prefixes.lazy.compactMap { today.namespaces[ExactString($0)] }.first
      ?? today.namespaces[ExactString("")]
  }

  private mutating func checkRetired() {
    for retirement in lock.retired where retirement.release != nil && retirement.exception == nil {
      guard let entry = today[retirement.storageString] else { continue }
      let name = retirement.storageString
      let release = retirement.release ?? ""
      add(
        .idReused, name, from: "", to: entry.key.string(.type) ?? "", releases: [release],
        "`\(name)` was retired in release \(release) and never comes back: values of before would be read as the new key's",
        mends: [
          Change.Mend(
            text: "\"id\": \"…\"", effect: "gives the new key a name of its own",
            place: entry.place)
        ], at: entry.place)
    }
  }

  // MARK: Adding

  mutating func add(
    _ kind: ChangeKind, _ key: String, from: String, to: String, releases: [String] = [],
    _ message: String, mends: [Change.Mend] = [], at place: KeyInventory.Place?,
    subject: String = "", isCached: Bool = false
  ) {
    let level = isCached ? .note : kind.verdict.level(for: lock.readers)
    var change = Change(
      kind: kind, key: key, releases: releases, from: from, to: to, message: message,
      mends: mends, place: place, level: level)
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
      result.append(change)
    }
    return result
  }

  /// Releases as people name them.
  static func list(_ releases: [String]) -> String {
    switch releases.count {
    case 0: "no release"
    case 1: "release \(releases[0])"
    default:
      "releases \(releases.dropLast().joined(separator: ", ")) and \(releases[releases.count - 1])"
    }
  }
}
