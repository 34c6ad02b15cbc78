import KeywrightSchema

/// Turns what one schema file says of a namespace into declarations.
struct NamespaceTranslator {
  let namespace: NamespaceModel
  let file: Int
  let scope: Scope

  private var part: NamespacePart { namespace.part(of: file) }

  /// The types and the first keys that the file declares in the namespace, and the namespaces that are
  /// first declared there.
  func members() -> [SwiftDeclaration] {
    let inner = namespace.isRoot ? scope : scope.inside(namespace.path)
    return types(in: inner) + ownKeys(in: inner)
      + part.children.filter { $0.origin.file == file }.map {
        NamespaceTranslator(namespace: $0, file: file, scope: inner).declaration()
      }
  }

  func types(in inner: Scope) -> [SwiftDeclaration] {
    part.types.map { TypeTranslator(type: scope.model.type($0), scope: inner).declaration() }
  }

  /// The number of keys that a type, or an extension of it, declares.
  ///
  /// For each constant the compiler looks at all members of the declaration that it stands in, so its
  /// time would grow with the square of their number.
  static let keysTogether = 50

  /// The file's keys: those in the declaration of the namespace itself, and those in extensions of it.
  private var keys: (own: [KeyModel], further: [KeyModel]) {
    let own = part.keys.prefix(NamespaceTranslator.keysTogether)
    let further = part.keys.dropFirst(NamespaceTranslator.keysTogether)
    guard namespace.path.count > 1 else { return (Array(own), Array(further)) }
    // An extension does not find a symbol that a schema names and that an outer namespace declares.
    let space = KeySpace(namespace: namespace, scope: scope.inside(namespace.path))
    let isBound = { !KeyTranslator(key: $0, space: space).symbols().isEmpty }
    return (Array(own) + further.filter(isBound), further.filter { !isBound($0) })
  }

  /// The keys in the declaration of the namespace itself.
  func ownKeys(in inner: Scope) -> [SwiftDeclaration] { declarations(of: keys.own, in: inner) }

  /// The keys in each further extension.
  func furtherKeys(in inner: Scope) -> [[SwiftDeclaration]] {
    let keys = keys.further
    return stride(from: 0, to: keys.count, by: NamespaceTranslator.keysTogether).map { first in
      let group = keys[first..<min(first + NamespaceTranslator.keysTogether, keys.count)]
      return declarations(of: Array(group), in: inner)
    }
  }

  private func declarations(of keys: [KeyModel], in inner: Scope) -> [SwiftDeclaration] {
    let space = KeySpace(namespace: namespace, scope: inner)
    var declarations: [SwiftDeclaration] = []
    for key in keys { KeyTranslator(key: key, space: space).append(to: &declarations) }
    return declarations
  }

  /// The namespace itself.
  func declaration() -> SwiftDeclaration {
    let inner = scope.inside(namespace.path)
    let modifiers = namespace.access.modifiers
    let parentPath = Array(namespace.path.dropLast())
    let parent =
      parentPath.isEmpty ? inner.runtime("Root") : inner.reference(to: parentPath)
    let heading = [
      SwiftDeclaration(
        .alias("Parent", to: parent), modifiers: modifiers,
        documentation: ["The namespace around this one."]),
      SwiftDeclaration(
        .constant("namespaceID", type: nil, .string(namespace.id)),
        modifiers: [modifiers, .static],
        documentation: ["The component of this namespace in the storage strings of its keys."]),
    ]
    let lines = namespace.documentation.lines
    return SwiftDeclaration(
      .type(
        .enum, name: SwiftKeywords.quoted(namespace.swiftName),
        conformances: protocols.map(scope.runtime),
        heading + members() + allKeys(in: inner) + hooks() + valuesStruct(in: inner)),
      modifiers: modifiers,
      documentation: lines.isEmpty ? ["The keys below `\(namespace.prefix)`."] : lines)
  }

  /// The protocols that the namespace conforms to: its hooks refine `Namespace`, so that one of a wrong
  /// shape does not compile.
  private var protocols: [String] {
    let hooks = [
      namespace.preCommit.map { _ in "PreCommitHook" },
      namespace.postCommit.map { _ in "PostCommitHook" },
    ].compactMap(\.self)
    return hooks.isEmpty ? ["Namespace"] : hooks
  }

  private func allKeys(in inner: Scope) -> [SwiftDeclaration] {
    let list = KeyList(
      namespace: namespace, scope: inner, modifiers: namespace.access.modifiers,
      summary: "The keys of this namespace and of those inside it, as data.",
      namespacesName: "nestedNamespaces")
    let lists = list.declarations() + list.observedKeys() + [list.additions()]
    if namespace.children.isEmpty { return lists }
    return lists + [list.namespaces(summary: "The namespaces right inside this one.")]
  }

  /// The hooks that the file names, whose functions its imports may bring.
  func hooks() -> [SwiftDeclaration] {
    let inner = scope.inside(namespace.path)
    let pending = inner.runtime("PendingCommit")
    let commit = inner.runtime("Commit")
    let void = inner.swift("Void")
    var declarations: [SwiftDeclaration] = []
    if let hook = namespace.preCommit, hook.origin.file == file {
      declarations += self.hook(
        hook, head: "preCommit", parameter: "inout \(pending)", suffix: "throws",
        type: "(inout \(pending)) throws -> \(void)",
        signature: Signature("(_ commit: inout PendingCommit) throws")
      ) { .attempt(.call($0, [SwiftArgument(nil, .name("&commit"))])) }
    }
    if let hook = namespace.postCommit, hook.origin.file == file {
      declarations += self.hook(
        hook, head: "postCommit", parameter: commit, suffix: "", type: "(\(commit)) -> \(void)",
        signature: Signature("(_ commit: Commit)")
      ) { .call($0, [SwiftArgument(nil, .name("commit"))]) }
    }
    return declarations
  }

  private func valuesStruct(in inner: Scope) -> [SwiftDeclaration] {
    guard namespace.hasValues else { return [] }
    return [ValuesTranslator(namespace: namespace, file: file, scope: inner).declaration()]
  }

  /// The file's keys as members of the namespace's values struct, where its imports are seen.
  func values(in inner: Scope) -> [SwiftDeclaration] {
    guard namespace.hasValues else { return [] }
    return ValuesTranslator(namespace: namespace, file: file, scope: inner).members()
  }

  /// A hook's function, in a constant that is reported at the schema's line, and the hook that calls
  /// it.
  private func hook(
    _ hook: SymbolReference, head: String, parameter: String, suffix: String, type: String,
    signature: Signature, call: (String) -> SwiftExpression
  ) -> [SwiftDeclaration] {
    let constant = namespace.freeName(head + "Function")
    return [
      scope.reported(
        .constant(
          constant, type: nil, .coercion(.name(hook.symbol.code), "@Sendable " + type)),
        modifiers: [.private, .static], at: hook.origin,
        remark: signature.remark(on: hook.symbol, in: scope)),
      SwiftDeclaration(
        .function(
          SwiftFunction(
            head: "func " + head, parameters: ["_ commit: \(parameter)"], suffix: suffix,
            statements: [.expression(call(constant))])),
        modifiers: [namespace.access.modifiers, .static],
        documentation: ["Calls `\(hook.symbol.text)`."]),
    ]
  }
}
