/// One finding about a schema, with its place and the other places that it concerns.
package struct Diagnostic: Sendable {
  /// The rule that is broken, and the words.
  package let message: DiagnosticMessage
  /// The place in the schema.
  package let location: SourceLocation
  /// The end of that place, for editors; the place itself for a problem of a file as a whole.
  package let end: SourceLocation
  /// Other places that explain it.
  package let notes: [Note]
  /// The changes of which each mends it, the likeliest first.
  package let fixes: [Fix]

  /// Creates a diagnostic.
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

  /// The severity of a diagnostic.
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
    /// The words of the note.
    package let remark: Remark
    /// The place in the schema.
    package let location: SourceLocation

    /// Creates a note.
    package init(_ remark: Remark, at location: SourceLocation) {
      self.remark = remark
      self.location = location
    }
  }

  /// The words of a note.
  package struct Remark: Sendable {
    /// The note in words.
    package let message: String

    private init(message: MessageText) {
      self.message = DiagnosticMessage.cut(message.string)
    }

    /// The same thing was given before, here.
    static var firstHere: Remark { Remark(message: "it is first given here") }

    /// The named thing is declared here.
    static func declaredHere(_ name: String) -> Remark {
      Remark(message: "`\(name)` is declared here")
    }

    /// The named thing is stored under the same string.
    static func sameString(_ name: String) -> Remark {
      Remark(message: "`\(name)` has the same storage string")
    }

    /// The value that is contradicted.
    static func otherValueHere(_ word: String) -> Remark {
      Remark(message: "`\(word)` is given here")
    }

    /// The bracket that is open where the text ends, or that seems to be by the indentation.
    static func notClosed(_ bracket: Character, isSure: Bool) -> Remark {
      let mark = String(bracket)
      return Remark(
        message: isSure
          ? "this `\(mark)` is not closed" : "by the indentation, this `\(mark)` is not closed")
    }

    /// The same string in another target.
    package static var otherTargetHere: Remark { Remark(message: "the other one is here") }

    /// A text to write into a schema, and its effect.
    static func mend(_ text: String, effect: String) -> Remark {
      Remark(message: "`\(words: text)` \(words: effect)")
    }
  }
}
