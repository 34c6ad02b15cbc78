// Texts by which people name the cases of an enum: in variables, arguments, files and policies.

extension TypeReading {
  /// The readings of raw values, and of texts, by two versions of an enum.
  struct Spellings {
    let was, now: Vocabulary
    fileprivate let old, new: LockedEnum

    init(_ old: LockedEnum, _ new: LockedEnum) {
      (self.old, self.new) = (old, new)
      (was, now) = (old.vocabulary(), new.vocabulary())
    }
  }

  /// Follows the texts of one enum to the cases that they stand for in another.
  mutating func compareTexts(_ spellings: Spellings, _ names: (old: String, new: String)) {
    // Names count before raw values; inside a struct, which is stored as its JSON, it is the other way round.
    for areNamesFirst in [true, false] {
      let (was, now) = (
        spellings.old.texts(areNamesFirst: areNamesFirst),
        spellings.new.texts(areNamesFirst: areNamesFirst)
      )
      for (text, name) in spellings.old.names where was.reader(of: text)?.name == name {
        guard let meant = present(name, spellings, names.old) else { continue }
        compareText(text, now.reader(of: text)?.name, (name, meant), spellings.now, names.new)
      }
      for raw in spellings.was.terms where raw.bytes.unquoted != raw.bytes {
        let text = raw.bytes.unquoted
        // A raw value without a reader is found in the comparison of stored values, not in that of texts.
        guard text != raw.name, was.reader(of: text)?.name == raw.name,
          let found = now.reader(of: text)?.name,
          let meant = spellings.now.reader(of: raw.bytes)?.name
        else { continue }
        compareText(text, found, (raw.name, meant), spellings.now, names.new)
      }
    }
  }

  /// The name that a case has today, or had; nil if its raw value does not tell.
  ///
  /// A raw value does not tell if a later release gave it up, if it is misread, or if nothing reads it and
  /// the case has another name: its texts are compared once that is mended.
  private func present(_ name: String, _ spellings: Spellings, _ type: String) -> String? {
    guard let own = spellings.was.namesake(of: name),
      !later.hasRetired(Term(type: type, bytes: ExactString(own.bytes)))
    else { return nil }
    return switch spellings.was.reading(of: own, by: spellings.now) {
    case .same, .reserved: name
    case .renamed(let present), .declared(let present): present
    case .lost(let present): present ?? name == name ? name : nil
    case .misread: nil
    }
  }

  /// Reports a text that stood for a case, and stands for none or another one.
  private mutating func compareText(
    _ text: String, _ found: String?, _ item: (name: String, meant: String), _ now: Vocabulary,
    _ type: String
  ) {
    let subject = "\(type).\(item.name)"
    if found == item.meant || !seen.insert([subject, text, found ?? ""]).inserted { return }
    let quoted = JSONText.quoted(text)
    let isThere = now.namesake(of: item.meant) != nil
    guard let found else {
      // A case that is gone has been reported.
      if !isThere { return }
      let mend = Change.Mend.former(
        quoted, of: item.meant, effect: "in `\(item.meant)` reads that text, too")
      return add(
        .source, as: .warning, of: .case, subject, from: text, to: item.meant,
        [.ofNames, .oncePerType], mends: [mend]
      ) {
        "`\(subject)` is `\(item.meant)` now, of the same raw value: call sites change, and a variable, an argument or a file that says `\(text)` for `\($0)`, as in \($1), is refused"
      }
    }
    let own = now.namesake(of: found)?.bytes ?? "…"
    let mend: Change.Mend? =
      if found == text {
        Change.Mend(
          part: ["enum", found], "\"…\": \(own)",
          effect: "in place of `\(found)` gives the case a name that no text says")
      } else if own.unquoted == text {
        .anotherValue(in: found)
      } else if isThere {
        .former(
          quoted, of: item.meant,
          effect: "in `\(item.meant)`, in place of that in `\(found)`, reads the text as before",
          replacing: .former(quoted, of: found))
      } else {
        nil
      }
    add(
      .misread, of: .case, subject, from: text, to: found, [.ofNames, .oncePerType],
      mends: [mend].compactMap(\.self)
    ) {
      "a variable, an argument or a file that says `\(text)` for `\($0)` meant `\(subject)` in \($1), and is read as `\(found)`"
    }
  }
}

extension LockedEnum {
  /// The names of the cases, also those that they had beside integers, with the present ones.
  fileprivate var names: [(text: String, name: String)] {
    cases.map { ($0.name, $0.name) } + formerNames
  }

  /// The cases by the texts that stand for them; those that were raw values or names count last.
  func texts(areNamesFirst: Bool = true) -> Vocabulary {
    let names = cases.map { (bytes: $0.name, name: $0.name) }
    let raws = cases.map { (bytes: $0.rawValue.unquoted, name: $0.name) }
    let formers = formerCases.map { (bytes: $0.rawValue.unquoted, name: $0.name) }
    return Vocabulary(
      own: areNamesFirst ? names : raws + formers,
      former: (areNamesFirst ? raws + formers : names)
        + formerNames.map { (bytes: $0.text, name: $0.name) })
  }
}
