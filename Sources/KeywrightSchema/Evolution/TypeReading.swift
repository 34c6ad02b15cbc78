/// Follows the values of one type through the reader of another: values of a release through today's reader,
/// or today's values through the reader of a release.
struct TypeReading {
  /// The declarations of the type that was stored, and of the one that reads.
  let old, new: LockedTypes
  var direction = Direction.newer
  /// Whether every stored number is known to be an integer that a `Double` has.
  var isNarrow = false
  /// The values that the constraint `allowed` leaves, as JSON.
  var allowed: [String]?
  /// The terms that a later release than the old one reads, and does not read.
  var later = Terms()
  /// Whether the old one is the last release.
  var isLatest = true

  /// The differences that were found, each once.
  private(set) var differences: [Difference] = []
  /// The terms of the old one that the new one reads, and does not read.
  var terms = Terms()
  var seen: Set<[String]> = []

  enum Direction {
    /// Today's program reads what a release stored.
    case newer
    /// The program of a release reads what today's stores.
    case older
  }

  /// Cases and fields of the old types.
  struct Terms {
    var kept: Set<Term> = []
    var lost: Set<Term> = []
    /// Those among the lost ones that were given up on purpose.
    var reserved: Set<Term> = []
    /// Those without a name that are kept as they are, for now.
    var unknown: Set<Term> = []
    /// The names of the new cases, in place of bytes.
    var names: Set<Term> = []

    /// Whether nothing reads a term: one type may have become two, of which one has it still.
    func hasRetired(_ term: Term) -> Bool { lost.contains(term) && !kept.contains(term) }
  }

  struct Term: Hashable {
    let type: String
    let bytes: ExactString
    /// Whether the bytes are a component of a storage string.
    var isComponent = false
  }

  /// One difference of two types.
  struct Difference {
    let fate: Fate
    /// The weight, if it is another one than mostly.
    let level: ChangeLevel?
    let part: Change.Part
    /// The type, field or case that it concerns; empty for the value itself.
    let subject: String
    let from: String
    let to: String
    let traits: Traits
    /// Texts that mend it, in the declaration of the type.
    let mends: [Change.Mend]
    let words: Words

    /// The declared type that it is in; empty for the value itself.
    var type: Substring { subject.lastIndex(of: ".").map { subject[..<$0] } ?? "" }
    /// Whether it is about what is stored, and not about names of cases alone.
    var isOfBytes: Bool { !traits.contains(.ofNames) }
    /// Whether stored values are lost or misread.
    var isLoss: Bool { !fate.isOfOlderPrograms && (level ?? fate.level) == .error }
  }

  /// The words about values of a key, and of the releases that stored them.
  typealias Words = (_ name: String, _ versions: String) -> String

  struct Traits: OptionSet {
    let rawValue: Int

    /// It is about the texts by which people name cases, and not about what is stored.
    static let ofNames = Traits(rawValue: 1)
    /// It counts once for a type, whatever the case was called.
    static let oncePerType = Traits(rawValue: 2)
    /// Only a function makes today's value of the earlier one.
    static let needsFunction = Traits(rawValue: 4)
  }

  init(_ old: LockedTypes, _ new: LockedTypes) {
    self.old = old
    self.new = new
  }

  mutating func add(
    _ fate: Fate, as level: ChangeLevel? = nil, of part: Change.Part, _ subject: String,
    from: String, to: String = "", _ traits: Traits = [], mends: [Change.Mend] = [],
    _ words: @escaping Words
  ) {
    differences.append(
      Difference(
        fate: fate, level: level, part: part, subject: subject, from: from, to: to, traits: traits,
        mends: mends, words: words))
  }

  /// A type, and what it is an element of, to name where a difference is.
  struct Place {
    let from, to: LockedType
    let subject: String
    /// Whether it is a part of a value, which cannot be read without it.
    var isPart = false

    var part: Place { Place(from: from, to: to, subject: subject, isPart: true) }
  }

  mutating func unreadable(_ place: Place) {
    let (from, to) = (place.from.text, place.to.text)
    let inside = place.subject.isEmpty ? "" : " in `\(place.subject)`"
    if direction == .newer {
      add(.unreadable, of: .key, place.subject, from: from, to: to, .needsFunction) {
        "`\($0)` was \(from)\(inside) in \($1) and is \(to): those values cannot be read"
      }
    } else {
      add(.olderUnreadable, of: .key, place.subject, from: to, to: from) { name, _ in
        "`\(name)` was \(to)\(inside) and is \(from): every stored value is read; an older program cannot read all that this one stores"
      }
    }
  }

  /// Compares two types without the outermost `?`.
  mutating func compare(_ from: LockedType, _ to: LockedType) {
    compare(from, to, Place(from: from, to: to, subject: ""))
  }

  mutating func compare(_ from: LockedType, _ to: LockedType, _ place: Place) {
    switch (from, to) {
    case (.scalar(let old), .scalar(let new)):
      let isNarrow = isNarrow && place.subject.isEmpty
      if old != new, !old.widens(to: new, isNarrow: isNarrow) { unreadable(place) }
    case (.scalar(let old), .named(let name)): compareAllowed(of: old, with: name, place)
    case (.optional(let from), .optional(let to)), (.array(let from), .array(let to)),
      (.set(let from), .set(let to)), (.set(let from), .array(let to)):
      compare(from, to, place.part)
    case (.dictionary(let key, let value), .dictionary(let newKey, let newValue)):
      compareKeys(key, newKey, place.part)
      compare(value, newValue, place.part)
    case (.named(let name), _): compare(named: name, to, place)
    default: unreadable(place)
    }
  }

  /// Names of members: strings, whatever their type is.
  private mutating func compareKeys(_ from: LockedType, _ to: LockedType, _ place: Place) {
    if case (.scalar(let old), .scalar(.string)) = (from, to), old.integerBounds != nil { return }
    compare(from, to, place)
  }

  private mutating func compare(named from: String, _ to: LockedType, _ place: Place) {
    if !seen.insert([from, to.text, place.isPart ? "part" : ""]).inserted { return }
    switch (old[from], to) {
    case (.enumeration(let cases), .scalar(let scalar)):
      let raw = cases.rawType
      if raw != scalar, !raw.widens(to: scalar, isNarrow: false) { return unreadable(place) }
      if direction == .older { return }
      for (rawValue, name) in cases.formerCases {
        let subject = "\(from).\(name)"
        add(.misread, of: .case, subject, from: rawValue, to: scalar.rawValue, .needsFunction) {
          "`\($0)` may hold \(rawValue), which \($1) read as `\(subject)`, and is read as it stands: \(scalar.rawValue) has no former cases"
        }
      }
      if let own = cases.cases.first(where: { $0.rawValue.unquoted != $0.name }) {
        let subject = "\(from).\(own.name)"
        add(
          .source, as: .warning, of: .case, subject, from: own.name, to: scalar.rawValue,
          [.ofNames, .oncePerType]
        ) {
          "`\($0)` is \(scalar.rawValue), which has no names of cases: a variable, an argument or a file that says `\(own.name)` for `\(subject)`, as in \($1), does not mean that value any more"
        }
      }
    case (.enumeration(let old), .named(let name)):
      guard case .enumeration(let new) = new[name] else { return unreadable(place) }
      if old.rawType != new.rawType {
        return unreadable(
          Place(
            from: .scalar(old.rawType), to: .scalar(new.rawType), subject: shown((from, name))))
      }
      compare(old, new, (from, name), isPart: place.isPart)
    case (.structure(let old), .named(let name)):
      guard case .structure(let new) = new[name] else { return unreadable(place) }
      compare(old, new, (from, name))
    case (nil, .named(let name)):
      // A type of the user's own, of which only the name and the revision can be seen.
      if new[name] != nil || name != from { unreadable(place) }
    default: unreadable(place)
    }
  }

  /// The scalars of an `allowed` list can be read as cases if they are stored as raw values are, and there is a case
  /// for each, or the enum keeps the others.
  private mutating func compareAllowed(of scalar: ScalarType, with name: String, _ place: Place) {
    guard let allowed, place.subject.isEmpty, case .enumeration(let cases) = new[name] else {
      return unreadable(place)
    }
    let (raw, vocabulary) = (cases.rawType, cases.vocabulary())
    let areRawValues =
      scalar == raw || scalar.widens(to: raw, isNarrow: false)
      || scalar.isNumber && raw.integerBounds != nil && allowed.allSatisfy { Int($0) != nil }
    if areRawValues, cases.keepsUnknown || allowed.allSatisfy({ vocabulary.reader(of: $0) != nil })
    {
      return
    }
    unreadable(place)
  }

  /// The name of today's type.
  func shown(_ names: (old: String, new: String)) -> String {
    direction == .newer ? names.new : names.old
  }
}

extension ScalarType {
  /// Whether each stored value of this type reads as the same value of another.
  ///
  /// - Parameter isNarrow: Whether integers are known to be within ±2^53.
  func widens(to other: ScalarType, isNarrow: Bool) -> Bool {
    if let own = integerBounds {
      if let wide = other.integerBounds { return wide.contains(own) }
      switch other {
      case .double: return isNarrow || (-(1 << 53)...(1 << 53)).contains(own)
      case .float: return (-(1 << 24)...(1 << 24)).contains(own)
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
