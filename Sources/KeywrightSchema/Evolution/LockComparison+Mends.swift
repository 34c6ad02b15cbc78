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
        text: "\"formerKeys\": \(JSONText.array(chain.map(JSONText.quoted)))",
        effect:
          "in `\(reader.place.name)`, without \(JSONText.quoted(string)) in `\(other.place.name)`, brings the value along",
        place: reader.place)
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
    let effect =
      string == nil ? "brings the value along" : "in `\(reader.place.name)` brings the value along"
    return Change.Mend(
      member: "formerKeys", JSONText.array(chain.map(JSONText.quoted)), effect: effect,
      place: reader.place)
  }

  func formerNames(of prefix: String, _ names: [String]) -> Change.Mend {
    var known: Set<ExactString> = []
    let names = names.filter { known.insert(ExactString($0)).inserted }
    return Change.Mend(
      member: "formerNames", JSONText.array(names.map(JSONText.quoted)),
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
      // One that another key has, or that is gone, is none of this one's.
      if let other = today[former.text] ?? successors[former], other !== reader, other !== taker {
        continue
      }
      if today.reserved[former] != nil { continue }
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
      $0[.store] != reader.key[.store] || !$0.looksUp(written)
    }
    guard let last = running.last ?? (end == nil ? lines.last : nil) else { return }
    let (name, own) = (last.storageString, reader.key.storageString)
    let move = move ?? ("`\(name)` is now called `\(own)`", name, own)
    let releases = Self.list(running.isEmpty ? [last.release] : programs(of: running))
    var mends: [Change.Mend] = []
    // The key may stay where all of them look for it.
    if let former = reader.formerKeys.first, !reader.key.movesLater, reader.key[.migrate] == nil,
      !running.isEmpty, running.allSatisfy({ $0.looksUp(former) })
    {
      mends.append(movesLater(of: reader))
    }
    // Of several former keys, the one where all of them look for it may come first.
    let strings = reader.formerKeys
    if reader.key.movesLater, !running.isEmpty,
      let shared = strings.dropFirst().first(where: { former in
        running.allSatisfy { $0.looksUp(former) }
      })
    {
      let list = [shared] + strings.filter { $0 != shared }
      mends.append(
        Change.Mend(
          member: "formerKeys", JSONText.array(list.map(JSONText.quoted)),
          effect: "in this order leaves the value where all programs find it", place: reader.place))
    }
    // A string that no release has can still be another one.
    if !running.isEmpty, name != own, latest[ExactString(own)] == nil, reader.key[.migrate] == nil {
      mends.append(
        Change.Mend(
          text: "\"storageString\": \(JSONText.quoted(name))",
          effect:
            "\(reader.inherited.contains(ExactString(name)) ? "" : "in place of `formerKeys` ")leaves the value where all programs find it",
          place: reader.place))
    }
    if running.isEmpty, reader.key.movesLater {
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

  /// The first of two steps by which programs that run beside each other rename a key.
  private func movesLater(of reader: KeyInventory.Entry) -> Change.Mend {
    let isOwn = reader.inherited.count < reader.formerKeys.count
    return Change.Mend(
      member: "moves", "\"later\"",
      effect:
        "beside `\(isOwn ? "formerKeys" : "formerNames")` reads both names and leaves the value where it is, until no program runs that knows the former name alone",
      place: isOwn
        ? reader.place : today.namespaces[ExactString(Self.prefix(reader.key.storageString))])
  }

  /// The lines that programs have which run beside today's.
  mutating func runs(of lines: ArraySlice<LockedKey>) -> [LockedKey] {
    lines.filter { !programs(of: $0).isEmpty }
  }

  /// The releases that have a line and whose programs run beside today's.
  mutating func programs(of line: LockedKey) -> [String] {
    guard lock.readers == .both, let span = spans[LineName(line)] else { return [] }
    return lock.releases[span].filter { !lock.ended.contains($0) }
  }

  /// The releases that have one of some lines and whose programs run, each once.
  mutating func programs(of lines: [LockedKey]) -> [String] {
    var releases: Set<String> = []
    for line in lines { releases.formUnion(programs(of: line)) }
    return lock.releases.filter(releases.contains)
  }

  /// The releases that have each line, as places in their order.
  func findSpans() -> [LineName: Range<Int>] {
    let place = lock.order
    var spans: [LineName: Range<Int>] = [:]
    for (index, line) in released.enumerated() {
      let string = ExactString(line.storageString)
      let next = released.dropFirst(index + 1).first
      let isLast = next.map { ExactString($0.storageString) != string } ?? true
      let start = place(line.release)
      let end = place(isLast ? retirement(of: string)?.release : next?.release)
      spans[LineName(line)] = start..<max(start, end)
    }
    return spans
  }

  /// The way out where programs of releases live beside today's: they do not run any more.
  mutating func endOfRuns(_ lines: [LockedKey]) -> Change.Mend {
    let releases = programs(of: lines)
    return Change.Mend(
      text: "keywright lock" + releases.map { " --ended \($0)" }.joined(),
      effect: "says that no program of \(Self.list(releases)) runs any more, once that is so",
      place: nil, isCommand: true)
  }
}
