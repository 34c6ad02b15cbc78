import KeywrightSchema

/// The `allKeys` of a namespace or of the registry.
struct KeyList {
  let namespace: NamespaceModel
  let scope: Scope
  let modifiers: SwiftModifiers
  let summary: String
  /// The member that lists the namespaces right inside.
  let namespacesName: String

  /// `allKeys`, after a list of the namespace's own keys if other lists are added to it.
  func declarations() -> [SwiftDeclaration] {
    let listType = "[\(scope.runtime("KeyDescription"))]"
    let space = KeySpace(namespace: namespace, scope: scope)
    // One literal: the compiler's time for a list of calls grows with the square of its length.
    let own = SwiftExpression.call(
      scope.runtime("KeyDescription") + "._list",
      [
        SwiftArgument("namespace", .string(space.path)),
        SwiftArgument(
          "rows", .rows(namespace.keys.map { KeyTranslator(key: $0, space: space).description() })),
      ])
    if namespace.children.isEmpty {
      return [list("allKeys", listType, namespace.keys.isEmpty ? .array([]) : own, modifiers)]
    }
    let nested = SwiftExpression.flatMap(.name(namespacesName), member: "allKeys")
    if namespace.keys.isEmpty { return [list("allKeys", listType, nested, modifiers)] }
    let name = namespace.freeName("ownKeys")
    return [
      list(name, listType, own, .private),
      list("allKeys", listType, .sum(.name(name), nested), modifiers),
    ]
  }

  /// The namespace's own keys that have callbacks; no declaration if no key has one.
  func observedKeys() -> [SwiftDeclaration] {
    let space = KeySpace(namespace: namespace, scope: scope)
    let keys = namespace.keys.filter(\.isObserved).map {
      KeyTranslator(key: $0, space: space).listReference
    }
    if keys.isEmpty { return [] }
    return [
      SwiftDeclaration(
        .computed("observedKeys", type: "[any \(scope.runtime("KeyType"))]", .array(keys)),
        modifiers: [modifiers, .static],
        documentation: ["The keys that have callbacks, for operations that find storage strings."])
    ]
  }

  /// The function that adds the namespace's keys, and those of the namespaces inside, to a set: a
  /// statement for each, since the compiler's time for an expression grows with the square of its length.
  func additions() -> SwiftDeclaration {
    let space = KeySpace(namespace: namespace, scope: scope)
    let own = namespace.keys.map { key in
      let key = KeyTranslator(key: key, space: space)
      var arguments = [SwiftArgument("to", .name("&keys"))]
      arguments.add("parameters", list: key.parameterForms)
      return SwiftExpression.method(key.listReference, "_add", arguments)
    }
    let nested = namespace.children.map { child in
      SwiftExpression.call(
        "\(scope.reference(to: child.path)).\(KeyList.additionsName(child))",
        [SwiftArgument("to", .name("&keys"))])
    }
    return SwiftDeclaration(
      .function(
        SwiftFunction(
          head: "func \(KeyList.additionsName(namespace))",
          parameters: ["to keys: inout \(scope.runtime("KeySet"))"],
          statements: (own + nested).map(SwiftStatement.expression))),
      modifiers: .static, documentation: ["Adds the keys to a set that finds them by their names."])
  }

  /// The name of that function.
  static func additionsName(_ namespace: NamespaceModel) -> String {
    namespace.freeName("addKeys")
  }

  /// The list of the namespaces right inside, as the runtime walks them.
  func namespaces(summary: String) -> SwiftDeclaration {
    let types = namespace.children.map { child in
      SwiftExpression.name(scope.reference(to: child.path) + ".self")
    }
    return SwiftDeclaration(
      .constant(
        namespacesName, type: "[any \(scope.runtime("Namespace")).Type]", .array(types)),
      modifiers: [modifiers, .static], documentation: [summary])
  }

  private func list(
    _ name: String, _ type: String, _ value: SwiftExpression, _ modifiers: SwiftModifiers
  ) -> SwiftDeclaration {
    SwiftDeclaration(
      .constant(name, type: type, value), modifiers: [modifiers, .static],
      documentation: name == "allKeys" ? [summary] : [])
  }
}
