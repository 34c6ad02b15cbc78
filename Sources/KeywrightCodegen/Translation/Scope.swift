import KeywrightSchema

/// The model and the names that all translators of a target share.
final class Target: Sendable {
  let model: TargetModel
  let names: NameTable
  let typeDigests: TypeDigests
  let exactTypes: ExactTypes
  /// The file names that stand in several folders.
  private let sharedFileNames: Set<String>

  init(_ model: TargetModel, names: NameTable) {
    self.model = model
    self.names = names
    typeDigests = TypeDigests(model)
    exactTypes = ExactTypes(model.types)
    sharedFileNames = model.sharedFileNames
  }

  /// The line at which the compiler reports mistakes in the use of a symbol.
  ///
  /// Nil for files that share their name: Swift makes `#fileID` of module and file name, and warns of
  /// two paths that give the same one.
  func line(of origin: Origin) -> SchemaLine? {
    let file = model.files[origin.file]
    if sharedFileNames.contains(file.lastComponent) { return nil }
    return SchemaLine(file: file.packagePath, line: origin.line)
  }
}

/// The scope in which a reference stands: it knows how types are written there.
struct Scope: Sendable {
  let target: Target
  /// The paths of the declarations around, the innermost first.
  let path: [[String]]
  /// The spelling of the innermost of them here, which most keys ask for.
  private let ownName: Code

  init(target: Target, path: [[String]]) {
    self.target = target
    self.path = path
    ownName = Code(
      verbatim: path.first.map { target.names.reference(to: $0, from: path) } ?? "")
  }

  var model: TargetModel { target.model }
  private var names: NameTable { target.names }

  /// The scope inside a declaration that stands in this one.
  func inside(_ declaration: [String]) -> Scope {
    Scope(target: target, path: [declaration] + path)
  }

  /// The spelling of a type.
  func text(_ type: ValueType, isOptional: Bool = false) -> Code {
    let text = type.text(library: { names.library($0, in: path) }, own: \.code.flat) {
      reference(to: model.type($0).path).flat
    }
    return Code(verbatim: text + (isOptional ? "?" : ""))
  }

  /// The type as a reader far from here understands it.
  func plainText(_ type: ValueType) -> String {
    type.text(own: \.code.flat) { NameTable.dotted(model.type($0).path) }
  }

  /// The spelling of a type of the standard library.
  func swift(_ name: String) -> Code { Code(verbatim: names.library(name, in: path)) }

  /// The spelling of a type of the runtime: with its module, since a program, or a module that a
  /// schema imports, may have a `Store` or a `Namespace` of its own.
  func runtime(_ name: String) -> Code { Code(verbatim: "Keywright." + name) }

  /// The place where a schema names a symbol: mistakes in its one declaration are reported there.
  func place(of origin: Origin) -> (line: SchemaLine?, name: String) {
    (target.line(of: origin), model.place(of: origin))
  }

  /// A name for a generic parameter, which would hide a declared type that has it.
  func freeName(_ name: String) -> String { names.freeName(name, in: path) }

  /// The spelling of a declared type or namespace.
  func reference(to path: [String]) -> Code {
    if path == self.path.first { return ownName }
    return Code(verbatim: names.reference(to: path, from: self.path))
  }

  /// The spelling of a namespace among its keys, or elsewhere.
  func reference(to namespace: NamespaceModel) -> Code {
    if namespace.path != path.first { return reference(to: namespace.path) }
    return Code(verbatim: names.visibleReference(to: namespace.path, from: path) ?? "Self")
  }
}
