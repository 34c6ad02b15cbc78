/// The message of a diagnostic: the rule that a schema breaks, and its words.
package struct DiagnosticMessage: Sendable {
  package let rule: Rule
  /// The words: the value found, the value expected, the advice.
  package let text: String
  /// The name that is printed after the words: the rule's, or that of a kind of change.
  package let name: String
  /// Whether it stops the build.
  package let severity: Diagnostic.Severity
  /// The change that mends it: one that is right whatever the author meant, or the likeliest; nil if there is none.
  let remedy: Remedy?
  /// The words for a place in a value of a secret key.
  private let redactedText: String

  package init(_ rule: Rule, _ text: MessageText, severity: Diagnostic.Severity? = nil) {
    self.init(rule, text, name: nil, severity: severity, remedy: nil)
  }

  /// Creates a message with the change that mends the problem.
  init(
    _ rule: Rule, _ text: MessageText, name: String? = nil, severity: Diagnostic.Severity? = nil,
    remedy: Remedy? = nil
  ) {
    self.remedy = remedy
    self.rule = rule
    self.text = Self.cut(text.string)
    redactedText = text.redacted
    self.name = name ?? rule.rawValue
    self.severity = severity ?? rule.severity
  }

  /// The message about a value of a secret key: it quotes nothing, nor does the change that it has to offer.
  var redacted: DiagnosticMessage {
    let insertion: Remedy? = if case .insertion = remedy { remedy } else { nil }
    return DiagnosticMessage(
      rule, MessageText(words: redactedText), name: name, severity: severity, remedy: insertion)
  }

  /// Returns the text without its middle if it is longer than anyone reads: a name may have
  /// megabytes.
  static func cut(_ text: String) -> String {
    if text.utf8.count <= 1_000 { return text }
    let scalars = text.unicodeScalars
    return String(scalars.prefix(600)) + "…" + String(scalars.suffix(300))
  }
}
