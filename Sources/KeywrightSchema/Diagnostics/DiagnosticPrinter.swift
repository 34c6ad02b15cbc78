/// Prints diagnostics for people, editors and tools.
package struct DiagnosticPrinter: Sendable {
  /// Whether warnings are printed, and count, as errors.
  package let strict: Bool

  /// Creates a printer.
  package init(strict: Bool = false) {
    self.strict = strict
  }

  /// The severity of a diagnostic under this printer's strictness.
  package func severity(of diagnostic: Diagnostic) -> Diagnostic.Severity {
    strict && diagnostic.severity == .warning ? .error : diagnostic.severity
  }

  /// `path:line:col: error: message [rule]`, then one `note:` line for each note.
  ///
  /// Compilers print the same form, so that SwiftPM, Xcode and editors make links of it.
  package func text(_ diagnostic: Diagnostic) -> String {
    var text = line(
      at: diagnostic.location, kind: severity(of: diagnostic).rawValue,
      message: "\(diagnostic.message.text) [\(diagnostic.message.name)]")
    for note in diagnostic.notes {
      text += line(at: note.location, kind: "note", message: note.remark.message)
    }
    return text
  }

  private func line(at location: SourceLocation, kind: String, message: String) -> String {
    "\(printable(path: location.path)):\(location.line):\(location.column): \(kind): "
      + "\(printable(message))\n"
  }

  /// All diagnostics as one JSON array, one object on each line.
  package func json(_ diagnostics: [Diagnostic]) -> String {
    if diagnostics.isEmpty { return "[]\n" }
    return "[\n" + diagnostics.map(json).joined(separator: ",\n") + "\n]\n"
  }

  private func json(_ diagnostic: Diagnostic) -> String {
    let notes = diagnostic.notes.map {
      "{\(place($0.location)), \"message\": \(JSONText.quoted($0.remark.message))}"
    }
    return "  {\(place(diagnostic.location)), "
      + "\"severity\": \"\(severity(of: diagnostic).rawValue)\", "
      + "\"rule\": \"\(diagnostic.message.name)\", "
      + "\"message\": \(JSONText.quoted(diagnostic.message.text)), "
      + "\"notes\": [\(notes.joined(separator: ", "))]}"
  }

  private func place(_ location: SourceLocation) -> String {
    "\"path\": \(JSONText.quoted(location.path)), "
      + "\"line\": \(location.line), \"column\": \(location.column)"
  }
}
