extension Word where Draft == KeyDraft {
  /// `minLength`: of a string, in characters.
  static let minLength: Word = Word(
    "minLength", "The least number of characters of a string.", .count
  ) { draft, node, reader in
    draft.minLength = reader.count(node)
  }

  /// `maxLength`: of a string, in characters.
  static let maxLength: Word = Word(
    "maxLength", "The greatest number of characters of a string.", .count
  ) { draft, node, reader in
    draft.maxLength = reader.count(node)
  }
}

extension Reader {
  /// The count of a node that is known to be one.
  func count(_ node: JSONNode) -> Located<Int>? {
    guard case .number(let spelling) = node.value, let count = Int(spelling) else { return nil }
    return Located(count, at: node.span)
  }
}

extension TargetChecker {
  /// The bounds of a string's length.
  mutating func lengths(of draft: KeyDraft, _ type: ValueType) -> [Located<ConstraintModel>] {
    var constraints: [Located<ConstraintModel>] = []
    if let least = draft.minLength, fits("minLength", type, at: least.span) {
      constraints.append(Located(.minLength(least.value), at: least.span))
    }
    if let greatest = draft.maxLength, fits("maxLength", type, at: greatest.span) {
      constraints.append(Located(.maxLength(greatest.value), at: greatest.span))
      if let least = draft.minLength, least.value > greatest.value {
        diagnostics.report(
          .lengthsCross, at: greatest.span, notes: [(.otherValueHere("minLength"), least.span)])
      }
    }
    return constraints
  }

  /// Whether the type is `String`; reports a word that is for strings if it is not.
  mutating func fits(_ word: String, _ type: ValueType, at place: Span) -> Bool {
    if type == .scalar(.string) { return true }
    diagnostics.report(.doesNotFit(word: word, wanted: "String"), at: place)
    return false
  }
}
