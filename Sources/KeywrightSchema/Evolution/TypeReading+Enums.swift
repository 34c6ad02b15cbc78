/// Enums, whose raw values stand for cases.
extension TypeReading {
  /// Compares enums whose raw values are components of storage strings, which no declaration translates.
  mutating func compareParameter(_ from: String, _ to: String) {
    guard case .enumeration(let old) = old[from], case .enumeration(let new) = new[to],
      seen.insert([from, to, "parameter"]).inserted
    else { return }
    compare(old, new, (from, to), asComponents: true, isPart: false)
  }

  /// Two versions of an enum, and the readings of their raw values.
  private struct Enums {
    let old, new: LockedEnum
    let names: (old: String, new: String)
    let was, now: Vocabulary
    /// Whether raw values are components of storage strings.
    let areComponents: Bool
    /// Whether they stand inside other values.
    let areParts: Bool
    /// Former raw values of cases in storage strings, which name a case but are not read as that case.
    let translated: [ExactString: String]

    init(
      _ old: LockedEnum, _ new: LockedEnum, _ names: (old: String, new: String),
      areComponents: Bool, areParts: Bool
    ) {
      (self.old, self.new, self.names) = (old, new, names)
      (self.areComponents, self.areParts) = (areComponents, areParts)
      was = old.vocabulary(isComponent: areComponents)
      now = new.vocabulary(isComponent: areComponents)
      translated = Dictionary(
        areComponents ? new.formerCases.map { (ExactString($0.rawValue), $0.name) } : [],
        uniquingKeysWith: { first, _ in first })
    }
  }

  mutating func compare(
    _ old: LockedEnum, _ new: LockedEnum, _ names: (old: String, new: String),
    asComponents areComponents: Bool = false, isPart: Bool
  ) {
    let enums = Enums(old, new, names, areComponents: areComponents, areParts: isPart)
    // In storage strings, no case has a name.
    let texts = areComponents ? nil : new.texts()
    if !areComponents, direction == .newer { compareTexts(Spellings(old, new), names) }
    terms.names.formUnion(
      new.cases.map { Term(type: names.old, bytes: ExactString($0.name)) })
    for item in enums.was.terms where direction == .newer || !item.isFormer {
      let term = Term(
        type: names.old, bytes: ExactString(item.bytes), isComponent: areComponents)
      let isRetired = later.hasRetired(term)
      // A value that a release kept as an unknown case may still be declared to be a known one.
      let isNameless =
        isRetired
        || later.unknown.contains(term) && enums.now.reader(of: item.bytes)?.isFormer != true
      let subject = "\(shown(names)).\(item.name)"
      switch enums.was.reading(of: item, by: enums.now, isRetired: isNameless) {
      case .same, .declared: terms.kept.insert(term)
      case .renamed(let name):
        terms.kept.insert(term)
        // A name that no text can say any more is a graver change, which `compareTexts` reports.
        if direction == .newer, isLatest, texts.map({ $0.reader(of: item.name) != nil }) ?? true {
          add(.source, of: .case, subject, from: item.name, to: name, .ofNames) { _, _ in
            "`\(subject)` is `\(name)` now, of the same raw value: call sites change"
          }
        }
      case .misread(let name):
        terms.kept.insert(term)
        if later.reserved.contains(term) {
          reuse(item.bytes, of: .case, by: "\(shown(names)).\(name)", mend: .anotherValue(in: name))
        } else {
          misread(item, term, subject, as: name, in: enums)
        }
      case .reserved where new.keepsUnknown && !areComponents:
        terms.unknown.insert(term)
        terms.reserved.insert(term)
      case .reserved:
        terms.lost.insert(term)
        terms.reserved.insert(term)
        if !isRetired, direction == .newer { giveUp(item, term, subject, in: enums) }
      case .lost(let successor):
        if new.keepsUnknown, !areComponents {
          terms.unknown.insert(term)
        } else {
          terms.lost.insert(term)
        }
        if !isRetired, !later.kept.contains(term) { lose(item, subject, to: successor, in: enums) }
      }
    }
    if old.keepsUnknown, !new.keepsUnknown, direction == .newer {
      add(.olderUnreadable, as: .warning, of: .case, names.new, from: "keep") { name, _ in
        "`\(names.new)` keeps no unknown values any more: what a newer program stored in `\(name)` cannot be read"
      }
    }
    checkReservations(
      of: old.reserved, in: names.new, .case, enums.now, again: Change.Mend.anotherValue
    ) { $0 }
  }

  /// Reports a raw value, or a former one, that is read as another case.
  private mutating func misread(
    _ item: Vocabulary.Term, _ term: Term, _ subject: String, as name: String, in enums: Enums
  ) {
    let (was, now, bytes) = (enums.was, enums.now, item.bytes)
    if item.isFormer {
      let mend: Change.Mend?
      if now.reader(of: bytes)?.isFormer == false {
        // A case has these bytes as its own raw value, so that no other case can read them as a former one.
        mend = .anotherValue(in: name)
      } else {
        mend = was.successor(of: item, in: now).map { heir in
          .former(
            bytes, of: heir,
            effect: "in `\(heir)`, in place of that in `\(name)`, reads it as before",
            replacing: .former(bytes, of: name))
        }
      }
      return add(
        .misread, of: .case, subject, from: bytes, to: name, .oncePerType,
        mends: [mend].compactMap(\.self)
      ) { "`\($0)` may hold \(bytes), which \($1) read as `\(subject)`, and is read as `\(name)`" }
    }
    let isOwn = now.namesake(of: item.name) != nil
    let taker = isOwn ? item.name : name
    var mend: Change.Mend
    if !later.names.contains(Term(type: term.type, bytes: ExactString(taker))),
      later.kept.contains(term)
    {
      // A later release still read the bytes as the same thing: only the name has come back, for another one.
      mend = Change.Mend(
        part: ["enum", taker], "\"…\": \(now.namesake(of: taker)?.bytes ?? bytes)",
        effect: "in place of `\(taker)` gives the case a name that no release had")
    } else if isOwn {
      mend = Change.Mend(
        part: ["enum", item.name], "\"rawValue\": \(bytes)",
        effect: "in the case reads what is stored as it was meant")
      if was.namesake(of: name) == nil {
        mend.effect += "; `\(name)` needs another raw value"
        mend.rival = name
      }
    } else {
      mend = .anotherValue(in: name)
      // A case that has those bytes now is misread itself.
      if let own = was.namesake(of: name)?.bytes, !now.reserves(own),
        now.reader(of: own)?.isFormer != true
      {
        mend = Change.Mend(part: mend.path, "\"rawValue\": \(own)", effect: mend.effect)
      }
    }
    add(.misread, of: .case, subject, from: bytes, to: name, .oncePerType, mends: [mend]) {
      "`\($0)` may hold \(bytes) of \($1), which meant `\(subject)` and is read as `\(name)`"
    }
  }

  /// Reports a raw value that the schema gives up while a value is there that has it.
  private mutating func giveUp(
    _ item: Vocabulary.Term, _ term: Term, _ subject: String, in enums: Enums
  ) {
    let bytes = item.bytes
    let reserved = Change.Mend.Replaced(word: "reserved", element: bytes)
    if item.isFormer, let successor = enums.was.successor(of: item, in: enums.now) {
      // A user of an earlier release has the value of a case that is there still.
      return loseFormer(
        item, subject,
        mend: .former(
          bytes, of: successor,
          effect: "in `\(successor)`, in place of the reservation, reads it as that case",
          replacing: reserved))
    }
    // If a later release reads the case, it is reported for that release.
    if !enums.areParts || later.kept.contains(term) { return }
    // The values that hold the case would be gone with it.
    add(
      .unreadable, of: .case, subject, from: bytes, .oncePerType,
      mends: [
        .former(
          bytes, of: "…",
          effect: "in another case, in place of the reservation, reads it as that one",
          replacing: reserved)
      ]
    ) {
      "values of `\($0)` of \($1) may have \(bytes) inside, and `\(subject)` is reserved: they cannot be read at all"
    }
  }

  private mutating func loseFormer(_ item: Vocabulary.Term, _ subject: String, mend: Change.Mend) {
    add(.lost, of: .case, subject, from: item.bytes, to: item.name, mends: [mend]) {
      "`\($0)` may hold \(item.bytes), which \($1) read as `\(subject)`, and that case has it no longer as a former one: that value cannot be read"
    }
  }

  /// Reports a raw value that nothing reads.
  private mutating func lose(
    _ item: Vocabulary.Term, _ subject: String, to successor: String?, in enums: Enums
  ) {
    let (now, bytes, keepsUnknown) = (enums.now, item.bytes, enums.new.keepsUnknown)
    if direction == .older {
      if keepsUnknown {
        let formers = enums.old.formerCases.filter { $0.name == item.name }.map(\.rawValue)
        guard let former = formers.first(where: { now.reader(of: $0) != nil }) else { return }
        let mend = Change.Mend(
          part: ["enum", item.name], "\"rawValue\": \(former)",
          effect:
            "in the case, in place of that entry in `former`, stores what older programs know",
          replacing: .former(former, of: item.name))
        return add(.olderLost, of: .case, subject, from: former, to: bytes, mends: [mend]) {
          "`\($0)` may be `\(subject)`: a program of \($1) knows that case as \(former), and finds an unknown one"
        }
      }
      return add(.olderUnreadable, of: .case, subject, from: "", to: bytes) {
        "`\($0)` may be `\(subject)`: a program of \($1) reads that as its default"
      }
    }
    if keepsUnknown, successor == nil, !enums.areComponents {
      return add(.unreadable, as: .warning, of: .case, subject, from: bytes) {
        "`\($0)` may hold \(bytes) of \($1), which is read as an unknown case, and kept"
      }
    }
    let declared = enums.translated[ExactString(bytes)]
    if let successor, let own = now.namesake(of: successor), !item.isFormer {
      let place = declared == nil ? "" : ", in place of its entry in `former`,"
      let mend = Change.Mend(
        part: ["enum", successor], "\"rawValue\": \(bytes)",
        effect: "in the case\(place) keeps what is stored",
        replacing: declared.map { .former(bytes, of: $0) })
      return add(.lost, of: .case, subject, from: bytes, to: own.bytes, mends: [mend]) {
        "`\(subject)` was stored as \(bytes) in \($1) and is \(own.bytes): what `\($0)` holds cannot be read"
      }
    }
    let added = enums.new.cases.filter { enums.was.reader(of: $0.rawValue) == nil }
    let successor = successor ?? declared ?? (added.count == 1 ? added[0].name : nil)
    let mend: Change.Mend =
      enums.areComponents
      ? mend(ofComponent: item, successor, declared, in: enums)
      : .former(
        bytes, of: successor ?? "…",
        effect: successor.map { "in `\($0)` reads it as that case" }
          ?? "in another case reads it as that one")
    if item.isFormer, now.namesake(of: item.name) != nil {
      return loseFormer(item, subject, mend: mend)
    }
    add(.lost, of: .case, subject, from: bytes, mends: [mend]) {
      "`\($0)` may hold \(bytes) of \($1), and `\(subject)` is gone: that value cannot be read"
    }
  }

  /// The words that keep a case in storage strings, and their effect: its raw value for the case that it has
  /// become, if no release stored that one, or else the case itself.
  private func mend(
    ofComponent item: Vocabulary.Term, _ successor: String?, _ declared: String?, in enums: Enums
  ) -> Change.Mend {
    let place = declared == nil ? "" : ", in place of its entry in `former`,"
    let replaced = declared.map { Change.Mend.Replaced.former(item.bytes, of: $0) }
    if let successor, let own = enums.now.namesake(of: successor),
      enums.was.reader(of: own.bytes) == nil
    {
      return Change.Mend(
        part: ["enum", successor], "\"rawValue\": \(item.bytes)",
        effect: "in `\(successor)`\(place) keeps the storage strings that were written with it",
        replacing: replaced)
    }
    return Change.Mend(
      part: ["enum"], "\(JSONText.quoted(item.name)): \(item.bytes)",
      effect:
        "in `enum`\(place) keeps the case: no declaration translates the storage strings that were written with it",
      replacing: replaced)
  }

  /// Reports bytes that a release gave up, and that something reads again.
  mutating func reuse(
    _ bytes: String, of part: Change.Part, by subject: String, mend: Change.Mend
  ) {
    add(.reused, of: part, subject, from: bytes, mends: [mend]) {
      "`\(subject)` has \(bytes), which a release gave up: what `\($0)` still holds of \($1) is read again"
    }
  }

  /// Reports reservations that are gone, also of cases or members that no release in the lock has.
  ///
  /// - Parameters:
  ///   - again: The mend of a thing that has the bytes now.
  ///   - element: The bytes as an element of `reserved`.
  mutating func checkReservations(
    of old: [String], in type: String, _ part: Change.Part, _ new: Vocabulary,
    again: (String) -> Change.Mend, element: (String) -> String
  ) {
    if direction == .older || !isLatest { return }
    for bytes in old where !new.reserves(bytes) {
      if let reader = new.reader(of: bytes) {
        reuse(bytes, of: part, by: "\(type).\(reader.name)", mend: again(reader.name))
        continue
      }
      let subject = "\(type).\(bytes.unquoted)"
      add(
        .reused, of: part, subject, from: bytes,
        mends: [
          Change.Mend(
            part: [], "\"reserved\": [\(element(bytes))]", effect: "says again that it is gone")
        ]
      ) { name, _ in
        "`\(subject)` is not reserved any more: a new one of that name would meet what `\(name)` still holds"
      }
    }
  }
}

extension Change.Mend {
  /// A text for a part of the declaration of a type.
  init(
    part path: [String], _ text: String, effect: String, replacing replaced: Replaced? = nil
  ) {
    self.init(
      text: text, effect: effect, place: nil, replaces: [replaced].compactMap(\.self))
    self.path = path
  }

  /// The word that reads a raw value, or a text, as a case.
  static func former(
    _ bytes: String, of name: String, effect: String, replacing replaced: Replaced? = nil
  ) -> Change.Mend {
    Change.Mend(
      part: ["enum", name], "\"former\": [\(bytes)]", effect: effect, replacing: replaced)
  }

  /// The word of a case that has the raw value of one that is gone.
  static func anotherValue(in name: String) -> Change.Mend {
    Change.Mend(
      part: ["enum", name], "\"rawValue\": …",
      effect: "in `\(name)` gives that case a raw value of its own")
  }
}

extension Change.Mend.Replaced {
  /// An entry of the word by which a case reads a raw value, or a text.
  static func former(_ bytes: String, of name: String) -> Change.Mend.Replaced {
    Change.Mend.Replaced(path: ["enum", name], word: "former", element: bytes)
  }
}

extension String {
  /// A raw value without quotes; parsed only if it has escapes, since it is asked of each case of large enums.
  var unquoted: String {
    guard hasPrefix("\"") else { return self }
    if !contains("\\") { return String(dropFirst().dropLast()) }
    return JSONNode(text: self)?.string?.text ?? self
  }
}
