extension DeclarationChecker {
  /// The parameters of a family of keys.
  func parameters(of declaration: KeyDeclaration, in node: NamespaceNode) -> [ParameterModel] {
    guard let object = declaration.parameters else { return [] }
    let members = object.ownMembers
    if members.isEmpty {
      diagnostics.report(
        .parameters, "`parameters` names none; drop it or name one", remedy: .removal,
        at: object.span)
    }
    var names: [String: (name: String, place: Span)] = [:]
    return members.compactMap { member in
      let name = member.name.text
      let isNamed = memberName(name, of: .parameter, at: member.name.span, in: &names)
      guard let string = member.value.string else {
        let message = DiagnosticMessage.wrongShape(
          of: "`\(name)`", expected: "a type", found: member.value.noun)
        diagnostics.report(message, at: member.value.span)
        return nil
      }
      guard let (type, isOptional) = resolve(string, in: node), isNamed else { return nil }
      if isOptional || !isParameter(type) {
        diagnostics.report(
          .parameters, "a parameter is a String, a Bool, an integer, a UUID or an enum",
          at: string.span)
        return nil
      }
      checkAccess(
        declaration.access ?? node.access, of: declaration.member.value, beside: type,
        at: string.span)
      return ParameterModel(name: name, type: type)
    }
  }

  private func isParameter(_ type: ValueType) -> Bool {
    switch type {
    case .scalar(let scalar): scalar.isParameter
    case .declared(let id): tree.types[id.index].declaration.fields == nil
    default: false
    }
  }
}
