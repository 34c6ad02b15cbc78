extension Word where Draft == KeyDraft {
  /// `type`: of the key's values.
  static let type: Word = Word(
    "type", "The type of the value, as Swift spells it: Int, String?, [URL], Set<Int>.",
    .pattern("^.+$", noun: "a string")
  ) { draft, node, _ in
    draft.type = node.string
  }

  /// `default`: what a reader gets when nothing is stored.
  static let defaultValue: Word = Word(
    "default", "What a reader gets when nothing is stored.", .anything
  ) { draft, node, _ in
    draft.defaultValue = node
  }

  /// `deprecated`: the message for those who still use the key.
  static let deprecated: Word = Word(
    "deprecated", "Marks the key as one not to be used any more, and says what to use.", .string
  ) { draft, node, reader in
    let message = reader.located(node)
    if message.value.allSatisfy(\.isWhitespace) {
      reader.report(.emptyString(word: "deprecated"), node)
    }
    draft.deprecated = message
  }
}
