extension TargetChecker {
  /// Reports the keywords that ask for silence where nothing was said.
  func checkSuppressions(of node: NamespaceNode) {
    let asked = node.suppress + node.keys.flatMap(\.suppress)
    for name in asked where !diagnostics.usedSuppressions.contains(name.span) {
      diagnostics.report(.unusedSuppression(name.value), at: name.span)
    }
    for child in node.children { checkSuppressions(of: child) }
  }
}
