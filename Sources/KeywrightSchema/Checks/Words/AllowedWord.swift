extension Word where Draft == KeyDraft {
  /// `allowed`: the only values.
  static let allowed: Word = Word(
    "allowed", "The only values; an enum says the same with names.",
    .list(of: .anything, least: 1, isSet: true)
  ) { draft, node, _ in
    draft.allowed = node
  }
}

extension TargetChecker {
  /// The values a key may have, checked against its type.
  mutating func allowed(of draft: KeyDraft, _ type: ValueType) -> Located<ConstraintModel>? {
    guard let node = draft.allowed, let elements = node.elements else { return nil }
    switch type {
    case .scalar, .declared: break
    default:
      diagnostics.report(.doesNotFit(word: "allowed", wanted: "single values"), at: node.span)
      return nil
    }
    if elements.isEmpty {
      diagnostics.report(.nothingAllowed, at: node.span)
      return nil
    }
    // Read as a set: repetitions are reported, and each value against the type.
    guard case .list(let values) = literal(node, as: .set(type)) else { return nil }
    return Located(.allowed(values), at: node.span)
  }
}
