/// A JSON file that is no schema, such as a configuration of another program.
package enum JSONFile {
  /// Reads a file.
  ///
  /// - Returns: the value, or the mistakes for which it cannot be read.
  /// - Parameter isStored: Whether a program wrote it, so that it may hold text that no person types.
  /// - Complexity: O(*n*) in the size of the text.
  package static func read(
    _ source: SourceFile, isStored: Bool = false
  ) -> (root: JSONNode?, diagnostics: [Diagnostic]) {
    let diagnostics = DiagnosticBag(sources: [source], ofSchemas: false)
    let root = JSONParser.parse(
      source.bytes, allowing: isStored ? .combiningMarks : [], into: diagnostics)
    return (diagnostics.hasErrors ? nil : root, diagnostics.diagnostics)
  }
}
