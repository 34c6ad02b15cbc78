/// One finding about a schema, with its place and the other places that it concerns.
package struct Diagnostic: Sendable {
  /// The rule that is broken, and the words.
  package let message: DiagnosticMessage
  package let location: SourceLocation
  /// The end of that location, for editors; the location itself for a problem of a file as a whole.
  package let end: SourceLocation
  /// Other places that explain it.
  package let notes: [Note]
  /// The changes of which each mends it, the likeliest first.
  package let fixes: [Fix]

  package init(
    _ message: DiagnosticMessage, at location: SourceLocation, to end: SourceLocation? = nil,
    notes: [Note] = [], fixes: [Fix] = []
  ) {
    self.message = message
    self.location = location
    self.end = end ?? location
    self.notes = notes
    self.fixes = fixes
  }

  /// Creates a diagnostic of a file as a whole.
  package init(_ message: DiagnosticMessage, ofFile path: String) {
    self.init(message, at: SourceLocation(path: path, line: 1, column: 1))
  }

  /// The severity: whether it stops the build.
  package var severity: Severity { message.severity }

  package enum Severity: String, Sendable {
    /// Nothing is generated.
    case error
    /// The schema is accepted.
    case warning
    /// The schema is as it should be; this is worth knowing.
    case note
  }

  /// Another place that a diagnostic points to.
  package struct Note: Sendable {
    package let message: String
    package let location: SourceLocation

    package init(_ text: MessageText, at location: SourceLocation) {
      message = DiagnosticMessage.cut(text.string)
      self.location = location
    }
  }
}
