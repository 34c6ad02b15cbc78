import KeywrightSchema

/// A fact of a key beside its words, which each document shows in its own way.
struct KeyFact: Sendable {
  /// The facts, in the order in which they are shown.
  enum Label: String, CaseIterable {
    case type, `default`, values, example, parameters, variable, argument, sensitivity
    case maxAge = "max age"
    case keychain, deprecated, expires
    /// The store of the program, where it is not the usual one.
    case store = "kept in"
    /// What the schema says beside its keywords.
    case note
  }

  let label: Label
  let name: String
  /// The text, of which parts are code.
  let parts: [(isCode: Bool, text: String)]

  /// The text, with the parts made ready by a document.
  func text(code: (String) -> String, prose: (String) -> String) -> String {
    parts.map { $0.isCode ? code($0.text) : prose($0.text) }.joined()
  }

  /// The text as it is.
  var plainText: String { text(code: { $0 }, prose: { $0 }) }
}

extension DescribedKey {
  /// All facts that there are.
  var facts: [KeyFact] {
    var facts: [KeyFact] = []
    func add(_ label: KeyFact.Label, _ parts: [(isCode: Bool, text: String)]) {
      if parts.contains(where: { !$0.text.isEmpty }) {
        facts.append(KeyFact(label: label, name: label.rawValue, parts: parts))
      }
    }
    func code(_ label: KeyFact.Label, _ text: String?) { add(label, [(true, text ?? "")]) }
    func prose(_ label: KeyFact.Label, _ text: String?) { add(label, [(false, text ?? "")]) }
    code(.type, type)
    add(.default, [(defaultText.map { !$0.isEmpty } ?? false, defaultSentence)])
    add(.values, values)
    code(.example, example)
    prose(.parameters, parameterSentence)
    code(.variable, variable)
    code(.argument, argument)
    if lifecycle.sensitivity != .public { prose(.sensitivity, lifecycle.sensitivity.rawValue) }
    prose(
      .maxAge,
      lifecycle.maxAge.map {
        "\(Literal.double($0).text) s without a confirmation of the service, then the default"
      })
    prose(.keychain, lifecycle.keychain?.rawValue)
    prose(.deprecated, lifecycle.deprecated)
    prose(.expires, lifecycle.expires)
    if let store = lifecycle.store {
      add(.store, [(false, "the program's store "), (true, store)])
    }
    return facts
      + model.presentation.notes.map {
        KeyFact(label: .note, name: $0.name, parts: [(false, $0.text)])
      }
  }

  /// The constraints, and the choices that need no line of their own.
  private var values: [(isCode: Bool, text: String)] {
    var parts: [(isCode: Bool, text: String)] = []
    for constraint in constraints {
      if !parts.isEmpty { parts.append((false, "; ")) }
      parts.append((false, constraint))
    }
    if choices.isEmpty || hasExplainedChoices { return parts }
    parts.append((false, parts.isEmpty ? "one of " : "; one of "))
    for (number, choice) in choices.enumerated() {
      if number > 0 { parts.append((false, ", ")) }
      parts.append((true, choice.text))
    }
    return parts
  }

  private var parameterSentence: String {
    model.parameters.map { "\($0.name): \($0.type.text(key.types))" }.joined(separator: ", ")
  }
}
