extension Word where Draft == KeyDraft {
  /// `maxCount`: of a collection.
  static let maxCount: Word = Word(
    "maxCount", "The greatest number of elements.", .count
  ) { draft, node, reader in
    draft.maxCount = reader.count(node)
  }

  /// `unique`: no element twice.
  static let unique: Word = Word("unique", "Whether no element may be there twice.", .boolean) {
    draft, node, _ in
    if case .bool(let value) = node.value { draft.unique = Located(value, at: node.span) }
  }
}

extension TargetChecker {
  /// What is asked of a key's elements.
  mutating func collectionRules(
    of draft: KeyDraft, _ type: ValueType
  ) -> [Located<ConstraintModel>] {
    var constraints: [Located<ConstraintModel>] = []
    if let count = draft.maxCount {
      switch type {
      case .array, .set, .dictionary:
        constraints.append(Located(.maxCount(count.value), at: count.span))
      default:
        diagnostics.report(
          .doesNotFit(word: "maxCount", wanted: "arrays, sets and dictionaries"), at: count.span)
      }
    }
    if let unique = draft.unique, unique.value {
      if case .array(let element) = type, types.isHashable(element) {
        constraints.append(Located(.unique, at: unique.span))
      } else {
        diagnostics.report(
          .doesNotFit(word: "unique", wanted: "arrays without structs"), at: unique.span)
      }
    }
    return constraints
  }
}
