/// Enums, whose raw values stand for cases.
extension TypeReading {
  /// Compares enums whose raw values are components of storage strings, which no declaration translates.
  mutating func compareParameter(_ from: String, _ to: String) {
    guard case .enumeration(let old) = old[from], case .enumeration(let new) = new[to],
      seen.insert([from, to, "parameter"]).inserted
    else { return }
    compare(old, new, (from, to), asComponents: true, isPart: false)
  }

  mutating func compare(
    _ old: LockedEnum, _ new: LockedEnum, _ names: (old: String, new: String),
    asComponents isComponent: Bool = false, isPart: Bool
  ) {
    let (was, now) = (
      old.vocabulary(isComponent: isComponent), new.vocabulary(isComponent: isComponent)
    )
    // In storage strings, no case has a name.
    let texts = isComponent ? nil : new.texts()
    if !isComponent, direction == .newer { compareTexts(Spellings(old, new), names) }
    let added = new.cases.filter { was.reader(of: $0.rawValue) == nil }
    // In storage strings, a former raw value names a case but is not read as that case.
    let translated = Dictionary(
      isComponent ? new.formerCases.map { (ExactString($0.rawValue), $0.name) } : [],
      uniquingKeysWith: { first, _ in first })
    terms.names.formUnion(
      new.cases.map { Term(type: names.old, bytes: ExactString($0.name)) })
    for item in was.terms where direction == .newer || !item.isFormer {
      let term = Term(
        type: names.old, bytes: ExactString(item.bytes), isComponent: isComponent)
      let isRetired = later.hasRetired(term)
      // A value that a release kept as an unknown case may still be declared to be a known one.
      let isNameless =
        isRetired
        || later.unknown.contains(term) && now.reader(of: item.bytes)?.isFormer != true
      let subject = "\(shown(names)).\(item.name)"
      switch was.reading(of: item, by: now, isRetired: isNameless) {
      case .same, .declared: terms.kept.insert(term)
      case .renamed(let name):
        terms.kept.insert(term)
        // A name that no text can say any more is a graver change, which `compareTexts` reports.
        if direction == .newer, isLatest, texts.map({ $0.reader(of: item.name) != nil }) ?? true {
          add(.nameChanged, subject, from: item.name, to: name)
        }
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
          // A later release still read the bytes as the same thing: only the name has come back, for another one.
          add(
            .misread, subject, from: item.bytes, to: name,
            mend: "\"…\": \(now.namesake(of: taker)?.bytes ?? item.bytes)", in: taker,
            effect: "in place of `\(taker)` gives the case a name that no release had")
          continue
        }
        if item.isFormer, now.reader(of: item.bytes)?.isFormer == false {
          // A case has these bytes as its own raw value, so that no other case can read them as a former one.
          add(
            .declarationMoved, subject, from: item.bytes, to: name, mend: Self.anotherValue,
            in: name, effect: "in `\(name)` gives that case a raw value of its own")
          continue
        }
        if item.isFormer {
          let heir = was.successor(of: item, in: now)
          add(
            .declarationMoved, subject, from: item.bytes, to: name,
            mend: heir.map { _ in Self.former(item.bytes) }, in: heir ?? "",
            effect: heir.map { "in `\($0)`, in place of that in `\(name)`, reads it as before" },
            taking: heir == nil ? nil : name)
          continue
        }
        add(
          .misread, subject, from: item.bytes, to: name,
          mend: isOwn ? "\"rawValue\": \(item.bytes)" : mend(ofTaker: name, was, now),
          in: isOwn ? "" : name,
          effect: isOwn && was.namesake(of: name) == nil
            ? "in the case reads what is stored as it was meant; `\(name)` needs another raw value"
            : nil)
      case .reserved where new.keepsUnknown && !isComponent:
        terms.unknown.insert(term)
        terms.reserved.insert(term)
      case .reserved:
        terms.lost.insert(term)
        terms.reserved.insert(term)
        if isRetired || direction == .older { continue }
        if item.isFormer, let successor = was.successor(of: item, in: now) {
          // A user of an earlier release has the value of a case that is there still.
          add(
            .caseRemoved, subject, from: item.bytes, to: item.name,
            mend: Self.former(item.bytes), in: successor,
            effect: "in `\(successor)`, in place of the reservation, reads it as that case")
          continue
        }
        // If a later release reads the case, it is reported for that release.
        if !isPart || later.kept.contains(term) { continue }
        // The values that hold the case would be gone with it.
        add(.caseInside, subject, from: item.bytes, mend: Self.former(item.bytes))
      case .lost(let successor):
        if new.keepsUnknown, !isComponent {
          terms.unknown.insert(term)
        } else {
          terms.lost.insert(term)
        }
        if isRetired || later.kept.contains(term) { continue }
        if direction == .older {
          if !new.keepsUnknown { add(.caseAdded, subject, from: "", to: item.bytes) }
        } else if new.keepsUnknown, successor == nil, !isComponent {
          add(.caseUnknown, subject, from: item.bytes, to: successor ?? "")
        } else if let successor, let own = now.namesake(of: successor), !item.isFormer {
          add(
            .rawValueChanged, subject, from: item.bytes, to: own.bytes,
            mend: "\"rawValue\": \(item.bytes)", in: successor,
            effect: translated[ExactString(item.bytes)].map { _ in
              "in the case, in place of its entry in `former`, keeps what is stored"
            }, taking: translated[ExactString(item.bytes)])
        } else {
          let isThere = item.isFormer && now.namesake(of: item.name) != nil
          let declared = translated[ExactString(item.bytes)]
          let successor = successor ?? declared ?? (added.count == 1 ? added[0].name : nil)
          let mend: (text: String, effect: String?, holder: String) =
            isComponent
            ? mend(ofComponent: item, successor, was, now, isDeclared: declared != nil)
            : (Self.former(item.bytes), nil, successor ?? "")
          add(
            .caseRemoved, subject, from: item.bytes, to: isThere ? item.name : "", mend: mend.text,
            in: mend.holder, effect: mend.effect, taking: isComponent ? declared : nil)
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

  /// The word that reads a raw value, or a text, as the case in which it stands.
  static func former(_ bytes: String) -> String { "\"former\": [\(bytes)]" }

  /// The words that keep a case in storage strings, and their effect: its raw value for the case that it has
  /// become, if no release stored that one, or else the case itself.
  private func mend(
    ofComponent item: Vocabulary.Term, _ successor: String?, _ was: Vocabulary, _ now: Vocabulary,
    isDeclared: Bool
  ) -> (String, String?, String) {
    let place = isDeclared ? ", in place of its entry in `former`," : ""
    if let successor, let own = now.namesake(of: successor), was.reader(of: own.bytes) == nil {
      return (
        "\"rawValue\": \(item.bytes)",
        "in `\(successor)`\(place) keeps the storage strings that were written with it",
        successor
      )
    }
    return (
      "\(JSONText.quoted(item.name)): \(item.bytes)",
      "in `enum`\(place) keeps the case: no declaration translates the storage strings that were written with it",
      ""
    )
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
  mutating func checkReservations(
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

  /// The words of a case that has the raw value of one that is gone.
  private static let anotherValue = "\"rawValue\": …"
}

extension String {
  /// A raw value without quotes; parsed only if it has escapes, since it is asked of each case of large enums.
  var unquoted: String {
    guard hasPrefix("\"") else { return self }
    if !contains("\\") { return String(dropFirst().dropLast()) }
    return JSONNode(text: self)?.string?.text ?? self
  }
}
