import KeywrightSchema

/// Makes the values struct of a namespace: its keys as properties that read and write a store.
struct ValuesTranslator {
  let namespace: NamespaceModel
  let file: Int
  /// The scope inside the namespace, or inside an extension of the struct.
  let scope: Scope

  /// The generic parameter: what is read and written.
  private var backing: String { scope.freeName("Backing") }

  /// The nested namespaces that are properties of the struct, by their names in schemas.
  private var children: [NamespaceModel] { namespace.children.filter(\.hasValues) }

  /// The property that holds it, under a name that means nothing else here.
  private var store: String {
    var name = namespace.freeName("store")
    while namespace.valuesNames.contains(name) { name = namespace.freeName(name + "_") }
    return name
  }

  /// The properties and functions of the keys that the file declares.
  func members() -> [SwiftDeclaration] {
    let store = self.store
    let keys = namespace.part(of: file).keys
    return keys.filter(\.parameters.isEmpty).map { property($0, store: store) }
      + keys.filter { !$0.parameters.isEmpty }.map { family($0, store: store) }
  }

  /// The struct; other files extend it by the keys that they declare.
  func declaration() -> SwiftDeclaration {
    let modifiers = namespace.access.modifiers
    let store = self.store
    let members = members() + children.map { nested($0, store: store) }
    let isExtended = namespace.keys.contains { $0.origin.file != file }
    let initialiser = SwiftDeclaration(
      .function(
        SwiftFunction(
          head: "init", parameters: ["_ store: \(backing)"],
          statements: [.assignment("self.\(store)", .name("store"))])),
      modifiers: modifiers, documentation: ["Reads and writes the values of a store."])
    let heading = [
      SwiftDeclaration(
        .constant(store, type: backing, nil), modifiers: isExtended ? [] : .private),
      initialiser,
    ]
    return SwiftDeclaration(
      .type(
        .struct, name: "Values<\(backing): \(scope.runtime("Store"))>", conformances: [],
        heading + members), modifiers: modifiers,
      documentation: [
        "The values of these keys in one store. A write that fails goes to the store's handler."
      ])
  }

  private func property(_ key: KeyModel, store: String) -> SwiftDeclaration {
    let reference =
      scope.reference(to: namespace.path) + "."
      + SwiftKeywords.quotedMember(key.swiftName)
    return declaration(
      .accessor(
        SwiftKeywords.quoted(key.swiftName),
        type: type(of: key), "\(store)[\(reference)]"), of: key)
  }

  /// A value of a family is read by a function; it is written by its key.
  private func family(_ key: KeyModel, store: String) -> SwiftDeclaration {
    let arguments = key.parameters.map { parameter in
      // A parameter called `self` would hide the value itself.
      SwiftArgument(
        SwiftKeywords.quotedLabel(parameter.name),
        .name(parameter.name == "self" ? "self_" : SwiftKeywords.quoted(parameter.name)))
    }
    let reference =
      scope.reference(to: namespace.path) + "."
      + SwiftKeywords.quotedMember(key.swiftName)
    let call = SwiftExpression.call(reference, arguments)
    return declaration(
      .function(
        SwiftFunction(
          head: "func " + SwiftKeywords.quoted(key.swiftName),
          parameters: key.parameters.map { parameter in
            (parameter.name == "self"
              ? "self self_" : SwiftKeywords.quotedParameter(parameter.name))
              + ": " + scope.text(parameter.type)
          },
          suffix: "-> \(type(of: key))",
          statements: [
            .expression(.method(.name(store), "get", [SwiftArgument(nil, call)]))
          ])), of: key)
  }

  /// The type of a key's value; that of an alias beside the key has the namespace before it.
  private func type(of key: KeyModel) -> String {
    let space = KeySpace(namespace: namespace, scope: scope)
    let alias = KeyTranslator(key: key, space: space).ownTypeName.map {
      scope.reference(to: namespace.path) + "." + $0
    }
    return (alias ?? scope.text(key.type)) + (key.isOptional ? "?" : "")
  }

  private func nested(_ child: NamespaceModel, store: String) -> SwiftDeclaration {
    let type = scope.reference(to: child.path) + ".Values<\(backing)>"
    return SwiftDeclaration(
      .computed(
        SwiftKeywords.quoted(child.member), type: type,
        .call(type, [SwiftArgument(nil, .name(store))])),
      modifiers: child.access.modifiers, documentation: ["The values of `\(child.prefix)`."])
  }

  private func declaration(_ kind: SwiftDeclaration.Kind, of key: KeyModel) -> SwiftDeclaration {
    let summary = key.documentation.summary
    return SwiftDeclaration(
      kind, modifiers: key.access.modifiers,
      // Deprecated too, so that its use of the key causes no warning.
      attributes: key.deprecation,
      documentation: [summary.isEmpty ? "The value of `\(key.storageString)`." : summary])
  }
}
