extension KeyDeclaration {
  /// Adds the functions that the key names, each where it is named.
  func appendFunctions(to functions: inout [Located<Symbol>]) {
    for case let function? in [willChange, didChange, migrate] { functions.append(function) }
    for step in processing { step.appendCall(to: &functions) }
    defaultValue?.appendCall(to: &functions)
  }
}

extension JSONNode {
  /// Adds the function of `{"call": …}`.
  fileprivate func appendCall(to functions: inout [Located<Symbol>]) {
    if let text = ownMembers.first(where: { $0.name.text == "call" })?.value.string,
      let symbol = Symbol(text.text)
    {
      functions.append(Located(symbol, at: text.span))
    }
  }
}

extension TargetChecker {
  /// Checks the types of the user's own in a key's type, as `checkFunction` checks functions.
  func checkOwnTypes(of key: CheckedKey) {
    guard let type = key.model?.type, let place = key.declaration.type?.span else { return }
    for case .own(let symbol) in type.parts {
      checkFunction(Located(symbol, at: place), in: key.node)
    }
  }

  /// Reports a function whose name means a member of a namespace where generated code names it.
  ///
  /// Names that only generated code uses give way instead.
  ///
  /// - Parameters:
  ///   - function: what a key or a namespace names.
  ///   - node: that namespace, or the key's.
  func checkFunction(_ function: Located<Symbol>, in node: NamespaceNode) {
    let (text, name) = (function.value.text, function.value.components[0])
    for space in node.spaces(seenIn: function.span.file) {
      space.functionNames.insert(name)
      if let place = space.keyPlaces[name] {
        diagnostics.report(
          .hiddenFunction(text, behind: "the key", name: name, module: module), at: function.span,
          notes: [(.declaredHere(name), place)])
        return
      }
      let isValues = name == "Values" && space.merged.values?.value == true
      if isValues || NameCheck.values(ofRegistry: space.parent == nil).contains(name) {
        diagnostics.report(
          .hiddenFunction(text, behind: "the generated member", name: name, module: module),
          at: function.span)
        return
      }
    }
  }
}

extension NamespaceNode {
  /// The namespaces whose members mean something where a file adds to this one, the innermost first.
  ///
  /// Another file's additions stand in an extension, from which the names around the namespace are not
  /// visible; and namespaces stand beside the registry, which holds the keys without one.
  fileprivate func spaces(seenIn file: Int) -> [NamespaceNode] {
    guard place.file == file, let parent, parent.parent != nil else { return [self] }
    return [self] + parent.spaces(seenIn: file)
  }
}
