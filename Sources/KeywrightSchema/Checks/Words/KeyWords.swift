/// Drafts of what has a type and a default: keys and fields.
protocol TypedDraft: AnyObject, SendableMetatype {
  var type: JSONString? { get set }
  var defaultValue: JSONNode? { get set }
}

extension Word where Draft: TypedDraft {
  /// `type`: of the values.
  static var type: Word {
    Word(
      "type", "The type of the value, as Swift spells it: Int, String?, [URL], Set<Int>.",
      .text(.type)
    ) { draft, node, _ in
      draft.type = node.string
    }
  }

  /// `default`: what a reader gets when nothing is stored.
  static var defaultValue: Word {
    Word("default", "What a reader gets when nothing is stored.", .anything) { draft, node, _ in
      draft.defaultValue = node
    }
  }
}

extension Word where Draft == KeyDraft {
  /// `deprecated`: the message for those who still use the key.
  static let deprecated: Word = Word(
    "deprecated", "Marks the key as one not to be used any more, and says what to use.",
    .text(.words)
  ) { draft, node, reader in
    let message = reader.located(node)
    if message.value.allSatisfy(\.isWhitespace) {
      reader.report(.emptyString(word: "deprecated"), node)
    }
    draft.lifecycle.deprecated = message.value
  }
}

extension Word where Draft == KeyDraft {
  /// `coding`: how a type of the user's own is stored.
  static let coding: Word = Word(
    "coding", "How a type of your own is stored.", .choice(Coding.allCases.map(\.rawValue))
  ) { draft, node, reader in
    draft.coding = reader.choice(node, of: "coding")
    // A wrong one says too that the type may be one of the user's own.
    if draft.coding == nil { draft.misspelled.insert("coding") }
  }
}

extension Reader {
  /// One of the cases of an enum of words.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ node: JSONNode, of word: String
  ) -> Located<Choice>? {
    let text = located(node)
    if let choice = Choice(rawValue: text.value) { return Located(choice, at: text.span) }
    let choices = Choice.allCases.map(\.rawValue)
    let suggestion =
      NearMiss.suggestion(for: text.value, among: choices)
      ?? NearMiss.completion(of: text.value, among: choices)
    report(.notOneOf(text.value, word: word, choices: choices, suggestion: suggestion), node)
    return nil
  }
}

extension Word where Draft == KeyDraft {
  /// `parameters`: what follows the storage string.
  static let parameters: Word = Word(
    "parameters", "What follows the storage string, in order: the key becomes a function.",
    .map(of: .text(.parameterType), named: .memberName, least: 1)
  ) { draft, node, _ in
    draft.parameters = node
  }
}

extension DeclarationChecker {
  /// The parameters of a family of keys.
  func parameters(of draft: KeyDraft, in node: NamespaceNode) -> [ParameterModel] {
    guard let object = draft.parameters else { return [] }
    let members = object.words
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
      checkAccess(
        draft.access?.value ?? node.access, of: draft.member.value, beside: type, at: string.span)
      return ParameterModel(name: name, type: type)
    }
  }

  private func isParameter(_ type: ValueType) -> Bool {
    switch type {
    case .scalar(let scalar): scalar.isParameter
    case .declared(let id): typeDrafts[id.index].draft.fields == nil
    default: false
    }
  }
}

extension Word where Draft == KeyDraft {
  /// `willChange`: told before a change.
  static let willChange: Word = Word(
    "willChange", "A function (old, new) called right before a change is kept.", .text(.symbol)
  ) { draft, node, reader in
    draft.willChange = reader.symbol(node)
  }

  /// `didChange`: told after a change.
  static let didChange: Word = Word(
    "didChange", "A function (old, new) called after a change was kept.", .text(.symbol)
  ) { draft, node, reader in
    draft.didChange = reader.symbol(node)
  }
}
