extension TargetChecker {
  /// Reports the keywords `suppress` that silenced nothing.
  func checkSuppressions(of node: NamespaceNode) {
    let asked = node.suppress + node.keys.flatMap(\.suppress)
    // Another target may have the string, of which this one knows nothing.
    for name in asked
    where !diagnostics.usedSuppressions.contains(name.span)
      && name.value != Rule.storageClash.rawValue
    {
      diagnostics.report(
        .unusedSuppression, "nothing here is reported under `\(name.value)`; drop the keyword",
        remedy: .removal, at: name.span)
    }
    for child in node.children { checkSuppressions(of: child) }
  }
}
