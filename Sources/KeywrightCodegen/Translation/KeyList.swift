import KeywrightSchema

/// The `allKeys` of a namespace or of the registry.
struct KeyList {
  let namespace: NamespaceModel
  let scope: Scope
  let modifiers: [String]
  let summary: String

  /// `allKeys`, after a list of the namespace's own keys if other lists are added to it.
  func declarations() -> [SwiftDeclaration] {
    let listType = "[\(scope.names.runtime("KeyDescription"))]"
    let own = namespace.keys.map {
      KeyTranslator(key: $0, namespace: namespace, scope: scope).description()
    }
    let children = namespace.children.map { child in
      SwiftExpression.name(scope.reference(to: child.path) + ".allKeys")
    }
    if children.isEmpty { return [list("allKeys", listType, .array(own), modifiers)] }
    var declarations: [SwiftDeclaration] = []
    var parts = children
    if !own.isEmpty {
      let name = namespace.freeName("ownKeys")
      declarations.append(list(name, listType, .array(own), ["private"]))
      parts.insert(.name(name), at: 0)
    }
    let all = SwiftExpression.method(
      .array(parts), "flatMap", [SwiftArgument(nil, .name("\\.self"))])
    return declarations + [list("allKeys", listType, all, modifiers)]
  }

  /// The list of the namespaces right inside, as the runtime walks them.
  func namespaces(named name: String, summary: String) -> SwiftDeclaration {
    let types = namespace.children.map { child in
      SwiftExpression.name(scope.reference(to: child.path) + ".self")
    }
    var declaration = SwiftDeclaration(
      .constant(
        name, type: "[any \(scope.names.runtime("Namespace")).Type]", .array(types)),
      modifiers: modifiers + ["static"])
    declaration.documentation = [summary]
    return declaration
  }

  private func list(
    _ name: String, _ type: String, _ value: SwiftExpression, _ modifiers: [String]
  ) -> SwiftDeclaration {
    var declaration = SwiftDeclaration(
      .constant(name, type: type, value), modifiers: modifiers + ["static"])
    if name == "allKeys" { declaration.documentation = [summary] }
    return declaration
  }
}
