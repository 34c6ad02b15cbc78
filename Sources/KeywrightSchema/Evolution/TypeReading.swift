/// Follows the values of one type through the reader of another: of what a release stored through today's,
/// and of what today's program stores through a release's.
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
  private(set) var terms = Terms()
  private var seen: Set<[String]> = []

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
    /// The names of the new cases, in place of bytes.
    var names: Set<Term> = []
  }

  struct Term: Hashable {
    let type: String
    let bytes: ExactString
    /// Whether the bytes are a component of a storage string.
    var isComponent = false
  }

  /// One difference of two types.
  struct Difference {
    let kind: ChangeKind
    /// The type, field or case that it concerns; empty for the value itself.
    var subject = ""
    let from: String
    let to: String
    /// A word of the schema that mends it.
    var mend: String?
    /// The case or field to which the word belongs, if that is not the one that it is about.
    var holder = ""
    /// The effect of the word, where the kind does not tell it.
    var ownEffect: String?

    /// The declared type that it is in; empty for the value itself.
    var type: Substring { subject.lastIndex(of: ".").map { subject[..<$0] } ?? "" }
    /// Whether stored values are lost or misread.
    var isLoss: Bool { kind.verdict.consequences.contains(.data) }
  }

  init(_ old: LockedTypes, _ new: LockedTypes) {
    self.old = old
    self.new = new
  }

  private mutating func add(
    _ kind: ChangeKind, _ subject: String, from: String, to: String = "", mend: String? = nil,
    in holder: String = "", effect: String? = nil
  ) {
    differences.append(
      Difference(
        kind: kind, subject: subject, from: from, to: to, mend: mend, holder: holder,
        ownEffect: effect))
  }

  /// A type, and what it is an element of, to name where a difference is.
  private struct Place {
    let from, to: LockedType
    let subject: String
    /// Whether it is a part of a value, which cannot be read without it.
    var isPart = false

    var part: Place { Place(from: from, to: to, subject: subject, isPart: true) }
  }

  private mutating func unreadable(_ place: Place) {
    let (from, to) = (place.from.text, place.to.text)
    if direction == .newer {
      add(.typeChanged, place.subject, from: from, to: to)
    } else {
      add(.typeWidened, place.subject, from: to, to: from)
    }
  }

  /// Compares two types without the outermost `?`.
  mutating func compare(_ from: LockedType, _ to: LockedType) {
    compare(from, to, Place(from: from, to: to, subject: ""))
  }

  private mutating func compare(_ from: LockedType, _ to: LockedType, _ place: Place) {
    switch (from, to) {
    case (.scalar(let old), .scalar(let new)):
      let isNarrow = isNarrow && place.subject.isEmpty
      if old != new, !old.widens(to: new, isNarrow: isNarrow) { unreadable(place) }
    case (.scalar, .named(let name)): compareAllowed(with: name, place)
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
      if raw != scalar, !raw.widens(to: scalar, isNarrow: false) { unreadable(place) }
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

  /// Scalars of a list are cases, if there is one for each.
  private mutating func compareAllowed(with name: String, _ place: Place) {
    guard let allowed, place.subject.isEmpty, case .enumeration(let cases) = new[name] else {
      return unreadable(place)
    }
    let vocabulary = cases.vocabulary()
    let isRead = cases.keepsUnknown || allowed.allSatisfy { vocabulary.reader(of: $0) != nil }
    if !isRead { unreadable(place) }
  }

  /// The name of today's type.
  private func shown(_ names: (old: String, new: String)) -> String {
    direction == .newer ? names.new : names.old
  }

  // MARK: Enums

  /// Compares enums whose raw values are components of storage strings, which no declaration translates.
  mutating func compareParameter(_ from: String, _ to: String) {
    guard case .enumeration(let old) = old[from], case .enumeration(let new) = new[to],
      seen.insert([from, to, "parameter"]).inserted
    else { return }
    compare(old, new, (from, to), asComponents: true, isPart: false)
  }

  private mutating func compare(
    _ old: LockedEnum, _ new: LockedEnum, _ names: (old: String, new: String),
    asComponents isComponent: Bool = false, isPart: Bool
  ) {
    let (was, now) = (
      old.vocabulary(isComponent: isComponent), new.vocabulary(isComponent: isComponent)
    )
    let added = new.cases.filter { was.reader(of: $0.rawValue) == nil }
    // In storage strings, a declaration names a case that reads nothing of it.
    let translated = Dictionary(
      isComponent ? new.formerCases.map { (ExactString($0.rawValue), $0.name) } : [],
      uniquingKeysWith: { first, _ in first })
    terms.names.formUnion(
      new.cases.map { Term(type: names.old, bytes: ExactString($0.name)) })
    for item in was.terms where direction == .newer || !item.isFormer {
      let term = Term(
        type: names.old, bytes: ExactString(item.bytes), isComponent: isComponent)
      let isRetired = later.lost.contains(term)
      let subject = "\(shown(names)).\(item.name)"
      switch was.reading(of: item, by: now, isRetired: isRetired) {
      case .same, .declared: terms.kept.insert(term)
      case .renamed(let name):
        terms.kept.insert(term)
        if direction == .newer, isLatest { add(.nameChanged, subject, from: item.name, to: name) }
      case .misread(let name) where later.reserved.contains(term):
        terms.kept.insert(term)
        add(
          .idReused, "\(shown(names)).\(name)", from: item.bytes, mend: Self.anotherValue, in: name)
      case .misread(let name):
        terms.kept.insert(term)
        let isOwn = item.isFormer || now.namesake(of: item.name) != nil
        let taker = isOwn ? item.name : name
        let isFree = !later.names.contains(Term(type: names.old, bytes: ExactString(taker)))
        if !item.isFormer, isFree, later.kept.contains(term) {
          // Of the bytes, a later release had the same thing: the name is what comes back for another one.
          add(
            .misread, subject, from: item.bytes, to: name,
            mend: "\"…\": \(now.namesake(of: taker)?.bytes ?? item.bytes)", in: taker,
            effect: "in place of `\(taker)` gives the case a name that no release had")
          continue
        }
        add(
          item.isFormer ? .declarationMoved : .misread, subject, from: item.bytes, to: name,
          mend: isOwn ? mend(ofMisread: item, was, now) : mend(ofTaker: name, was, now),
          in: isOwn ? "" : name,
          effect: isOwn && !item.isFormer && was.namesake(of: name) == nil
            ? "in the case reads what is stored as it was meant; `\(name)` needs another raw value"
            : nil)
      case .reserved:
        terms.lost.insert(term)
        terms.reserved.insert(term)
        if !isPart || new.keepsUnknown { continue }
        // The values that hold the case would be gone with it.
        if isRetired || direction == .older { continue }
        add(.caseInside, subject, from: item.bytes, mend: mendOfCase(item.bytes, nil))
      case .lost(let successor):
        terms.lost.insert(term)
        if isRetired || later.kept.contains(term) { continue }
        if direction == .older {
          if !new.keepsUnknown { add(.caseAdded, subject, from: "", to: item.bytes) }
        } else if new.keepsUnknown, successor == nil, !isComponent {
          add(.caseUnknown, subject, from: item.bytes, to: successor ?? "")
        } else if let successor, let own = now.namesake(of: successor), !item.isFormer {
          add(
            .rawValueChanged, subject, from: item.bytes, to: own.bytes,
            mend: "\"rawValue\": \(item.bytes)",
            effect: translated[ExactString(item.bytes)].map { _ in
              "in the case, in place of its entry in `formerCases`, keeps what is stored"
            })
        } else {
          let isThere = item.isFormer && now.namesake(of: item.name) != nil
          let declared = translated[ExactString(item.bytes)]
          let successor = successor ?? declared ?? (added.count == 1 ? added[0].name : nil)
          let mend: (text: String, effect: String?) =
            isComponent
            ? mend(ofComponent: item, successor, was, now, isDeclared: declared != nil)
            : (mendOfCase(item.bytes, successor), nil)
          add(
            .caseRemoved, subject, from: item.bytes, to: isThere ? item.name : "", mend: mend.text,
            effect: mend.effect)
        }
      }
    }
    if old.keepsUnknown, !new.keepsUnknown, direction == .newer {
      add(.unknownDropped, names.new, from: "keep")
    }
    checkReservations(of: old.reserved, of: names, in: now, again: Self.anotherValue) {
      "\"reserved\": [\($0)]"
    }
  }

  /// The words that read a raw value as another case.
  private func mendOfCase(_ bytes: String, _ successor: String?) -> String {
    "\"formerCases\": {\(bytes.quotedIfNeeded): \(JSONText.quoted(successor ?? "…"))}"
  }

  /// The words that keep a case in storage strings, and their effect: its raw value for the case that it has
  /// become, if no release stored that one, or else the case itself.
  private func mend(
    ofComponent item: Vocabulary.Term, _ successor: String?, _ was: Vocabulary, _ now: Vocabulary,
    isDeclared: Bool
  ) -> (String, String?) {
    let place = isDeclared ? ", in place of its entry in `formerCases`," : ""
    if let successor, let own = now.namesake(of: successor), was.reader(of: own.bytes) == nil {
      return (
        "\"rawValue\": \(item.bytes)",
        "in `\(successor)`\(place) keeps the storage strings that were written with it"
      )
    }
    return (
      "\(JSONText.quoted(item.name)): \(item.bytes)",
      "in `enum`\(place) keeps the case: no declaration translates the storage strings that were written with it"
    )
  }

  /// The words that give the bytes of a misread case back to the case of its name.
  private func mend(
    ofMisread item: Vocabulary.Term, _ was: Vocabulary, _ now: Vocabulary
  ) -> String? {
    if item.isFormer {
      return was.successor(of: item, in: now).map { mendOfCase(item.bytes, $0) }
    }
    return "\"rawValue\": \(item.bytes)"
  }

  /// The words that take the bytes of a case that is gone from the one that has them now.
  private func mend(ofTaker name: String, _ was: Vocabulary, _ now: Vocabulary) -> String? {
    // A case that has those bytes now is misread itself.
    guard let own = was.namesake(of: name)?.bytes, !now.reserves(own),
      now.reader(of: own)?.isFormer != true
    else { return Self.anotherValue }
    return "\"rawValue\": \(own)"
  }

  /// Reports reservations that are gone, also of cases or members that no release in the lock has.
  private mutating func checkReservations(
    of old: [String], of names: (old: String, new: String), in new: Vocabulary, again: String,
    mend: (String) -> String
  ) {
    if direction == .older || !isLatest { return }
    for bytes in old where !new.reserves(bytes) {
      let reader = new.reader(of: bytes)
      add(
        reader == nil ? .reservationRemoved : .idReused,
        "\(names.new).\(reader?.name ?? bytes.unquoted)",
        from: bytes, mend: reader == nil ? mend(bytes) : again, in: reader?.name ?? "")
    }
  }

  // MARK: Structs

  private mutating func compare(
    _ old: LockedStruct, _ new: LockedStruct, _ names: (old: String, new: String)
  ) {
    let (was, now) = (old.vocabulary, new.vocabulary)
    let known = direction == .newer ? follow(old, new, was, now, names) : []
    for field in new.fields where !known.contains(field.name) {
      let subject = "\(shown(names)).\(field.name)"
      let formers = [field.name] + field.formerNames
      let source = formers.lazy.compactMap(was.reader).first { !$0.isFormer }
        .flatMap { old.field(named: $0.name) }
      guard let source else {
        missing(field, old, was, subject)
        continue
      }
      let (from, wasOptional) = source.type.unwrapped
      let (to, isOptional) = field.type.unwrapped
      let mayBeAbsent = wasOptional || direction == .newer && source.defaultValue != nil
      if mayBeAbsent, !isOptional, field.defaultValue == nil {
        add(
          direction == .newer ? .fieldRequired : .fieldAbsent, subject, from: source.type.text,
          to: field.type.text, mend: direction == .newer ? "\"default\": …" : nil)
      } else if direction == .newer, isLatest, !wasOptional || !isOptional {
        compareDefaults(source, field, subject)
      }
      compare(from, to, Place(from: from, to: to, subject: subject, isPart: true))
    }
  }

  /// Compares what the absence of a field means.
  private mutating func compareDefaults(
    _ old: LockedField, _ new: LockedField, _ subject: String
  ) {
    let comparison = DefaultComparison(old: self.old, new: self.new)
    let isSame: Bool =
      switch (old.defaultValue, new.defaultValue) {
      case (let from?, let to?):
        comparison.areAlike(from, old.type.unwrapped.type, to, new.type.unwrapped.type)
      case (nil, nil): true
      // A required field of before was never absent.
      case (nil, _?): !old.type.unwrapped.isOptional
      case (_?, nil): false
      }
    if isSame { return }
    add(
      .defaultChanged, subject, from: old.defaultValue?.compact ?? "nil",
      to: new.defaultValue?.compact ?? "nil")
  }

  /// The words of a case that has the raw value of one that is gone.
  private static let anotherValue = "\"rawValue\": …"
  /// The words of a field that has the name of one that is gone.
  private static let anotherName = "\"…\": …"

  /// A field that the writer does not know.
  private mutating func missing(
    _ field: LockedField, _ old: LockedStruct, _ was: Vocabulary, _ subject: String
  ) {
    if direction == .older {
      if let successor = was.reader(of: field.name) {
        let isLast = old.field(named: successor.name)?.formerNames.first == field.name
        add(
          .fieldMoved, subject, from: field.name, to: successor.name,
          mend: isLast ? "\"moves\": \"later\"" : nil)
      }
      return
    }
    if field.type.unwrapped.isOptional || field.defaultValue != nil { return }
    add(.fieldRequired, subject, from: "", to: field.type.text, mend: "\"default\": …")
  }

  /// Follows the members of a struct to the fields of another.
  ///
  /// - Returns: The fields about which all is said: those that members without a reader have become, and those
  ///   that have the names of members that were given up.
  private mutating func follow(
    _ old: LockedStruct, _ new: LockedStruct, _ was: Vocabulary, _ now: Vocabulary,
    _ names: (old: String, new: String)
  ) -> Set<String> {
    var known: Set<String> = []
    var gone: [(item: Vocabulary.Term, successor: String?)] = []
    var added = new.fields.filter { field in
      ([field.name] + field.formerNames).allSatisfy { was.reader(of: $0) == nil }
    }
    for item in was.terms {
      let term = Term(type: names.old, bytes: ExactString(item.bytes))
      let isRetired = later.lost.contains(term)
      let subject = "\(names.new).\(item.name)"
      switch was.reading(of: item, by: now) {
      case .same, .renamed, .declared:
        terms.kept.insert(term)
        if isRetired {
          let reader = now.reader(of: item.bytes)?.name ?? item.name
          known.insert(reader)
          add(
            .idReused, "\(names.new).\(reader)", from: item.bytes, mend: Self.anotherName,
            in: reader)
        }
      case .misread(let name):
        terms.kept.insert(term)
        if later.kept.contains(term) { continue }
        add(.declarationMoved, subject, from: item.bytes, to: name)
      case .reserved: terms.lost.insert(term)
      case .lost(let successor):
        terms.lost.insert(term)
        if later.kept.contains(term) { known.formUnion(added.map(\.name)) }
        // Former members of a field that is gone are gone with it.
        if isRetired || later.kept.contains(term) || item.isFormer && successor == nil { continue }
        gone.append((item, successor ?? self.successor(of: item, in: old, among: &added)))
      }
    }
    known.formUnion(gone.compactMap(\.successor))
    for (item, successor) in gone {
      let subject = "\(names.new).\(item.name)"
      let field = old.field(named: item.name)
      if successor == nil, isLatest, added.isEmpty {
        add(.fieldRemoved, subject, from: field?.type.text ?? "")
      } else {
        // One that moves later was stored under a former name.
        let earlier = item.isFormer ? [] : field?.formerNames ?? []
        let formers = [item.bytes] + earlier.filter { $0 != item.bytes }
        add(
          successor == nil ? .fieldReplaced : .fieldRenamed, subject, from: item.bytes,
          to: successor ?? "",
          mend: successor == nil
            ? "\"reserved\": [\(JSONText.quoted(item.bytes))]"
            : "\"formerNames\": \(JSONText.array(formers.map(JSONText.quoted)))")
      }
    }
    checkReservations(of: old.reserved, of: names, in: now, again: Self.anotherName) {
      "\"reserved\": [\(JSONText.quoted($0))]"
    }
    return known
  }

  /// The new field that a removed one has probably become: one that reads its values, the likest first.
  private func successor(
    of item: Vocabulary.Term, in old: LockedStruct, among added: inout [LockedField]
  ) -> String? {
    // A struct that replaces hundreds of fields is another one.
    guard added.count <= 100, let own = old.field(named: item.name) else { return nil }
    let (type, isOptional) = own.type.unwrapped
    let twins = added.indices.filter { index in
      var reading = TypeReading(self.old, new)
      reading.compare(type, added[index].type.unwrapped.type)
      return reading.differences.isEmpty
    }
    let name = item.name.lowercased()
    func isLike(_ index: Int) -> Bool {
      let other = added[index].name.lowercased()
      return other.hasPrefix(name.prefix(1)) || other.contains(name) || name.contains(other)
    }
    func only(_ indices: [Int]) -> Int? { indices.count == 1 ? indices.first : nil }
    let alike = twins.filter {
      added[$0].type.unwrapped.isOptional == isOptional && added[$0].hasDefault == own.hasDefault
    }
    guard let index = twins.first(where: isLike) ?? only(twins) ?? only(alike) else { return nil }
    return added.remove(at: index).name
  }
}

extension LockedEnum {
  /// - Parameter isComponent: Whether raw values are parts of storage strings, where the raw values of
  ///   earlier versions are not read.
  func vocabulary(isComponent: Bool = false) -> Vocabulary {
    Vocabulary(
      own: cases.map { ($0.rawValue, $0.name) },
      former: isComponent ? [] : formerCases.map { ($0.rawValue, $0.name) }, reserved: reserved)
  }
}

extension LockedStruct {
  var vocabulary: Vocabulary {
    Vocabulary(
      own: fields.map { ($0.storedName, $0.name) },
      former: fields.flatMap { field in
        ([field.name] + field.formerNames).filter { $0 != field.storedName }.map {
          ($0, field.name)
        }
      },
      reserved: reserved)
  }
}

extension String {
  /// A raw value as the name of a member.
  fileprivate var quotedIfNeeded: String { hasPrefix("\"") ? self : "\"\(self)\"" }
  /// A raw value without quotes.
  fileprivate var unquoted: String { JSONNode(text: self)?.string?.text ?? self }
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
