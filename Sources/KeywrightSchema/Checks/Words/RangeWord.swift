extension Word where Draft == KeyDraft {
  /// `range`: the least and the greatest value.
  static let range: Word = Word(
    "range", "The least and the greatest value; null leaves an end open.",
    .pair(.oneOf([.number, .null]))
  ) { draft, node, _ in
    draft.range = node
  }
}

extension TargetChecker {
  /// The range of a key, checked against its type.
  mutating func range(of draft: KeyDraft, _ type: ValueType) -> Located<ConstraintModel>? {
    guard let node = draft.range else { return nil }
    guard let bounds = bounds(node, of: type, word: "range") else { return nil }
    return Located(.range(bounds), at: node.span)
  }

  /// Two numbers of the key's type, the first not above the second.
  mutating func bounds(_ node: JSONNode, of type: ValueType, word: String) -> Bounds? {
    guard case .scalar(let scalar) = type, scalar.isNumber else {
      diagnostics.report(
        .doesNotFit(word: word, wanted: "integers, Double and Float"), at: node.span)
      return nil
    }
    guard let elements = node.elements, elements.count == 2 else { return nil }
    let ends = elements.map { $0.isNull ? nil : literal($0, as: type) }
    for (element, end) in zip(elements, ends) where end == nil && !element.isNull { return nil }
    let bounds = Bounds(lower: ends[0], upper: ends[1])
    switch (bounds.lower, bounds.upper) {
    case (nil, nil):
      diagnostics.report(.openRange(word: word), at: node.span)
      return nil
    case (let lower?, let upper?) where lower.isAbove(upper):
      diagnostics.report(.emptyRange(word: word), at: node.span)
      return nil
    default: return bounds
    }
  }
}

extension ScalarType {
  /// Whether ranges fit the type.
  package var isNumber: Bool { integerBounds != nil || self == .double || self == .float }
}

extension Literal {
  /// Whether this number is greater than another of the same type.
  func isAbove(_ other: Literal) -> Bool {
    switch (self, other) {
    case (.integer(let a), .integer(let b)): a > b
    case (.double(let a), .double(let b)): a > b
    case (.float(let a), .float(let b)): a > b
    default: false
    }
  }
}

extension Bounds {
  /// Whether a number is inside.
  func contain(_ value: Literal) -> Bool {
    if let lower, lower.isAbove(value) { return false }
    if let upper, value.isAbove(upper) { return false }
    return true
  }

  /// The range as a message names it.
  var text: String {
    "\(lower?.text ?? "")...\(upper?.text ?? "")"
  }
}
