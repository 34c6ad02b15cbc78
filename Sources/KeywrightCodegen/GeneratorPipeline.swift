package import KeywrightSchema

/// The generator: the schemas of a target in, Swift texts out.
///
/// A stage is a function from one type to the next, and sees nothing else. The stages of one file or
/// one namespace are independent of the others, and run on all processors.
package struct GeneratorPipeline: Sendable {
  /// The text of one schema to JSON.
  var read: @Sendable (SchemaSource) -> SchemaSyntax
  /// JSON to the declarations of one file.
  var parse: @Sendable (SchemaSyntax) -> ParsedFile
  /// The declarations of all files to one tree of namespaces and types.
  var resolve: @Sendable ([ParsedFile], SchemaTarget) -> ResolvedTarget
  /// The keys of one namespace to checked keys.
  var check: @Sendable (ResolvedNamespace) -> CheckedNamespace
  /// The checked keys of all namespaces to the model of the target, with all diagnostics.
  var model: @Sendable (ResolvedTarget, [CheckedNamespace]) -> CheckedTarget
  /// The text of the target's lock to what released programs have stored.
  var readLock: @Sendable (LockInput) -> LockRecord
  /// The model and the target's lock to the changes that the model would make to the data that the lock guards.
  var protect: @Sendable (TargetModel, SchemaTarget, LockRecord) -> [Diagnostic]
  /// The model to the files to generate: one for each schema, the registry last.
  var divide: @Sendable (TargetModel) -> [TranslationUnit]
  /// One file's part of the model to Swift declarations.
  var translate: @Sendable (TranslationUnit) -> SwiftFile
  /// Swift declarations to source text, in UTF-8.
  var print: @Sendable (SwiftFile) -> [UInt8]

  /// The pipeline that the tools run.
  package static let standard = GeneratorPipeline(
    read: SchemaChecker.read, parse: SchemaChecker.parse,
    resolve: { SchemaChecker.resolve($0, of: $1) }, check: SchemaChecker.check,
    model: { SchemaChecker.model(of: $0, $1) },
    readLock: LockRecord.init,
    protect: {
      LockCheck.diagnostics(
        of: $0, in: $1.sources, module: $1.module, lock: $2, fixtures: $1.fixtures,
        others: $1.others)
    },
    divide: TranslationUnit.units,
    translate: { $0.swiftFile() }, print: SwiftPrinter.print)

  /// The result of a run.
  package struct Output: Sendable {
    /// The generated text of each schema, in order; nil if there was an error.
    package var schemas: [[UInt8]]?
    /// The text of the registry.
    package var registry: [UInt8]?
    /// All diagnostics, in order.
    package let diagnostics: [Diagnostic]
  }

  /// Runs all stages.
  ///
  /// - Parameter target: the schemas of one target.
  /// - Returns: the generated texts, the same for the same input on every machine.
  package func run(_ target: SchemaTarget) async -> Output {
    // A lock of thousands of keys takes as long to read as their schemas, and to compare as their
    // translation: each has its turn beside the other.
    async let lock = readLock(target.lock)
    let files = await concurrentMap(target.schemas) { parse(read($0)) }
    let resolved = resolve(files, target)
    let namespaces = await concurrentMap(resolved.namespaces, check)
    let checked = model(resolved, namespaces)
    guard let model = checked.model else { return Output(diagnostics: checked.diagnostics) }
    let record = await lock
    async let changes = protect(model, target, record)
    var texts = await concurrentMap(divide(record.informing(model))) { print(translate($0)) }
    let diagnostics = checked.diagnostics + (await changes)
    if diagnostics.contains(where: { $0.severity == .error }) {
      return Output(diagnostics: diagnostics)
    }
    let registry = texts.popLast()
    return Output(schemas: texts, registry: registry, diagnostics: diagnostics)
  }
}
