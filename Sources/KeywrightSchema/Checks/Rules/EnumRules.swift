extension TargetChecker {
  /// Checks the cases of an enum: names, and raw values that are all of one kind and all different.
  mutating func enumeration(_ draft: EnumDraft) -> TypeModel.Kind {
    var cases: [EnumCase] = []
    var names: [String: (name: String, place: Span)] = [:]
    var raws: [ExactString: Span] = [:]
    if draft.cases.isEmpty { diagnostics.report(.emptyEnum, at: draft.place) }
    let hasIntegers = draft.cases.contains { draft in
      if case .number = draft.rawValue?.value { true } else { false }
    }
    for item in draft.cases {
      let name = item.name
      let isNamed = memberName(name.value, of: .enumCase, at: name.span, in: &names)
      if name.value == "allCases" {
        diagnostics.report(
          .reservedName(name.value, reason: "generated enums have a member of that name"),
          at: name.span)
      }
      guard isNamed, let raw = rawValue(of: item, isInteger: hasIntegers) else { continue }
      let place = item.rawValue?.span ?? name.span
      if let first = raws.updateValue(place, forKey: ExactString(raw.fingerprint)) {
        diagnostics.report(.repeatedRawValue(raw.text), at: place, notes: [(.firstHere, first)])
      }
      cases.append(EnumCase(name: name.value, rawValue: raw, summary: item.summary?.value ?? ""))
    }
    return .enumeration(cases, hasIntegers: hasIntegers)
  }

  private mutating func rawValue(of draft: CaseDraft, isInteger: Bool) -> Literal? {
    if let node = draft.rawValue { return literal(node, as: .scalar(isInteger ? .int : .string)) }
    if !isInteger { return .string(draft.name.value) }
    diagnostics.report(.missingRawValue(draft.name.value), at: draft.name.span)
    return nil
  }
}

extension Literal {
  /// Whether Swift has a plain literal for the value, so that it can be a field's default.
  package var isSpelledOut: Bool {
    switch self {
    case .bool, .integer, .double, .float, .string, .enumCase, .none: true
    case .list(let values): values.allSatisfy(\.isSpelledOut)
    case .entries(let entries):
      entries.allSatisfy { $0.key.isSpelledOut && $0.value.isSpelledOut }
    case .structure(_, let fields): fields.allSatisfy { $0.value.isSpelledOut }
    case .date, .data, .spelled, .duration: false
    }
  }
}
