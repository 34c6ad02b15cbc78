extension DeclarationChecker {
  /// The words for documents, checked against the key's type and constraints.
  func presentation(
    of declaration: KeyDeclaration, _ type: ValueType, _ constraints: [Located<ConstraintModel>]
  ) -> Presentation {
    Presentation(
      unit: unit(of: declaration, type), group: declaration.group,
      example: example(of: declaration, type, constraints), notes: declaration.notes)
  }

  private func unit(of declaration: KeyDeclaration, _ type: ValueType) -> String? {
    guard let unit = declaration.unit else { return nil }
    if case .scalar(let scalar) = type, scalar.isNumber || scalar == .decimal { return unit.value }
    diagnostics.report(
      .doesNotFit(keyword: "unit", wanted: "integers, Double, Float and Decimal"), at: unit.span)
    return nil
  }

  private func example(
    of declaration: KeyDeclaration, _ type: ValueType, _ constraints: [Located<ConstraintModel>]
  ) -> Literal? {
    guard let node = declaration.example, let example = literal(node, as: type) else { return nil }
    check(
      [example], against: constraints, at: node.span, .defaultValue,
      "the example breaks a constraint of its own key")
    return example
  }
}
