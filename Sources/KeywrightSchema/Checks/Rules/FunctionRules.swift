extension KeyDraft {
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
    if let text = words.first(where: { $0.name.text == "call" })?.value.string,
      let symbol = Symbol(text.text)
    {
      functions.append(Located(symbol, at: text.span))
    }
  }
}

extension TargetChecker {
  /// Reports a function whose name means a key where generated code names it.
  ///
  /// - Parameters:
  ///   - function: what a key or a namespace names.
  ///   - node: that namespace, or the key's.
  func checkFunction(_ function: Located<Symbol>, in node: NamespaceNode) {
    let name = function.value.components[0]
    var space: NamespaceNode? = node
    while let current = space {
      if let place = current.keyPlaces[name] {
        diagnostics.report(
          .hiddenFunction(function.value.text, name: name, module: module), at: function.span,
          notes: [(.declaredHere(name), place)])
        return
      }
      // What another file adds to a namespace stands in an extension, which sees no names around it.
      space = current.place.file == function.span.file ? current.parent : nil
    }
  }
}
