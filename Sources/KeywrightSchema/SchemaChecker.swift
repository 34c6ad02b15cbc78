/// The front half of the generator: texts in, one checked model and all diagnostics out.
package enum SchemaChecker {
  /// What a run found.
  package struct Result: Sendable {
    /// The model, or nil if there was an error.
    package let model: TargetModel?
    /// All problems of all files, in order.
    package let diagnostics: [Diagnostic]
    /// What the model was made of: to free it piece by piece takes a twentieth of the time of a
    /// process that is about to end, which keeps the result.
    private let outline: Outline

    fileprivate init(of outline: Outline, model: TargetModel, diagnostics: DiagnosticBag) {
      self.model = diagnostics.hasErrors ? nil : model
      self.diagnostics = diagnostics.diagnostics
      self.outline = outline
    }
  }

  /// What one file says, read but not checked against the others.
  package struct Reading: @unchecked Sendable {
    // `@unchecked`: no lock. The thread that reads a file makes its drafts and its list of problems,
    // and hands them over when it is done; the thread that puts the target together may change them,
    // those that check keys only read.

    /// Nil if the file could not be read to its end. It then declares nothing: what others say of
    /// its names would only be noise beside the real problem, so it is left out.
    let draft: FileDraft?
    let diagnostics: DiagnosticBag
  }

  /// Parses one of the schemas of a target. Files have nothing to do with each other until they are
  /// checked: they can be read at once.
  ///
  /// - Parameters:
  ///   - file: the index of the file.
  ///   - sources: the schema files of the target.
  /// - Complexity: O(*n*) in the size of the text.
  package static func read(_ file: Int, of sources: [SourceFile]) -> Reading {
    let diagnostics = DiagnosticBag(sources: sources)
    guard
      let node = JSONParser.parse(
        file: file, knownBy: Vocabulary.file.names, into: diagnostics)
    else {
      return Reading(draft: nil, diagnostics: diagnostics)
    }
    let draft = FileDraft(member: Located("", at: Span(file: file, start: 0, end: 0)))
    let reader = Reader(file: file, diagnostics: diagnostics)
    let misspelled = reader.read(node, by: Vocabulary.file, into: draft)
    let isNamed = node.words.contains { $0.name.text == "namespace" }
    if draft.path.isEmpty, isNamed || misspelled.contains("namespace") {
      // A namespace of which only the name is not known.
      draft.path = [Located("?\(file)", at: draft.member.span)]
    }
    return Reading(draft: draft, diagnostics: diagnostics)
  }

  /// What the files of a target declare, before the keys are checked.
  package struct Outline: @unchecked Sendable {
    // `@unchecked`: no lock. While keys are checked, each thread changes only the namespace that it
    // was given, whose types it keeps; before and after that, one thread has all.

    let target: TargetChecker
    let declarations: DeclarationChecker

    /// The namespaces whose keys are to be checked.
    package var namespaces: Range<Int> { target.nodes.indices }
  }

  /// Puts together what was read of all schemas of one target.
  ///
  /// - Parameters:
  ///   - readings: what each file says.
  ///   - sources: the schema files; their order decides which of two places is "first".
  ///   - module: the name of the module they belong to.
  ///   - today: the day, as in 2026-12-31, for which keys are reported that were to be gone by then.
  ///     A build gives none: what it says does not depend on the clock.
  /// - Complexity: near linear in the size of the text.
  package static func outline(
    _ readings: [Reading], of sources: [SourceFile], module: String, today: String? = nil
  ) -> Outline {
    let diagnostics = DiagnosticBag(sources: sources)
    for reading in readings { diagnostics.add(reading.diagnostics) }
    let target = TargetChecker(
      module: module, drafts: readings.compactMap(\.draft), diagnostics: diagnostics, today: today)
    return Outline(target: target, declarations: target.settle())
  }

  /// Checks the keys of one namespace of an outline, each of which can be checked at once.
  ///
  /// - Complexity: near linear in the size of the text.
  package static func checkKeys(ofNamespace index: Int, in outline: Outline) -> CheckedKeys {
    outline.declarations.checkedKeys(of: outline.target.nodes[index])
  }

  /// Checks the keys of all namespaces against each other.
  ///
  /// - Complexity: near linear in the number of keys.
  package static func finish(_ outline: Outline, _ keys: [CheckedKeys]) -> Result {
    let model = outline.target.finish(keys, types: outline.declarations.types)
    return Result(of: outline, model: model, diagnostics: outline.target.diagnostics)
  }

  /// Parses and checks the schemas of one target.
  ///
  /// - Parameters:
  ///   - sources: the schema files; their order decides which of two places is "first".
  ///   - module: the name of the module they belong to.
  ///   - today: the day for which keys are reported that were to be gone by then.
  /// - Complexity: near linear in the size of the text.
  package static func check(
    _ sources: [SourceFile], module: String, today: String? = nil
  ) -> Result {
    let outline = outline(
      sources.indices.map { read($0, of: sources) }, of: sources, module: module, today: today)
    return finish(outline, outline.namespaces.map { checkKeys(ofNamespace: $0, in: outline) })
  }
}
