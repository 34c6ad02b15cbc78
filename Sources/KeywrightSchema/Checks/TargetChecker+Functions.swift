extension KeyDeclaration {
  /// The functions that the key names, each where it is named.
  var functions: [Located<Symbol>] {
    [willChange, didChange, migrate].compactMap(\.self)
      + (processing + [defaultValue].compactMap(\.self)).compactMap(\.call)
  }
}

extension JSONNode {
  /// The function of `{"call": …}`.
  fileprivate var call: Located<Symbol>? {
    ownMembers.first { $0.name.text == "call" }?.value.string.flatMap { text in
      Symbol(text.text).map { Located($0, at: text.span) }
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
    let name = function.value.components[0]
    for space in node.spaces(seenIn: function.span.file) {
      space.functionNames.insert(name)
      if let place = space.keyPlaces[name] {
        return reportHidden(function, behind: "the key", notes: [(.declaredHere(name), place)])
      }
      let isValues = name == "Values" && space.merged.values?.value == true
      if isValues || NameCheck.values(ofRegistry: space.parent == nil).contains(name) {
        return reportHidden(function, behind: "the generated member")
      }
    }
  }

  private func reportHidden(
    _ function: Located<Symbol>, behind subject: MessageText,
    notes: [(MessageText, Span)] = []
  ) {
    let (text, name) = (function.value.text, function.value.components[0])
    diagnostics.report(
      .symbol,
      "`\(name)` means \(subject) of that name here; write `\(module).\(text)`, or the module it is "
        + "from, for what stands outside of all types", remedy: .replacement("\(module).\(text)"),
      at: function.span, notes: notes)
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
