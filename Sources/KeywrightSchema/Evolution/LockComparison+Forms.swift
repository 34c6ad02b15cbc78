extension LockComparison {
  /// Compares the form in which one release stored a key with the one in which it is read today.
  ///
  /// - Parameter isLatest: Whether no later release has changed it. Of older ones only what is lost is
  ///   reported: the rest was, when it changed.
  mutating func compareForms(
    _ line: LockedKey, _ entry: KeyInventory.Entry, isLatest: Bool
  ) {
    let known = changes.count
    compareEachForm(line, entry)
    if isLatest { return }
    let lost = changes[known...].filter { $0.consequences.contains(.data) }
    changes.replaceSubrange(known..., with: lost)
  }

  private mutating func compareEachForm(_ line: LockedKey, _ entry: KeyInventory.Entry) {
    let key = entry.key
    let name = line.storageString
    let releases = line.release.map { [$0] } ?? []
    let isCached = line.isCached || key.isCached
    let (old, wasOptional) = line.type
    let (new, isOptional) = key.type

    for difference in typeDifferences(line, key) {
      add(
        difference.kind, name, from: difference.from, to: difference.to, releases: releases,
        Self.message(of: difference, name, releases), mends: mends(of: difference, line, entry),
        at: today.type(of: difference.subject) ?? entry.place, subject: difference.subject,
        isCached: isCached)
    }
    for keyword in [LockedKeyword.coding, .revision] where line[keyword] != key[keyword] {
      // A type that is another one altogether has been reported.
      guard old.text == new.text else { continue }
      let from = line[keyword] ?? "none"
      let to = key[keyword] ?? "none"
      add(
        .formChanged, name, from: "\(keyword.text) \(from)", to: "\(keyword.text) \(to)",
        releases: releases,
        "`\(keyword.text)` of `\(name)` was \(from) and is \(to): the values of \(Self.list(releases)) cannot be read",
        mends: [newID(of: line, entry)], at: entry.place, isCached: isCached)
    }
    compareParameters(line, entry, isCached: isCached)
    if line.storageString != key.storageString { return }
    if !wasOptional, isOptional {
      add(
        .becameOptional, name, from: old.text, to: new.text + "?", releases: releases,
        "`\(name)` may be absent now: call sites meet an optional", at: entry.place)
    } else if wasOptional, !isOptional {
      add(
        .becameRequired, name, from: old.text + "?", to: new.text, releases: releases,
        "`\(name)` is never absent now: those who have stored nothing get \(key[.defaultValue] ?? "the default")",
        at: entry.place)
    }
  }

  func typeDifferences(_ line: LockedKey, _ key: LockedKey) -> [TypeComparison.Difference] {
    if line[.type] == key[.type], line[.types] == key[.types] { return [] }
    var comparison = TypeComparison(
      LockedTypes(text: line[.types]), LockedTypes(text: key[.types]),
      isNarrow: BoundsText(line[.range]).isExactAsDouble)
    comparison.compare(line.type.type, key.type.type)
    if line.namesParametersAlike(key) {
      // The raw values of an enum are components of storage strings.
      for (old, new) in zip(line.parameters, key.parameters) {
        guard let old = LockedType(text: old.type), let new = LockedType(text: new.type) else {
          continue
        }
        comparison.compare(old, new)
      }
    }
    return comparison.differences
  }

  private static func message(
    of difference: TypeComparison.Difference, _ name: String, _ releases: [String]
  ) -> String {
    let (from, to, subject) = (difference.from, difference.to, difference.subject)
    let versions = list(releases)
    let inside = subject.isEmpty ? "" : " in `\(subject)`"
    return switch difference.kind {
    case .typeWidened:
      "`\(name)` was \(from)\(inside) and is \(to): every stored value is read; an older program cannot read all that this one stores"
    case .typeChanged:
      "`\(name)` was \(from)\(inside) in \(versions) and is \(to): those values cannot be read"
    case .caseAdded:
      "`\(name)` may be `\(subject)`: a program of \(versions) reads that as its default"
    case .caseRemoved:
      "`\(name)` may hold \(from) of \(versions), and `\(subject)` is gone: that value cannot be read"
    case .caseUnknown:
      "`\(name)` may hold \(from) of \(versions), which is read as an unknown case, and kept"
    case .rawValueChanged:
      "`\(subject)` was stored as \(from) in \(versions) and is \(to): what `\(name)` holds cannot be read"
    case .unknownDropped:
      "`\(subject)` keeps no unknown values any more: what a newer program stored in `\(name)` cannot be read"
    case .fieldRequired:
      from.isEmpty
        ? "`\(subject)` is new and has no default: what \(versions) stored in `\(name)` cannot be read"
        : "`\(subject)` may be absent in what \(versions) stored in `\(name)`, and has no default: it cannot be read"
    case .fieldRemoved:
      "`\(subject)` is gone: a program of \(versions) finds its default in new values of this program; values that were read keep it when they are written back"
    case .fieldRenamed:
      "`\(subject)` seems to be `\(to)` now: what \(versions) stored of it in `\(name)` is read no longer"
    default: "`\(name)` was \(from) and is \(to)"
    }
  }

  private func mends(
    of difference: TypeComparison.Difference, _ line: LockedKey, _ entry: KeyInventory.Entry
  ) -> [Change.Mend] {
    let effect: String
    switch difference.kind {
    case .typeChanged: return [newID(of: line, entry)]
    case .caseAdded: effect = "in the enum lets later cases pass through older programs"
    case .caseRemoved: effect = "in the enum reads it as another case"
    case .rawValueChanged: effect = "in the case keeps what is stored"
    case .fieldRequired: effect = "in the field, or an optional type, reads older values"
    case .fieldRenamed: effect = "in the new field reads what the old one stored"
    default: return []
    }
    let place = today.type(of: difference.subject) ?? entry.place
    return [Change.Mend(text: difference.mend ?? "", effect: effect, place: place)]
  }

  /// The mend of a value that needs a function: a new name, which implies its type.
  private func newID(of line: LockedKey, _ entry: KeyInventory.Entry) -> Change.Mend {
    let former = JSONText.quoted(line.storageString)
    let isMoved = line.storageString != entry.key.storageString
    return Change.Mend(
      text: isMoved
        ? "\"migrate\": \"…\""
        : "\"id\": \"…\", \"formerKeys\": [\(former)], \"migrate\": \"…\"",
      effect: "makes the new value of the old one by a function `(Old) throws -> New`",
      place: entry.place)
  }

  /// Reports a former key whose values the function of its heir cannot read: it converts one type, and
  /// the compiler does not know what was stored under which name.
  mutating func compareConverted(_ line: LockedKey, _ heir: KeyInventory.Entry) {
    let function = heir.key[.migrate] ?? ""
    let name = "`migrate` of `\(heir.key.storageString)`"
    let type = line.type.type.text
    if line[.migrate] == function {
      return add(
        .typeChanged, line.storageString, from: type, to: function,
        releases: [line.release].compactMap(\.self),
        "\(name) has made the values of `\(line.storageString)`, and cannot convert those, too: they cannot be read",
        mends: [keptString(of: line, in: heir)], at: heir.place)
    }
    let lines = heir.key.strings(.formerKeys).compactMap { formers[ExactString($0)] }
    guard let other = lines.first(where: { !$0.storesAlike(line) }) else { return }
    // One of them is reported: the one that needs no function, or else the first.
    let own = lines.first { $0.storesAlike(heir.key) }
    guard line == own ?? lines.first else { return }
    let otherType = other.type.type.text
    add(
      .typeChanged, line.storageString, from: type, to: otherType,
      releases: [line.release, other.release].compactMap(\.self),
      "\(name) converts values of one type, and `\(line.storageString)` was \(type), `\(other.storageString)` \(otherType): those values cannot be read",
      mends: [own == nil ? migrationInCode(of: other) : keptString(of: line, in: heir)],
      at: heir.place)
  }

  /// The mend of another name for a key whose `migrate` converts older values: it keeps its own.
  func keptString(of line: LockedKey, in heir: KeyInventory.Entry) -> Change.Mend {
    Change.Mend(
      text: "\"storageString\": \(JSONText.quoted(line.storageString))",
      effect:
        "in `\(heir.place.name)` leaves the values where they are: `migrate` converts those of `formerKeys`",
      place: heir.place)
  }

  private func migrationInCode(of line: LockedKey) -> Change.Mend {
    reservation(
      of: line.storageString,
      effect: "and `store.migrate` with a `Migration(from:to:by:)` brings the other one along")
  }

  private mutating func compareParameters(
    _ line: LockedKey, _ entry: KeyInventory.Entry, isCached: Bool
  ) {
    let (old, new) = (line[.parameters], entry.key[.parameters])
    if old == new { return }
    let from = line.parameters
    let to = entry.key.parameters
    let name = line.storageString
    let releases = line.release.map { [$0] } ?? []
    if line.namesParametersAlike(entry.key) {
      if from.map(\.name) == to.map(\.name) { return }
      add(
        .parameterRenamed, name, from: from.map(\.name).joined(separator: ", "),
        to: to.map(\.name).joined(separator: ", "), releases: releases,
        "`\(name)` has another parameter name: call sites change", at: entry.place)
      return
    }
    add(
      .parametersChanged, name, from: from.map(\.type).joined(separator: ", "),
      to: to.map(\.type).joined(separator: ", "), releases: releases,
      "the parameters of `\(name)` were (\(from.map(\.type).joined(separator: ", "))) and are (\(to.map(\.type).joined(separator: ", "))): the values of \(Self.list(releases)) have other names",
      mends: [parametersMend(line, entry)], at: entry.place, isCached: isCached)
  }

  /// The mend of a family whose values have other names: one of its own for the new family, as it has it
  /// already if it is another's heir.
  private func parametersMend(_ line: LockedKey, _ entry: KeyInventory.Entry) -> Change.Mend {
    let effect =
      "and `store.migrate` with a `Migration(from:to:)` for each stored value brings them along (see the article Migrations, Families)"
    if line.storageString != entry.key.storageString {
      return reservation(of: line.storageString, effect: "in place of `formerKeys`, \(effect)")
    }
    return Change.Mend(text: "\"id\": \"…\"", effect: effect, place: entry.place)
  }
}

extension LockedKey {
  /// Whether what one of two keys stores is read by the other, either way.
  package func storesAlike(_ other: LockedKey) -> Bool {
    if self[.coding] != other[.coding] || self[.revision] != other[.revision] { return false }
    if !namesParametersAlike(other) { return false }
    return isRead(by: other) && other.isRead(by: self)
  }

  /// Whether the parameters of both stand in storage strings as the same text: scalars of one type, or
  /// enums whose raw values are of one type, whatever they are called.
  func namesParametersAlike(_ other: LockedKey) -> Bool {
    if self[.parameters] == other[.parameters] { return true }
    let (old, new) = (parameters, other.parameters)
    if old.count != new.count { return false }
    let (types, otherTypes) = (
      LockedTypes(text: self[.types]), LockedTypes(text: other[.types])
    )
    return zip(old, new).allSatisfy { old, new in
      if old.type == new.type { return true }
      guard case .enumeration(let one) = types[old.type],
        case .enumeration(let another) = otherTypes[new.type]
      else { return false }
      return one.rawType == another.rawType
    }
  }

  private func isRead(by other: LockedKey) -> Bool {
    var comparison = TypeComparison(
      LockedTypes(text: self[.types]), LockedTypes(text: other[.types]))
    comparison.compare(type.type, other.type.type)
    return comparison.differences.isEmpty
  }
}

/// A range as a lock has it.
struct BoundsText {
  /// The ends as they are spelled; nil for an open one.
  private let ends: [String?]

  init(_ text: String?) {
    ends = (text.flatMap(JSONNode.init(text:))?.elements ?? []).map { node in
      if case .number(let spelling) = node.value { spelling } else { nil }
    }
  }

  var lower: Double? { number(0) }
  var upper: Double? { number(1) }

  private func number(_ index: Int) -> Double? {
    ends.indices.contains(index) ? ends[index].flatMap(Double.init) : nil
  }

  /// Whether a `Double` has every integer of the range.
  var isExactAsDouble: Bool {
    ends.count == 2
      && ends.allSatisfy { end in
        end.flatMap(IntegerLiteral.init(spelling:)).map { $0.magnitude <= 1 << 53 } ?? false
      }
  }
}
