// Strings that a family has among its own: of single keys that it takes in, and of a family that is gone.

extension LockComparison {
  /// Follows a storage string that no key of today has, neither as its own nor as a former one.
  mutating func followUnnamed(_ lines: ArraySlice<LockedKey>, _ end: KeyLock.Retirement?) {
    guard let last = lines.last else { return }
    let name = last.storageString
    let reservation = today.reservation(of: name)
    if let (family, string) = today.family(around: last) {
      let isGivenUp =
        reservation != nil || end.map { $0.successor.map(self.isGivenUp) ?? true } ?? false
      if isGivenUp {
        reportRevival(of: last, end, by: family, below: string)
      } else if end == nil || resolved(end?.successor ?? "") === family {
        takeIn(lines, family, string, isReleased: end != nil)
      } else {
        reportLost(lines, end)
      }
      return
    }
    if let use = others.use(of: last, reservation == nil ? .lost : .reserved) {
      return reportElsewhere(use, lines, isTaken: false)
    }
    guard let reservation else { return reportLost(lines, end) }
    // A user of an earlier release has the value of a key that is there still.
    if let heir = end?.successor.flatMap(resolved) { return reportDropped(name, of: heir, lines) }
    checkSweep(reservation, of: lines)
    if last[.parameters] == nil { return }
    for entry in today.keys(inside: last) {
      reportRevival(of: last, end, by: entry, below: nil)
    }
  }

  /// Reports values that were given up and are read again: of a single key by a family, or of a family by a
  /// single key.
  ///
  /// - Parameter string: The beginning by which a family has them; nil if a single key reads them.
  private mutating func reportRevival(
    of line: LockedKey, _ end: KeyLock.Retirement?, by reader: KeyInventory.Entry,
    below string: String?
  ) {
    let (name, own) = (line.storageString, reader.key.storageString)
    let fate = end?.release.map { "was retired in release \($0)" } ?? "is reserved"
    report(
      .reused, line, from: "", to: own,
      string == nil
        ? "`\(name)` \(fate), and `\(own)` reads a value of that family as its own"
        : "`\(name)` \(fate), and the family `\(own)` reads its value as one of its own",
      mends: [distance(from: line, to: reader, below: string)], at: reader.place)
  }

  /// The mend of a key or a family that reads what was given up.
  private func distance(
    from line: LockedKey, to reader: KeyInventory.Entry, below string: String?
  ) -> Change.Mend {
    // If all keys of a namespace are below the family, another id for one of them does not help.
    if string == nil, let space = today.namespaces[ExactString(line.storageString)] {
      return Change.Mend(
        text: "\"id\": \"…\"", effect: "gives the new namespace a name of its own", place: space)
    }
    guard let string, ExactString(string) != ExactString(reader.key.storageString) else {
      return anotherID(for: reader)
    }
    return Change.Mend(
      text: "\"former\": […]",
      effect: "without \(JSONText.quoted(string)) leaves alone what was given up",
      place: reader.place)
  }

  /// Follows a single key, or a family of fewer parameters, whose values belong to a family now.
  ///
  /// - Parameters:
  ///   - string: The beginning by which the family has them: its own, or a former one, from which they move.
  ///   - isReleased: Whether a release has given them to the family already.
  private mutating func takeIn(
    _ lines: ArraySlice<LockedKey>, _ family: KeyInventory.Entry, _ string: String, isReleased: Bool
  ) {
    guard let last = lines.last else { return }
    let (name, own) = (last.storageString, family.key.storageString)
    let isMoved = ExactString(string) != ExactString(own)
    if let namesake = last[.name].flatMap(names.today.namesake), !isReleased {
      return report(
        .misread, last, from: last.string(.name) ?? "", to: family.key.string(.name) ?? "",
        "`\(name)` of \(Self.list([last.release])) is `\(last.string(.name) ?? "")`, which is `\(namesake.bytes)` now, and is read as a value of the family `\(own)`",
        mends: today[namesake.bytes].map {
          [
            Change.Mend(
              member: "storageString", JSONText.quoted(name),
              effect: "in `\($0.place.name)` leaves the value where it is", place: $0.place)
          ]
        } ?? [], at: family.place)
    }
    for line in lines {
      compareStored(line, family, current: current(of: line, lines, movedTo: nil))
      if isMoved {
        checkConstraints(line, family)
        checkProcessing(line, family)
      }
    }
    let running = runs(of: lines)
    if isMoved {
      let new = own + name.dropFirst(string.count)
      let move = ("`\(name)` is now called `\(new)`", name, new)
      reportMove(of: lines, to: family, isReleased ? ends[ExactString(name)] : nil, move)
    }
    if isReleased { return }
    if !isMoved {
      report(
        .source, last, from: last[.name] ?? "", to: family.key[.name] ?? "",
        "`\(name)` is a value of the family `\(family.key.string(.name) ?? "")` in Swift, and was `\(last.string(.name) ?? "")`",
        at: family.place)
      for line in running { compareOlder(line, family, .both) }
    }
    for line in latest(of: lines) {
      compareMeaning(line, family, isMoved: isMoved)
      compareDefaults(line, family, isMoved: isMoved)
    }
  }

  // MARK: Several values for one key

  /// Whether a value that moves is the only one of its new key, or a schema says of the key that it takes over
  /// several. A former name of a namespace says of no key that it has become the one of the same name.
  mutating func isOnlyOne(_ line: LockedKey, in reader: KeyInventory.Entry) -> Bool {
    let name = line.storageString
    let own = ExactString(reader.key.storageString)
    guard reader.inherited.contains(ExactString(name)) else { return true }
    let several =
      merged[own]
      ?? ([own.text] + reader.formerKeys).filter {
        latest[ExactString($0)] != nil && ends[ExactString($0)] == nil
      }
    merged[own] = several
    guard let first = several.first, several.count > 1, first != name else { return true }
    let declared = reader.declaredFormerKeys
    let named = declared + several.filter { $0 != own.text && !declared.contains($0) }
    report(
      .lost, line, from: name, to: own.text,
      "`\(name)` and `\(first)` of \(Self.list([line.release])) are both `\(own.text)` now, by the `former` of its namespace: where both are stored, one is lost",
      mends: [
        Change.Mend(
          member: "former", JSONText.array(named.map(JSONText.quoted)),
          effect:
            "in `\(reader.place.name)` says that they are one thing, of which the first value counts",
          place: reader.place)
      ], at: reader.place)
    return false
  }

  // MARK: Other targets

  /// Reports values that another target of the package takes while this one still reads them.
  mutating func checkTakers(of lines: ArraySlice<LockedKey>, _ reader: KeyInventory.Entry) {
    guard let last = lines.last,
      let use = others.use(of: last, .read(by: reader.key.storageString))
    else { return }
    reportElsewhere(use, lines, isTaken: true)
  }

  private mutating func reportElsewhere(
    _ use: OtherTargets.Use, _ lines: ArraySlice<LockedKey>, isTaken: Bool
  ) {
    guard let last = lines.last else { return }
    let name = last.storageString
    let releases = Self.list(lines.map(\.release))
    let target = use.target
    let words =
      switch use.kind {
      case .key: "is declared by the target `\(target)` now"
      case .former: "is read as a former key of `\(use.reader)` by the target `\(target)` now"
      case .family: "is read as a value of the family `\(use.reader)` by the target `\(target)` now"
      case .sweep: "is removed by the target `\(target)`, which reserves `\(use.reader)`"
      }
    report(
      .lost, last, from: "", to: target, releases: lines.compactMap(\.release),
      "`\(name)` of \(releases) \(words), "
        + (isTaken
          ? "and this target reads it, too" : "whose lock does not know what was released"),
      mends: [
        isTaken
          ? Change.Mend(
            text: use.kind == .family ? "\"id\": \"…\"" : "{\"key\": \(JSONText.quoted(name)), …}",
            effect: use.kind == .family
              ? "in that family gives its values names of their own"
              : "moves, each such line, from this lock into that of `\(target)`, if its key is gone from this target; else the target `\(target)` must leave it alone",
            place: nil, isCommand: true)
          : Change.Mend(
            text: "{\"key\": \(JSONText.quoted(name)), …}",
            effect:
              "moves, each such line, from this lock into that of `\(target)`, and its value in the fixtures too",
            place: nil, isCommand: true)
      ], at: nil)
  }
}
