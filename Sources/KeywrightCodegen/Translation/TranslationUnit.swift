import KeywrightSchema

/// One file to generate, and the model it is made of.
struct TranslationUnit: Sendable {
  private enum Kind {
    case schema(Int)
    case registry
  }

  private let kind: Kind
  private let scope: Scope

  /// The files of a target: one for each schema, in order, then the registry.
  static func units(of model: TargetModel) -> [TranslationUnit] {
    let scope = Scope(target: Target(model, names: NameTable(model)), path: [])
    return (model.files.indices.map(Kind.schema) + [.registry]).map {
      TranslationUnit(kind: $0, scope: scope)
    }
  }

  /// The declarations of the file.
  func swiftFile() -> SwiftFile {
    switch kind {
    case .schema(let file): FileTranslator(scope: scope, file: file).swiftFile()
    case .registry: RegistryTranslator(scope: scope).swiftFile()
    }
  }
}
