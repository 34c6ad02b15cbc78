extension Keyword where Declaration == NamespaceDeclaration {
  /// `formerNames`: where the namespace's values were stored before.
  static let formerNames = Keyword(
    "formerNames",
    "The whole storage strings that preceded the ids of the namespace's keys in earlier versions, the newest first.",
    .list(of: .text(.id), isSet: true)
  ) { declaration, node, reader in
    declaration.formerNames += reader.distinct(node).compactMap { reader.id($0) }
  }

  /// `moves`: when values leave their former names.
  static let moves = Keyword(
    "moves",
    "`later`: values stay under the `formerNames` for now, where older programs that still run find them; both names are read.",
    .choice(["later"])
  ) { declaration, node, reader in
    if reader.located(node).value == "later" { declaration.movesLater = node.span }
  }

  /// `reserved`: ids that must not be used again.
  static let reserved = Keyword(
    "reserved",
    "Ids of keys that are gone: no key of this namespace may take one again. An object asks for the stored value to be removed.",
    .list(of: .oneOf([.text(.id), .object(.reservation)]), isSet: true)
  ) { declaration, node, reader in
    let elements = node.elements ?? []
    let plain = JSONNode(value: .array(elements.filter { $0.string != nil }), span: node.span)
    declaration.reserved += reader.distinct(plain).compactMap { reader.id($0) }
    for element in elements where element.members != nil {
      let reservation = ReservationDeclaration()
      reader.read(element, by: Grammar.reservation, into: reservation)
      guard let id = reservation.id else { continue }
      declaration.reserved.append(id)
      if reservation.removes || reservation.isFamily { declaration.sweeps.append(reservation) }
      if let until = reservation.until, !reservation.removes {
        reader.diagnostics.report(
          .reservedID, "`until` is the day up to which to `remove`, which is not asked for",
          at: until.span)
      }
    }
  }
}

extension Keyword where Declaration == ReservationDeclaration {
  /// `key`, in an entry of `reserved`.
  static let key = Keyword("key", "The id of a key that is gone.", .text(.id)) {
    declaration, node, reader in
    declaration.id = reader.id(node)
  }

  /// `remove`, in an entry of `reserved`.
  static let remove = Keyword(
    "remove", "Whether the value that older versions stored is removed at the next opening.",
    .boolean
  ) { declaration, node, _ in
    if case .bool(let value) = node.value { declaration.removes = value }
  }

  /// `family`, in an entry of `reserved`.
  static let family = Keyword(
    "family",
    "Whether the key had parameters: its values are all those below its storage string.",
    .boolean
  ) { declaration, node, _ in
    if case .bool(let value) = node.value { declaration.isFamily = value }
  }

  /// `until`, in an entry of `reserved`.
  static let until = Keyword(
    "until", "The day, as in 2026-12-31, from which values need not be removed any more.",
    .text(.day)
  ) { declaration, node, reader in
    declaration.until = reader.day(node, of: "until")
  }
}

extension Keyword where Declaration == KeyDeclaration {
  /// `revision`: of the stored form of a type of the user's own.
  static let revision = Keyword(
    "revision",
    """
    The version of the stored form of a type of your own: raise it when the form changes, which no \
    schema can see.
    """,
    .count
  ) { declaration, node, reader in
    declaration.revision = reader.count(node)
  }

  /// `defaultSince`: for whom the default is.
  static let defaultSince = Keyword(
    "defaultSince",
    "New users get this default from that release on; users of older releases keep the old one. A default that changed several times has a list, the newest first.",
    .oneOf([.object(.defaultSince), .list(of: .object(.defaultSince))])
  ) { declaration, node, reader in
    declaration.defaultSince = (node.elements ?? [node]).map { node in
      let since = DefaultSinceDeclaration(span: node.span)
      reader.read(node, by: Grammar.defaultSince, into: since)
      return since
    }
  }
}

extension Keyword where Declaration == KeyDeclaration {
  /// `moves`: when the value leaves its former name.
  static let moves = Keyword(
    "moves",
    "`later`: the value stays under its former key for now, where older programs that still run find it; both names are read.",
    .choice(["later"])
  ) { declaration, node, reader in
    if reader.located(node).value == "later" { declaration.movesLater = node.span }
  }

  /// `store`: where the program keeps the key.
  static let store = Keyword(
    "store",
    "The program's own name for the store that keeps the key; without it, `default`. The lock reports a key that moves to another store.",
    .text(.caseName)
  ) { declaration, node, reader in
    declaration.lifecycle.store = reader.storeName(node)
  }

  /// `formerStores`: where the program kept the key before.
  static let formerStores = Keyword(
    "formerStores",
    "The stores that kept the key in earlier versions: the registry has the migrations from each.",
    .list(of: .text(.caseName), isSet: true)
  ) { declaration, node, reader in
    declaration.lifecycle.formerStores = reader.distinct(node).compactMap { reader.storeName($0) }
    declaration.formerStores = node.span
  }
}

extension Keyword where Declaration == DefaultSinceDeclaration {
  /// `release`, inside `defaultSince`.
  static let release = Keyword(
    "release", "The first release with the default.", .text(.words)
  ) { declaration, node, reader in
    declaration.release = reader.text(node, of: "release")
  }

  /// `before`, inside `defaultSince`.
  static let before = Keyword("before", "The default of earlier releases.", .anything) {
    declaration, node, _ in
    declaration.before = node
  }
}

extension Keyword where Declaration == TypeDeclaration {
  /// `formerCases`: raw values and names of earlier versions.
  static let formerCases = Keyword(
    "formerCases",
    "Raw values that earlier versions stored, and names that cases had in texts, with the case that each is read as.",
    .map(of: .text(.caseName), named: .words)
  ) { declaration, node, reader in
    declaration.formerCases = Located(
      node.ownMembers.map { ($0.name, reader.located($0.value)) }, at: node.span)
  }

  /// `unknown`: what a raw value without a case is.
  static let unknown = Keyword(
    "unknown",
    "Whether a raw value without a case is kept, as a case `unknown`, and written back as it is.",
    .choice(["keep"])
  ) { declaration, node, reader in
    if reader.located(node).value == "keep" { declaration.keepsUnknown = node.span }
  }
}

extension Keyword where Declaration == TypeDeclaration {
  /// `reserved`: raw values, or members, that must not be used again.
  static let reserved = Keyword(
    "reserved",
    "Raw values of cases, or names of fields, that are gone: none may be used again.",
    .list(of: .oneOf([.string, .number]), isSet: true)
  ) { declaration, node, reader in
    let elements = node.elements ?? []
    let texts = JSONNode(value: .array(elements.filter { $0.string != nil }), span: node.span)
    declaration.reserved =
      reader.distinct(texts)
      + elements.filter { if case .number = $0.value { true } else { false } }
  }
}

extension Keyword where Declaration == FieldDeclaration {
  /// `formerNames`: the names of the member before.
  static let formerNames = Keyword(
    "formerNames", "The names under which earlier versions stored the field, the newest first.",
    .list(of: .text(.memberName), isSet: true)
  ) { declaration, node, reader in
    declaration.formerNames = reader.distinct(node).map { reader.located($0) }
  }

  /// `moves`: when the member gets its new name.
  static let moves = Keyword(
    "moves",
    "`later`: the field is stored under its former name for now, where older programs that still run find it; both names are read.",
    .choice(["later"])
  ) { declaration, node, reader in
    if reader.located(node).value == "later" { declaration.movesLater = node.span }
  }
}

extension SchemaReader {
  /// The name of a store, of which the name of a parameter is made.
  func storeName(_ node: JSONNode) -> String? {
    let name = located(node).value
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let isPlain = name.utf8.allSatisfy { letters.contains($0 | 32) || digits.contains($0) }
    if isPlain, let first = name.utf8.first, letters.contains(first) { return name }
    report(
      .wrongShape(
        of: "a store", expected: "a name as in \"cache\", of letters and digits",
        found: "\"\(name.prefix(40))\""), node)
    return nil
  }

  /// A day of the calendar.
  func day(_ node: JSONNode, of keyword: String) -> Located<String>? {
    let day = located(node)
    if DateText.seconds(day.value + "T00:00:00Z") != nil { return day }
    report(
      .wrongShape(
        of: "`\(keyword)`", expected: "a day as in \"2026-12-31\"",
        found: "\"\(day.value.prefix(40))\""), node)
    return nil
  }
}
