extension LockComparison {
  /// The keywords that govern a key's values under their own name, each with the effect of its change on
  /// stored values.
  private static let uses: [(keyword: LockedKeyword, level: ChangeLevel, effect: String)] = [
    (.processing, .warning, "what is stored is not processed again"),
    (
      .outside, .warning,
      "a value that a constraint refuses counts otherwise than before"
    ),
    (.unit, .warning, "stored numbers stay as they are"),
    (.ttl, .note, "values that were released stay protected"),
    (
      .maxAge, .note,
      "what readers see without the service differs between releases"
    ),
    (.keychain, .note, "a stored item gets it when it is next written"),
  ]

  /// Compares what readers and writers of a key meet with what they met in the last release.
  mutating func compareMeaning(
    _ line: LockedKey, _ reader: KeyInventory.Entry, isMoved: Bool
  ) {
    let key = reader.key
    compareSensitivity(line, reader)
    // A migration commits the values that it moves; values that stay are read unchanged.
    let stays = !isMoved || key.movesLater
    for (keyword, level, effect) in Self.uses where line[keyword] != key[keyword] {
      switch keyword {
      case .processing: if !stays { continue }
      // Where nothing was refused, the new constraint says what becomes of values.
      case .outside:
        if !stays || !LockedKey.constraints.contains(where: { line[$0] != nil }) { continue }
      case .unit: if line[.unit] == nil || isMoved && key[.migrate] != nil { continue }
      default: break
      }
      reportChange(
        of: keyword, .rule, as: level, line, reader,
        keyword == .ttl && line.isCached ? "caches are not protected" : effect)
    }
    if !stays { return }
    var reading = line.reading(by: key)
    if line[.type] != key[.type] { reading.compare(line.type.type, key.type.type) }
    guard !reading.differences.contains(where: \.isOfBytes) else { return }
    for keyword in LockedKey.constraints where line[keyword] != key[keyword] {
      let isWider = line.keeps(keyword, of: key)
      let effect =
        switch key.string(.outside) {
        case "default":
          "a stored value outside counts as the default from now on; the next `set` of such a value is refused"
        case "clamp" where key.hasFit(keyword):
          "a value outside, stored or set, counts as the nearest from now on"
        default:
          "a stored value outside is still read as it is; the next `set` of such a value is refused"
        }
      reportChange(
        of: keyword, isWider ? .olderUnreadable : .refused, as: isWider ? .note : .warning,
        line, reader,
        isWider
          ? "an older program reads what it would not have stored"
          : effect)
    }
  }

  /// Reports another value of a keyword.
  private mutating func reportChange(
    of keyword: LockedKeyword, _ fate: Fate, as level: ChangeLevel, _ line: LockedKey,
    _ reader: KeyInventory.Entry, _ effect: String
  ) {
    let (old, new) = (line[keyword], reader.key[keyword])
    let sensitivity = keyword.isOfValues ? line.sensitivity(with: reader.key) : .public
    report(
      fate, as: level, line, from: old ?? "", to: new ?? "",
      "`\(keyword.text)` of `\(line.storageString)` was \(old.map { sensitivity.shown($0) } ?? "none") and is \(new.map { sensitivity.shown($0) } ?? "none"): \(effect)",
      at: reader.place, readers: fate == .olderUnreadable ? .newer : nil, sensitivity: sensitivity)
  }

  /// Compares the defaults that users see who have chosen nothing, by the release that they had first.
  ///
  /// A default has not changed for them if today's program shows the one of that release, or the one that the
  /// last release showed them.
  mutating func compareDefaults(
    _ last: LockedKey, _ reader: KeyInventory.Entry, isMoved: Bool
  ) {
    let key = reader.key
    guard
      last[.defaultValue] != key[.defaultValue] || last[.defaultFor] != key[.defaultFor],
      // Of several keys that become one, the first gives its value.
      !isMoved || isFirstFormer(last, of: reader),
      // The result of a function on a default is known only if type and unit stay the same.
      !isMoved || key[.migrate] == nil || last[.type] == key[.type] && last[.unit] == key[.unit],
      let old = last[.defaultValue], let new = key[.defaultValue],
      !Self.isOfOtherType(old, last, new, key)
    else { return }
    let (before, after) = (Default(old), Default(new))
    let name = last.storageString
    var sensitivity = last.sensitivity(with: key)
    if before.persists != after.persists {
      report(
        .default, last, from: old, to: new,
        "the default of `\(name)` has another life: "
          + (after.persists
            ? "the first reader stores it, and it stays" : "it is made in each run of the program"),
        at: reader.place, sensitivity: sensitivity)
    }
    if reader.keepsDefaults { return }
    let groups = changedDefaults(reader)
    guard let newest = groups.first else { return }
    // A release that kept it secret told nobody, whatever later ones did.
    if groups.contains(where: \.isSecret) { sensitivity = .secret }
    let isForAll = groups.count == 1 && newest.releases.last == lock.releases.last
    let parts = groups.map { from, releases, _ in
      "\(sensitivity.shown(after.value)) instead of \(sensitivity.shown(from)) if they began with "
        + Self.list(releases)
    }
    // A single key whose default is a value can leave their default to those who have it.
    let canKeep =
      key[.parameters] == nil && key[.defaultFor] == nil
      && ![old, new].contains { $0.hasPrefix("{\"call\"") }
    report(
      .default, last, from: newest.from, to: after.value,
      isForAll
        ? "the default of `\(name)` was \(sensitivity.shown(newest.from)) and is \(sensitivity.shown(after.value)): everybody who never chose sees the new one"
        : "users who never chose see another default of `\(name)`: \(parts.joined(separator: ", "))",
      mends: canKeep
        ? [
          Change.Mend(
            member: "defaultFor", "\"new\"",
            effect: "keeps it from those who installed an earlier release", place: reader.place)
        ] : [], at: reader.place, sensitivity: sensitivity)
  }

  /// The defaults that are others today, the newest first, each with the releases whose users see them.
  private mutating func changedDefaults(
    _ reader: KeyInventory.Entry
  ) -> [(from: String, releases: [String], isSecret: Bool)] {
    let strings = [reader.key.storageString] + reader.formerKeys
    let history = DefaultHistory(strings.compactMap { forms[ExactString($0)] }, lock)
    let new = Default(reader.key[.defaultValue] ?? "").value
    var groups: [(from: String, releases: [String], isSecret: Bool)] = []
    for first in lock.releases.indices.reversed() {
      guard let shown = history.shown[first], let own = history.lines[first],
        !Self.isOneValue(Default(shown.text).value, shown.line, new, reader.key),
        own[.defaultValue].map({ Self.isOneValue(Default($0).value, own, new, reader.key) }) != true
      else { continue }
      let from = Default(shown.text).value
      let isSecret = [shown.line, own].contains { $0.sensitivity == .secret }
      if let group = groups.firstIndex(where: { $0.from == from }) {
        groups[group].releases.insert(lock.releases[first], at: 0)
        groups[group].isSecret = groups[group].isSecret || isSecret
      } else {
        groups.append((from, [lock.releases[first]], isSecret))
      }
    }
    return groups
  }

  /// Reports variables by which a release took the key's value and today's program does not: where a machine
  /// still sets one, it has no effect any more. All releases count, since deployments outlive them.
  mutating func compareVariables(_ lines: ArraySlice<LockedKey>, _ reader: KeyInventory.Entry) {
    let names = today.textNames
    for line in lines {
      guard let old = line.string(.variable) else { continue }
      // Former keys do not count, since one key may have thousands: a release named a key by its own string.
      let known = [reader.key.storageString, line.storageString].flatMap(names.variables)
      if known.contains(old) { continue }
      report(
        .rule, line, from: "", to: "",
        "a program of release \(line.release ?? "") reads `\(line.storageString)` from the variable `\(old)`, and today's from `\(known[0])`: what a deployment sets there has no effect any more",
        at: reader.place, subject: "variables")
    }
  }

  private mutating func isFirstFormer(_ line: LockedKey, of reader: KeyInventory.Entry) -> Bool {
    reader.formerKeys.first { latest[ExactString($0)] != nil } == line.storageString
  }

  /// Whether two defaults that are spelled differently are stored alike.
  private static func isOneValue(
    _ old: String, _ line: LockedKey, _ new: String, _ key: LockedKey
  ) -> Bool {
    guard let from = JSONNode(text: old), let to = JSONNode(text: new) else { return false }
    return DefaultComparison(line, key).areAlike(from, to)
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

  private mutating func compareSensitivity(_ line: LockedKey, _ reader: KeyInventory.Entry) {
    if line[.sensitivity] == reader.key[.sensitivity] { return }
    let (old, new, order) = (line.sensitivity, reader.key.sensitivity, Sensitivity.allCases)
    let isLower = (order.firstIndex(of: new) ?? 0) < (order.firstIndex(of: old) ?? 0)
    report(
      .exposed, as: isLower ? .error : .note, line,
      from: line[.sensitivity] ?? "", to: reader.key[.sensitivity] ?? "",
      "`\(line.storageString)` was \(old.rawValue) and is \(new.rawValue): "
        + (isLower
          ? "values that users trusted to it appear in logs, lists and exports"
          : "older logs and exports may hold its values"),
      at: reader.place)
  }
}
