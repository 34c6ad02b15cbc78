/// Messages that several checks have.
extension DiagnosticMessage {
  package static func unreadableFile(_ reason: String) -> DiagnosticMessage {
    DiagnosticMessage(.file, "the file cannot be read: \(words: reason)")
  }

  /// A lock, or fixtures, in a folder without schemas.
  package static var lockLeftBehind: DiagnosticMessage {
    DiagnosticMessage(
      .lock,
      "there are no schemas beside it: it guards nothing; move it with them to their target, or delete it if all their keys are gone"
    )
  }

  static func emptyString(keyword: String) -> DiagnosticMessage {
    DiagnosticMessage(.valueShape, "the value of `\(keyword)` is empty")
  }

  static func wrongShape(
    of what: MessageText, expected: String, found: String
  ) -> DiagnosticMessage {
    DiagnosticMessage(
      .valueShape, "the value of \(what) must be \(known: expected), not \(words: found)")
  }

  static func nameClash(_ name: String, other: String) -> DiagnosticMessage {
    DiagnosticMessage(
      .nameClash,
      name == other
        ? "`\(name)` is declared twice"
        : "`\(name)` and `\(other)` differ only in case or in how letters are composed")
  }

  static func namespaceTooDeep(limit: Int) -> DiagnosticMessage {
    DiagnosticMessage(.limit, "namespaces are nested more than \(limit) deep")
  }

  static func needsNamespace(keyword: String) -> DiagnosticMessage {
    DiagnosticMessage(
      .namespaceMerge, "`\(keyword)` needs a namespace, and this file declares none")
  }

  static func accessTooWide(
    _ access: String, of name: String, beside other: MessageText, _ narrower: String
  ) -> DiagnosticMessage {
    DiagnosticMessage(.access, "`\(name)` cannot be \(access) \(other) that is \(narrower)")
  }

  static var defaultOfOptional: DiagnosticMessage {
    DiagnosticMessage(
      .optional,
      "an optional key has no default: what is absent reads as nil; drop the `?` or the default",
      remedy: .removal)
  }

  static func doesNotFit(
    keyword: String, wanted: String, rule: Rule = .constraint
  ) -> DiagnosticMessage {
    DiagnosticMessage(rule, "`\(known: keyword)` is for \(known: wanted), not for this key's type")
  }

  static func mismatch(expected: MessageText, found: String) -> DiagnosticMessage {
    DiagnosticMessage(.typeMismatch, "expected \(expected), found \(words: found)")
  }

  static func notACase(_ name: String, of type: String, suggestion: String?) -> DiagnosticMessage {
    DiagnosticMessage(
      .typeMismatch,
      "`\(name)` is not a case of `\(known: MessageText.cut(type))`\(meant: suggestion)",
      remedy: .spelling(suggestion))
  }

  static var repeatedElement: DiagnosticMessage {
    DiagnosticMessage(.typeMismatch, "an element is given twice")
  }

  static func movesNothing(keyword: String) -> DiagnosticMessage {
    DiagnosticMessage(
      .migration,
      "`moves` says when values leave a former name, and there is none: add `\(keyword)`, or leave it out"
    )
  }

  static func formerInUse(_ string: String, by other: String) -> DiagnosticMessage {
    DiagnosticMessage(
      .migration,
      "former key `\(string)` is one of `\(other)` now, whose value would be taken; give that key another `id`"
    )
  }

  static func formerClash(_ string: String, other: String) -> DiagnosticMessage {
    DiagnosticMessage(
      .migration,
      "former key `\(string)` is also one of `\(other)`: only one of the two would get its value")
  }
}
