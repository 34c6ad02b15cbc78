// Keys that nothing reads.

extension LockComparison {
  mutating func reportLost(
    _ lines: ArraySlice<LockedKey>, _ end: KeyLock.Retirement?
  ) {
    guard let last = lines.last, !lines.allSatisfy(\.isCached) else { return }
    let name = last.storageString
    if retired[ExactString(name)]?.contains(where: { $0.exception?.isRemoval == true }) == true {
      return
    }
    if let successor = end?.successor {
      if let reader = resolved(successor) { return reportDropped(name, of: reader, lines) }
      if isGivenUp(successor) { return }
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
    let isReserved = end != nil && end?.successor == nil
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
  mutating func checkSweep(
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
    if !running.isEmpty {
      report(
        .keySwept, line, from: "", releases: running.compactMap(\.release),
        "`remove` takes the value of `\(name)` from programs of \(Self.list(programs(of: running))), which still run",
        mends: [endOfRuns(running)], at: place)
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
    if isDeclared {
      var mend = Change.Mend(text: text, effect: effect, place: place)
      mend.remedy = .element(of: "reserved", JSONText: JSONText.quoted(id))
      return mend
    }
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
}

extension KeyLock.Exception {
  /// Whether a key was accepted as gone.
  var isRemoval: Bool { change == ChangeKind.keyRemoved.rawValue }
}
