extension DeclarationChecker {
  /// Reports a key that should have been gone by the day of the check.
  func checkExpiry(of declaration: KeyDeclaration, in node: NamespaceNode) {
    // Days of four, two and two digits are in the order of their texts.
    guard let today, let day = declaration.lifecycle.expires, day <= today else { return }
    let name = node.swiftPath(of: declaration.member.value)
    diagnostics.report(.expired(name, day: day), at: declaration.member.span)
  }
}

extension DeclarationChecker {
  /// Reports a warning of a key, unless the key or a namespace around it asks for silence.
  func warn(
    _ message: DiagnosticMessage, at place: Span, of declaration: KeyDeclaration,
    in node: NamespaceNode
  ) {
    let rule = message.rule.rawValue
    var space: NamespaceNode? = node
    var silences = declaration.suppress
    while let current = space {
      silences += current.suppress
      space = current.parent
    }
    let asked = silences.filter { $0.value == rule }
    diagnostics.note(silenced: asked.map(\.span))
    if asked.isEmpty { diagnostics.report(message, at: place) }
  }
}
