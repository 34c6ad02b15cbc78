extension TargetChecker {
  /// Reports a default that a constraint of its own key refuses.
  mutating func check(
    _ value: Literal, against constraints: [Located<ConstraintModel>], at place: Span
  ) {
    for constraint in constraints {
      if let fault = constraint.value.fault(of: value) {
        diagnostics.report(
          .defaultRefused(fault), at: place,
          notes: [(.otherValueHere(constraint.value.word), constraint.span)])
      }
    }
  }
}

extension ConstraintModel {
  /// The word that asks for the constraint.
  var word: String {
    switch self {
    case .range: "range"
    case .minLength: "minLength"
    case .maxLength: "maxLength"
    case .pattern: "pattern"
    case .maxCount: "maxCount"
    case .unique: "unique"
    case .allowed: "allowed"
    }
  }

  /// What the constraint has against a value, or nil.
  func fault(of value: Literal) -> String? {
    switch (self, value) {
    case (.range(let bounds), _):
      bounds.contain(value) ? nil : "\(value.text) is outside \(bounds.text)"
    case (.minLength(let least), .string(let text)):
      text.count >= least ? nil : "it has \(text.count) characters, fewer than \(least)"
    case (.maxLength(let greatest), .string(let text)):
      text.count <= greatest ? nil : "it has \(text.count) characters, more than \(greatest)"
    case (.pattern(let pattern), .string(let text)):
      PatternCheck.matches(text, pattern) ?? true ? nil : "it does not match `\(pattern)`"
    case (.maxCount(let greatest), .list(let values)):
      values.count <= greatest ? nil : "it has \(values.count) elements, more than \(greatest)"
    case (.maxCount(let greatest), .entries(let entries)):
      entries.count <= greatest ? nil : "it has \(entries.count) elements, more than \(greatest)"
    case (.unique, .list(let values)):
      Set(values.map { ExactString($0.fingerprint) }).count < values.count
        ? "an element is there twice" : nil
    case (.allowed(let values), _):
      values.contains(value) ? nil : "\(value.text) is not one of the allowed values"
    default: nil
    }
  }
}
