extension Word where Draft: DeclarationDraft {
  /// `suppress`: the rules whose warnings are not wanted here.
  static var suppress: Word {
    Word(
      "suppress", "The rules whose warnings are not wanted here.",
      .list(of: .choice(Rule.suppressible.map(\.rawValue)), isSet: true)
    ) { draft, node, reader in
      for element in reader.distinct(node) {
        let name = reader.located(element)
        if Rule.suppressible.contains(where: { $0.rawValue == name.value }) {
          draft.suppress.append(name)
          continue
        }
        let isRule = Rule(rawValue: name.value) != nil
        let suggestion = NearMiss.suggestion(
          for: name.value, among: Rule.suppressible.map(\.rawValue))
        reader.report(
          .badSuppression(name.value, isRule: isRule, suggestion: suggestion), element)
      }
    }
  }
}

extension DeclarationChecker {
  /// Reports a warning of a key, unless the key or a namespace around it asks for silence.
  func warn(
    _ problem: Problem, at place: Span, of draft: KeyDraft, in node: NamespaceNode
  ) {
    let rule = problem.rule.rawValue
    var space: NamespaceNode? = node
    var silences = draft.suppress
    while let current = space {
      silences += current.suppress
      space = current.parent
    }
    let asked = silences.filter { $0.value == rule }
    diagnostics.note(silenced: asked.map(\.span))
    if asked.isEmpty { diagnostics.report(problem, at: place) }
  }
}

extension TargetChecker {
  /// Reports the words that ask for silence where nothing was said.
  func checkSuppressions(of node: NamespaceNode) {
    let asked = node.suppress + node.keys.flatMap(\.suppress)
    for name in asked where !diagnostics.usedSuppressions.contains(name.span) {
      diagnostics.report(.unusedSuppression(name.value), at: name.span)
    }
    for child in node.children { checkSuppressions(of: child) }
  }
}
