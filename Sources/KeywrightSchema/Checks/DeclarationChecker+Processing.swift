extension DeclarationChecker {
  /// A step, checked against the type of its key.
  func step(_ node: JSONNode, for type: ValueType) -> StepModel? {
    guard let (name, step) = readStep(node, for: type), let step else { return nil }
    if let wanted = step.demand(on: type, types) {
      diagnostics.report(
        .doesNotFit(keyword: name, wanted: wanted, rule: .processing), at: node.span)
      return nil
    }
    return step
  }

  private func readStep(
    _ node: JSONNode, for type: ValueType
  ) -> (name: String, step: StepModel?)? {
    if let name = node.string?.text {
      if let known = StepModel.plain.first(where: { $0.name == name }) { return known }
      if let form = StepModel.withValue.first(where: { $0.name == name })?.form {
        diagnostics.report(.stepNeedsValue(name, form: form), at: node.span)
        return nil
      }
      let names = StepModel.plain.map(\.name) + StepModel.withValue.map(\.name)
      let suggestion = SpellingSuggestion.nearest(to: name, among: names)
      diagnostics.report(.unknownStep(name, suggestion: suggestion), at: node.span)
      return nil
    }
    guard let member = node.ownMembers.first(where: { $0.name.text != "old" }) else { return nil }
    switch member.name.text {
    case "clamp":
      return (
        "clamp",
        bounds(member.value, of: type, keyword: "clamp", rule: .processing).map { .clamp($0) }
      )
    case "limit":
      guard case .number(let spelling) = member.value.value, let count = Int(spelling) else {
        return nil
      }
      return ("limit", .limit(count))
    default:
      let reader = SchemaReader(file: node.span.file, diagnostics: diagnostics)
      let symbol = reader.symbol(member.value)
      let seesOld = node.ownMembers.contains { old in
        if old.name.text == "old", case .bool(true) = old.value.value { true } else { false }
      }
      let reference = symbol.map { diagnostics.sources.reference(to: $0) }
      return ("call", reference.map { seesOld ? .callWithOld($0) : .call($0) })
    }
  }
}
