extension Word where Draft == KeyDraft {
  /// `parameters`: what follows the storage string.
  static let parameters: Word = Word(
    "parameters", "What follows the storage string, in order: the key becomes a function.",
    .map(
      of: .pattern(Patterns.parameterType, noun: "a type"), named: Patterns.memberName, least: 1)
  ) { draft, node, _ in
    draft.parameters = node
  }
}

extension TargetChecker {
  /// The parameters of a family of keys.
  mutating func parameters(of draft: KeyDraft, in node: NamespaceNode) -> [ParameterModel] {
    guard let object = draft.parameters, let members = object.members else { return [] }
    if members.isEmpty { diagnostics.report(.noParameters, at: object.span) }
    var names: [String: (name: String, place: Span)] = [:]
    return members.compactMap { member in
      let name = member.name.text
      let isNamed = memberName(name, of: .parameter, at: member.name.span, in: &names)
      guard let string = member.value.string else {
        let problem = Problem.wrongShape(
          of: "`\(name)`", expected: "a type", found: member.value.noun)
        diagnostics.report(problem, at: member.value.span)
        return nil
      }
      guard let (type, isOptional) = resolve(string, in: node), isNamed else { return nil }
      if isOptional || !isParameter(type) {
        diagnostics.report(.parameterType, at: string.span)
        return nil
      }
      return ParameterModel(name: name, type: type)
    }
  }

  private func isParameter(_ type: ValueType) -> Bool {
    switch type {
    case .scalar(let scalar): scalar.isParameter
    case .declared(let id): typeDrafts[id.index].draft.cases != nil
    default: false
    }
  }
}
