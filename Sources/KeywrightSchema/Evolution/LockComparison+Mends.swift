// The words that say what a thing has become.

extension LockComparison {
  // MARK: Former keys

  /// The mend of a former key that is missing: all that a key needs, the newest first.
  ///
  /// - Parameter other: The key that has the former key in place of it.
  mutating func formerKeys(
    of reader: KeyInventory.Entry, adding string: String? = nil,
    from other: KeyInventory.Entry? = nil
  ) -> Change.Mend {
    if let other, let string {
      let chain = chain(to: reader, adding: string, from: other)
      return Change.Mend(
        member: "former", JSONText.array(chain.map(JSONText.quoted)),
        effect:
          "in `\(reader.place.name)`, without \(JSONText.quoted(string)) in `\(other.place.name)`, brings the value along",
        place: reader.place,
        replaces: [
          Change.Mend.Replaced(
            place: other.place, word: "former", element: JSONText.quoted(string))
        ])
    }
    let own = reader.key.storageString
    if string == nil, let known = chains[ExactString(own)] { return known }
    let mend = formerKeysMend(of: reader, own, adding: string)
    if string == nil { chains[ExactString(own)] = mend }
    return mend
  }

  private func formerKeysMend(
    of reader: KeyInventory.Entry, _ own: String, adding string: String?
  ) -> Change.Mend {
    let chain = chain(to: reader, adding: string)
    let part = Self.lastPart(own)
    // The keys of a namespace have its former names, and need one more.
    if let first = reader.inherited.first, chain.allSatisfy({ Self.lastPart($0) == part }),
      Self.lastPart(first.text) == part
    {
      return formerNames(
        of: Self.prefix(own), (reader.inherited.map(\.text) + chain).map(Self.prefix))
    }
    // An id where a whole storage string is wanted would be refused.
    if let bare = chain.first, chain.count == 1, !bare.contains(":"), own.contains(":"),
      today.reserved[ExactString(bare)] == nil
    {
      return Change.Mend(
        member: "storageString", JSONText.quoted(bare),
        effect: "in `\(reader.place.name)` leaves the value where it is", place: reader.place)
    }
    let effect =
      string == nil ? "brings the value along" : "in `\(reader.place.name)` brings the value along"
    return Change.Mend(
      member: "former", JSONText.array(chain.map(JSONText.quoted)), effect: effect,
      place: reader.place)
  }

  func formerNames(of prefix: String, _ names: [String]) -> Change.Mend {
    var known: Set<ExactString> = []
    let names = names.filter { known.insert(ExactString($0)).inserted }
    return Change.Mend(
      member: "former", JSONText.array(names.map(JSONText.quoted)),
      effect: "in the namespace brings all its values along",
      place: today.namespaces[ExactString(prefix)])
  }

  /// The former keys of a key with those that they had in releases: people skip some.
  private func chain(
    to reader: KeyInventory.Entry, adding string: String?, from taker: KeyInventory.Entry? = nil
  ) -> [String] {
    let own = ExactString(reader.key.storageString)
    var waiting = reader.formerKeys
    if let string { waiting.insert(string, at: 0) }
    waiting += predecessors[own] ?? []
    var chain: [String] = []
    var seen: Set<ExactString> = [own]
    var next = 0
    while next < waiting.count {
      let former = ExactString(waiting[next])
      next += 1
      if !seen.insert(former).inserted { continue }
      // A former key that belongs to another key is not one of this key's.
      if let other = today[former.text] ?? today.successors[former], other !== reader,
        other !== taker
      {
        continue
      }
      // The name of a single key that is one of the family's values now.
      if former.text.hasPrefix(own.text + StorageString.separator) { continue }
      waiting += predecessors[former] ?? []
      if reader.inherited.contains(former) { continue }
      chain.append(former.text)
    }
    return chain
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
    // Of several former keys, one where all running programs look for the value may come first.
    let strings = reader.formerKeys
    if reader.key.movesLater, !running.isEmpty,
      let shared = strings.dropFirst().first(where: { former in
        running.allSatisfy { $0.looksUp(former) }
      })
    {
      let list = [shared] + strings.filter { $0 != shared }
      mends.append(
        Change.Mend(
          member: "former", JSONText.array(list.map(JSONText.quoted)),
          effect: "in this order leaves the value where all programs find it", place: reader.place))
    }
    // A string that no release has can still be another one.
    if !running.isEmpty, name != own, latest[ExactString(own)] == nil, reader.key[.migrate] == nil {
      mends.append(
        storageString(name, in: reader, effect: "leaves the value where all programs find it"))
    }
    // A value that moves to another store leaves its former key.
    if running.isEmpty, reader.key.movesLater, last.storeName == reader.key.storeName {
      return report(
        .keyMoved, last, from: move.from, to: move.to,
        "\(move.words), and its value stays where older programs find it", at: reader.place,
        readers: .newer)
    }
    report(
      .keyMoved, last, from: move.from, to: move.to,
      "\(move.words): a program of \(releases) that runs beside this one finds its values no longer",
      mends: running.isEmpty ? [] : mends + [endOfRuns(running)], at: reader.place,
      readers: running.isEmpty ? .newer : .both)
  }

  /// The mend of a key that keeps the storage string that it had, in place of what brought the value along.
  func storageString(
    _ string: String, in reader: KeyInventory.Entry, effect: String
  ) -> Change.Mend {
    let isOwn = reader.inherited.count < reader.formerKeys.count
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
    let isOwn = reader.inherited.count < reader.formerKeys.count
    return Change.Mend(
      member: "moves", "\"later\"",
      effect:
        "beside `former` reads both names and leaves the value where it is, until no program runs that knows the former name alone",
      place: isOwn
        ? reader.place : today.namespaces[ExactString(Self.prefix(reader.key.storageString))])
  }

  /// The lines of programs that run beside today's.
  mutating func runs(of lines: ArraySlice<LockedKey>) -> [LockedKey] {
    lines.filter { !programs(of: $0).isEmpty }
  }

  /// The releases that have a line and whose programs run beside today's.
  mutating func programs(of line: LockedKey) -> [String] {
    guard lock.readers == .both, let span = spans[LineName(line)] else { return [] }
    return lock.releases[span].filter { !lock.ended.contains($0) }
  }

  /// The releases, each once, that have one of the lines and whose programs run beside today's.
  mutating func programs(of lines: [LockedKey]) -> [String] {
    var releases: Set<String> = []
    for line in lines { releases.formUnion(programs(of: line)) }
    return lock.releases.filter(releases.contains)
  }

  /// The releases that have each line, as places in their order.
  func findSpans() -> [LineName: Range<Int>] {
    let retired = Dictionary(grouping: lock.retired.filter { $0.exception == nil }) {
      ExactString($0.storageString)
    }.mapValues { $0.map { place($0.release) } }
    var spans: [LineName: Range<Int>] = [:]
    for (index, line) in released.enumerated() {
      let string = ExactString(line.storageString)
      let next = released.dropFirst(index + 1).first
      let isLast = next.map { ExactString($0.storageString) != string } ?? true
      let start = place(line.release)
      // A string may have come to an end and come back.
      let ends =
        retired[string, default: []].filter { $0 > start } + [place(isLast ? nil : next?.release)]
      let end = ends.min() ?? start
      spans[LineName(line)] = start..<max(start, end)
    }
    return spans
  }

  /// The way out where programs of releases run beside today's: the statement that they run no longer.
  mutating func endOfRuns(_ lines: [LockedKey]) -> Change.Mend {
    let releases = programs(of: lines)
    return Change.Mend(
      text: "keywright lock" + releases.map { " --ended \($0)" }.joined(),
      effect: "says that no program of \(Self.list(releases)) runs any more, once that is so",
      place: nil, isCommand: true)
  }
}
