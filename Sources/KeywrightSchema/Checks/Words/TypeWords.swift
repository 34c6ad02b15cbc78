extension Word where Draft == TypeDraft {
  /// `enum`: one of a list.
  static let enumeration: Word = Word(
    "enum", "The cases, stored by name.", .list(of: .string)
  ) { draft, node, _ in
    draft.cases = node
  }

  /// `struct`: named fields.
  static let structure: Word = Word(
    "struct", "The fields, by name, each with its type.", .map(of: .string)
  ) { draft, node, _ in
    draft.fields = node
  }
}
