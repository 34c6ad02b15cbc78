// The words that say what a thing has become.

extension LockComparison {
  // MARK: Former keys

  /// The mend of a former key that is missing; the lock knows those before it.
  ///
  /// - Parameters:
  ///   - isOldest: Whether the key had the other former ones later.
  ///   - other: The key that has the former key in place of it.
  func formerKeys(
    of reader: KeyInventory.Entry, adding string: String, isOldest: Bool = false,
    from other: KeyInventory.Entry? = nil
  ) -> Change.Mend {
    let declared = reader.declaredFormerKeys.filter { ExactString($0) != ExactString(string) }
    let formers = JSONText.array(
      (isOldest ? declared + [string] : [string] + declared).map(JSONText.quoted))
    if let other {
      let element = JSONText.quoted(string)
      return Change.Mend(
        member: "former", formers,
        effect:
          "in `\(reader.place.name)`, without \(element) in `\(other.place.name)`, brings the value along",
        place: reader.place,
        replaces: [Change.Mend.Replaced(place: other.place, word: "former", element: element)])
    }
    let own = reader.key.storageString
    let part = Self.lastPart(own)
    // The keys of a namespace have its former names, and need one more.
    if let first = reader.inherited.first, Self.lastPart(string) == part,
      Self.lastPart(first.text) == part
    {
      return formerNames(
        of: Self.prefix(own), (reader.inherited.map(\.text) + [string]).map(Self.prefix))
    }
    guard let reservation = today.reserved[ExactString(string)] else {
      return Change.Mend(
        member: "former", formers, effect: "in `\(reader.place.name)` brings the value along",
        place: reader.place)
    }
    let word = reservation.removes ? "erased" : "reserved"
    let element = JSONText.quoted(Self.lastPart(string) + (reservation.isFamily ? ":*" : ""))
    return Change.Mend(
      member: "former", formers,
      effect: "in `\(reader.place.name)`, without \(element) in `\(word)`, brings the value along",
      place: reader.place,
      replaces: [
        Change.Mend.Replaced(place: nearestNamespace(of: string), word: word, element: element)
      ])
  }

  func formerNames(of prefix: String, _ names: [String]) -> Change.Mend {
    var known: Set<ExactString> = []
    let names = names.filter { known.insert(ExactString($0)).inserted }
    return Change.Mend(
      member: "former", JSONText.array(names.map(JSONText.quoted)),
      effect: "in the namespace brings all its values along",
      place: today.namespaces[ExactString(prefix)])
  }

  // MARK: Moves

  /// Reports a move that a declaration brings about: today's program finds the value, and a program of a
  /// release that runs beside it does not find it any more.
  ///
  /// - Parameter move: The words about it; nil for a key of another name.
  mutating func reportMove(
    of lines: ArraySlice<LockedKey>, to reader: KeyInventory.Entry, _ end: KeyLock.Retirement?,
    _ move: (words: String, from: String, to: String)? = nil
  ) {
    let written = reader.key.writtenString
    let running = runs(of: lines).filter {
      $0.storeName != reader.key.storeName || !$0.looksUp(written)
    }
    guard let last = running.last ?? (end == nil ? lines.last : nil) else { return }
    let (name, own) = (last.storageString, reader.key.storageString)
    let move = move ?? ("`\(name)` is now called `\(own)`", name, own)
    let releases = Self.list(running.isEmpty ? [last.release] : programs(of: running))
    var mends: [Change.Mend] = []
    // The key may stay where all running programs look for it.
    if let former = reader.formerKeys.first, !reader.key.movesLater, reader.key[.migrate] == nil,
      !running.isEmpty, running.allSatisfy({ $0.looksUp(former) })
    {
      mends.append(movesLater(of: reader))
    }
    // A string that no release has can still be another one.
    if !running.isEmpty, name != own, latest[ExactString(own)] == nil, reader.key[.migrate] == nil {
      mends.append(
        storageString(name, in: reader, effect: "leaves the value where all programs find it"))
    }
    defer {
      if move.from == name {
        let names = today.textNames
        let variable = names.variable(of: move.to, prefix: nil)
        changes[changes.count - 1].newNames =
          "variable `\(variable)`, argument `\(names.argument(of: move.to))`"
      }
    }
    // A value that moves to another store leaves its former key.
    if running.isEmpty, reader.key.movesLater, last.storeName == reader.key.storeName {
      return report(
        .olderLost, last, from: move.from, to: move.to,
        "\(move.words), and its value stays where older programs find it", at: reader.place,
        readers: .newer)
    }
    report(
      .olderLost, last, from: move.from, to: move.to,
      "\(move.words): a program of \(releases) that runs beside this one finds its values no longer",
      mends: running.isEmpty ? [] : mends + [endOfRuns(running)], at: reader.place,
      readers: running.isEmpty ? .newer : .both)
  }

  /// The mend of a key that keeps the storage string that it had, in place of what brought the value along.
  func storageString(
    _ string: String, in reader: KeyInventory.Entry, effect: String
  ) -> Change.Mend {
    let isOwn = !reader.declaredFormerKeys.isEmpty
    let words = (isOwn ? ["former"] : []) + (isOwn && reader.key.movesLater ? ["moves"] : [])
    let place =
      words.isEmpty
      ? "" : "in place of \(words.map { "`\($0)`" }.joined(separator: " and ")) "
    return Change.Mend(
      member: "storageString", JSONText.quoted(string), effect: place + effect,
      place: reader.place,
      replaces: words.map { Change.Mend.Replaced(place: reader.place, word: $0) })
  }

  /// The first of two steps by which programs that run beside each other rename a key.
  private func movesLater(of reader: KeyInventory.Entry) -> Change.Mend {
    let isOwn = !reader.declaredFormerKeys.isEmpty
    return Change.Mend(
      member: "moves", "\"later\"",
      effect:
        "beside `former` reads both names and leaves the value where it is, until no program runs that knows the former name alone",
      place: isOwn
        ? reader.place : today.namespaces[ExactString(Self.prefix(reader.key.storageString))])
  }

  /// The lines of programs that run beside today's.
  func runs(of lines: ArraySlice<LockedKey>) -> [LockedKey] {
    lines.filter { !programs(of: $0).isEmpty }
  }

  /// The releases that have a line and whose programs run beside today's.
  func programs(of line: LockedKey) -> [String] { running.releases(of: line) }

  /// The releases, each once, that have one of the lines and whose programs run beside today's.
  func programs(of lines: [LockedKey]) -> [String] {
    var releases: Set<String> = []
    for line in lines { releases.formUnion(programs(of: line)) }
    return lock.releases.filter(releases.contains)
  }

  /// The way out where programs of releases run beside today's: the statement that they run no longer.
  func endOfRuns(_ lines: [LockedKey]) -> Change.Mend {
    let releases = programs(of: lines)
    return Change.Mend(
      text: "keywright lock" + releases.map { " --ended \($0)" }.joined(),
      effect: "says that no program of \(Self.list(releases)) runs any more, once that is so",
      place: nil, isCommand: true)
  }
}
