extension LockComparison {
  /// The words of a key that say what becomes of its values under their own name, and what another one does to
  /// those that are stored.
  private static let uses: [(keyword: LockedKeyword, kind: ChangeKind, effect: String)] = [
    (.processing, .processingChanged, "what is stored is not processed again"),
    (
      .onRead, .processingChanged,
      "a stored value that a constraint refuses counts otherwise than before"
    ),
    (.unit, .unitChanged, "stored numbers stay as they are"),
    (.ttl, .cacheChanged, "values that were released stay protected"),
    (.cost, .cacheChanged, "values that were released stay protected"),
    (
      .maxAge, .maxAgeChanged,
      "what readers see without the service differs between releases"
    ),
    (.accessibility, .keychainChanged, "a stored item gets it when it is next written"),
    (.synchronizable, .keychainChanged, "a stored item gets it when it is next written"),
  ]

  /// Compares what readers and writers of a key meet with what they met in the last release.
  mutating func compareMeaning(
    _ line: LockedKey, _ reader: KeyInventory.Entry, isMoved: Bool
  ) {
    let key = reader.key
    compareSensitivity(line, reader)
    // A migration commits what it moves; what stays is read as it is.
    let stays = !isMoved || key.movesLater
    for (keyword, kind, effect) in Self.uses where line[keyword] != key[keyword] {
      switch keyword {
      case .processing, .onRead: if !stays { continue }
      case .unit: if line[.unit] == nil || isMoved && key[.migrate] != nil { continue }
      default: break
      }
      reportChange(
        of: keyword, kind, line, reader,
        kind == .cacheChanged && line.isCached ? "caches are not protected" : effect)
    }
    if !stays { return }
    var reading = line.reading(by: key)
    if line[.type] != key[.type] { reading.compare(line.type.type, key.type.type) }
    guard reading.differences.isEmpty else { return }
    for keyword in Self.constraints where line[keyword] != key[keyword] {
      let isWider = isWider(keyword, line[keyword], key[keyword])
      let effect =
        switch key.string(.onRead) {
        case "default": "a stored value outside counts as the default from now on"
        case "clamp": "a stored value outside counts as another from now on"
        default: "a stored value outside is still read as it is"
        }
      reportChange(
        of: keyword, isWider ? .constraintWidened : .constraintNarrowed, line, reader,
        isWider
          ? "an older program reads what it would not have stored"
          : "\(effect); the next `set` of such a value is refused")
    }
  }

  /// Reports another value of a keyword.
  private mutating func reportChange(
    of keyword: LockedKeyword, _ kind: ChangeKind, _ line: LockedKey,
    _ reader: KeyInventory.Entry, _ effect: String
  ) {
    let (old, new) = (line[keyword], reader.key[keyword])
    report(
      kind, line, from: old ?? "", to: new ?? "",
      "`\(keyword.text)` of `\(line.storageString)` was \(old ?? "none") and is \(new ?? "none"): \(effect)",
      at: reader.place)
  }

  /// Compares what those see who have chosen nothing, by the release that they had first: today's program shows
  /// them what that release showed, or what the last one made of it.
  mutating func compareDefaults(
    _ lines: ArraySlice<LockedKey>, _ reader: KeyInventory.Entry, isMoved: Bool
  ) {
    let key = reader.key
    guard let last = lines.last,
      last[.defaultValue] != key[.defaultValue] || last[.defaultSince] != key[.defaultSince],
      // Of several keys that become one, the first gives its value; a converted one has another type.
      !isMoved || key[.migrate] == nil && isFirstFormer(last, of: reader),
      let old = last[.defaultValue], let new = key[.defaultValue],
      !Self.isOfOtherType(old, last, new, key)
    else { return }
    let (before, after) = (Default(old), Default(new))
    let name = last.storageString
    if before.persists != after.persists {
      report(
        .persistenceChanged, last, from: old, to: new,
        "the default of `\(name)` has another life: "
          + (after.persists
            ? "the first reader stores it, and it stays" : "it is made in each run of the program"),
        at: reader.place)
    }
    let groups = changedDefaults(lines, last, key)
    guard let newest = groups.first else { return }
    let isForAll = groups.count == 1 && newest.releases.last == lock.releases.last
    let parts = groups.map { from, to, releases in
      let first = lock.releases.first ?? ""
      return "\(to) instead of \(from) if they began with "
        + (releases.isEmpty ? "a release before \(first)" : Self.list(releases))
    }
    report(
      .defaultChanged, last, from: newest.from, to: newest.to,
      isForAll
        ? "the default of `\(name)` was \(newest.from) and is \(newest.to): everybody who never chose sees the new one"
        : "users who never chose see another default of `\(name)`: \(parts.joined(separator: ", "))",
      mends: earlierDefaults(last, reader), at: reader.place)
  }

  /// The defaults that are others today, the newest first, each with the releases whose users see them.
  private func changedDefaults(
    _ lines: ArraySlice<LockedKey>, _ last: LockedKey, _ key: LockedKey
  ) -> [(from: String, to: String, releases: [String])] {
    let place = lock.order
    /// What those see who had a release first: of the defaults that are for them, the earliest.
    func shown(by key: LockedKey, _ first: Int) -> String {
      key.earlierDefaults.last { place($0.release) > first }?.before
        ?? Default(key[.defaultValue] ?? "").value
    }
    var groups: [(from: String, to: String, releases: [String])] = []
    // Before the first release in the lock there may have been others.
    for first in (-1..<lock.releases.count).reversed() {
      let (old, new) = (shown(by: last, first), shown(by: key, first))
      let own = lines.last { place($0.release) <= first }
      let isKept =
        Self.isOneValue(old, last, new, key)
        || own.map { Self.isOneValue(Default($0[.defaultValue] ?? "").value, $0, new, key) }
          ?? false
      if isKept { continue }
      let releases = first < 0 ? [] : [lock.releases[first]]
      if let group = groups.firstIndex(where: { $0.from == old && $0.to == new }) {
        groups[group].releases = releases + groups[group].releases
      } else {
        groups.append((old, new, releases))
      }
    }
    return groups
  }

  /// The mend that gives the users of each release the default that they had, if the schema can spell it.
  private func earlierDefaults(
    _ last: LockedKey, _ reader: KeyInventory.Entry
  ) -> [Change.Mend] {
    let key = reader.key
    var defaults = last.earlierDefaults
    if let old = last[.defaultValue], !Self.isOneValue(old, last, key[.defaultValue] ?? "", key) {
      if old.hasPrefix("{\"call\"") || !Self.isOneValue(old, last, old, key) { return [] }
      let new = key.earlierDefaults.first { one in
        !defaults.contains { $0.release == one.release }
      }
      defaults.insert(EarlierDefault(release: new?.release ?? "…", before: old), at: 0)
    }
    if defaults.isEmpty { return [] }
    var mend = Change.Mend(
      member: "defaultSince", EarlierDefault.text(of: defaults),
      effect: "keeps it from those who installed an earlier release", place: reader.place)
    // The author knows the next release, and writes it.
    if defaults.contains(where: { $0.release == "…" }) { mend.remedy = nil }
    return [mend]
  }

  /// Reports variables by which a release took the key's value and today's program does not: those that some
  /// machine still sets have no effect any more. Of all releases, since deployments outlive them.
  mutating func compareVariables(_ lines: ArraySlice<LockedKey>, _ reader: KeyInventory.Entry) {
    let names = today.textNames
    for line in lines {
      guard let old = line.string(.variable) else { continue }
      // Not of all former keys, of which one key may have thousands: a release named a key by its own string.
      let known = [reader.key.storageString, line.storageString].flatMap(names.variables)
      if known.contains(old) { continue }
      report(
        .variableChanged, line, from: "", to: "",
        "a program of release \(line.release ?? "") reads `\(line.storageString)` from the variable `\(old)`, and today's from `\(known[0])`: what a deployment sets there has no effect any more",
        at: reader.place, subject: "variables")
    }
  }

  private mutating func isFirstFormer(_ line: LockedKey, of reader: KeyInventory.Entry) -> Bool {
    reader.formerKeys.first { latest[ExactString($0)] != nil } == line.storageString
  }

  /// Reports moves to another store, unless the key names the one that it comes from; of all releases,
  /// since values wait where they are.
  mutating func compareStores(_ lines: ArraySlice<LockedKey>, _ reader: KeyInventory.Entry) {
    let new = reader.key.string(.store) ?? "default"
    for line in lines where line[.store] != reader.key[.store] {
      let name = line.storageString
      let old = line.string(.store) ?? "default"
      if old == new { continue }
      if reader.key.strings(.formerStores).contains(old) {
        // Users who skip a release that made the move lose no more than those who had it.
        if line == lines.last || !programs(of: line).isEmpty {
          let words = "`\(name)` moved from the store `\(old)` to `\(new)`"
          reportMove(of: [line], to: reader, nil, (words, old, new))
        }
        continue
      }
      let label = "from" + SwiftName.capitalised(old)
      report(
        .storeChanged, line, from: line[.store] ?? "", to: reader.key[.store] ?? "",
        "`\(name)` was kept in the store `\(old)` and is kept in `\(new)`: nothing carries its value over",
        mends: [
          Change.Mend(
            text: "\"formerStores\": [\(JSONText.quoted(old))]",
            effect:
              "and `store.migrate` with the registry's `migrations(\(label):)` brings it along",
            place: reader.place)
        ], at: reader.place)
    }
  }

  private static let constraints = [
    LockedKeyword.range, .minLength, .maxLength, .pattern, .maxCount, .unique, .allowed,
  ]

  /// Constraints of a key that refuse values of one that it takes over: a migration commits them as `set`
  /// does.
  mutating func checkConstraints(_ line: LockedKey, _ successor: KeyInventory.Entry) {
    let name = successor.key.storageString
    for keyword in Self.constraints {
      guard let new = successor.key[keyword], !isWider(keyword, line[keyword], new) else {
        continue
      }
      // A step before it may bring every value within it.
      let clamp = "{\"clamp\": \(new)}"
      if keyword == .range, successor.key[.processing]?.contains(clamp) == true { continue }
      let isDefault = successor.key.string(.onRead) == "default"
      report(
        isDefault ? .constraintNarrowed : .constraintRefuses, line, from: line[keyword] ?? "",
        to: new,
        "`\(name)` takes over `\(line.storageString)`, and its `\(keyword.text)` \(new) refuses values that \(Self.list([line.release])) may have stored: those stay under the old name, "
          + (isDefault ? "and count as the default" : "unread"),
        mends: keyword == .range
          ? [
            Change.Mend(
              text: "\"processing\": [\(clamp)]", effect: "brings every value within it",
              place: successor.place)
          ] : [], at: successor.place)
    }
  }

  /// Steps of a key that change the values of one that it takes over: a migration processes them as `set`
  /// does, and removes what they were.
  mutating func checkProcessing(_ line: LockedKey, _ successor: KeyInventory.Entry) {
    let known = Set(line.steps)
    let gained = successor.key.steps.filter { !known.contains($0) }
    let losing = gained.filter {
      $0.contains("\"limit\"") || $0 == "\"removeDuplicates\"" || $0.contains("\"call\"")
    }
    if gained.isEmpty { return }
    let steps = losing.isEmpty ? gained : losing
    let name = successor.key.storageString
    report(
      losing.isEmpty ? .migrationProcesses : .migrationLoses, line,
      from: line[.processing] ?? "", to: successor.key[.processing] ?? "",
      "`\(name)` takes over `\(line.storageString)`, and its processing \(steps.joined(separator: ", ")) changes what \(Self.list([line.release])) stored, and removes what it was",
      mends: losing.isEmpty
        ? []
        : [
          Change.Mend(
            text: "\"storageString\": \(JSONText.quoted(line.storageString))",
            effect:
              "in place of `formerKeys` leaves the values as they are: only what is set later is processed",
            place: successor.place)
        ], at: successor.place)
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

  /// Whether whatever met the old constraint meets the new one.
  private func isWider(_ keyword: LockedKeyword, _ old: String?, _ new: String?) -> Bool {
    guard let new, old != new else { return true }
    guard let old else { return false }
    switch keyword {
    case .range: return BoundsText(old).isInside(BoundsText(new))
    case .minLength: return (Int(new) ?? 0) <= (Int(old) ?? 0)
    case .maxLength, .maxCount: return (Int(new) ?? 0) >= (Int(old) ?? 0)
    case .allowed:
      func values(_ text: String) -> Set<String> {
        Set((JSONNode(text: text)?.elements ?? []).map(\.compact))
      }
      return values(old).isSubset(of: values(new))
    case .pattern:
      func pattern(_ text: String) -> String? { JSONNode(text: text)?.string?.text }
      guard let old = pattern(old), let new = pattern(new) else { return false }
      return PatternInclusion.holds(of: old, in: new)
    default: return false
    }
  }

  private mutating func compareSensitivity(_ line: LockedKey, _ reader: KeyInventory.Entry) {
    if line[.sensitivity] == reader.key[.sensitivity] { return }
    func level(_ key: LockedKey) -> Sensitivity {
      key.string(.sensitivity).flatMap(Sensitivity.init(rawValue:)) ?? .public
    }
    let (old, new, order) = (level(line), level(reader.key), Sensitivity.allCases)
    let isLower = (order.firstIndex(of: new) ?? 0) < (order.firstIndex(of: old) ?? 0)
    report(
      isLower ? .sensitivityLowered : .sensitivityRaised, line,
      from: line[.sensitivity] ?? "", to: reader.key[.sensitivity] ?? "",
      "`\(line.storageString)` was \(old.rawValue) and is \(new.rawValue): "
        + (isLower
          ? "values that users trusted to it appear in logs, lists and exports"
          : "older logs and exports may hold its values"),
      at: reader.place)
  }
}

extension LockedKey {
  /// The processing steps, as JSON.
  fileprivate var steps: [String] {
    (self[.processing].flatMap(JSONNode.init(text:))?.elements ?? []).map(\.compact)
  }
}
