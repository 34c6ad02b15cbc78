extension Keyword where Declaration: NamedDeclaration {
  /// `name`: the name in Swift, where it is not the member's.
  static var name: Keyword {
    let namesTypes = Declaration.self == NamespaceDeclaration.self
    return Keyword(
      "name", "The name in Swift, where it is not the name in the schema.",
      .text(namesTypes ? .swiftNamespace : .swiftKey)
    ) { declaration, node, reader in
      let name = reader.located(node)
      let isGood =
        namesTypes ? SwiftName.isUpperCamelCase(name.value) : SwiftName.isLowerCamelCase(name.value)
      if isGood {
        declaration.name = name
      } else {
        let camel = SwiftName.lowerCamelCased(name.value) ?? name.value
        let styled = namesTypes ? SwiftName.capitalised(camel) : camel
        let isValid = SwiftName.isIdentifier(styled) && styled != name.value
        let suggestion = NameCheck.freeName(
          near: styled, of: namesTypes ? .namespace : .key, in: reader.module)
        NameCheck.report(
          name.value, at: node.span, of: namesTypes ? "Swift type" : "Swift property",
          inStyle: namesTypes ? "UpperCamelCase" : "lowerCamelCase",
          suggestion: isValid ? suggestion : nil, reader.diagnostics)
      }
    }
  }
}

extension Keyword where Declaration: NamedDeclaration {
  /// `id`: the component of the storage string.
  static var id: Keyword {
    Keyword("id", "The component of the storage string, where it is not the name.", .text(.id)) {
      declaration, node, reader in
      if let id = reader.id(node) { declaration.id = id }
    }
  }
}

extension Keyword where Declaration == KeyDeclaration {
  /// `storageString`: the whole string, for data that exists.
  static let storageString = Keyword(
    "storageString", "The whole storage string, verbatim, for data that already exists.",
    .text(.id)
  ) { declaration, node, reader in
    if let id = reader.id(node) { declaration.storageString = id }
  }
}

extension Keyword where Declaration: NamedDeclaration {
  /// `access`: how far the generated declarations are seen.
  static var access: Keyword {
    Keyword(
      "access", "The access level of the generated Swift.", .choice(Access.allCases.map(\.rawValue))
    ) { declaration, node, reader in
      declaration.access = reader.choice(node, of: "access")
    }
  }
}

extension Keyword where Declaration: SummarisedDeclaration {
  /// `summary`: the first sentence of the generated comment.
  static var summary: Keyword {
    Keyword("summary", "One sentence on what this is; it begins the generated comment.", .string) {
      declaration, node, reader in
      declaration.summary = reader.located(node)
    }
  }
}

extension Keyword where Declaration: DocumentedDeclaration {
  /// `discussion`: the rest of the generated comment.
  static var discussion: Keyword {
    Keyword("discussion", "Further paragraphs, in Markdown, for the generated comment.", .string) {
      declaration, node, reader in
      declaration.discussion = reader.located(node)
    }
  }
}

extension Keyword where Declaration: NamedDeclaration {
  /// `suppress`: the rules that do not hold here.
  static var suppress: Keyword {
    Keyword(
      "suppress", "The rules whose problems are not reported here.",
      .list(of: .choice(Rule.suppressible.map(\.rawValue)), isSet: true)
    ) { declaration, node, reader in
      for element in reader.distinct(node) {
        let name = reader.located(element)
        if Rule.suppressible.contains(where: { $0.rawValue == name.value }) {
          declaration.suppress.append(name)
          continue
        }
        let isRule = Rule(rawValue: name.value) != nil
        let suggestion = SpellingSuggestion.nearest(
          to: name.value, among: Rule.suppressible.map(\.rawValue))
        reader.report(
          .suppress,
          isRule
            ? "rule `\(name.value)` cannot be suppressed"
            : "unknown rule `\(name.value)`\(meant: suggestion)", remedy: .spelling(suggestion),
          element)
      }
    }
  }
}
