/// The front half of the generator: texts in, one checked model and all diagnostics out.
package enum SchemaChecker {
  /// Checks the schemas of one target.
  ///
  /// - Parameters:
  ///   - sources: the schema files; their order decides which of two places is "first".
  ///   - module: the name of the module they belong to.
  ///   - today: the day for which expired keys are reported, as in 2026-12-31. A build gives none:
  ///     its messages do not depend on the clock.
  /// - Complexity: near linear in the size of the text.
  package static func check(
    _ sources: [SourceFile], module: String, today: String? = nil
  ) -> CheckedTarget {
    check(SchemaTarget(module: module, sources: sources, today: today))
  }

  /// Checks the schemas of one target; its lock is not looked at.
  ///
  /// - Complexity: near linear in the size of the text.
  package static func check(_ target: SchemaTarget) -> CheckedTarget {
    let diagnostics = DiagnosticBag(sources: target.sources)
    let files = target.sources.indices.map { read($0, of: target, into: diagnostics) }
    let tree = TargetResolver.resolve(files.compactMap(\.self), into: diagnostics)
    var checker = TargetChecker(module: target.module, tree: tree, diagnostics: diagnostics)
    checker.checkDeclaredNames()
    var declarations = DeclarationChecker(
      tree: tree, today: target.today, diagnostics: diagnostics)
    declarations.checkTypes()
    let keys = tree.namespacesWithKeys.flatMap(declarations.checkedKeys)
    let imports = files.map { file in
      (file?.imports ?? []).map {
        ImportModel(module: $0.value, origin: target.sources.origin(of: $0.span))
      }
    }
    let model = checker.model(of: keys, types: declarations.types, imports: imports)
    return CheckedTarget(
      model: diagnostics.hasErrors ? nil : model, diagnostics: diagnostics.diagnostics)
  }

  /// Reads one schema; returns nil if its text could not be read to the end.
  ///
  /// Such a file declares nothing: messages about names that it may declare would only be noise beside the
  /// real mistake.
  private static func read(
    _ file: Int, of target: SchemaTarget, into diagnostics: DiagnosticBag
  ) -> FileDeclaration? {
    let bytes = target.sources[file].bytes
    let faults = DiagnosticBag(sources: target.sources)
    if let root = JSONParser.parse(
      bytes, file: file, knownBy: Grammar.file.names, into: faults)
    {
      diagnostics.add(faults)
      return SchemaReader(file: file, module: target.module, diagnostics: diagnostics).file(root)
    }
    if let place = MergeConflict.place(in: bytes) {
      diagnostics.report(
        .json,
        "a merge left a conflict in the schema; keep the lines of one side or of both, and remove the marks",
        at: Span(file: file, start: place, end: place + 1))
    } else {
      diagnostics.add(faults)
    }
    // Nobody knows which value of a text that cannot be read is a secret's.
    let secret = JSONText.quoted(SecretText.word)
    if bytes.contains(secret.utf8) {
      diagnostics.note(secret: Span(file: file, start: 0, end: bytes.count))
    }
    return nil
  }
}
