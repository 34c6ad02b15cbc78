import KeywrightSchema

/// Makes the values struct of a namespace: its keys as properties that read and write a store.
struct ValuesTranslator {
  let namespace: NamespaceModel
  let file: Int
  /// The scope inside the namespace, or inside an extension of the struct.
  let scope: Scope
  let out: SourceText

  private var access: Code { namespace.access.code }

  /// The generic parameter: what is read and written.
  private var backing: Code { Code(verbatim: scope.freeName("Backing")) }

  /// The property that holds it, under a name that means nothing else here.
  private var store: Code {
    Code(verbatim: namespace.freeName("store", unless: namespace.valuesNames.contains))
  }

  /// Writes the struct; other files extend it by the keys that they declare.
  func write() {
    let isExtended = namespace.keys.contains { $0.origin.file != file }
    out.member(
      "\(access)struct Values<\(backing): \(scope.runtime("Store"))>",
      documentation: [
        "The values of these keys in one store. A write that fails goes to the store's handler."
      ]
    ) {
      out.member("\(isExtended ? "" : "private ")let \(store): \(backing)")
      out.member(
        "\(access)init(_ store: \(backing))",
        documentation: ["Reads and writes the values of a store."]
      ) { out.line("self.\(store) = store") }
      writeMembers()
      // The nested namespaces, by their names in schemas.
      for child in namespace.children where child.hasValues {
        let type: Code = "\(scope.reference(to: child.path)).Values<\(backing)>"
        out.member(
          "\(child.access.code)var \(.name(child.member)): \(type)",
          documentation: ["The values of `\(child.prefix)`."]
        ) { out.line("\(type)(\(store))") }
      }
    }
  }

  /// Writes the properties and functions of the keys that the file declares.
  func writeMembers() {
    let keys = namespace.part(of: file).keys
    for key in keys where key.parameters.isEmpty {
      let place: Code = "\(store)[\(reference(to: key))]"
      write("var \(.name(key.name)): \(type(of: key))", of: key) {
        out.line("get { \(place) }")
        out.line("nonmutating set { \(place) = newValue }")
        out.line("nonmutating _modify { yield &\(place) }")
      }
    }
    // A value of a family is read by a function; it is written by its key.
    for key in keys where !key.parameters.isEmpty {
      let parameters = key.parameters.map {
        "\(.parameter($0.name)): \(scope.text($0.type))" as Code
      }
      let arguments = key.parameters.map { "\(.label($0.name)): \(.argument($0.name))" as Code }
      write(
        "func \(.name(key.name))\(.arguments(parameters)) -> \(type(of: key))", of: key
      ) { out.line("\(store).get(\(reference(to: key))\(.arguments(arguments)))") }
    }
  }

  private func reference(to key: KeyModel) -> Code {
    "\(scope.reference(to: namespace.path)).\(.member(key.name))"
  }

  /// The type of a key's value; that of an alias beside the key has the namespace before it.
  private func type(of key: KeyModel) -> Code {
    let space = KeySpace(namespace: namespace, scope: scope)
    let alias = KeyTranslator(key: key, space: space).ownTypeName.map {
      "\(scope.reference(to: namespace.path)).\(.name($0))" as Code
    }
    return "\(alias ?? scope.text(key.type))\(key.isOptional ? "?" : "")"
  }

  private func write(_ head: Code, of key: KeyModel, _ body: () -> Void) {
    let summary = key.documentation.summary
    out.member(
      "\(key.access.code)\(head)",
      documentation: [summary.isEmpty ? "The value of `\(key.storageString)`." : summary],
      // Deprecated too, so that its use of the key causes no warning.
      attributes: key.deprecation, body)
  }
}
