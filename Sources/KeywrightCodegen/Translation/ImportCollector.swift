import KeywrightSchema

/// Finds what a generated file must import, and how openly.
struct ImportCollector {
  let target: Target
  let file: Int

  private var model: TargetModel { target.model }

  /// The imports of the file: the runtime, Foundation if a type needs it, the schema's own.
  func imports() -> [SwiftImport] {
    var use = Use()
    visit(model.root, &use)
    var imports = [SwiftImport(level: .needed(use.runtime), module: "Keywright", fallback: nil)]
    if let access = use.foundation {
      imports.append(
        SwiftImport(
          level: .needed(access), module: "FoundationEssentials", fallback: "Foundation"))
    }
    // The modules imported above, and the module itself, need no second line.
    let own = [model.module] + imports.map(\.module)
    return imports
      + model.files[file].imports.filter {
        $0.module.level != nil || !own.contains($0.module.module)
      }.map {
        SwiftImport(
          level: .given($0.module.level), module: $0.module.module, fallback: nil,
          reportedAt: target.line(of: $0.origin))
      }
  }

  /// The widest access of what names a module's types.
  private struct Use {
    var runtime = Access.internal
    var foundation: Access?

    mutating func note(_ access: Access, namesFoundation: Bool) {
      runtime = max(runtime, access)
      if namesFoundation { foundation = max(foundation ?? .internal, access) }
    }
  }

  private func visit(_ namespace: NamespaceModel, _ use: inout Use) {
    let part = namespace.part(of: file)
    let hooks = [namespace.preCommit, namespace.postCommit].map { $0?.origin.file }
    if !namespace.isRoot, namespace.origin.file == file || hooks.contains(file) {
      use.note(namespace.access, namesFoundation: false)
    }
    for key in part.keys {
      let namesFoundation =
        key.type.namesFoundation || key.parameters.contains { $0.type.namesFoundation }
      use.note(key.access, namesFoundation: namesFoundation)
    }
    for type in part.types.map(model.type) {
      var names = false
      if case .structure(let fields) = type.kind {
        names = fields.contains { $0.type.namesFoundation }
      }
      use.note(type.access, namesFoundation: names)
    }
    for child in part.children { visit(child, &use) }
  }
}

extension ValueType {
  /// Whether the type is spelled with a type of Foundation.
  var namesFoundation: Bool {
    switch self {
    case .scalar(let scalar): scalar.isFoundation
    case .array(let element), .set(let element): element.namesFoundation
    case .dictionary(let key, let value): key.namesFoundation || value.namesFoundation
    case .declared, .own: false
    }
  }
}
