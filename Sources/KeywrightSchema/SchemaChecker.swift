/// The front half of the generator, stage by stage: texts in, one checked model and all diagnostics
/// out.
package enum SchemaChecker {
  /// Reads the text of a schema as JSON.
  ///
  /// - Complexity: O(*n*) in the size of the text.
  package static func read(_ schema: SchemaSource) -> SchemaSyntax {
    var diagnostics = DiagnosticBag(sources: schema.sources)
    let bytes = schema.sources[schema.index].bytes
    let root = JSONParser.parse(
      bytes, file: schema.index, knownBy: Grammar.file.names, into: diagnostics)
    if root == nil, let place = MergeConflict.place(in: bytes) {
      diagnostics = DiagnosticBag(sources: schema.sources)
      diagnostics.report(
        .schemaConflict, at: Span(file: schema.index, start: place, end: place + 1))
    }
    // Nobody knows which value of a text that cannot be read is a secret's.
    let secret = JSONText.quoted(SecretText.word)
    if root == nil, bytes.contains(secret.utf8) {
      diagnostics.note(secret: Span(file: schema.index, start: 0, end: bytes.count))
    }
    return SchemaSyntax(
      file: schema.index, module: schema.module, root: root, diagnostics: diagnostics)
  }

  /// Reads the declarations of a schema out of its JSON, keyword by keyword.
  ///
  /// - Complexity: O(*n*) in the size of the text.
  package static func parse(_ syntax: SchemaSyntax) -> ParsedFile {
    // A file that cannot be read to its end declares nothing: messages about names that it may
    // declare would only be noise beside the real mistake.
    let declaration = syntax.root.map { root in
      SchemaReader(
        file: syntax.file, module: syntax.module, diagnostics: syntax.diagnostics
      ).file(root)
    }
    return ParsedFile(
      file: syntax.file, declaration: declaration, diagnostics: syntax.diagnostics)
  }

  /// Merges the declarations of all files, and checks the names and types in them.
  ///
  /// - Parameters:
  ///   - files: the parsed schemas; their order decides which of two places is "first".
  ///   - target: the schemas' target.
  /// - Complexity: near linear in the size of the text.
  package static func resolve(_ files: [ParsedFile], of target: SchemaTarget) -> ResolvedTarget {
    let diagnostics = DiagnosticBag(sources: target.sources)
    for file in files { diagnostics.add(file.diagnostics) }
    let tree = TargetResolver.resolve(files.compactMap(\.declaration), into: diagnostics)
    let checker = TargetChecker(module: target.module, tree: tree, diagnostics: diagnostics)
    checker.checkDeclaredNames()
    var declarations = DeclarationChecker(
      tree: tree, today: target.today, diagnostics: diagnostics)
    declarations.checkTypes()
    declarations.checkSweeps()
    var imports = Array(repeating: [ImportModel](), count: target.sources.count)
    for file in files {
      imports[file.file] = (file.declaration?.imports ?? []).map {
        ImportModel(module: $0.value, origin: target.sources.origin(of: $0.span))
      }
    }
    return ResolvedTarget(checker: checker, declarations: declarations, imports: imports)
  }

  /// Checks the keys of one namespace.
  ///
  /// - Complexity: near linear in the size of the text.
  package static func check(_ namespace: ResolvedNamespace) -> CheckedNamespace {
    namespace.declarations.checkedNamespace(namespace.node)
  }

  /// Checks the keys of all namespaces against each other, and makes the model.
  ///
  /// - Complexity: near linear in the number of keys.
  package static func model(
    of target: ResolvedTarget, _ namespaces: [CheckedNamespace]
  ) -> CheckedTarget {
    var checker = target.checker
    let model = checker.model(
      of: namespaces, types: target.declarations.types, imports: target.imports)
    return CheckedTarget(
      model: checker.diagnostics.hasErrors ? nil : model,
      diagnostics: checker.diagnostics.diagnostics)
  }

  /// Runs all stages on the schemas of one target, in one thread.
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
    let target = SchemaTarget(module: module, sources: sources, today: today)
    let resolved = resolve(target.schemas.map { parse(read($0)) }, of: target)
    return model(of: resolved, resolved.namespaces.map(check))
  }
}
