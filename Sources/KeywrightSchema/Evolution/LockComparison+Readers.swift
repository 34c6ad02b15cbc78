extension LockComparison {
  /// A change of what readers meet: the keyword that changed, the message and the mends.
  private typealias Finding = (ChangeKind, LockedKeyword, String, [Change.Mend])

  /// Compares what readers and writers of a key meet with what they met in the last release.
  mutating func compareReaders(_ line: LockedKey, _ entry: KeyInventory.Entry) {
    let key = entry.key
    let name = line.storageString
    func change(
      _ kind: ChangeKind, _ keyword: LockedKeyword, _ message: String
    ) -> Finding { (kind, keyword, message, []) }
    var found: [Finding] = []

    if let old = line.string(.name), let new = key.string(.name), old != new {
      found.append(
        change(.nameChanged, .name, "`\(name)` is called `\(new)` in Swift, and was `\(old)`"))
    }
    if line[.processing] != key[.processing] {
      found.append(
        change(
          .processingChanged, .processing,
          "the processing of `\(name)` was \(line[.processing] ?? "none") and is \(key[.processing] ?? "none"): what is stored is not processed again"
        ))
    }
    found += defaultChanges(line, entry)
    // The values of another type have been reported.
    if !typeDifferences(line, key).contains(where: { $0.kind == .typeChanged }) {
      found += Self.constraints.compactMap {
        constraintChange($0, line, key).map { ($0.kind, $0.keyword, $0.message, []) }
      }
    }
    if let change = sensitivityChange(line, key) { found.append(change) }
    if line[.ttl] != key[.ttl] || line[.cost] != key[.cost] {
      let keyword = line[.ttl] != key[.ttl] ? LockedKeyword.ttl : .cost
      found.append(
        change(
          .cacheChanged, keyword,
          "`\(keyword.text)` of `\(name)` was \(line[keyword] ?? "none") and is \(key[keyword] ?? "none"): caches are not protected"
        ))
    }
    report(found, line, entry)
    checkFormerKeys(line, entry)
  }

  /// Compares what the readers of a key meet in the one that takes its values over: whoever sees other
  /// values, and who may see them.
  mutating func compareReaders(_ line: LockedKey, withHeir heir: KeyInventory.Entry) {
    var found: [Finding] = []
    // Of several keys that become one, the first gives its value; a converted one has another type.
    let formers = heir.key.strings(.formerKeys)
    let isFirst = formers.first { self.formers[ExactString($0)] != nil } == line.storageString
    if heir.key[.migrate] == nil, isFirst { found += defaultChanges(line, heir) }
    if let change = sensitivityChange(line, heir.key) { found.append(change) }
    report(found, line, heir)
  }

  private mutating func report(
    _ found: [Finding], _ line: LockedKey,
    _ entry: KeyInventory.Entry
  ) {
    for (kind, keyword, message, mends) in found {
      add(
        kind, line.storageString, from: line[keyword] ?? "", to: entry.key[keyword] ?? "",
        releases: [line.release ?? ""], message, mends: mends, at: entry.place,
        isCached: line.isCached || entry.key.isCached)
    }
  }

  /// Reports moves to another store, unless the key names the one that it comes from; of all releases,
  /// since values wait where they are.
  mutating func compareStores(_ lines: ArraySlice<LockedKey>, _ entry: KeyInventory.Entry) {
    let new = entry.key.string(.store) ?? "default"
    for line in lines where line[.store] != entry.key[.store] {
      let name = line.storageString
      let old = line.string(.store) ?? "default"
      if old == new || entry.key.strings(.formerStores).contains(old) { continue }
      let label = "from" + SwiftName.capitalised(old)
      let mend = Change.Mend(
        text: "\"formerStores\": [\(JSONText.quoted(old))]",
        effect: "and `store.migrate` with the registry's `migrations(\(label):)` brings it along",
        place: entry.place)
      add(
        .storeChanged, name, from: line[.store] ?? "", to: entry.key[.store] ?? "",
        releases: line.release.map { [$0] } ?? [],
        "`\(name)` was kept in the store `\(old)` and is kept in `\(new)`: nothing carries its value over",
        mends: [mend], at: entry.place, isCached: line.isCached || entry.key.isCached)
    }
  }

  private static let constraints = [
    LockedKeyword.range, .minLength, .maxLength, .pattern, .maxCount, .unique, .allowed,
  ]

  /// Constraints of a key that refuse values of one that it takes over: a migration commits them as `set`
  /// does.
  mutating func checkConstraints(_ line: LockedKey, _ heir: KeyInventory.Entry) {
    let name = heir.key.storageString
    for keyword in Self.constraints {
      guard let new = heir.key[keyword], !isWider(keyword, line[keyword], new) else { continue }
      // A step before it may bring every value within it.
      let clamp = "{\"clamp\": \(new)}"
      if keyword == .range, heir.key[.processing]?.contains(clamp) == true { continue }
      let releases = line.release.map { [$0] } ?? []
      let mends =
        keyword == .range
        ? [
          Change.Mend(
            text: "\"processing\": [\(clamp)]", effect: "brings every value within it",
            place: heir.place)
        ] : []
      add(
        .constraintRefuses, line.storageString, from: line[keyword] ?? "", to: new,
        releases: releases,
        "`\(name)` takes over `\(line.storageString)`, and its `\(keyword.text)` \(new) refuses values that \(Self.list(releases)) may have stored: those stay under the old name, unread",
        mends: mends, at: heir.place, isCached: line.isCached || heir.key.isCached)
    }
  }

  /// Former keys that are gone, of values that were stored before there was a lock.
  private mutating func checkFormerKeys(_ line: LockedKey, _ entry: KeyInventory.Entry) {
    if line[.formerKeys] == nil { return }
    for former in line.strings(.formerKeys) {
      let string = ExactString(former)
      if heirs[string] != nil || today.reserved[string] != nil { continue }
      // A released one has been compared itself.
      if locked.contains(string) { continue }
      add(
        .migrationRemoved, line.storageString, from: former, to: "",
        releases: line.release.map { [$0] } ?? [],
        "`\(line.storageString)` has no former key `\(former)` any more: who comes from before loses the value",
        mends: [
          Change.Mend(
            text: "\"formerKeys\": [\(JSONText.quoted(former))]", effect: "brings the value along",
            place: entry.place)
        ], at: entry.place)
    }
    if line[.migrate] != nil, entry.key[.migrate] == nil, entry.key[.formerKeys] != nil {
      add(
        .migrationRemoved, line.storageString, from: line.string(.migrate) ?? "", to: "",
        releases: line.release.map { [$0] } ?? [],
        "`\(line.storageString)` has former keys and no `migrate` any more: older values are of another type",
        mends: [
          Change.Mend(
            text: "\"migrate\": \(line[.migrate] ?? "")",
            effect: "makes its value of the older one",
            place: entry.place)
        ], at: entry.place)
    }
  }

  private func defaultChanges(
    _ line: LockedKey, _ entry: KeyInventory.Entry
  ) -> [Finding] {
    let key = entry.key
    guard let old = line[.defaultValue], let new = key[.defaultValue], old != new,
      !Self.isOneValue(old, line, new, key), !Self.isOfOtherType(old, line, new, key)
    else { return [] }
    let name = line.storageString
    let (before, after) = (Default(old), Default(new))
    var changes: [Finding] = []
    if before.persists != after.persists {
      let what =
        after.persists
        ? "the first reader stores it, and it stays" : "it is made in each run of the program"
      changes.append(
        (
          .persistenceChanged, .defaultValue, "the default of `\(name)` has another life: \(what)",
          []
        ))
    }
    // Installations of an earlier release keep its default.
    if before.value != after.value, key[.defaultSince] == line[.defaultSince] {
      // The earlier default as the schema would have to spell it now, if that is possible.
      let isSpelledAlike =
        !old.hasPrefix("{\"call\"") && Self.isOneValue(old, line, old, key)
      changes.append(
        (
          .defaultChanged, .defaultValue,
          "the default of `\(name)` was \(before.value) and is \(after.value): everybody who never chose sees the new one",
          isSpelledAlike
            ? [
              Change.Mend(
                text: "\"defaultSince\": {\"release\": \"…\", \"before\": \(old)}",
                effect: "keeps it from those who installed an earlier release", place: entry.place)
            ] : []
        ))
    }
    return changes
  }

  /// Whether two defaults that are spelled differently are stored alike.
  private static func isOneValue(
    _ old: String, _ line: LockedKey, _ new: String, _ key: LockedKey
  ) -> Bool {
    let comparison = DefaultComparison(
      old: LockedTypes(text: line[.types]), new: LockedTypes(text: key[.types]))
    guard let from = JSONNode(text: old), let to = JSONNode(text: new) else { return false }
    return comparison.areAlike(from, line.type.type, to, key.type.type)
  }

  /// Whether a default is of another kind because the type is another, which is a change of its own.
  private static func isOfOtherType(
    _ old: String, _ line: LockedKey, _ new: String, _ key: LockedKey
  ) -> Bool {
    if line.type.type.unqualified == key.type.type.unqualified { return false }
    switch (JSONNode(text: old)?.value, JSONNode(text: new)?.value) {
    case (.bool?, .bool?), (.number?, .number?), (.string?, .string?), (.array?, .array?):
      return false
    // A call is an object, whatever it returns.
    case (.object?, _), (_, .object?): return false
    default: return true
    }
  }

  /// A default as a lock has it.
  private struct Default {
    let value: String
    let persists: Bool

    init(_ text: String) {
      let end = ", \"persist\": \"whenMissing\"}"
      persists = text.hasPrefix("{\"call\": ") && text.hasSuffix(end)
      value = persists ? String(text.dropLast(end.count)) + "}" : text
    }
  }

  private func constraintChange(
    _ keyword: LockedKeyword, _ line: LockedKey, _ key: LockedKey
  ) -> (kind: ChangeKind, keyword: LockedKeyword, message: String)? {
    let (old, new) = (line[keyword], key[keyword])
    if old == new { return nil }
    let name = line.storageString
    let change = "`\(keyword.text)` of `\(name)` was \(old ?? "none") and is \(new ?? "none")"
    if isWider(keyword, old, new) {
      return (
        .constraintWidened, keyword,
        "\(change): an older program reads what it would not have stored"
      )
    }
    return (
      .constraintNarrowed, keyword,
      "\(change): a stored value outside is still read as it is; the next `set` of such a value is refused"
    )
  }

  /// Whether whatever met the old constraint meets the new one.
  private func isWider(_ keyword: LockedKeyword, _ old: String?, _ new: String?) -> Bool {
    guard let new else { return true }
    guard let old else { return false }
    switch keyword {
    case .range:
      let (old, new) = (BoundsText(old), BoundsText(new))
      return (new.lower ?? -.infinity) <= (old.lower ?? -.infinity)
        && (new.upper ?? .infinity) >= (old.upper ?? .infinity)
    case .minLength: return (Int(new) ?? 0) <= (Int(old) ?? 0)
    case .maxLength, .maxCount: return (Int(new) ?? 0) >= (Int(old) ?? 0)
    case .allowed:
      func values(_ text: String) -> Set<String> {
        Set((JSONNode(text: text)?.elements ?? []).map(\.compact))
      }
      return values(old).isSubset(of: values(new))
    default: return false
    }
  }

  private func sensitivityChange(
    _ line: LockedKey, _ key: LockedKey
  ) -> Finding? {
    if line[.sensitivity] == key[.sensitivity] { return nil }
    let old = line.string(.sensitivity).flatMap(Sensitivity.init(rawValue:)) ?? .public
    let new = key.string(.sensitivity).flatMap(Sensitivity.init(rawValue:)) ?? .public
    let name = line.storageString
    let order = Sensitivity.allCases
    let isLower = (order.firstIndex(of: new) ?? 0) < (order.firstIndex(of: old) ?? 0)
    if isLower {
      return (
        .sensitivityLowered, .sensitivity,
        "`\(name)` was \(old.rawValue) and is \(new.rawValue): values that users trusted to it appear in logs, lists and exports",
        []
      )
    }
    return (
      .sensitivityRaised, .sensitivity,
      "`\(name)` was \(old.rawValue) and is \(new.rawValue): older logs and exports may hold its values",
      []
    )
  }
}
