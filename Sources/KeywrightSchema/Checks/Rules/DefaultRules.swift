extension TargetChecker {
  /// Reports a default that a constraint of its own key refuses.
  mutating func check(
    _ value: Literal, against constraints: [Located<ConstraintModel>], at place: Span
  ) {
    for constraint in constraints {
      if let fault = constraint.value.fault(of: value) {
        diagnostics.report(
          .defaultRefused(fault), at: place, notes: [(.otherValueHere("range"), constraint.span)])
      }
    }
  }
}

extension ConstraintModel {
  /// What the constraint has against a value, or nil.
  func fault(of value: Literal) -> String? {
    switch self {
    case .range(let bounds):
      bounds.contain(value) ? nil : "\(value.text) is outside \(bounds.text)"
    }
  }
}
