import KeywrightSchema

/// Finds what a generated file must import, and how openly.
struct ImportCollector {
  let target: Target
  let file: Int

  private var model: TargetModel { target.model }

  /// The imports of the file: the runtime, Foundation if a type needs it, the schema's own.
  func imports() -> [GeneratedImport] {
    var use = Use()
    visit(model.root, &use)
    var imports = [GeneratedImport(level: .needed(use.runtime), module: "Keywright")]
    if let access = use.foundation {
      imports.append(
        GeneratedImport(
          level: .needed(access), module: "FoundationEssentials", fallback: "Foundation"))
    }
    // The modules imported above, and the module itself, need no second line.
    let own = [model.module] + imports.map(\.module)
    return imports
      + model.files[file].imports.filter {
        $0.module.level != nil || !own.contains($0.module.module)
      }.map {
        GeneratedImport(
          level: .given($0.module.level), module: $0.module.module,
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
    parts.contains { if case .scalar(let scalar) = $0 { scalar.isFoundation } else { false } }
  }
}

/// An import of a generated file.
struct GeneratedImport {
  /// The access level of the import.
  enum Level {
    /// As the schema's author wrote it.
    case given(String?)
    /// As declarations of an access need it, beside files of the user's that import the same
    /// module without a level, whatever that means there.
    case needed(Access)
  }

  var level: Level
  var module: String
  /// The module to import where this one does not exist.
  var fallback: String?
  /// The line of a schema that names the module.
  var reportedAt: SchemaLine?

  /// Writes the import, with the line of the schema at which the compiler reports it.
  func write(to out: SourceText) {
    if let reportedAt {
      out.line("#sourceLocation(file: \(string: reportedAt.file), line: \(reportedAt.line))")
    }
    switch level {
    case .given(let level): write(level.map { Code(verbatim: $0 + " ") } ?? "", to: out)
    case .needed(.package):
      // Without the feature a plain import is public, and an explicit level in one file beside a
      // plain import in another is an error: "ambiguous implicit access level".
      out.line("#if hasFeature(InternalImportsByDefault)")
      out.indented { write("package ", to: out) }
      out.line("#else")
      out.indented { write("", to: out) }
      out.line("#endif")
    case .needed(let access): write(access.code, to: out)
    }
    if reportedAt != nil { out.line("#sourceLocation()") }
  }

  private func write(_ level: Code, to out: SourceText) {
    let module = Code(verbatim: module)
    guard let fallback else { return out.line("\(level)import \(module)") }
    out.line("#if canImport(\(module))")
    out.line("  \(level)import \(module)")
    out.line("#else")
    out.line("  \(level)import \(Code(verbatim: fallback))")
    out.line("#endif")
  }
}
