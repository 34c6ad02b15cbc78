/// The front half of the generator: texts in, one checked model and all diagnostics out.
package enum SchemaChecker {
  /// What a run found.
  package struct Result: Sendable {
    /// The model, or nil if there was an error.
    package var model: TargetModel?
    /// All problems of all files, in order.
    package var diagnostics: [Diagnostic]
  }

  /// Parses and checks the schemas of one target.
  ///
  /// - Parameters:
  ///   - sources: the schema files; their order decides which of two places is "first".
  ///   - module: the name of the module they belong to.
  /// - Complexity: near linear in the size of the text.
  package static func check(_ sources: [SourceFile], module: String) -> Result {
    var diagnostics = DiagnosticBag(sources: sources)
    var drafts: [FileDraft] = []
    for file in sources.indices {
      guard let node = JSONParser.parse(file: file, into: &diagnostics) else { continue }
      let start = Span(file: file, start: 0, end: 0)
      var draft = FileDraft(file: file, body: NamespaceDraft(member: Located("", at: start)))
      var reader = Reader(file: file, diagnostics: diagnostics)
      reader.read(node, by: Vocabulary.file, into: &draft)
      diagnostics = reader.diagnostics
      drafts.append(draft)
    }
    // A file that could not be read to its end declares nothing: what others say of its names
    // would only be noise beside the real problem, so it is left out and the rest is checked.
    var checker = TargetChecker(module: module, drafts: drafts, diagnostics: diagnostics)
    let model = checker.check()
    diagnostics = checker.diagnostics
    return Result(
      model: diagnostics.hasErrors ? nil : model, diagnostics: diagnostics.diagnostics)
  }
}
