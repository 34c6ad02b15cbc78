import KeywrightSchema

/// The lists of a namespace's keys, or of all keys in the registry.
struct KeyList {
  let namespace: NamespaceModel
  let scope: Scope
  let access: Code
  let summary: String
  /// The member that lists the namespaces right inside.
  let namespacesName: Code
  let out: SourceText

  private var space: KeySpace { KeySpace(namespace: namespace, scope: scope) }

  /// Writes `allKeys`, after a list of the namespace's own keys if other lists are added to it.
  func writeKeys() {
    let nested: Code = "\(namespacesName).flatMap { $0.allKeys }"
    if namespace.keys.isEmpty {
      return writeAllKeys(namespace.children.isEmpty ? "[]" : nested)
    }
    if namespace.children.isEmpty {
      return writeOwnKeys("\(access)static let allKeys", documentation: [summary])
    }
    let name = Code.name(namespace.freeName("ownKeys"))
    writeOwnKeys("private static let \(name)", documentation: [])
    writeAllKeys(.row([name, nested], mark: " +"))
  }

  private var listType: Code { "[\(scope.runtime("KeyDescription"))]" }

  private func writeAllKeys(_ value: Code) {
    out.member(
      .row(["\(access)static let allKeys: \(listType)", value], mark: " ="),
      documentation: [summary])
  }

  /// Writes the list of the namespace's own keys.
  ///
  /// One literal: the compiler's time for a list of calls grows with the square of its length.
  private func writeOwnKeys(_ head: Code, documentation: [String]) {
    let space = space
    out.member(
      "\(head): \(listType) = \(scope.runtime("KeyDescription"))._list(",
      documentation: documentation)
    out.indented {
      out.line("namespace: \(string: space.path),")
      out.line("rows: #\"\"\"")
      out.indented {
        for key in namespace.keys {
          out.verbatim(KeyTranslator(key: key, space: space).description())
        }
        out.line("\"\"\"#)")
      }
    }
  }

  /// Writes the namespace's own keys that have callbacks; no declaration if no key has one.
  func writeObservedKeys() {
    let keys = namespace.keys.filter(\.isObserved)
    if keys.isEmpty { return }
    out.member(
      "\(access)static var observedKeys: [any \(scope.runtime("KeyType"))]",
      documentation: ["The keys that have callbacks, for operations that find storage strings."]
    ) {
      out.line(.array(keys.map { KeyTranslator(key: $0, space: space).listReference }))
    }
  }

  /// Writes the function that adds the namespace's keys, and those of the namespaces inside, to a set: a
  /// statement for each, since the compiler's time for an expression grows with the square of its length.
  func writeAdditions() {
    let space = space
    out.member(
      "static func \(KeyList.additionsName(namespace))(to keys: inout \(scope.runtime("KeySet")))",
      documentation: ["Adds the keys to a set that finds them by their names."]
    ) {
      for key in namespace.keys {
        let key = KeyTranslator(key: key, space: space)
        let forms = key.parameterForms
        let parameters: Code = forms.isEmpty ? "" : ", parameters: \(.array(forms))"
        out.line("\(key.listReference)._add(to: &keys\(parameters))")
      }
      for child in namespace.children {
        out.line("\(scope.reference(to: child.path)).\(KeyList.additionsName(child))(to: &keys)")
      }
    }
  }

  /// The name of that function.
  static func additionsName(_ namespace: NamespaceModel) -> Code {
    .name(namespace.freeName("addKeys"))
  }

  /// Writes the list of the namespaces right inside, as the runtime walks them.
  func writeNamespaces(summary: String) {
    let types = namespace.children.map { "\(scope.reference(to: $0.path)).self" as Code }
    out.member(
      "\(access)static let \(namespacesName): [any \(scope.runtime("Namespace")).Type] = \(.array(types))",
      documentation: [summary])
  }
}
