extension Keyword where Declaration: TypedDeclaration {
  /// `type`: of the values.
  static var type: Keyword {
    Keyword(
      "type", "The type of the value, as Swift spells it: Int, String?, [URL], Set<Int>.",
      .text(.type)
    ) { declaration, node, _ in
      declaration.type = node.string
    }
  }

  /// `default`: what a reader gets when nothing is stored.
  static var defaultValue: Keyword {
    Keyword("default", "The value of the key while nothing is stored.", .anything) {
      declaration, node, _ in
      declaration.defaultValue = node
    }
  }
}

extension Keyword where Declaration == KeyDeclaration {
  /// `deprecated`: the message for those who still use the key.
  static let deprecated = Keyword(
    "deprecated", "Marks the key as deprecated, and says what to use instead.",
    .text(.words)
  ) { declaration, node, reader in
    let message = reader.located(node)
    if message.value.allSatisfy(\.isWhitespace) {
      reader.report(.emptyString(keyword: "deprecated"), node)
    }
    declaration.lifecycle.deprecated = message.value
  }
}

extension Keyword where Declaration == KeyDeclaration {
  /// `coding`: how a type of the user's own is stored.
  static let coding = Keyword(
    "coding", "How a type of your own is stored.", .choice(Coding.allCases.map(\.rawValue))
  ) { declaration, node, reader in
    declaration.coding = reader.choice(node, of: "coding")
    // A wrong one says too that the type may be one of the user's own.
    if declaration.coding == nil { declaration.misspelled.insert("coding") }
  }
}

extension Keyword where Declaration == KeyDeclaration {
  /// `parameters`: the components that follow the storage string.
  static let parameters = Keyword(
    "parameters",
    "The components that follow the storage string, in order: the key becomes a function.",
    .map(of: .text(.parameterType), named: .memberName, least: 1)
  ) { declaration, node, _ in
    declaration.parameters = node
  }
}

extension Keyword where Declaration == KeyDeclaration {
  /// `onRead`: what counts for a stored value that a constraint refuses.
  static let onRead = Keyword(
    "onRead",
    "What counts for a stored value that a constraint refuses: the default, or the nearer end of the range.",
    .choice(ReadCorrection.allCases.map(\.rawValue))
  ) { declaration, node, reader in
    declaration.onRead = reader.choice(node, of: "onRead")
    if declaration.onRead == nil { declaration.misspelled.insert("onRead") }
  }
}

extension Keyword where Declaration == KeyDeclaration {
  /// `willChange`: called before a change.
  static let willChange = Keyword(
    "willChange", "A function (old, new) called right before a change is written.", .text(.symbol)
  ) { declaration, node, reader in
    declaration.willChange = reader.symbol(node)
  }

  /// `didChange`: called after a change.
  static let didChange = Keyword(
    "didChange", "A function (old, new) called after a change was written.", .text(.symbol)
  ) { declaration, node, reader in
    declaration.didChange = reader.symbol(node)
  }
}
