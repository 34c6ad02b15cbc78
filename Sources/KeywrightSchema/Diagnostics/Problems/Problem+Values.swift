extension Problem {
  // Values.

  static func missingDefault(_ name: String, type: String) -> Problem {
    Problem(
      .defaultMissing,
      "key `\(name)` needs a `default`, or the type `\(type)?` for a value that may be absent")
  }

  static var defaultOfOptional: Problem {
    Problem(
      .optional,
      "an optional key has no default: what is absent reads as nil; drop the `?` or the default")
  }

  static func mismatch(expected: String, found: String) -> Problem {
    Problem(.typeMismatch, "expected \(expected), found \(found)")
  }

  static func numberOutOfRange(_ number: String, type: String) -> Problem {
    Problem(.typeMismatch, "\(number) is out of range for \(type)")
  }

  static func notACase(_ name: String, of type: String, suggestion: String?) -> Problem {
    Problem(.typeMismatch, "`\(name)` is not a case of `\(type)`\(meant(suggestion))")
  }

  static func unknownField(_ name: String, of type: String, suggestion: String?) -> Problem {
    Problem(.typeMismatch, "`\(type)` has no field `\(name)`\(meant(suggestion))")
  }

  static func missingField(_ name: String, of type: String) -> Problem {
    Problem(.typeMismatch, "field `\(name)` of `\(type)` has no value")
  }

  static var repeatedElement: Problem {
    Problem(.typeMismatch, "an element is given twice")
  }

  static func defaultRefused(_ fault: String) -> Problem {
    Problem(.defaultValue, "the default breaks a constraint of its own key: \(fault)")
  }

  // Constraints and processing.

  static func doesNotFit(word: String, wanted: String) -> Problem {
    Problem(rule(of: word), "`\(word)` is for \(wanted), not for this key's type")
  }

  private static func rule(of word: String) -> Rule {
    Vocabulary.key[word] == nil ? .processing : .constraint
  }

  static func openRange(word: String) -> Problem {
    Problem(rule(of: word), "`\(word)` is open at both ends and says nothing")
  }

  static func emptyRange(word: String) -> Problem {
    Problem(rule(of: word), "the first number of `\(word)` is greater than the second")
  }

  static func unknownStep(_ name: String, suggestion: String?) -> Problem {
    let call = "; a function of yours is { \"call\": \"\(name)\" }"
    return Problem(.processing, "unknown step `\(name)`\(meant(suggestion, otherwise: call))")
  }

  static func emptyStep(_ words: [String]) -> Problem {
    let list = words.map { "`\($0)`" }.joined(separator: ", ")
    return Problem(.processing, "a step that is an object needs one of the words \(list)")
  }

  static func stepWithoutValue(_ name: String) -> Problem {
    Problem(.processing, "step `\(name)` takes no value; write \"\(name)\" alone")
  }

  static func stepNeedsValue(_ name: String, form: String) -> Problem {
    Problem(.processing, "step `\(name)` takes a value; write { \"\(name)\": \(form) }")
  }

  static func secondStep(_ name: String, after first: String) -> Problem {
    Problem(.processing, "`\(name)` beside `\(first)` in one step; make it a step of its own")
  }

  static var lengthsCross: Problem {
    Problem(.constraint, "`maxLength` is less than `minLength`")
  }

  static func patternTooLong(limit: Int) -> Problem {
    Problem(.constraint, "a pattern is at most \(limit) bytes long")
  }

  static func badPattern(_ pattern: String) -> Problem {
    Problem(.constraint, "`\(pattern)` is not a regular expression that Swift can read")
  }

  static var patternWithoutLength: Problem {
    Problem(
      .pattern,
      "a `pattern` without `maxLength`: matching a long text can take very long; \(whileMatching)")
  }

  static func slowPattern(length: Int) -> Problem {
    Problem(
      .pattern,
      "`pattern` is not shown to be quick on \(length) characters; \(whileMatching); let what "
        + "repeats begin unlike what may follow it, or lower `maxLength`")
  }

  /// What a slow match keeps waiting, once the program runs.
  private static var whileMatching: String {
    "in `update`, in `transaction` and after a hook that amends it, a match holds the store's lock"
  }

  static var nothingAllowed: Problem {
    Problem(.constraint, "`allowed` lists no value")
  }
}
