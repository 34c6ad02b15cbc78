// Keys that nothing reads.

extension LockComparison {
  mutating func reportLost(
    _ lines: ArraySlice<LockedKey>, _ end: KeyLock.Retirement?
  ) {
    guard let last = lines.last, !lines.allSatisfy(\.isCached) else { return }
    let name = last.storageString
    if end != nil, let removals = exceptions[ExactString(name)],
      removals.contains(where: { $0.exception?.isRemoval == true && isAbout(last, $0) })
    {
      return
    }
    if let successor = end?.successor {
      // No former key of a family is that of one of its values.
      let isFamily = last[.parameters] != nil
      if let reader = resolved(successor), (reader.key[.parameters] != nil) == isFamily {
        return reportDropped(name, of: reader, lines)
      }
      if isGivenUp(successor) || isReportedLost(successor) { return }
    }
    let releases = Self.list(lines.map(\.release))
    let isReserved = end != nil && end?.successor == nil
    report(
      isReserved ? .reused : .lost, last,
      from: isReserved ? "reserved" : last.string(.type) ?? "",
      releases: lines.compactMap(\.release),
      isReserved
        ? "`\(name)` is not reserved any more: a new key of that name would meet values of \(releases)"
        : "`\(name)` of \(releases) is declared no longer: users keep a value that nothing reads",
      mends: [reservation(of: name)].compactMap(\.self), at: nearestNamespace(of: name))
    changes[changes.count - 1].isRemoval = !isReserved
  }

  /// Storage strings, and those that their keys had before in releases, each once.
  func strings(before strings: [String]) -> [String] {
    var all = strings
    var seen = Set(all.map(ExactString.init))
    var next = 0
    while next < all.count {
      all += (predecessors[ExactString(all[next])] ?? [])
        .filter { seen.insert(ExactString($0)).inserted }
      next += 1
    }
    return all
  }

  /// Whether the key that a storage string became in a release has no reader either, so that the mend of its
  /// loss is the whole chain.
  private mutating func isReportedLost(_ string: String) -> Bool {
    var last = ExactString(string)
    var seen: Set<ExactString> = []
    while seen.insert(last).inserted, let successor = ends[last]?.successor {
      last = ExactString(successor)
    }
    // In a circle nobody has the value, and what a family reads of a single key is not lost.
    guard ends[last]?.successor == nil, let line = latest[last], today.family(around: line) == nil,
      today[last.text] == nil, today.successors[last] == nil
    else { return false }
    return durable.contains(last)
      && exceptions[last]?.contains { $0.exception?.isRemoval == true } != true
  }

  /// Reports a removal that takes only one string of a family, one that leaves values under earlier strings,
  /// and one that takes a value from programs that still run.
  mutating func checkSweep(
    _ reservation: Reservation, of lines: ArraySlice<LockedKey>
  ) {
    guard reservation.removes, let line = lines.last else { return }
    let name = line.storageString
    let place = KeyInventory.Place(
      name: StorageString.id(ofComponent: Self.lastPart(name)), origin: reservation.origin)
    if !reservation.isFamily, line[.parameters] != nil {
      report(
        .exposed, as: .warning, line, from: line[.parameters] ?? "",
        "`\(name)` had parameters, and `erased` takes the value of that one string: those of its keys stay stored",
        mends: [sweep(of: name)].compactMap(\.self), at: place)
    }
    for former in unswept(by: reservation) {
      report(
        .exposed, as: .warning, line, from: former,
        "`erased` takes what is stored as `\(name)`, and not what users of earlier releases still have as `\(former)`: that stays stored",
        mends: [sweep(of: former)].compactMap(\.self), at: place)
    }
    let running = runs(of: lines)
    if !running.isEmpty {
      report(
        .olderLost, as: .warning, line, from: "", releases: running.compactMap(\.release),
        "`erased` takes the value of `\(name)` from programs of \(Self.list(programs(of: running))), which still run",
        mends: [endOfRuns(running)], at: place)
    }
  }

  /// The earlier strings of a key whose value is removed, under which values are neither read nor removed.
  private func unswept(by reservation: Reservation) -> [String] {
    strings(before: [reservation.storageString]).dropFirst().filter { former in
      today[former] == nil && today.successors[ExactString(former)] == nil
        && today.reservation(of: former)?.removes != true
    }
  }

  /// The mend of a value that stays under an earlier string of a key whose value is removed.
  private mutating func sweep(of name: String) -> Change.Mend? {
    let id = StorageString.id(ofComponent: Self.lastPart(name))
    let isFamily = latest[ExactString(name)]?[.parameters] != nil
    let entry = JSONText.quoted(isFamily ? id + ":*" : id)
    let reserved = today.reserved[ExactString(name)]
    let word = reserved?.removes == true ? "erased" : "reserved"
    let place = reserved == nil ? "" : "in place of \(JSONText.quoted(id)) "
    let effect =
      reserved?.removes == true
      ? "removes them all"
      : place.isEmpty ? "removes that, too" : "under `\(word)` removes that, too"
    var mend = reservation(of: name, as: entry, under: "erased", effect: place + effect)
    if reserved != nil {
      mend?.remedy = nil
      mend?.replaces = [Change.Mend.Replaced(word: word, element: JSONText.quoted(id))]
    }
    return mend
  }

  /// The mend of a key that is gone: in its namespace, or in a file that declares no more than that; nil if no
  /// schema can spell its storage string, as one with an empty part.
  ///
  /// - Parameter entry: The entry, if it is more than the id.
  func reservation(
    of name: String, as entry: String? = nil, under word: String = "reserved",
    effect: String = "says that it is gone, and keeps its name from other keys"
  ) -> Change.Mend? {
    let parts = name.split(separator: ":", omittingEmptySubsequences: false)
    let isSpelled = parts.allSatisfy { part in
      !part.isEmpty && StorageString.joined("", StorageString.id(ofComponent: part)) == part
    }
    guard isSpelled else { return nil }
    let prefix = Self.prefix(name)
    let element = entry ?? JSONText.quoted(StorageString.id(ofComponent: Self.lastPart(name)))
    let text = "\"\(word)\": [\(element)]"
    let place = nearestNamespace(of: name)
    let isDeclared =
      prefix.isEmpty ? today.hasRootFile : today.namespaces[ExactString(prefix)] != nil
    if isDeclared {
      var mend = Change.Mend(text: text, effect: effect, place: place)
      mend.remedy = .element(of: word, JSONText: element)
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
  var isRemoval: Bool { accepts(.lost, of: .key) && from.isEmpty && to.isEmpty }

  /// Whether it accepts a fate of a thing.
  func accepts(_ fate: Fate, of part: Change.Part) -> Bool {
    change == fate.rawValue && self.part == part
  }
}
