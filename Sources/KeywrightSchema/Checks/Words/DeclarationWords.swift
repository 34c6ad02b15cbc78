/// Drafts whose name in Swift can differ from their name in the schema.
protocol NamedDraft: SendableMetatype {
  static var namesTypes: Bool { get }
  var name: Located<String>? { get set }
}

extension KeyDraft: NamedDraft {
  static var namesTypes: Bool { false }

  /// The name in Swift, with the place that gives it.
  var swiftName: Located<String> { name ?? member }
}

extension NamespaceDraft: NamedDraft {
  static var namesTypes: Bool { true }

  var name: Located<String>? {
    get { words.name }
    set { words.name = newValue }
  }
}

extension Word where Draft: NamedDraft {
  /// `name`: the name in Swift, where it is not the member's.
  static var name: Word {
    let pattern = Draft.namesTypes ? Patterns.swiftNamespace : Patterns.swiftKey
    return Word(
      "name", "The name in Swift, where it is not the name in the schema.",
      .pattern(pattern, noun: "a string")
    ) {
      draft, node, reader in
      let name = reader.located(node)
      let isGood =
        Draft.namesTypes
        ? SwiftName.isUpperCamelCase(name.value) : SwiftName.isLowerCamelCase(name.value)
      if isGood {
        draft.name = name
      } else {
        let camel = SwiftName.lowerCamelCased(name.value) ?? name.value
        let suggestion = Draft.namesTypes ? SwiftName.capitalised(camel) : camel
        let isValid = SwiftName.isIdentifier(suggestion) && suggestion != name.value
        reader.report(
          .badName(
            name.value, of: Draft.namesTypes ? "Swift type" : "Swift property",
            style: Draft.namesTypes ? "UpperCamelCase" : "lowerCamelCase",
            suggestion: isValid ? suggestion : nil), node)
      }
    }
  }
}

/// Drafts whose component on disk can differ from their name.
protocol IdentifiedDraft: SendableMetatype {
  var id: Located<String>? { get set }
}

extension KeyDraft: IdentifiedDraft {}

extension NamespaceDraft: IdentifiedDraft {
  var id: Located<String>? {
    get { words.id }
    set { words.id = newValue }
  }
}

extension Reader {
  /// The text of a node, if it may stand in a storage string; if not, that is reported.
  mutating func id(_ node: JSONNode) -> Located<String>? {
    let id = located(node)
    guard let fault = NameCheck.fault(inID: id.value) else { return id }
    report(.badID(id.value, fault: fault), node)
    return nil
  }
}

extension Word where Draft: IdentifiedDraft {
  /// `id`: the component of the storage string.
  static var id: Word {
    Word("id", "The component of the storage string, where it is not the name.", .id) {
      draft, node, reader in
      if let id = reader.id(node) { draft.id = id }
    }
  }
}

extension Word where Draft == KeyDraft {
  /// `storageString`: the whole string, for data that exists.
  static let storageString: Word = Word(
    "storageString", "The whole storage string, verbatim, for data that already exists.", .id
  ) { draft, node, reader in
    if let id = reader.id(node) { draft.storageString = id }
  }
}

/// Drafts whose declarations can be seen more or less far.
protocol AccessDraft: SendableMetatype {
  var access: Located<Access>? { get set }
}

extension KeyDraft: AccessDraft {}

extension NamespaceDraft: AccessDraft {
  var access: Located<Access>? {
    get { words.access }
    set { words.access = newValue }
  }
}

extension Word where Draft: AccessDraft {
  /// `access`: how far the generated declarations are seen.
  static var access: Word {
    Word(
      "access", "How far the generated Swift is seen.", .choice(Access.allCases.map(\.rawValue))
    ) { draft, node, reader in
      draft.access = reader.choice(node, of: "access")
    }
  }
}

/// Drafts with a sentence for people.
protocol SummarisedDraft: SendableMetatype {
  var summary: Located<String>? { get set }
}

extension CaseDraft: SummarisedDraft {}
extension FieldDraft: SummarisedDraft {}

/// Drafts that carry words for people.
protocol DocumentedDraft: SummarisedDraft {
  var discussion: Located<String>? { get set }
}

extension KeyDraft: DocumentedDraft {}
extension TypeDraft: DocumentedDraft {}

extension NamespaceDraft: DocumentedDraft {
  var summary: Located<String>? {
    get { words.summary }
    set { words.summary = newValue }
  }
  var discussion: Located<String>? {
    get { words.discussion }
    set { words.discussion = newValue }
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

extension DocumentedDraft {
  var documentation: Documentation {
    Documentation(summary: summary?.value ?? "", discussion: discussion?.value ?? "")
  }
}
