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
  /// - Returns: the type, and the case of each stored text.
  static func enumeration(
    _ rawValues: [String], titles: [String]
  ) -> (type: JSONDocument, cases: [String: String]) {
    var names = SchemaNames()
    var cases: [String: String] = [:]
    var members: [(String, JSONDocument)] = []
    for (index, raw) in rawValues.enumerated() where cases[raw] == nil {
      let name = names.name(for: raw, as: .enumCase)
      cases[raw] = name
      let title = index < titles.count ? titles[index] : ""
      let hasTitle = !title.isEmpty && title != TitleText.words(of: name)
      members.append(
        (
          name,
          hasTitle
            ? .object(
              (raw == name ? [] : [("rawValue", .string(raw))]) + [("title", .string(title))])
            : .string(raw)
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
