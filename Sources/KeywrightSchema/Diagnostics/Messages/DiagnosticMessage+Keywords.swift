extension DiagnosticMessage {
  static func unsupportedVersion(_ version: String) -> DiagnosticMessage {
    DiagnosticMessage(.version, "version \(version) is unknown; this generator reads version 1")
  }

  static func unknownKeyword(
    _ keyword: String, in place: String, belongsTo owners: [String], suggestion: String?
  ) -> DiagnosticMessage {
    let origin: MessageText =
      owners.isEmpty ? "" : "; it is a keyword of \(words: owners.joined(separator: " and "))"
    return DiagnosticMessage(
      .unknownKeyword,
      "\(place) has no keyword `\(keyword)`\(meant(suggestion, otherwise: origin))",
      remedy: .spelling(suggestion))
  }

  static func missingKeyword(_ keyword: String, in place: String) -> DiagnosticMessage {
    DiagnosticMessage(
      .missingKeyword, "\(place) needs the keyword `\(keyword)`",
      remedy: keyword == "version" ? .member(keyword, JSONText: "1") : nil)
  }

  static func wrongShape(
    of what: MessageText, expected: String, found: String
  ) -> DiagnosticMessage {
    DiagnosticMessage(
      .valueShape, "the value of \(what) must be \(known: expected), not \(words: found)")
  }

  static func notOneOf(
    _ text: String, keyword: String, choices: [String], suggestion: String?
  ) -> DiagnosticMessage {
    let list = choices.map { "`\($0)`" as MessageText }.joined(separator: ", ")
    return DiagnosticMessage(
      .choice,
      "`\(text)` is no value of `\(keyword)`; expected one of \(list)\(meant(suggestion))",
      remedy: .spelling(suggestion))
  }

  static func emptyString(keyword: String) -> DiagnosticMessage {
    DiagnosticMessage(.valueShape, "the value of `\(keyword)` is empty")
  }

  static func badSymbol(_ text: String) -> DiagnosticMessage {
    if text.hasSuffix(")"), let bracket = text.firstIndex(of: "("),
      Symbol(String(text[..<bracket])) != nil
    {
      return DiagnosticMessage(
        .symbol, "`\(text)` names a function without parentheses: write \"\(text[..<bracket])\"",
        remedy: .replacement(String(text[..<bracket])))
    }
    return DiagnosticMessage(
      .symbol,
      "`\(text)` does not name a Swift function or type: expected identifiers joined by dots")
  }

  static func hookOfItself(_ name: String, instead: String) -> DiagnosticMessage {
    DiagnosticMessage(
      .symbol,
      "`\(name)` means the generated hook itself here; write `\(instead)` for a function that "
        + "stands outside of all types", remedy: .replacement(instead))
  }

  static func hiddenFunction(
    _ text: String, behind subject: String, name: String, module: String
  ) -> DiagnosticMessage {
    DiagnosticMessage(
      .symbol,
      "`\(name)` means \(subject) of that name here; write `\(module).\(text)`, or the module it is "
        + "from, for what stands outside of all types", remedy: .replacement("\(module).\(text)"))
  }

  static func badImport(_ text: String) -> DiagnosticMessage {
    DiagnosticMessage(
      .imports,
      "`\(text)` is no import: expected a module, with an access level before it if it needs one")
  }

  static func duplicateImport(_ module: String) -> DiagnosticMessage {
    DiagnosticMessage(.imports, "module `\(module)` is imported twice", remedy: .removal)
  }
}
