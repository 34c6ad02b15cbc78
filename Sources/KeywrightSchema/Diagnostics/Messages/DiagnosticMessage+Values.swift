extension DiagnosticMessage {
  // Values.

  static func missingDefault(_ name: String, type: String) -> DiagnosticMessage {
    DiagnosticMessage(
      .defaultMissing,
      "key `\(name)` needs a `default`, or the type `\(type)?` for a value that may be absent",
      remedy: type.isEmpty ? nil : .member("type", JSONText: JSONText.quoted(type + "?")))
  }

  static var defaultOfOptional: DiagnosticMessage {
    DiagnosticMessage(
      .optional,
      "an optional key has no default: what is absent reads as nil; drop the `?` or the default",
      remedy: .removal)
  }

  static func mismatch(expected: MessageText, found: String) -> DiagnosticMessage {
    DiagnosticMessage(.typeMismatch, "expected \(expected), found \(words: found)")
  }

  static func numberOutOfRange(_ number: String, type: String) -> DiagnosticMessage {
    DiagnosticMessage(.typeMismatch, "\(number) is out of range for \(known: type)")
  }

  static func notACase(_ name: String, of type: String, suggestion: String?) -> DiagnosticMessage {
    DiagnosticMessage(
      .typeMismatch,
      "`\(name)` is not a case of `\(known: MessageText.cut(type))`\(meant(suggestion))",
      remedy: .spelling(suggestion))
  }

  static func unknownField(_ name: String, of type: String, suggestion: String?)
    -> DiagnosticMessage
  {
    DiagnosticMessage(
      .typeMismatch, "`\(known: MessageText.cut(type))` has no field `\(name)`\(meant(suggestion))",
      remedy: .spelling(suggestion))
  }

  static func missingField(_ name: String, of type: String) -> DiagnosticMessage {
    DiagnosticMessage(
      .typeMismatch, "field `\(name)` of `\(known: MessageText.cut(type))` has no value")
  }

  static var repeatedElement: DiagnosticMessage {
    DiagnosticMessage(.typeMismatch, "an element is given twice")
  }

  static func defaultRefused(_ fault: String) -> DiagnosticMessage {
    DiagnosticMessage(
      .defaultValue, "the default breaks a constraint of its own key: \(words: fault)")
  }

  static func exampleRefused(_ fault: String) -> DiagnosticMessage {
    DiagnosticMessage(
      .defaultValue, "the example breaks a constraint of its own key: \(words: fault)")
  }

  // Constraints and processing.

  static func doesNotFit(
    keyword: String, wanted: String, rule: Rule = .constraint
  ) -> DiagnosticMessage {
    DiagnosticMessage(rule, "`\(known: keyword)` is for \(known: wanted), not for this key's type")
  }

  static func openRange(keyword: String, rule: Rule) -> DiagnosticMessage {
    DiagnosticMessage(rule, "`\(known: keyword)` is open at both ends and says nothing")
  }

  static func emptyRange(keyword: String, rule: Rule) -> DiagnosticMessage {
    DiagnosticMessage(rule, "the first number of `\(known: keyword)` is greater than the second")
  }

  static func unknownStep(_ name: String, suggestion: String?) -> DiagnosticMessage {
    let call: MessageText = "; a function of yours is { \"call\": \"\(name)\" }"
    return DiagnosticMessage(
      .processing, "unknown step `\(name)`\(meant(suggestion, otherwise: call))",
      remedy: .spelling(suggestion))
  }

  static func emptyStep(_ keywords: [String]) -> DiagnosticMessage {
    let list = keywords.map { "`\($0)`" as MessageText }.joined(separator: ", ")
    return DiagnosticMessage(
      .processing, "a step that is an object needs one of the keywords \(list)")
  }

  static func stepWithoutValue(_ name: String) -> DiagnosticMessage {
    DiagnosticMessage(.processing, "step `\(name)` takes no value; write \"\(name)\" alone")
  }

  static func stepNeedsValue(_ name: String, form: String) -> DiagnosticMessage {
    DiagnosticMessage(.processing, "step `\(name)` takes a value; write { \"\(name)\": \(form) }")
  }

  static func secondStep(_ name: String, after first: String) -> DiagnosticMessage {
    DiagnosticMessage(
      .processing, "`\(name)` beside `\(first)` in one step; make it a step of its own")
  }

  static func defaultProcessed(by step: String) -> DiagnosticMessage {
    DiagnosticMessage(
      .defaultProcessed,
      "`\(step)` of its own `processing` would change the default: `get` gives it as it is, and "
        + "setting the same value stores another; spell the default as it comes out")
  }

  static var secretInClearText: DiagnosticMessage {
    DiagnosticMessage(
      .clearText,
      "a secret key without `store` is kept with the others, in clear text if that is a property list; "
        + "name the program's store of secrets with `store`, or, if the program routes keys by their "
        + "sensitivity, add \"suppress\": [\"clear-text\"]")
  }

  static func synchronizableOnOneDevice(_ accessibility: String) -> DiagnosticMessage {
    DiagnosticMessage(
      .keychain,
      "a value with the accessibility `\(accessibility)` stays on its device, so iCloud cannot "
        + "synchronize it; leave one of the two out")
  }

  static var onReadWithoutConstraint: DiagnosticMessage {
    DiagnosticMessage(
      .constraint,
      "`onRead` says what counts for a stored value that a constraint refuses, and the key has none; "
        + "give it one, such as `range`, or leave `onRead` out")
  }

  static var clampWithoutRange: DiagnosticMessage {
    DiagnosticMessage(
      .constraint,
      "`clamp` needs a `range`; write `\"onRead\": \"default\"`, or give the key a range")
  }

  static var onReadOfCall: DiagnosticMessage {
    DiagnosticMessage(
      .constraint,
      "`onRead` cannot give a default that a function computes, since reading a stored value runs no "
        + "function of the program; write the default out, or clamp")
  }

  static var lengthsCross: DiagnosticMessage {
    DiagnosticMessage(.constraint, "`maxLength` is less than `minLength`")
  }

  static func patternTooLong(limit: Int) -> DiagnosticMessage {
    DiagnosticMessage(.constraint, "a pattern is at most \(known: "\(limit)") bytes long")
  }

  static func badPattern(_ pattern: String) -> DiagnosticMessage {
    DiagnosticMessage(
      .constraint, "`\(words: pattern)` is not a regular expression that Swift can read")
  }

  static var patternWithoutLength: DiagnosticMessage {
    DiagnosticMessage(
      .pattern,
      "a `pattern` without `maxLength`: matching a long text can take very long; \(whileMatching)")
  }

  static func slowPattern(length: Int) -> DiagnosticMessage {
    DiagnosticMessage(
      .pattern,
      "`pattern` is not shown to be quick on \(length) characters; \(whileMatching); let what "
        + "repeats begin unlike what may follow it, or lower `maxLength`")
  }

  /// The consequence of a slow match in the running program.
  private static var whileMatching: MessageText {
    "in `update`, in `transaction` and after a hook that amends it, a match holds the store's lock"
  }

  static var nothingAllowed: DiagnosticMessage {
    DiagnosticMessage(.constraint, "`allowed` lists no value")
  }
}
