extension DeclarationChecker {
  /// The type that a string names inside a namespace; reports what is wrong with it.
  func resolve(
    _ string: JSONString, in node: NamespaceNode, of key: KeyDeclaration? = nil
  ) -> (type: ValueType, isOptional: Bool)? {
    let coding = key?.coding
    if coding == nil, let known = node.resolvedTypes[string.text] { return known }
    var resolver = TypeResolver(
      node: node, declarations: tree.types,
      acceptsOwnTypes: coding != nil || key?.misspelled.contains("coding") == true,
      isOfKey: key != nil, isAdvising: !diagnostics.isFull(string.span.file))
    do throws(TypeFault) {
      let syntax = try TypeParser.parse(string.text)
      let resolved = resolver.resolve(syntax)
      for fault in resolver.faults {
        diagnostics.report(
          fault.message, at: string.span(of: fault.range), notes: fault.notes)
      }
      guard let resolved else { return nil }
      if let coding {
        checkCoding(coding, of: resolved.type)
      } else if !resolver.acceptsOwnTypes {
        node.resolvedTypes[string.text] = resolved
      }
      return resolved
    } catch {
      diagnostics.report(error.message, at: string.span(of: error.range))
      return nil
    }
  }

  /// Reports a coding that the type does not want, or cannot have.
  private func checkCoding(_ coding: Located<Coding>, of type: ValueType) {
    if !type.holdsOwnType {
      diagnostics.report(
        .coding, "`coding` is for a type of your own; this type has one stored form",
        at: coding.span)
    } else if coding.value != .convertible, case .own = type {
      return
    } else if coding.value != .convertible {
      diagnostics.report(
        .coding,
        "`\(coding.value.rawValue)` is for a type of your own by itself, not inside another; make it `convertible`",
        at: coding.span)
    }
  }

  /// Reports a declaration that is seen farther than a type it names, which only a type outside of
  /// all namespaces can bring about.
  func checkAccess(
    _ access: Access, of name: String, beside type: ValueType, at place: Span
  ) {
    if tree.root.types.isEmpty { return }
    var seen: Set<TypeID> = []
    for case .declared(let id) in type.parts
    where types[id.index].access < access && seen.insert(id).inserted {
      let other = tree.types[id.index].declaration.member
      diagnostics.report(
        .accessTooWide(
          access.rawValue, of: name, beside: "with a type `\(other.value)`",
          types[id.index].access.rawValue),
        at: place, notes: [(.declaredHere(other.value), other.span)])
    }
  }
}
