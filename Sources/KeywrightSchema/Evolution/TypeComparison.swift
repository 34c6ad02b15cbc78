/// Whether values that were stored as one type can be read as another.
struct TypeComparison {
  /// The declarations of both sides.
  let old, new: LockedTypes
  /// Whether every stored number is known to be an integer that a `Double` has.
  let isNarrow: Bool
  /// The differences that were found, each once.
  private(set) var differences: [Difference] = []
  private var seen: Set<[String]> = []

  /// One difference of two types.
  struct Difference {
    let kind: ChangeKind
    /// The type, field or case that it concerns; empty for the value itself.
    var subject = ""
    let from: String
    let to: String
    /// A word of the schema that mends it.
    var mend: String?
  }

  init(_ old: LockedTypes, _ new: LockedTypes, isNarrow: Bool = false) {
    self.old = old
    self.new = new
    self.isNarrow = isNarrow
  }

  private mutating func add(_ difference: Difference) { differences.append(difference) }

  private mutating func changed(_ from: LockedType, _ to: LockedType, _ subject: String) {
    add(Difference(kind: .typeChanged, subject: subject, from: from.text, to: to.text))
  }

  private mutating func widened(_ from: LockedType, _ to: LockedType, _ subject: String) {
    add(Difference(kind: .typeWidened, subject: subject, from: from.text, to: to.text))
  }

  /// Compares two types without the outermost `?`.
  mutating func compare(_ from: LockedType, _ to: LockedType, in subject: String = "") {
    switch (from, to) {
    case (.scalar(let from), .scalar(let to)): compare(from, to, in: subject)
    case (.optional(let from), .optional(let to)): compare(from, to, in: subject)
    case (.array(let from), .array(let to)), (.set(let from), .set(let to)):
      compare(from, to, in: subject)
    case (.set(let from), .array(let to)):
      widened(.set(from), .array(to), subject)
      compare(from, to, in: subject)
    case (.dictionary(let key, let value), .dictionary(let newKey, let newValue)):
      compareKeys(key, newKey, in: subject)
      compare(value, newValue, in: subject)
    case (.named(let from), _): compare(named: from, to, in: subject)
    default: changed(from, to, subject)
    }
  }

  private mutating func compare(_ from: ScalarType, _ to: ScalarType, in subject: String) {
    if from == to { return }
    let types = (LockedType.scalar(from), LockedType.scalar(to))
    if from.widens(to: to, isNarrow: isNarrow && subject.isEmpty) {
      widened(types.0, types.1, subject)
    } else {
      changed(types.0, types.1, subject)
    }
  }

  /// Names of members: strings, whatever their type is.
  private mutating func compareKeys(_ from: LockedType, _ to: LockedType, in subject: String) {
    if case (.scalar(let old), .scalar(.string)) = (from, to), old.integerBounds != nil {
      return widened(from, to, subject)
    }
    compare(from, to, in: subject)
  }

  private mutating func compare(named from: String, _ to: LockedType, in subject: String) {
    if !seen.insert([from, to.text]).inserted { return }
    switch (old[from], to) {
    case (.enumeration(let cases), .scalar(let scalar)):
      let raw = cases.rawType
      if raw == scalar || raw.widens(to: scalar, isNarrow: false) {
        widened(.named(from), to, subject)
      } else {
        changed(.named(from), to, subject)
      }
    case (.enumeration(let old), .named(let name)):
      guard case .enumeration(let new) = new[name] else {
        return changed(.named(from), to, subject)
      }
      compare(old, new, named: name)
    case (.structure(let old), .named(let name)):
      guard case .structure(let new) = new[name] else {
        return changed(.named(from), to, subject)
      }
      compare(old, new, named: name)
    case (nil, .named(let name)):
      // A type of the user's own, of which only the name and the revision can be seen.
      if new[name] != nil || name != from { changed(.named(from), to, subject) }
    default: changed(.named(from), to, subject)
    }
  }

  // MARK: Enums

  private mutating func compare(_ old: LockedEnum, _ new: LockedEnum, named name: String) {
    if old.rawType != new.rawType {
      let types = (LockedType.scalar(old.rawType), LockedType.scalar(new.rawType))
      return changed(types.0, types.1, name)
    }
    let readable = Set(new.cases.map(\.rawValue)).union(new.formerCases.map(\.rawValue))
    for item in old.cases where !readable.contains(item.rawValue) {
      let namesake = new.cases.first { $0.name == item.name }
      let subject = "\(name).\(item.name)"
      if new.keepsUnknown {
        add(
          Difference(
            kind: .caseUnknown, subject: subject, from: item.rawValue, to: namesake?.rawValue ?? "")
        )
      } else if let namesake {
        add(
          Difference(
            kind: .rawValueChanged, subject: subject, from: item.rawValue, to: namesake.rawValue,
            mend: "\"rawValue\": \(item.rawValue)"))
      } else {
        let added = new.cases.filter { item in !old.cases.contains { $0.rawValue == item.rawValue }
        }
        let heir = added.count == 1 ? added[0].name : "…"
        add(
          Difference(
            kind: .caseRemoved, subject: subject, from: item.rawValue, to: "",
            mend: "\"formerCases\": {\(item.rawValue.quotedIfNeeded): \(JSONText.quoted(heir))}"))
      }
    }
    for item in new.cases where !old.cases.contains(where: { $0.rawValue == item.rawValue }) {
      if old.keepsUnknown { continue }
      add(
        Difference(
          kind: .caseAdded, subject: "\(name).\(item.name)", from: "", to: item.rawValue,
          mend: "\"unknown\": \"keep\""))
    }
    if old.keepsUnknown, !new.keepsUnknown {
      add(Difference(kind: .unknownDropped, subject: name, from: "keep", to: ""))
    }
  }

  // MARK: Structs

  private mutating func compare(_ old: [LockedField], _ new: [LockedField], named name: String) {
    var used: Set<String> = []
    for field in old {
      let subject = "\(name).\(field.name)"
      let heir =
        new.first { $0.name == field.name } ?? new.first { $0.formerNames.contains(field.name) }
      guard let heir else {
        removed(field, old, new, named: name)
        continue
      }
      used.insert(heir.name)
      let (from, wasOptional) = field.type.unwrapped
      let (to, isOptional) = heir.type.unwrapped
      if wasOptional, !isOptional, !heir.hasDefault {
        add(
          Difference(
            kind: .fieldRequired, subject: subject, from: field.type.text, to: heir.type.text,
            mend: "\"default\": …"))
      }
      compare(from, to, in: subject)
    }
    for field in new where !used.contains(field.name) {
      if case .optional = field.type { continue }
      if field.hasDefault { continue }
      add(
        Difference(
          kind: .fieldRequired, subject: "\(name).\(field.name)", from: "", to: field.type.text,
          mend: "\"default\": …"))
    }
  }

  private mutating func removed(
    _ field: LockedField, _ old: [LockedField], _ new: [LockedField], named name: String
  ) {
    let added = new.filter { item in !old.contains { $0.name == item.name } }
    let type = field.type.unwrapped.type.unqualified
    let twins = added.filter { $0.type.unwrapped.type.unqualified == type }
    let subject = "\(name).\(field.name)"
    if twins.count == 1 {
      add(
        Difference(
          kind: .fieldRenamed, subject: subject, from: field.name, to: twins[0].name,
          mend: "\"formerNames\": [\(JSONText.quoted(field.name))]"))
    } else {
      add(Difference(kind: .fieldRemoved, subject: subject, from: field.type.text, to: ""))
    }
  }
}

extension String {
  /// A raw value as the name of a member.
  fileprivate var quotedIfNeeded: String { hasPrefix("\"") ? self : "\"\(self)\"" }
}

extension ScalarType {
  /// Whether each stored value of this type reads as the same value of another.
  ///
  /// - Parameter isNarrow: Whether integers are known to be within ±2^53.
  func widens(to other: ScalarType, isNarrow: Bool) -> Bool {
    if let own = integerBounds {
      if let wide = other.integerBounds {
        return own.least >= wide.least && own.greatest <= wide.greatest
      }
      switch other {
      case .double: return isNarrow || own.least >= -(1 << 53) && own.greatest <= 1 << 53
      case .float: return own.least >= -(1 << 24) && own.greatest <= 1 << 24
      default: return false
      }
    }
    switch (self, other) {
    case (.float, .double): return true
    // All three are stored as their texts.
    case (.url, .string), (.uuid, .string), (.decimal, .string): return true
    default: return false
    }
  }
}
