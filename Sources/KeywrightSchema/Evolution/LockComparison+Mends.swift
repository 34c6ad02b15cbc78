// The words that say what a thing has become.

extension LockComparison {
  // MARK: Former keys

  /// The mend of a former key that is missing: all that a key needs, the newest first.
  mutating func formerKeys(
    of reader: KeyInventory.Entry, adding string: String? = nil
  ) -> Change.Mend {
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
      text: "\"formerKeys\": \(JSONText.array(chain.map(JSONText.quoted)))", effect: effect,
      place: reader.place)
  }

  private func formerNames(of prefix: String, _ names: [String]) -> Change.Mend {
    Change.Mend(
      text: "\"formerNames\": \(JSONText.array(names.map(JSONText.quoted)))",
      effect: "in the namespace brings all its values along",
      place: today.namespaces[ExactString(prefix)])
  }

  /// The former keys of a key with those that they had in releases: people skip some.
  private func chain(to reader: KeyInventory.Entry, adding string: String?) -> [String] {
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
      if let other = today[former.text] ?? heirs[former], other !== reader { continue }
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
    let running = lock.readers == .both ? runs(of: lines, until: end) : []
    guard let last = running.last ?? (end == nil ? lines.last : nil) else { return }
    let (name, own) = (last.storageString, reader.key.storageString)
    let move = move ?? ("`\(name)` is now called `\(own)`", name, own)
    let releases = Self.list(running.isEmpty ? [last.release] : running.map(\.release))
    var mends: [Change.Mend] = []
    // A string that no release has can still be another one.
    if !running.isEmpty, name != own, latest[ExactString(own)] == nil, reader.key[.migrate] == nil {
      mends.append(
        Change.Mend(
          text: "\"storageString\": \(JSONText.quoted(name))",
          effect: "in place of `formerKeys` leaves the value where all programs find it",
          place: reader.place))
    }
    report(
      .keyMoved, last, from: move.from, to: move.to,
      "\(move.words): a program of \(releases) that runs beside this one finds its values no longer",
      mends: running.isEmpty ? [] : mends + [endOfRuns(running)], at: reader.place,
      readers: running.isEmpty ? .newer : .both)
  }

  /// The lines of one string that programs have which still run.
  func runs(
    of lines: ArraySlice<LockedKey>, until end: KeyLock.Retirement? = nil
  ) -> [LockedKey] {
    if lock.ended.isEmpty { return Array(lines) }
    let order = lock.releases
    func place(_ release: String?) -> Int { release.flatMap(order.firstIndex) ?? order.count }
    let ends = lines.dropFirst().map { place($0.release) } + [place(end?.release)]
    return zip(lines, ends).filter { line, end in
      order[min(place(line.release), end)..<end].contains { !lock.ended.contains($0) }
    }.map(\.0)
  }

  /// The way out where programs of releases live beside today's: they do not run any more.
  func endOfRuns(_ lines: [LockedKey]) -> Change.Mend {
    let releases = lines.compactMap(\.release)
    return Change.Mend(
      text: releases.map { "keywright lock --ended \($0)" }.joined(separator: "; "),
      effect: "says that no program of \(Self.list(releases)) runs any more, once that is so",
      place: nil, isCommand: true)
  }

  // MARK: Keys that are gone

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
    if isDeclared { return Change.Mend(text: text, effect: effect, place: place) }
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

  /// Looks for the key that each removed one has become.
  ///
  /// Nothing in two schemas says that a key was renamed. But of a removed and an added key that hold
  /// the same type of value, the same default, a like name or the last part of it, somebody mostly
  /// knows that they are one.
  mutating func guessHeirs() {
    let removed = changes.indices.filter { changes[$0].kind == .keyRemoved }
    if removed.isEmpty { return }
    let known = Set(released.map { ExactString($0.storageString) })
    let added = today.keys.filter { !known.contains(ExactString($0.key.storageString)) }
    let candidates = added.prefix(200).map { Candidate($0.key) }
    var pairs: [(score: Int, removed: Int, added: Int)] = []
    var converted: [Int: LockedKey] = [:]
    // A release that renames thousands of keys is a namespace that moved.
    for index in removed.prefix(200) {
      guard let line = released.last(where: { $0.storageString == changes[index].key }) else {
        continue
      }
      if line[.migrate] != nil { converted[index] = line }
      let old = Candidate(line)
      for (place, new) in candidates.enumerated() {
        if let score = old.likeness(to: new) { pairs.append((score, index, place)) }
      }
    }
    pairs.sort { ($1.score, $0.removed, $0.added) < ($0.score, $1.removed, $1.added) }
    var heirs: [Int: KeyInventory.Entry] = [:]
    var taken: Set<Int> = []
    for pair in pairs where heirs[pair.removed] == nil && !taken.contains(pair.added) {
      heirs[pair.removed] = added[pair.added]
      taken.insert(pair.added)
    }
    let namespaces = movedNamespaces(heirs)
    for (index, heir) in heirs {
      // A former name of its namespace brings no key along whose older values a function converts.
      let kept = converted[index].map { keptString(of: $0, in: heir) }
      changes[index] = renamed(changes[index], heir, kept == nil ? namespaces : [:], kept)
    }
  }

  static func lastPart(_ name: String) -> String {
    name.split(separator: ":").last.map(String.init) ?? name
  }

  static func prefix(_ name: String) -> String {
    StorageString.ancestors(of: name).last ?? ""
  }

  /// The namespaces all of whose keys seem to be in another one now, by the old prefix.
  private func movedNamespaces(_ heirs: [Int: KeyInventory.Entry]) -> [String: String] {
    var prefixes: [String: Set<String>] = [:]
    var counts: [String: Int] = [:]
    for (index, heir) in heirs {
      let (old, new) = (changes[index].key, heir.key.storageString)
      guard Self.lastPart(old) == Self.lastPart(new) else { continue }
      prefixes[Self.prefix(old), default: []].insert(Self.prefix(new))
      counts[Self.prefix(old), default: 0] += 1
    }
    var result: [String: String] = [:]
    for (old, new) in prefixes where new.count == 1 && counts[old, default: 0] > 1 {
      // An outer namespace that keeps keys of its own has not moved.
      if today.namespaces[ExactString(old)] == nil, let prefix = new.first, !prefix.isEmpty {
        result[old] = prefix
      }
    }
    return result
  }

  private mutating func renamed(
    _ change: Change, _ heir: KeyInventory.Entry, _ namespaces: [String: String],
    _ kept: Change.Mend?
  ) -> Change {
    let new = heir.key.storageString
    let releases = Self.list(change.releases)
    let prefix = Self.prefix(change.key)
    let isMoved = namespaces[prefix] == Self.prefix(new)
    let mend =
      if let kept {
        kept
      } else if isMoved {
        formerNames(
          of: Self.prefix(new),
          [prefix] + (predecessors[ExactString(change.key)] ?? []).map(Self.prefix))
      } else {
        formerKeys(of: heir, adding: change.key)
      }
    return Change(
      kind: isMoved ? .namespaceRenamed : .keyRenamed, key: change.key, releases: change.releases,
      from: change.key, to: new,
      message:
        "`\(change.key)` of \(releases) seems to be `\(new)` now: users lose the values stored under the old name",
      mends: [mend]
        + change.mends.map {
          Change.Mend(text: $0.text, effect: "otherwise " + $0.effect, place: $0.place)
        },
      place: heir.place, level: change.level)
  }
}

/// A key that may have become another one, or be the one that it has become.
private struct Candidate {
  private let key: LockedKey
  private let type: LockedType
  private let types: LockedTypes
  private let isOptional: Bool
  private let unqualified: String
  private let name: String

  init(_ key: LockedKey) {
    self.key = key
    (type, isOptional) = key.type
    types = LockedTypes(text: key[.types])
    unqualified = type.unqualified
    name = LockComparison.lastPart(key.storageString)
  }

  /// How much speaks for a key that has become another one; nil if too little does.
  func likeness(to new: Candidate) -> Int? {
    guard isOptional == new.isOptional, holdsLike(new), key.namesParametersAlike(new.key) else {
      return nil
    }
    var score = 0
    if key[.name] == new.key[.name] { score += 5 }
    if name == new.name {
      score += 4
    } else if SpellingSuggestion.nearest(to: name, among: [new.name]) != nil {
      score += 3
    } else if name.lowercased().contains(new.name.lowercased())
      || new.name.lowercased().contains(name.lowercased())
    {
      score += 2
    }
    let prefix = LockComparison.prefix(key.storageString)
    if prefix == LockComparison.prefix(new.key.storageString) { score += 1 }
    if key[.defaultValue] == new.key[.defaultValue], key[.defaultValue] != nil { score += 1 }
    if key[.types] != nil, new.key[.types] != nil { score += 1 }
    if let summary = key[.summary], summary == new.key[.summary] { score += 3 }
    return score >= 3 || score == 2 && key[.defaultValue] != nil ? score : nil
  }

  /// Whether both hold values of one type, which may have another name, or an equal name and another
  /// declaration: what that changes is reported once the key is known.
  private func holdsLike(_ other: Candidate) -> Bool {
    if unqualified == other.unqualified { return true }
    guard key[.types] != nil, other.key[.types] != nil else { return false }
    var reading = TypeReading(types, other.types)
    reading.compare(type, other.type)
    return reading.differences.isEmpty
  }
}
