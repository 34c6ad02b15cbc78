extension Word where Draft == KeyDraft {
  /// `coding`: how a type of the user's own is stored.
  static let coding: Word = Word(
    "coding", "How a type of your own is stored.", .choice(Coding.allCases.map(\.rawValue))
  ) { draft, node, reader in
    draft.coding = reader.choice(node, of: "coding")
  }
}

extension Reader {
  /// One of the cases of an enum of words.
  mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ node: JSONNode, of word: String
  ) -> Located<Choice>? {
    let text = located(node)
    if let choice = Choice(rawValue: text.value) { return Located(choice, at: text.span) }
    let choices = Choice.allCases.map(\.rawValue)
    let suggestion = NearMiss.suggestion(for: text.value, among: choices)
    report(.notOneOf(text.value, word: word, choices: choices, suggestion: suggestion), node)
    return nil
  }
}
