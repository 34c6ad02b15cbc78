// The constraints and the processing that a migration applies when it commits values under another name, as
// `set` does.

extension LockComparison {
  /// Constraints of a key that refuse values of one that it takes over.
  mutating func checkConstraints(_ line: LockedKey, _ successor: KeyInventory.Entry) {
    let key = successor.key
    let isConverted = isConverted(line, by: key)
    let sensitivity = line.sensitivity(with: key)
    for keyword in LockedKey.constraints {
      guard let new = key[keyword], isConverted || !line.keeps(keyword, of: key),
        !key.hasFit(keyword)
      else { continue }
      let isDefault = key.string(.outside) == "default"
      let refused =
        isConverted
        ? "refuses what `migrate` makes outside it"
        : "refuses values that \(Self.list([line.release])) may have stored"
      report(
        .refused, as: isDefault || isConverted ? .warning : .error, line,
        from: line[keyword] ?? "", to: new,
        "`\(key.storageString)` takes over `\(line.storageString)`, and its `\(keyword.text)` \(sensitivity.shown(new)) \(refused): those stay under the old name, "
          + (isDefault ? "and count as the default" : "unread"),
        mends: keyword == .range
          ? [
            Change.Mend(
              member: "outside", "\"clamp\"", effect: "brings every value within it",
              place: successor.place)
          ] : [],
        at: successor.place, sensitivity: sensitivity)
    }
  }

  /// Steps of a key that change the values of one that it takes over, and remove what they were.
  mutating func checkProcessing(_ line: LockedKey, _ successor: KeyInventory.Entry) {
    let known = Set(line.steps)
    let isConverted = isConverted(line, by: successor.key)
    let key = successor.key
    let fits = [LockedKeyword.range, .length].filter { keyword in
      key.hasFit(keyword) && key[keyword] != nil && (isConverted || !line.keeps(keyword, of: key))
    }
    let clamp = "\"outside\": \"clamp\""
    let gained =
      key.steps.filter { step in
        !known.contains(step)
          && (isConverted || step != Self.removal || !line.isDistinct)
      } + (fits.isEmpty ? [] : [clamp])
    if gained.isEmpty { return }
    let losing = gained.filter {
      $0 == clamp && fits.contains(.length) || $0 == Self.removal || $0.contains("\"call\"")
    }
    let steps = losing.isEmpty ? gained : losing
    let name = successor.key.storageString
    let sensitivity = line.sensitivity(with: successor.key)
    let changed =
      isConverted
      ? "changes what `migrate` makes of it, and removes what was stored"
      : "changes what \(Self.list([line.release])) stored, and removes what it was"
    let mend =
      isConverted
      ? acceptance(
        of: line.storageString, effect: "lets it pass, if it changes nothing that `migrate` makes",
        at: successor.place)
      : storageString(
        line.storageString, in: successor,
        effect: fits.isEmpty
          ? "leaves the values as they are: only what is set later is processed"
          : "leaves what is stored as it is: it counts within its bounds until it is set")
    report(
      .altered, as: losing.isEmpty ? .warning : .error, line,
      from: line[.processing] ?? "", to: successor.key[.processing] ?? "",
      "`\(name)` takes over `\(line.storageString)`, and its processing \(sensitivity.shown(steps.joined(separator: ", "))) \(changed)",
      mends: losing.isEmpty ? [] : [mend], at: successor.place, sensitivity: sensitivity)
  }

  private static let removal = "\"removeDuplicates\""

  /// Whether a function makes the values that a key takes over, so that no schema says what they are.
  private func isConverted(_ line: LockedKey, by key: LockedKey) -> Bool {
    key[.migrate] != nil && line.storageString != key.storageString
  }

  /// The way out where no word of a schema is one.
  func acceptance(of key: String, effect: String, at place: KeyInventory.Place?) -> Change.Mend {
    Change.Mend(
      text: "keywright lock --accept \(key) --because \"…\"", effect: effect, place: place,
      isCommand: true)
  }
}

extension LockedKey {
  static let constraints = [
    LockedKeyword.range, .length, .pattern, .allowed,
  ]

  /// The processing steps, as JSON.
  var steps: [String] {
    (self[.processing].flatMap(JSONNode.init(text:))?.elements ?? []).map(\.compact)
  }

  /// The least and the greatest number of elements, or of characters.
  package var length: (least: Int?, greatest: Int?) {
    let ends = (self[.length].flatMap(JSONNode.init(text:))?.elements ?? []).map(\.integer)
    return ends.count == 2 ? (ends[0], ends[1]) : (nil, nil)
  }

  /// Whether values that a constraint refuses are brought within it.
  func hasFit(_ keyword: LockedKeyword) -> Bool {
    string(.outside) == "clamp" && (keyword == .range || keyword == .length)
  }

  fileprivate var isDistinct: Bool {
    if case .set = type.type { return true }
    return steps.contains("\"removeDuplicates\"")
  }

  /// Whether every value that the key stores meets a constraint of another key.
  func keeps(_ keyword: LockedKeyword, of other: LockedKey) -> Bool {
    let old = self[keyword]
    guard let new = other[keyword], old != new else { return true }
    if let values = onlyValues {
      return values.allSatisfy { other.allows($0, by: keyword, from: self) }
    }
    switch keyword {
    case .range:
      let bounds = old ?? ScalarType(rawValue: type.type.text)?.boundsText
      return BoundsText(bounds).isInside(BoundsText(new))
    case .length:
      let (least, greatest) = other.length
      return (least ?? 0) <= (length.least ?? 0)
        && (length.greatest ?? .max) <= (greatest ?? .max)
    case .pattern:
      func pattern(_ text: String?) -> String? { text.flatMap(JSONNode.init(text:))?.string?.text }
      guard let old = pattern(old), let new = pattern(new) else { return false }
      return PatternInclusion.holds(of: old, in: new)
    default: return false
    }
  }

  /// The values that a key can have, as JSON, where its schema tells all of them: those of `allowed`, of an enum without
  /// unknown cases, and the two of a Bool.
  private var onlyValues: [JSONNode]? {
    if let allowed = self[.allowed].flatMap(JSONNode.init(text:))?.elements { return allowed }
    switch type.type {
    case .scalar(.bool): return ["true", "false"].compactMap(JSONNode.init(text:))
    case .named(let name):
      guard case .enumeration(let item) = LockedTypes(text: self[.types])[name], !item.keepsUnknown
      else { return nil }
      return item.cases.compactMap { JSONNode(text: JSONText.quoted($0.name)) }
    default: return nil
    }
  }

  /// Whether a constraint of this key allows a value that another one stored.
  private func allows(_ value: JSONNode, by keyword: LockedKeyword, from old: LockedKey) -> Bool {
    let comparison = DefaultComparison(old, self)
    let stored = comparison.stored(value, isOld: true)
    let text = JSONNode(text: stored)?.string?.text
    switch keyword {
    case .range: return BoundsText("[\(stored), \(stored)]").isInside(BoundsText(self[.range]))
    case .length:
      let (least, greatest) = length
      return text.map { ((least ?? 0)...(greatest ?? .max)).contains($0.count) } ?? false
    case .allowed:
      let allowed = self[.allowed].flatMap(JSONNode.init(text:))?.elements ?? []
      return allowed.contains {
        ExactString(comparison.stored($0, isOld: false)) == ExactString(stored)
      }
    case .pattern:
      guard let text, let pattern = string(.pattern) else { return false }
      return PatternCheck.matches(text, pattern) == true
    default: return false
    }
  }
}

extension ScalarType {
  /// The integers of the type as a range in a lock.
  fileprivate var boundsText: String? {
    integerBounds.map { "[\($0.lowerBound), \($0.upperBound)]" }
  }
}
