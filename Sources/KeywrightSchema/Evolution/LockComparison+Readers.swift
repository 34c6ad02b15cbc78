// The reader of a storage string in today's program: whether that is the key which people mean by it.

extension LockComparison {
  /// Reports a key whose string another name has now.
  ///
  /// - Returns: Whether its values are that key's.
  mutating func readName(of line: LockedKey, by reader: KeyInventory.Entry) -> Bool {
    if line[.name] == reader.key[.name] { return true }
    guard let old = line.string(.name), let new = reader.key.string(.name) else { return true }
    let term = Vocabulary.Term(
      bytes: line.storageString, name: line[.name] ?? "", isFormer: false)
    let name = line.storageString
    if case .misread = names.released.reading(of: term, by: names.today),
      !hasComeBack(term.name, to: reader)
    {
      let namesake = names.today.namesake(of: term.name)
      report(
        .misread, line, from: old, to: new,
        "`\(name)` of \(Self.list([line.release])) is `\(old)`, and is read as `\(new)` now, which is something else",
        mends: namesake.flatMap { today[$0.bytes] }.map {
          [
            Change.Mend(
              member: "storageString", JSONText.quoted(name),
              effect: "in `\($0.place.name)` leaves the value where it is", place: $0.place)
          ]
        } ?? [], at: reader.place)
      return isLastAccepted
    }
    report(
      .source, line, from: line[.name] ?? "", to: reader.key[.name] ?? "",
      "`\(name)` is called `\(new)` in Swift, and was `\(old)`", at: reader.place)
    return true
  }

  /// Whether a key has its name of an earlier release again: the string that had the name then has become the key's.
  private mutating func hasComeBack(_ name: String, to reader: KeyInventory.Entry) -> Bool {
    guard names.today.namesake(of: name) == nil, let own = reader.key[.name],
      let former = names.released.namesake(of: own).map({ ExactString($0.bytes) })
    else { return false }
    return (today.successors[former] ?? ends[former]?.successor.flatMap(resolved)) === reader
  }

  /// Whether the latest change was accepted: its values are the reader's then.
  private var isLastAccepted: Bool { changes.last.flatMap(reason(for:)) != nil }

  /// Reports a key whose string a release gave up.
  ///
  /// - Returns: Whether its values are that key's in spite of that.
  mutating func reportReuse(
    of line: LockedKey, by reader: KeyInventory.Entry, _ end: KeyLock.Retirement
  ) -> Bool {
    let name = line.storageString
    let release = end.release ?? ""
    add(
      .reused, name, from: "", to: reader.key.string(.type) ?? "", releases: [release],
      "`\(name)` was retired in release \(release) and never comes back: values of before would be read as the new key's",
      mends: [anotherID(for: reader)], at: reader.place)
    return isLastAccepted
  }

  /// The mend of a key that would read the values of another one.
  func anotherID(for reader: KeyInventory.Entry) -> Change.Mend {
    let noun = reader.key[.parameters] == nil ? "key" : "family"
    return Change.Mend(
      text: "\"id\": \"…\"", effect: "gives the new \(noun) a name of its own",
      place: reader.place)
  }

  /// Checks that the key that takes a string over is the one that releases gave it to.
  ///
  /// - Returns: Whether its values are the key's.
  mutating func checkHeir(
    _ reader: KeyInventory.Entry, of line: LockedKey, _ end: KeyLock.Retirement?
  ) -> Bool {
    guard let end else { return true }
    let name = line.storageString
    let own = reader.key.storageString
    let successor = end.successor.flatMap(resolved)
    if successor == nil, end.successor.map(isGivenUp) ?? true {
      let release = end.release ?? ""
      let isNamed = !reader.inherited.contains(ExactString(name))
      let fate =
        end.successor.map { "became `\($0)` in release \(release), which is gone" }
        ?? "was retired in release \(release)"
      report(
        .reused, as: isNamed ? .warning : .error, line, from: "", to: own,
        "`\(name)` \(fate), and `\(own)` reads what was left of it"
          + (isNamed ? "" : " by the `former` of its namespace"),
        mends: isNamed ? [] : [anotherID(for: reader)],
        at: reader.place)
      return isNamed || isLastAccepted
    }
    guard let successor, successor !== reader, !ancestry.gave(name, to: reader)
    else { return true }
    report(
      .misread, line, from: successor.key.storageString, to: own,
      "`\(name)` became `\(successor.key.storageString)` in release \(end.release ?? ""), and `\(own)` has it as a former key now: who comes from before finds the value under another name",
      mends: [formerKeys(of: successor, adding: name, from: reader)], at: reader.place)
    return isLastAccepted
  }

  /// Former keys of a release, which must be read as what they had become.
  mutating func checkFormerKeys(of line: LockedKey, _ reader: KeyInventory.Entry) {
    for former in line.strings(.formerKeys) {
      let string = ExactString(former)
      if latest[string] != nil { continue }
      let found = today[former] ?? today.successors[string]
      if found === reader { continue }
      let name = line.storageString
      if let found {
        report(
          .misread, line, from: former, to: found.key.storageString,
          "`\(former)` was a former key of `\(name)`, and `\(found.key.storageString)` reads it now: who comes from before finds the value under another name",
          mends: [
            found.key.storageString == former
              ? anotherID(for: found) : formerKeys(of: reader, adding: former, from: found)
          ], at: found.place)
      } else {
        reportDropped(former, of: reader, [line])
      }
    }
    if line[.migrate] != nil, reader.key[.migrate] == nil, !reader.formerKeys.isEmpty {
      report(
        .lost, line, from: line.string(.migrate) ?? "",
        "`\(line.storageString)` has former keys and no `migrate` any more: older values are of another type",
        mends: [
          Change.Mend(
            text: "\"migrate\": \(line[.migrate] ?? "")",
            effect: "makes its value of the older one", place: reader.place)
        ], at: reader.place)
    }
  }

  /// Reports a former key that is gone.
  mutating func reportDropped(
    _ former: String, of reader: KeyInventory.Entry, _ lines: ArraySlice<LockedKey>
  ) {
    guard let line = lines.last else { return }
    let name = reader.key.storageString
    if let heirs = ancestry.disputed[ExactString(former)] {
      let fates = heirs.map { "`\($0.key.storageString)` in release \($1)" }
      return report(
        .lost, line, from: name, releases: lines.compactMap(\.release),
        "`\(former)` became \(fates.joined(separator: " and ")): only one of them can have its value",
        mends: heirs.map { formerKeys(of: $0.heir, adding: former) }, at: reader.place,
        subject: "former keys of \(name)")
    }
    report(
      .lost, line, from: name, releases: lines.compactMap(\.release),
      "`\(name)` has no former key `\(former)` any more: who comes from before loses the value",
      mends: [formerKeys(of: reader, adding: former, isOldest: true)], at: reader.place,
      subject: "former keys of \(name)")
  }
}
