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
