/// The front half of the generator: texts in, one checked model and all diagnostics out.
package enum SchemaChecker {
  /// Checks the schemas of one target.
  ///
  /// - Parameters:
  ///   - sources: the schema files; their order decides which of two places is "first".
  ///   - module: the name of the module they belong to.
  ///   - today: the day for which expired keys are reported, as in 2026-12-31. A build gives none:
  ///     its messages do not depend on the clock.
  ///   - lock: the lock of the target, which tells what the schemas leave to it.
  /// - Complexity: near linear in the size of the text.
  package static func check(
    _ sources: [SourceFile], module: String, today: String? = nil, lock: KeyLock? = nil
  ) -> CheckedTarget {
    let diagnostics = DiagnosticBag(sources: sources)
    let files = sources.indices.map { read(sources[$0], $0, module, into: diagnostics) }
    let tree = TargetResolver.resolve(files.compactMap(\.self), into: diagnostics)
    var checker = TargetChecker(
      module: module, tree: tree, diagnostics: diagnostics,
      released: Set(lock?.released.map { ExactString($0.storageString) } ?? []),
      textNames: tree.textNames)
    checker.checkDeclaredNames()
    var declarations = DeclarationChecker(
      tree: tree, today: today, diagnostics: diagnostics)
    declarations.checkTypes()
    let keys = tree.root.all.flatMap(declarations.checkedKeys)
    let imports = files.map { file in
      (file?.imports ?? []).map {
        ImportModel(module: $0.value, origin: sources.origin(of: $0.span))
      }
    }
    let model = checker.model(of: keys, types: declarations.types, imports: imports)
    if diagnostics.hasErrors {
      return CheckedTarget(model: nil, keys: nil, diagnostics: diagnostics.diagnostics)
    }
    let (completed, inventory) = lock.map(model.completed) ?? (model, nil)
    return CheckedTarget(model: completed, keys: inventory, diagnostics: diagnostics.diagnostics)
  }

  /// Reads one schema; returns nil if its text could not be read to the end.
  ///
  /// Such a file declares nothing: messages about names that it may declare would only be noise beside the
  /// real mistake.
  private static func read(
    _ source: SourceFile, _ file: Int, _ module: String, into diagnostics: DiagnosticBag
  ) -> FileDeclaration? {
    let bytes = source.bytes
    let faults = DiagnosticBag(sources: diagnostics.sources)
    if let root = JSONParser.parse(
      bytes, file: file, knownBy: Grammar.file.names, into: faults)
    {
      diagnostics.add(faults)
      return SchemaReader(file: file, module: module, diagnostics: diagnostics).file(root)
    }
    let isRead = bytes.count <= JSONParser.maximumSize
    if isRead, let place = MergeConflict.place(in: bytes) {
      diagnostics.report(
        .json,
        "a merge left a conflict in the schema; keep the lines of one side or of both, and remove the marks",
        at: Span(file: file, start: place, end: place + 1))
    } else {
      diagnostics.add(faults)
    }
    // Nobody knows which value of a text that cannot be read is a secret's.
    let secret = JSONText.quoted(SecretText.word)
    if !isRead || bytes.contains(secret.utf8) {
      diagnostics.note(secret: Span(file: file, start: 0, end: bytes.count))
    }
    return nil
  }
}

/// The checked schemas of a target.
package struct CheckedTarget: Sendable {
  /// The model, or nil if there was an error.
  package let model: TargetModel?
  /// The keys of the model, if they were looked at already.
  package let keys: KeyInventory?
  /// All diagnostics of all files, in order.
  package let diagnostics: [Diagnostic]
}
