extension LockComparison {
  /// Follows the values of a storage string, in all forms that releases gave it, through the key that reads
  /// them now.
  ///
  /// - Parameter isReleased: Whether a release has given the string to that key already: users who skip that
  ///   release lose no more than those who had it, so only what is lost is reported.
  mutating func compareForms(
    _ lines: ArraySlice<LockedKey>, _ reader: KeyInventory.Entry, isReleased: Bool
  ) {
    guard let last = lines.last else { return }
    let isMoved = last.storageString != reader.key.storageString
    if isMoved, reader.key[.migrate] != nil {
      compareConverted(last, reader)
      checkConstraints(last, reader)
      checkProcessing(last, reader)
    } else {
      for line in lines where isMoved || line.release == nil || !line.isSame(as: reader.key) {
        compareValues(
          line, reader, isMoved: isMoved,
          current: current(of: line, lines, movedTo: isMoved ? reader : nil))
        let staying = isMoved ? line : lineOfFormer(line)
        if let staying, !reader.key.movesLater {
          checkConstraints(staying, reader)
          checkProcessing(staying, reader)
        }
      }
    }
    compareStores(lines, reader)
    compareVariables(lines, reader)
    if !isReleased {
      for line in latest(of: lines) {
        compareMeaning(line, reader, isMoved: isMoved)
        compareDefaults(line, reader, isMoved: isMoved)
      }
    }
    let staysPut = reader.key.movesLater
    if isMoved, !staysPut { return }
    let running = runs(of: lines)
    let written = reader.key.writtenString
    if !isMoved, staysPut, running.contains(where: { !$0.looksUp(written) }) {
      let words = "`\(last.storageString)` may be stored as `\(written)` again"
      reportMove(of: lines, to: reader, nil, (words, "", written))
    }
    for line in running { compareOlder(line, reader, .both) }
    if running.isEmpty { compareOlder(last, reader, .newer) }
  }

  /// The value that a release stored under one of its former keys, from which it moves now; nil if there is
  /// none, or if an earlier release has lines of that key.
  private mutating func lineOfFormer(_ line: LockedKey) -> LockedKey? {
    let former = line.writtenString
    guard line.movesLater, latest[ExactString(former)] == nil else { return nil }
    return LockedKey(storageString: former, release: line.release, keywords: line.keywords)
  }

  /// Compares the form in which one release stored a key with the one in which it is read today.
  private mutating func compareValues(
    _ line: LockedKey, _ reader: KeyInventory.Entry, isMoved: Bool, current: LockedKey
  ) {
    let key = reader.key
    compareStored(line, reader, current: current)
    compareParameters(line, reader, isLatest: line == current)
    if isMoved || line != current { return }
    let new = key.type.type
    let (wasOptional, isOptional) = (line.type.isOptional, key.type.isOptional)
    if !wasOptional, isOptional {
      report(
        .source, line, from: line.type.type.text, to: new.text + "?",
        "`\(line.storageString)` may be absent now: call sites meet an optional", at: reader.place)
    } else if wasOptional, !isOptional {
      report(
        .default, as: .note, line, from: line.type.type.text + "?", to: new.text,
        "`\(line.storageString)` is never absent now: those who have stored nothing get \(key[.defaultValue].map { line.sensitivity(with: key).shown($0) } ?? "the default")",
        at: reader.place)
    }
  }

  /// Compares the bytes of a value with what today's reader takes.
  mutating func compareStored(
    _ line: LockedKey, _ reader: KeyInventory.Entry, current: LockedKey
  ) {
    let key = reader.key
    for difference in reading(of: line, by: key, current: current).differences {
      report(difference, line, reader)
    }
    let (old, new) = (line.type.type, key.type.type)
    for keyword in [LockedKeyword.coding, .revision] where line[keyword] != key[keyword] {
      // A type that is another one altogether has been reported.
      guard old.text == new.text else { continue }
      let from = line[keyword] ?? "none"
      let to = key[keyword] ?? "none"
      report(
        .unreadable, line, from: "\(keyword.text) \(from)", to: "\(keyword.text) \(to)",
        "`\(keyword.text)` of `\(line.storageString)` was \(from) and is \(to): the values of \(Self.list([line.release])) cannot be read",
        mends: [newID(of: line, reader)].compactMap(\.self), at: reader.place)
    }
  }

  /// The fate of the values of a line.
  ///
  /// - Parameter current: The last released form of the key.
  private func reading(
    of line: LockedKey, by key: LockedKey, current: LockedKey? = nil
  ) -> TypeReading {
    var reading = line.reading(by: key)
    if let current, current[.type] != line[.type] || current[.types] != line[.types] {
      var later = line.reading(by: current)
      later.compare(line, current)
      reading.later = later.terms
      reading.isLatest = false
    }
    reading.compare(line, key)
    return reading
  }

  /// Reports what the program of a release cannot read of today's values.
  mutating func compareOlder(
    _ line: LockedKey, _ reader: KeyInventory.Entry, _ readers: KeyLock.Readers
  ) {
    if line.isSame(as: reader.key) { return }
    let broken = Set(reading(of: line, by: reader.key).differences.filter(\.isLoss).map(\.type))
    var older = reader.key.reading(by: line)
    older.direction = .older
    older.compare(reader.key, line)
    for difference in older.differences where !broken.contains(difference.type) {
      report(difference, line, reader, readers)
    }
  }

  private mutating func report(
    _ difference: TypeReading.Difference, _ line: LockedKey, _ reader: KeyInventory.Entry,
    _ readers: KeyLock.Readers? = nil
  ) {
    let place = today.type(of: difference.subject) ?? reader.place
    var mends = difference.mends
    for index in mends.indices { mends[index].place = place }
    if difference.traits.contains(.needsFunction) {
      // A family that has taken in a single key has no function for it.
      mends =
        line.parameters.count != reader.key.parameters.count
        ? [anotherID(for: reader)] : [newID(of: line, reader)].compactMap(\.self)
    }
    let readers = readers ?? (programs(of: line).isEmpty ? .newer : .both)
    if difference.fate.isOfOlderPrograms {
      mends = readers == .both ? mends + [endOfRuns([line])] : []
    }
    report(
      difference.fate, as: difference.level, line, from: difference.from, to: difference.to,
      difference.words(line.storageString, Self.list([line.release])), mends: mends,
      at: place, subject: difference.subject, readers: readers)
    changes[changes.count - 1].part = difference.part
    changes[changes.count - 1].isOncePerType = difference.traits.contains(.oncePerType)
  }

  /// The mend of a value that needs a function: a new name, which implies its type.
  private func newID(of line: LockedKey, _ reader: KeyInventory.Entry) -> Change.Mend? {
    // The values of a family are converted one by one.
    if reader.key[.parameters] != nil { return renewal(of: line, reader, "Migration(from:to:by:)") }
    let declared = reader.declaredFormerKeys
    let former = JSONText.array(([line.storageString] + declared).map(JSONText.quoted))
    let isMoved = line.storageString != reader.key.storageString
    // `migrate` stands beside the former keys of a key, not beside those of its namespace.
    let words = isMoved && !declared.isEmpty ? "" : "\"former\": \(former), "
    return Change.Mend(
      text: (isMoved ? "" : "\"id\": \"…\", ") + words + "\"migrate\": \"…\"",
      effect: "makes the new value of the old one by a function `(Old) throws -> New`",
      place: reader.place)
  }

  /// Reports a former key whose values the function of its successor cannot read: it converts one type, and
  /// the compiler does not know what was stored under which name.
  private mutating func compareConverted(_ line: LockedKey, _ successor: KeyInventory.Entry) {
    let function = successor.key[.migrate] ?? ""
    let name = "`migrate` of `\(successor.key.storageString)`"
    let type = line.type.type.text
    if line[.migrate] == function {
      return report(
        .unreadable, line, from: type, to: function,
        "\(name) has made the values of `\(line.storageString)`, and cannot convert those, too: they cannot be read",
        mends: [keptString(of: line, in: successor)], at: successor.place)
    }
    let lines = formerLines(of: successor)
    guard let other = lines.first(where: { !$0.storesAlike(line) }) else { return }
    // One of them is reported: the one that needs no function, or else the first.
    let own = lines.first { $0.storesAlike(successor.key) }
    guard line == own ?? lines.first else { return }
    let otherType = other.type.type.text
    report(
      .unreadable, line, from: type, to: otherType,
      releases: [line.release, other.release].compactMap(\.self),
      "\(name) converts values of one type, and `\(line.storageString)` was \(type), `\(other.storageString)` \(otherType): those values cannot be read",
      mends: own == nil
        ? [
          migrationInCode(of: other, successor),
          acceptance(
            of: line.storageString,
            effect:
              "lets it pass, once `store.migrate` with a `Migration(from:to:by:)` brings one of them along",
            at: successor.place),
        ].compactMap(\.self) : [keptString(of: line, in: successor)],
      at: successor.place)
  }

  /// The last released lines of the strings that a key takes over, each form once.
  private mutating func formerLines(of successor: KeyInventory.Entry) -> [LockedKey] {
    let string = ExactString(successor.key.storageString)
    if let known = converted[string] { return known }
    var known: Set<[String?]> = []
    let declared = successor.declaredFormerKeys.compactMap { latest[ExactString($0)] }
    let lines = successor.formerKeys.compactMap { latest[ExactString($0)] }.filter { line in
      // What the lock adds may have been widened on the way, into what the function takes.
      let isWidened =
        !declared.contains { $0.storageString == line.storageString }
        && declared.contains { line.isRead(by: $0) && line[.coding] == $0[.coding] }
      return !isWidened
        && known.insert(
          [line[.type], line[.types], line[.coding], line[.revision], line[.parameters]]
        ).inserted
    }
    converted[string] = lines
    return lines
  }

  /// The mend of another name for a key whose `migrate` converts older values: it keeps its own.
  func keptString(of line: LockedKey, in successor: KeyInventory.Entry) -> Change.Mend {
    let string = JSONText.quoted(line.storageString)
    let isFormer = successor.formerKeys.contains {
      ExactString($0) == ExactString(line.storageString)
    }
    return Change.Mend(
      member: "storageString", string,
      effect:
        "in `\(successor.place.name)`\(isFormer ? ", without it in `former`," : "") leaves the values where they are: `migrate` converts those of `former`",
      place: successor.place,
      replaces: isFormer
        ? [Change.Mend.Replaced(place: successor.place, word: "former", element: string)] : [])
  }

  private func migrationInCode(
    of line: LockedKey, _ successor: KeyInventory.Entry
  ) -> Change.Mend? {
    reservation(
      of: line.storageString, inPlaceIn: successor,
      effect: "and `store.migrate` with a `Migration(from:to:by:)` brings the other one along")
  }

  /// The mend that reserves a former key in place of having it.
  private func reservation(
    of former: String, inPlaceIn successor: KeyInventory.Entry, effect: String
  ) -> Change.Mend? {
    var mend = reservation(of: former, effect: "in place of the former key, \(effect)")
    mend?.replaces = [
      Change.Mend.Replaced(
        place: successor.place, word: "former", element: JSONText.quoted(former))
    ]
    mend?.remedy = nil
    return mend
  }

  // MARK: Parameters

  private mutating func compareParameters(
    _ line: LockedKey, _ reader: KeyInventory.Entry, isLatest: Bool
  ) {
    if line[.parameters] == reader.key[.parameters] { return }
    let (old, new) = (line.parameters, reader.key.parameters)
    let name = line.storageString
    guard line.isNamed(as: reader.key) else {
      func types(_ list: [(name: String, type: String)]) -> String {
        list.map(\.type).joined(separator: ", ")
      }
      return report(
        .unreadable, line, from: types(old), to: types(new),
        "the parameters of `\(name)` were (\(types(old))) and are (\(types(new))): the values of \(Self.list([line.release])) have other names",
        mends: [renewal(of: line, reader, "Migration(from:to:)")].compactMap(\.self),
        at: reader.place)
    }
    let (from, to) = (
      old.map(\.name).joined(separator: ", "), new.map(\.name).joined(separator: ", ")
    )
    let (was, now) = (Vocabulary(places: old.map(\.name)), Vocabulary(places: new.map(\.name)))
    let misread = was.terms.first {
      if case .misread = was.reading(of: $0, by: now) { true } else { false }
    }
    if let misread {
      report(
        .misread, line, from: from, to: to,
        "the parameters of `\(name)` were (\(from)) and are (\(to)): what \(Self.list([line.release])) stored for `\(misread.name)` is read for `\(now.reader(of: misread.bytes)?.name ?? "")`",
        mends: [
          Change.Mend(
            member: "parameters", line[.parameters] ?? "{}",
            effect: "in this order reads what is stored", place: reader.place)
        ], at: reader.place)
    } else if isLatest, from != to || zip(old, new).contains(where: Self.isOfOtherScalar) {
      report(
        .source, line, from: from, to: to,
        "`\(name)` has \(from == to ? "a parameter of another type" : "another parameter name"): call sites change",
        at: reader.place)
    }
  }

  /// Whether two parameters are of other types, of which one is a scalar: enums have names that may change.
  private static func isOfOtherScalar(
    _ old: (name: String, type: String), _ new: (name: String, type: String)
  ) -> Bool {
    old.type != new.type && [old, new].contains { ScalarType(rawValue: $0.type) != nil }
  }

  /// The mend of values that no schema can bring along, since they are those of a family: another name for the
  /// new key, as it has it already if it is another's successor, and code.
  private func renewal(
    of line: LockedKey, _ reader: KeyInventory.Entry, _ migration: String
  ) -> Change.Mend? {
    let effect =
      line[.parameters] == nil
      ? "and `store.migrate` with a `\(migration)` brings the value along"
      : "and `store.migrate` with a `\(migration)` for each stored value brings them along (see the article Migrations, Families)"
    if line.storageString != reader.key.storageString {
      return reservation(of: line.storageString, inPlaceIn: reader, effect: effect)
    }
    return Change.Mend(text: "\"id\": \"…\"", effect: effect, place: reader.place)
  }
}

extension Vocabulary {
  /// The parameters of a family, by their places in its storage strings.
  fileprivate init(places names: [String]) {
    self.init(own: names.enumerated().map { (String($0.offset), $0.element) })
  }
}

extension LockedKey {
  /// The reading of this key's values by another.
  func reading(by other: LockedKey) -> TypeReading {
    var reading = TypeReading(LockedTypes(text: self[.types]), LockedTypes(text: other[.types]))
    // A number outside the range of a reader that takes its default instead counts for nothing.
    let counts = other.string(.outside) == "default" ? [self, other] : [self]
    reading.isNarrow = counts.contains { BoundsText($0[.range]).isExactAsDouble }
    reading.allowed = self[.allowed].flatMap(JSONNode.init(text:))?.elements?.map(\.compact)
    return reading
  }

  /// Whether what one of two keys stores is read by the other, either way.
  package func storesAlike(_ other: LockedKey) -> Bool {
    if self[.coding] != other[.coding] || self[.revision] != other[.revision] { return false }
    if !namesParametersAlike(other) { return false }
    return isRead(by: other) && other.isRead(by: self)
  }

  func isRead(by other: LockedKey) -> Bool {
    if self[.type] == other[.type], self[.types] == other[.types] { return true }
    var reading = TypeReading(LockedTypes(text: self[.types]), LockedTypes(text: other[.types]))
    reading.compare(type.type, other.type.type)
    return !reading.differences.contains(where: \.isOfBytes)
  }

  /// Whether the parameters of both stand in storage strings as the same text, either way.
  func namesParametersAlike(_ other: LockedKey) -> Bool {
    isNamed(as: other) && other.isNamed(as: self)
  }

  /// Whether the texts of the parameters in storage strings are those of another's: scalars that have the texts
  /// of both types, or enums whose raw values are of one type, whatever they are called.
  func isNamed(as other: LockedKey) -> Bool {
    if self[.parameters] == other[.parameters] { return true }
    let (old, new) = (parameters, other.parameters)
    if old.count != new.count { return false }
    let (types, otherTypes) = (
      LockedTypes(text: self[.types]), LockedTypes(text: other[.types])
    )
    return zip(old, new).allSatisfy { old, new in
      if old.type == new.type { return true }
      let rawType =
        if case .enumeration(let item) = types[old.type] { item.rawType } else {
          ScalarType(rawValue: old.type)
        }
      if case .enumeration(let item) = otherTypes[new.type] {
        return types[old.type] != nil && rawType == item.rawType
      }
      guard let rawType, let scalar = ScalarType(rawValue: new.type) else { return false }
      return scalar == .string || rawType == scalar
        || scalar.integerBounds != nil && rawType.widens(to: scalar, isNarrow: false)
    }
  }
}

extension TypeReading {
  /// Compares the values of a key, and the components of its storage strings.
  fileprivate mutating func compare(_ old: LockedKey, _ new: LockedKey) {
    if old[.type] == new[.type], old[.types] == new[.types] { return }
    compare(old.type.type, new.type.type)
    if old.isNamed(as: new) {
      for (old, new) in zip(old.parameters, new.parameters) { compareParameter(old.type, new.type) }
    }
  }
}
