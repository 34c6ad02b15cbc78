// The key that a removed one has probably become.

extension LockComparison {
  /// Looks for the key that each removed one has become.
  ///
  /// Nothing in two schemas says that a key was renamed. But the author mostly knows that a removed and an
  /// added key are one if they hold the same type of value and have the same default, and a like name or last
  /// part. Among several that are equally like, the author chooses: a wrong guess would exchange values if it
  /// were followed.
  mutating func guessHeirs() {
    let removed = changes.indices.filter { changes[$0].isRemoval }
    if removed.isEmpty { return }
    let known = Set(released.map { ExactString($0.storageString) })
    let added = today.keys.filter { !known.contains(ExactString($0.key.storageString)) }
    let places = Dictionary(
      added.enumerated().map { (ExactString($1.key.storageString), $0) },
      uniquingKeysWith: { first, _ in first })
    let candidates = added.prefix(200).map { Candidate($0.key) }
    // A key of the same name in another namespace, or in Swift, is not compared with all others too.
    let namesakes = Dictionary(
      grouping: candidates.indices, by: { ExactString(candidates[$0].name) })
    let homonyms = Dictionary(grouping: candidates.indices, by: { candidates[$0].swiftName })
    var pairs: [(score: Int, removed: Int, added: Int)] = []
    var converted: [Int: LockedKey] = [:]
    // A release that renames thousands of keys is a namespace that moved.
    for index in removed.prefix(200) {
      guard let line = released.last(where: { $0.storageString == changes[index].key }) else {
        continue
      }
      if line[.migrate] != nil { converted[index] = line }
      let old = Candidate(line)
      func likely(_ places: some Sequence<Int>) -> [(score: Int, removed: Int, added: Int)] {
        places.compactMap { place in
          old.likeness(to: candidates[place]).map { ($0, index, place) }
        }
      }
      let named = likely(
        Set(namesakes[ExactString(old.name), default: []] + homonyms[old.swiftName, default: []]))
      pairs += named.isEmpty ? likely(candidates.indices) : named
    }
    var successors: [Int: KeyInventory.Entry] = [:]
    var taken: Set<Int> = []
    var doubtful: Set<Int> = []
    for (_, pairs) in Dictionary(grouping: pairs, by: \.score).sorted(by: { $0.key > $1.key }) {
      let open = pairs.filter { pair in
        successors[pair.removed] == nil && !doubtful.contains(pair.removed)
          && !taken.contains(pair.added)
      }
      let ofRemoved = Dictionary(open.map { ($0.removed, 1) }, uniquingKeysWith: +)
      let ofAdded = Dictionary(open.map { ($0.added, 1) }, uniquingKeysWith: +)
      for pair in open {
        if ofRemoved[pair.removed] == 1, ofAdded[pair.added] == 1 {
          successors[pair.removed] = added[pair.added]
          taken.insert(pair.added)
        } else {
          doubtful.insert(pair.removed)
        }
      }
    }
    let namespaces = movedNamespaces(successors) { prefix, part in
      places[ExactString("\(prefix):\(part)")] != nil
    }
    // A key of a namespace that moved has moved with it, whatever else it has become.
    for index in removed where successors[index] == nil {
      let key = changes[index].key
      guard let prefix = namespaces[Self.prefix(key)],
        let place = places[ExactString("\(prefix):\(Self.lastPart(key))")],
        taken.insert(place).inserted
      else { continue }
      successors[index] = added[place]
    }
    let strangers = added.indices.lazy.filter { !taken.contains($0) }.flatMap { place in
      [added[place].key.storageString] + added[place].inherited.map(\.text)
    }
    let prefixes = Set(strangers.map { ExactString(Self.prefix($0)) })
    for index in removed where successors[index] == nil {
      let key = changes[index].key
      if prefixes.contains(ExactString(Self.prefix(key))) {
        changes[index].mends.append(rename(of: key))
      }
    }
    for (index, successor) in successors {
      // A former name of the namespace does not bring along a key whose older values a function converts.
      let kept = converted[index].map { keptString(of: $0, in: successor) }
      changes[index] = renamed(changes[index], successor, kept == nil ? namespaces : [:], kept)
    }
  }

  /// The mend of a key that is gone if it has become one of the new keys beside it, which are not like it:
  /// only the author knows.
  private func rename(of name: String) -> Change.Mend {
    var mend = Change.Mend(
      text: "\"former\": [\(JSONText.quoted(name))]",
      effect: "in a new key says that it is the same one, and `migrate` converts another type",
      place: nearestNamespace(of: name))
    mend.isForAuthor = true
    return mend
  }

  static func lastPart(_ name: String) -> String {
    name.split(separator: ":").last.map(String.init) ?? name
  }

  static func prefix(_ name: String) -> String {
    StorageString.ancestors(of: name).last ?? ""
  }

  /// The namespaces all of whose keys seem to be in another one now, by the old prefix.
  ///
  /// - Parameter isAdded: Whether a prefix and a last part are those of a new key.
  private func movedNamespaces(
    _ successors: [Int: KeyInventory.Entry], isAdded: (String, String) -> Bool
  ) -> [String: String] {
    var prefixes: [String: Set<String>] = [:]
    for (index, successor) in successors {
      let (old, new) = (changes[index].key, successor.key.storageString)
      guard Self.lastPart(old) == Self.lastPart(new) else { continue }
      prefixes[Self.prefix(old), default: []].insert(Self.prefix(new))
    }
    var counts: [String: Int] = [:]
    for change in changes where change.isRemoval {
      let prefix = Self.prefix(change.key)
      guard let new = prefixes[prefix]?.first else { continue }
      if isAdded(new, Self.lastPart(change.key)) { counts[prefix, default: 0] += 1 }
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

  private func renamed(
    _ change: Change, _ successor: KeyInventory.Entry, _ namespaces: [String: String],
    _ kept: Change.Mend?
  ) -> Change {
    let new = successor.key.storageString
    let releases = Self.list(change.releases)
    let prefix = Self.prefix(change.key)
    let isMoved = namespaces[prefix] == Self.prefix(new)
    let mend =
      if let kept {
        kept
      } else if isMoved {
        formerNames(of: Self.prefix(new), [prefix])
      } else {
        formerKeys(of: successor, adding: change.key)
      }
    var renamed = Change(
      fate: .lost, key: change.key, releases: change.releases,
      from: change.key, to: new,
      message:
        "`\(change.key)` of \(releases) seems to be `\(new)` now: users lose the values stored under the old name",
      mends: [mend]
        + change.mends.map {
          var mend = $0
          mend.effect = "otherwise " + mend.effect
          return mend
        },
      place: successor.place, level: change.level)
    renamed.isRemoval = true
    return renamed
  }
}

/// A key that may have become another one, or be the one that it has become.
private struct Candidate {
  private let key: LockedKey
  private let type: LockedType
  private let types: LockedTypes
  private let isOptional: Bool
  private let unqualified: String
  /// The last part of its storage string.
  let name: String
  let swiftName: String?

  init(_ key: LockedKey) {
    self.key = key
    (type, isOptional) = key.type
    types = LockedTypes(text: key[.types])
    unqualified = type.unqualified
    name = LockComparison.lastPart(key.storageString)
    swiftName = key[.name]
  }

  /// The evidence that a key has become another one; nil if there is too little.
  func likeness(to new: Candidate) -> Int? {
    guard isOptional == new.isOptional, holdsLike(new), key.namesParametersAlike(new.key) else {
      return nil
    }
    var score = 0
    if swiftName == new.swiftName { score += 5 }
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

  /// Whether both hold values of one type. The type may have another name, or another declaration under its
  /// name: the consequences are reported once the key is known.
  private func holdsLike(_ other: Candidate) -> Bool {
    if unqualified == other.unqualified { return true }
    guard key[.types] != nil, other.key[.types] != nil else { return false }
    var reading = TypeReading(types, other.types)
    reading.compare(type, other.type)
    return reading.differences.isEmpty
  }
}
