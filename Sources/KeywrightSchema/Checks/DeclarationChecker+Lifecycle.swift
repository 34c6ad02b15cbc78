extension DeclarationChecker {
  /// Reports a key that should have been gone by the day of the check.
  func checkExpiry(of declaration: KeyDeclaration, in node: NamespaceNode) {
    // Days of four, two and two digits are in the order of their texts.
    guard let today, let day = declaration.lifecycle.expires, day <= today else { return }
    let name = node.swiftPath(of: declaration.member.value)
    diagnostics.report(
      .expired,
      "key `\(name)` should have been gone by \(day); remove it, and put its id under `reserved`",
      at: declaration.member.span)
  }

  /// Reports a problem of a key, unless the key or a namespace around it asks for silence.
  func warn(
    _ rule: Rule, _ text: MessageText, at place: Span, of declaration: KeyDeclaration,
    in node: NamespaceNode
  ) {
    diagnostics.report(
      DiagnosticMessage(rule, text), at: place,
      unless: declaration.suppress + node.allSuppressions)
  }
}

extension NamespaceNode {
  /// The words that ask for silence in the namespace, its own and those of the namespaces around it.
  var allSuppressions: [Located<String>] { suppress + (parent?.allSuppressions ?? []) }
}

extension DiagnosticBag {
  /// Reports a problem, unless one of some words asks for silence about its rule.
  func report(
    _ message: DiagnosticMessage, at place: Span, unless suppressions: [Located<String>],
    notes: [(MessageText, Span)] = []
  ) {
    let asked = suppressions.filter { $0.value == message.rule.rawValue }
    note(silenced: asked.map(\.span))
    if asked.isEmpty { report(message, at: place, notes: notes) }
  }
}
