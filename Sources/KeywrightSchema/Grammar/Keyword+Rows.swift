// The kinds of rows of a table of keywords: each has the name, where the value goes, and a sentence for people.

extension Keyword {
  /// Where a declaration keeps the value of a keyword.
  typealias Place<Value> = any ReferenceWritableKeyPath<Declaration, Value> & Sendable

  /// A value that a later check reads.
  static func node(
    _ name: String, _ shape: ValueShape, _ place: Place<JSONNode?>, _ summary: String
  ) -> Keyword {
    Keyword(name, summary, shape) { declaration, node, _ in declaration[keyPath: place] = node }
  }

  /// Any text.
  static func string(
    _ name: String, _ place: Place<Located<String>?>, _ summary: String
  ) -> Keyword {
    Keyword(name, summary, .string) { declaration, node, reader in
      declaration[keyPath: place] = reader.located(node)
    }
  }

  /// A text that is not blank.
  static func words(_ name: String, _ place: Place<String?>, _ summary: String) -> Keyword {
    Keyword(name, summary, .text(.words)) { declaration, node, reader in
      declaration[keyPath: place] = reader.text(node, of: name)
    }
  }

  static func words(
    _ name: String, _ place: Place<Located<String>?>, _ summary: String
  ) -> Keyword {
    Keyword(name, summary, .text(.words)) { declaration, node, reader in
      declaration[keyPath: place] = reader.text(node, of: name).map { Located($0, at: node.span) }
    }
  }

  /// A component of a storage string, or a whole one.
  static func id(
    _ name: String, _ place: Place<Located<String>?>, _ summary: String
  ) -> Keyword {
    Keyword(name, summary, .text(.id)) { declaration, node, reader in
      declaration[keyPath: place] = reader.id(node)
    }
  }

  /// Components of storage strings, or whole ones, each once.
  static func ids(
    _ name: String, _ place: Place<[Located<String>]>, _ summary: String
  ) -> Keyword {
    Keyword(name, summary, .list(of: .text(.id), isSet: true)) { declaration, node, reader in
      declaration[keyPath: place] += reader.distinct(node).compactMap { reader.id($0) }
    }
  }

  /// A function of the user's own.
  static func symbol(
    _ name: String, _ place: Place<Located<Symbol>?>, _ summary: String
  ) -> Keyword {
    Keyword(name, summary, .text(.symbol)) { declaration, node, reader in
      declaration[keyPath: place] = reader.symbol(node)
    }
  }

  /// One of the values that the keyword has.
  static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ place: Place<Located<Choice>?>, _ summary: String
  ) -> Keyword {
    Keyword(name, summary, .choice(Choice.allCases.map(\.rawValue))) { declaration, node, reader in
      declaration[keyPath: place] = reader.choice(node, of: name)
    }
  }

  static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ place: Place<Choice?>, _ summary: String
  ) -> Keyword {
    Keyword(name, summary, .choice(Choice.allCases.map(\.rawValue))) { declaration, node, reader in
      let choice: Located<Choice>? = reader.choice(node, of: name)
      declaration[keyPath: place] = choice?.value
    }
  }

  /// The one value that the keyword has; the declaration keeps where it stands.
  static func mark(
    _ name: String, _ word: String, _ place: Place<Span?>, _ summary: String
  ) -> Keyword {
    Keyword(name, summary, .choice([word])) { declaration, node, reader in
      if reader.located(node).value == word { declaration[keyPath: place] = node.span }
    }
  }

  static func flag(_ name: String, _ place: Place<Located<Bool>?>, _ summary: String) -> Keyword {
    Keyword(name, summary, .boolean) { declaration, node, _ in
      if case .bool(let value) = node.value {
        declaration[keyPath: place] = Located(value, at: node.span)
      }
    }
  }

  static func count(_ name: String, _ place: Place<Located<Int>?>, _ summary: String) -> Keyword {
    Keyword(name, summary, .count) { declaration, node, reader in
      declaration[keyPath: place] = reader.count(node)
    }
  }

  /// A number of seconds.
  static func seconds(_ name: String, _ place: Place<Double?>, _ summary: String) -> Keyword {
    Keyword(name, summary, .positive) { declaration, node, reader in
      declaration[keyPath: place] = reader.seconds(node, of: name)
    }
  }
}

// MARK: - Rows of several tables

extension Keyword where Declaration: TypedDeclaration {
  static var type: Keyword {
    Keyword(
      "type", "The type of the value, as Swift spells it: Int, String?, [URL], Set<Int>.",
      .text(.type)
    ) { declaration, node, _ in declaration.type = node.string }
  }

  static var defaultValue: Keyword {
    Keyword("default", "The value of the key while nothing is stored.", .anything) {
      declaration, node, _ in
      declaration.defaultValue = node
    }
  }
}

extension Keyword where Declaration: SummarisedDeclaration {
  static var title: Keyword {
    .words("title", \.title, "The name that people see in documents and settings; a few words.")
  }

  static var summary: Keyword {
    .string("summary", \.summary, "One sentence on what this is; it begins the generated comment.")
  }
}

extension Keyword where Declaration: DocumentedDeclaration {
  static var discussion: Keyword {
    .string(
      "discussion", \.discussion, "Further paragraphs, in Markdown, for the generated comment.")
  }
}

extension Keyword where Declaration: NamedDeclaration {
  static var id: Keyword {
    .id("id", \.id, "The component of the storage string, where it is not the name.")
  }

  /// The rules that do not hold here.
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
