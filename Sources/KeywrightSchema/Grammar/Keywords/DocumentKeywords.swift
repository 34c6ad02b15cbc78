// Keywords for the documents that are made from a schema. They change no generated code.

extension Keyword where Declaration: SummarisedDeclaration {
  /// `title`: the name that people see.
  static var title: Keyword {
    Keyword(
      "title", "The name that people see in documents and settings; a few words.", .text(.words)
    ) { declaration, node, reader in
      declaration.title = reader.text(node, of: "title").map { Located($0, at: node.span) }
    }
  }
}

extension Keyword where Declaration == KeyDeclaration {
  /// `unit`: of a number.
  static let unit = Keyword(
    "unit", "The unit of a number, as documents show it behind the value.", .text(.words)
  ) { declaration, node, reader in
    declaration.unit = reader.text(node, of: "unit").map { Located($0, at: node.span) }
  }

  /// `group`: the heading above the key.
  static let group = Keyword(
    "group", "The heading under which documents and settings list the key in its namespace.",
    .text(.words)
  ) { declaration, node, reader in
    declaration.group = reader.text(node, of: "group")
  }

  /// `example`: a value that could be stored.
  static let example = Keyword(
    "example", "A value that the key could have, for documents.", .anything
  ) { declaration, node, _ in
    declaration.example = node
  }

  /// `restart`: whether a change has an effect at the next start only.
  static let restart = Keyword(
    "restart", "Whether a change takes effect only after the program is started again.", .boolean
  ) { declaration, node, _ in
    if case .bool(let value) = node.value { declaration.restart = value }
  }
}
