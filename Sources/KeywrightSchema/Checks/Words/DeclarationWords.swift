extension Word where Draft: DeclarationDraft {
  /// `name`: the name in Swift, where it is not the member's.
  static var name: Word {
    let namesTypes = Draft.self == NamespaceDraft.self
    return Word(
      "name", "The name in Swift, where it is not the name in the schema.",
      .text(namesTypes ? .swiftNamespace : .swiftKey)
    ) { draft, node, reader in
      let name = reader.located(node)
      let isGood =
        namesTypes ? SwiftName.isUpperCamelCase(name.value) : SwiftName.isLowerCamelCase(name.value)
      if isGood {
        draft.name = name
      } else {
        let camel = SwiftName.lowerCamelCased(name.value) ?? name.value
        let suggestion = namesTypes ? SwiftName.capitalised(camel) : camel
        let isValid = SwiftName.isIdentifier(suggestion) && suggestion != name.value
        reader.report(
          .badName(
            name.value, of: namesTypes ? "Swift type" : "Swift property",
            style: namesTypes ? "UpperCamelCase" : "lowerCamelCase",
            suggestion: isValid ? suggestion : nil), node)
      }
    }
  }
}

extension Reader {
  /// The text of a node, if it may stand in a storage string; if not, that is reported.
  func id(_ node: JSONNode) -> Located<String>? {
    let id = located(node)
    guard let fault = NameCheck.fault(inID: id.value) else { return id }
    report(.badID(id.value, fault: fault), node)
    return nil
  }
}

extension Word where Draft: DeclarationDraft {
  /// `id`: the component of the storage string.
  static var id: Word {
    Word("id", "The component of the storage string, where it is not the name.", .text(.id)) {
      draft, node, reader in
      if let id = reader.id(node) { draft.id = id }
    }
  }
}

extension Word where Draft == KeyDraft {
  /// `storageString`: the whole string, for data that exists.
  static let storageString: Word = Word(
    "storageString", "The whole storage string, verbatim, for data that already exists.",
    .text(.id)
  ) { draft, node, reader in
    if let id = reader.id(node) { draft.storageString = id }
  }
}

extension Word where Draft: DeclarationDraft {
  /// `access`: how far the generated declarations are seen.
  static var access: Word {
    Word(
      "access", "How far the generated Swift is seen.", .choice(Access.allCases.map(\.rawValue))
    ) { draft, node, reader in
      draft.access = reader.choice(node, of: "access")
    }
  }
}

extension Word where Draft: SummarisedDraft {
  /// `summary`: the first sentence of the generated comment.
  static var summary: Word {
    Word("summary", "One sentence on what this is; it begins the generated comment.", .string) {
      draft, node, reader in
      draft.summary = reader.located(node)
    }
  }
}

extension Word where Draft: DocumentedDraft {
  /// `discussion`: the rest of the generated comment.
  static var discussion: Word {
    Word("discussion", "Further paragraphs, in Markdown, for the generated comment.", .string) {
      draft, node, reader in
      draft.discussion = reader.located(node)
    }
  }
}
