/// Prints diagnostics for people, editors and tools.
package struct DiagnosticPrinter: Sendable {
  /// Whether warnings are printed, and count, as errors.
  package let strict: Bool

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
      text += line(at: note.location, kind: "note", message: note.message)
    }
    return text
  }

  private func line(at location: SourceLocation, kind: String, message: String) -> String {
    "\(printable(path: location.path)):\(location.line):\(location.column): \(kind): "
      + "\(printable(message))\n"
  }

  /// All diagnostics as one JSON array, one object on each line.
  ///
  /// - Parameter source: The file of a path, for the edits of fixes; nil for one that cannot be read.
  package func json(
    _ diagnostics: [Diagnostic], source: (String) -> SourceFile?
  ) -> String {
    if diagnostics.isEmpty { return "[]\n" }
    return "[\n" + diagnostics.map { json($0, source) }.joined(separator: ",\n") + "\n]\n"
  }

  private func json(_ diagnostic: Diagnostic, _ source: (String) -> SourceFile?) -> String {
    let notes = diagnostic.notes.map {
      "{\(place($0.location)), \"message\": \(JSONText.quoted($0.message))}"
    }
    let fixes = diagnostic.fixes.compactMap { fix in source(fix.path).flatMap { json(fix, $0) } }
    return "  {\(place(diagnostic.location)), \(end(diagnostic.end)), "
      + "\"severity\": \"\(severity(of: diagnostic).rawValue)\", "
      + "\"rule\": \"\(diagnostic.message.name)\", "
      + "\"message\": \(JSONText.quoted(diagnostic.message.text)), "
      + "\"notes\": [\(notes.joined(separator: ", "))], "
      + "\"fixes\": [\(fixes.joined(separator: ", "))]}"
  }

  /// A fix with its edits, which are made together; nil if the text has no place for them.
  private func json(_ fix: Fix, _ source: SourceFile) -> String? {
    fix.edits(in: source).map { edits in
      let edits = edits.map { edit in
        let (start, stop) = (
          source.location(at: edit.range.lowerBound), source.location(at: edit.range.upperBound)
        )
        return "{\(place(start)), \(end(stop)), \"text\": \(JSONText.quoted(edit.text))}"
      }
      return "{\"title\": \(JSONText.quoted(fix.title)), "
        + "\"edits\": [\(edits.joined(separator: ", "))]}"
    }
  }

  private func end(_ location: SourceLocation) -> String {
    "\"endLine\": \(location.line), \"endColumn\": \(location.column)"
  }

  private func place(_ location: SourceLocation) -> String {
    "\"path\": \(JSONText.quoted(location.path)), "
      + "\"line\": \(location.line), \"column\": \(location.column)"
  }
}
