extension DeclarationChecker {
  /// A step, checked against the type of its key.
  func step(_ node: JSONNode, for type: ValueType) -> StepModel? {
    guard let step = readStep(node) else { return nil }
    if let wanted = step.demand(on: type, types) {
      diagnostics.report(
        .doesNotFit(keyword: step.name, wanted: wanted, rule: .processing), at: node.span)
      return nil
    }
    return step
  }

  private func readStep(_ node: JSONNode) -> StepModel? {
    if let name = node.string?.text {
      if let known = StepModel.Plain(rawValue: name) { return .plain(known) }
      if name == "call" {
        let form = "\"Symbol.path\""
        diagnostics.report(
          .processing, "step `\(name)` takes a value; write { \"\(name)\": \(form) }", at: node.span
        )
        return nil
      }
      let names = StepModel.Plain.allCases.map(\.rawValue) + ["call"]
      let suggestion = SpellingSuggestion.nearest(to: name, among: names)
      let call: MessageText = "; a function of yours is { \"call\": \"\(name)\" }"
      diagnostics.report(
        .processing, "unknown step `\(name)`\(meant: suggestion, otherwise: call)",
        remedy: .spelling(suggestion), at: node.span)
      return nil
    }
    guard let member = node.ownMembers.first(where: { $0.name.text != "old" }) else { return nil }
    let reader = SchemaReader(file: node.span.file, diagnostics: diagnostics)
    let symbol = reader.symbol(member.value)
    let seesOld = node.ownMembers.contains { old in
      if old.name.text == "old", case .bool(true) = old.value.value { true } else { false }
    }
    return symbol.map { .call(diagnostics.sources.reference(to: $0), seesOld: seesOld) }
  }
}

extension StepModel {
  /// Whether the step makes another value of a literal; false for a function of the program, which only the
  /// program can run.
  func changes(_ value: Literal) -> Bool {
    guard case .plain(let step) = self else { return false }
    return switch (step, value) {
    case (.trim, .string(let text)):
      text.first?.isWhitespace == true || text.last?.isWhitespace == true
    case (.lowercase, .string(let text)): text != text.lowercased()
    case (.uppercase, .string(let text)): text != text.uppercased()
    case (.removeDuplicates, .list(let values)):
      Set(values.map(\.fingerprint)).count < values.count
    case (.sort, .list(let values)):
      zip(values, values.dropFirst()).contains { first, second in first.isAfter(second) }
    default: false
    }
  }
}

extension Literal {
  /// Whether sorting puts another literal of the same type before this one.
  fileprivate func isAfter(_ other: Literal) -> Bool {
    switch (self, other) {
    case (.string(let a), .string(let b)): a > b
    case (.date(let a, _), .date(let b, _)): a > b
    case (.duration(let a, let parts), .duration(let b, let otherParts)):
      (a, parts) > (b, otherParts)
    case (.spelled(.uuid, let a), .spelled(.uuid, let b)): a.uppercased() > b.uppercased()
    case (.spelled(.decimal, let a), .spelled(.decimal, let b)):
      // Two that round to one number are in either order.
      (Double(a) ?? 0) > (Double(b) ?? 0)
    default: isAbove(other)
    }
  }
}
