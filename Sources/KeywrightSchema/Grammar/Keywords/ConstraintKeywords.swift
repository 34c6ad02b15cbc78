extension Keyword where Declaration == KeyDeclaration {
  /// `minLength`: of a string, in characters.
  static let minLength = Keyword(
    "minLength", "The least number of characters of a string.", .count
  ) { declaration, node, reader in
    declaration.minLength = reader.count(node)
  }

  /// `maxLength`: of a string, in characters.
  static let maxLength = Keyword(
    "maxLength", "The greatest number of characters of a string.", .count
  ) { declaration, node, reader in
    declaration.maxLength = reader.count(node)
  }
}

extension Keyword where Declaration == KeyDeclaration {
  /// `pattern`: what the whole string matches.
  static let pattern = Keyword(
    "pattern", "A regular expression that the whole string must match; give a maxLength too.",
    .string
  ) { declaration, node, reader in
    let pattern = reader.located(node)
    if pattern.value.utf8.count > PatternCheck.longest {
      reader.report(
        .constraint, "a pattern is at most \(known: String(PatternCheck.longest)) bytes long", node)
    } else if PatternCheck.compiled(pattern.value) == nil {
      reader.report(
        .constraint, "`\(words: pattern.value)` is not a regular expression that Swift can read",
        node)
    } else {
      declaration.pattern = pattern
    }
  }
}

extension Keyword where Declaration == KeyDeclaration {
  /// `maxCount`: of a collection.
  static let maxCount = Keyword(
    "maxCount", "The greatest number of elements.", .count
  ) { declaration, node, reader in
    declaration.maxCount = reader.count(node)
  }

  /// `unique`: no element twice.
  static let unique = Keyword("unique", "Whether no element may occur twice.", .boolean) {
    declaration, node, _ in
    if case .bool(let value) = node.value { declaration.unique = Located(value, at: node.span) }
  }
}

extension Keyword where Declaration == KeyDeclaration {
  /// `allowed`: the only values.
  static let allowed = Keyword(
    "allowed", "The only values; an enum says the same with names.",
    .list(of: .anything, least: 1, isSet: true)
  ) { declaration, node, _ in
    declaration.allowed = node
  }
}

extension Keyword where Declaration == KeyDeclaration {
  /// `range`: the least and the greatest value.
  static let range = Keyword(
    "range", "The least and the greatest value; null leaves an end open.",
    .pair(.oneOf([.number, .null]))
  ) { declaration, node, _ in
    declaration.range = node
  }
}
