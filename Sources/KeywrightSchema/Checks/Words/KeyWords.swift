/// Drafts of what has a type and a default: keys and fields.
protocol TypedDraft: SendableMetatype {
  var type: JSONString? { get set }
  var defaultValue: JSONNode? { get set }
}

extension KeyDraft: TypedDraft {}
extension FieldDraft: TypedDraft {}

extension Word where Draft: TypedDraft {
  /// `type`: of the values.
  static var type: Word {
    Word(
      "type", "The type of the value, as Swift spells it: Int, String?, [URL], Set<Int>.",
      .pattern(Patterns.type, noun: "a string")
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
    "deprecated", "Marks the key as one not to be used any more, and says what to use.", .text
  ) { draft, node, reader in
    let message = reader.located(node)
    if message.value.allSatisfy(\.isWhitespace) {
      reader.report(.emptyString(word: "deprecated"), node)
    }
    draft.deprecated = message
  }
}
