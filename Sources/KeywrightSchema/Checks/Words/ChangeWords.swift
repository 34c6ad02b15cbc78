extension Word where Draft == KeyDraft {
  /// `willChange`: told before a change.
  static let willChange: Word = Word(
    "willChange", "A function (old, new) called right before a change is kept.", .symbol
  ) { draft, node, reader in
    draft.willChange = reader.symbol(node)
  }

  /// `didChange`: told after a change.
  static let didChange: Word = Word(
    "didChange", "A function (old, new) called after a change was kept.", .symbol
  ) { draft, node, reader in
    draft.didChange = reader.symbol(node)
  }
}
