package import KeywrightSchema

/// The generator: schema texts in, Swift texts out.
///
///     text → syntax tree → checked model → Swift declarations → rendered source
///
/// Each stage is a function from one type to the next and sees nothing else: the first two are
/// `SchemaChecker`, the third knows the model but no text, the last knows Swift but no schema.
/// Before and after a target is checked its files have nothing to do with each other: they are read,
/// translated and printed at once, as the keys of each namespace are checked.
package struct GeneratorPipeline: Sendable {
  /// Texts to a checked model, with all problems of all files.
  package let check: @Sendable ([SourceFile], _ module: String) async -> SchemaChecker.Result
  /// A model to what makes the declarations of each file, in the order of the schemas, the
  /// registry last.
  var translate: @Sendable (TargetModel) -> [@Sendable () -> SwiftFile]
  /// Declarations to source text, in UTF-8.
  var print: @Sendable (SwiftFile) -> [UInt8]

  /// The pipeline that the tools run.
  package static let standard = GeneratorPipeline(
    check: { sources, module in
      let readings = await concurrentMap(Array(sources.indices)) {
        SchemaChecker.read($0, of: sources)
      }
      let outline = SchemaChecker.outline(readings, of: sources, module: module)
      let keys = await concurrentMap(Array(outline.namespaces)) {
        SchemaChecker.checkKeys(ofNamespace: $0, in: outline)
      }
      return SchemaChecker.finish(outline, keys)
    }, translate: SwiftTranslator.files, print: SwiftPrinter.print)

  /// Runs the stages that follow the check.
  ///
  /// One file is done with before its thread begins the next: to hold the texts of all at once would
  /// take memory that is touched once, which costs the system more time than they take to print.
  ///
  /// - Parameters:
  ///   - model: what the schemas of one target declare.
  ///   - body: what is done with the text of a file, in the order of the schemas, the registry last;
  ///     called on several threads.
  /// - Returns: what `body` returned for each file; and what the stages worked on, which a process
  ///   that is about to end does well to keep: to free it piece by piece takes a tenth of its time.
  package func generate<Result: Sendable>(
    _ model: TargetModel, _ body: @escaping @Sendable (_ file: Int, _ text: [UInt8]) -> Result
  ) async -> (results: [Result], remains: any Sendable) {
    let files = Array(translate(model).enumerated())
    let done = await concurrentMap(files) { [print] index, translated in
      let file = translated()
      return (file: file, result: body(index, print(file)))
    }
    return (done.map(\.result), done.map(\.file))
  }

  /// What a run gives.
  package struct Output: Sendable {
    /// The generated text of each schema, in order; nil if there was an error.
    package var schemas: [String]?
    /// The text of the registry.
    package var registry: String?
    /// All problems, in order.
    package let diagnostics: [Diagnostic]
  }

  /// Runs all stages.
  ///
  /// - Parameters:
  ///   - sources: the schemas of one target.
  ///   - module: the name of the module that the target builds.
  /// - Returns: the generated texts, the same for the same input on every machine.
  package func run(_ sources: [SourceFile], module: String) async -> Output {
    let result = await check(sources, module)
    guard let model = result.model else { return Output(diagnostics: result.diagnostics) }
    var texts = await generate(model) { String(decoding: $1, as: UTF8.self) }.results
    let registry = texts.popLast()
    return Output(schemas: texts, registry: registry, diagnostics: result.diagnostics)
  }
}

/// The third stage: a checked model to Swift declarations.
enum SwiftTranslator {
  static func files(of model: TargetModel) -> [@Sendable () -> SwiftFile] {
    let scope = Scope(target: Target(model, names: NameTable(model)), path: [])
    let files: [@Sendable () -> SwiftFile] = model.files.indices.map { file in
      { @Sendable in FileTranslator(scope: scope, file: file).swiftFile() }
    }
    return files + [{ RegistryTranslator(scope: scope).swiftFile() }]
  }
}
