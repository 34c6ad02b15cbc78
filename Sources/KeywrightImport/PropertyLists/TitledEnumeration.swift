import KeywrightSchema

extension TitleText {
  /// The name of a type for a key: `colourScheme` is `ColourScheme`.
  static func typeName(of key: String) -> String {
    key.prefix(1).uppercased() + key.dropFirst()
  }
}

extension SchemaImport {
  /// The words of an enum with titles; a title that the name gives too is left out.
  ///
  /// - Parameter rawValues: The stored values, with their texts.
  /// - Returns: the type, and the case of each text.
  static func enumeration(
    _ rawValues: [(text: String, raw: JSONDocument)], titles: [String]
  ) -> (type: JSONDocument, cases: [String: String]) {
    var names = SchemaNames()
    var cases: [String: String] = [:]
    var members: [(String, JSONDocument)] = []
    for (index, (text, raw)) in rawValues.enumerated() where cases[text] == nil {
      let title = index < titles.count ? titles[index] : ""
      let isText = if case .string = raw { true } else { false }
      let name = names.name(for: isText || title.isEmpty ? text : title, as: .enumCase)
      cases[text] = name
      let hasTitle = !title.isEmpty && title != TitleText.words(of: name)
      members.append(
        (
          name,
          hasTitle
            ? .object(
              (isText && text == name ? [] : [("rawValue", raw)]) + [("title", .string(title))])
            : raw
        ))
    }
    let isPlain = members.allSatisfy { name, value in
      if case .string(let raw) = value { raw == name } else { false }
    }
    return (
      .object([
        ("enum", isPlain ? .array(members.map { .string($0.0) }) : .object(members))
      ]), cases
    )
  }
}
