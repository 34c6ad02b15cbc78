/// One thing that is wrong with a schema.
///
/// Each kind of problem is declared once, in the folder `Problems`: what a message about it needs,
/// the rule that it breaks, and its words.
package struct Problem: Sendable {
  /// The rule that it breaks.
  package let rule: Rule
  /// The problem in words: what was found, what was expected, what to do.
  package let message: String
  /// The name that is printed after the message.
  package let name: String
  /// Whether it stops the build.
  package let severity: Diagnostic.Severity

  /// Creates a problem, for the kinds to be declared by.
  init(
    _ rule: Rule, _ message: String, name: String? = nil, severity: Diagnostic.Severity? = nil
  ) {
    self.rule = rule
    self.message = Self.cut(message)
    self.name = name ?? rule.rawValue
    self.severity = severity ?? rule.severity
  }

  /// The message without the middle, if it is longer than anyone reads: a name may have megabytes.
  static func cut(_ message: String) -> String {
    if message.utf8.count <= 1_000 { return message }
    let scalars = message.unicodeScalars
    return String(scalars.prefix(600)) + "…" + String(scalars.suffix(300))
  }

  /// How a message ends that may have a better word for what was found.
  static func meant(_ suggestion: String?, otherwise ending: String = "") -> String {
    if let suggestion { "; did you mean `\(suggestion)`?" } else { ending }
  }
}
