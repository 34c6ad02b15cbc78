package import KeywrightSchema

/// The generator: the schemas of a target in, Swift texts out.
package enum Generator {
  /// The result of a run.
  package struct Output: Sendable {
    /// The generated text of each schema, in order; nil if there was an error.
    package var schemas: [[UInt8]]?
    package var registry: [UInt8]?
    /// All diagnostics, in order.
    package let diagnostics: [Diagnostic]
  }

  /// Checks the schemas of a target, compares them with its lock, and translates them.
  ///
  /// - Parameters:
  ///   - sources: The schema files; their order decides which of two places is "first".
  ///   - module: The name of the module that the target builds.
  ///   - today: The day for which expired keys are reported, or nil.
  ///   - lock: The record of what released programs stored.
  ///   - fixtures: The paths of the stores of releases beside it.
  ///   - others: The other targets of the package.
  /// - Returns: the generated texts, the same for the same input on every machine.
  /// - Complexity: near linear in the sizes of schemas and lock: 10,000 keys take a quarter of a second.
  package static func output(
    of sources: [SourceFile], module: String, today: String? = nil, lock: LockRecord = .notAsked,
    fixtures: [String] = [], others: OtherTargets = .none
  ) -> Output {
    let checked = SchemaChecker.check(sources, module: module, today: today, lock: lock.lock)
    guard let model = checked.model else { return Output(diagnostics: checked.diagnostics) }
    let diagnostics =
      checked.diagnostics
      + LockCheck.diagnostics(
        of: model, in: sources, module: module, lock: lock, fixtures: fixtures,
        today: checked.keys, others: others)
    if diagnostics.contains(where: { $0.severity == .error }) {
      return Output(diagnostics: diagnostics)
    }
    let scope = Scope(target: Target(model, names: NameTable(model)), path: [])
    return Output(
      schemas: model.files.indices.map {
        FileTranslator(scope: scope, file: $0).text()
      },
      registry: RegistryTranslator(scope: scope).text(),
      diagnostics: diagnostics)
  }
}
