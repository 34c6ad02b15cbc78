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
  mutating func enumeration(
    named type: String, _ rawValues: [(text: String, raw: JSONDocument)], titles: [String]
  ) -> (type: JSONDocument, cases: [String: String]) {
    let titles = titles + Array(repeating: "", count: max(0, rawValues.count - titles.count))
    func isText(_ index: Int) -> Bool {
      if case .string = rawValues[index].raw { true } else { false }
    }
    let values = rawValues.indices.map { index in
      let text = rawValues[index].text
      return (text, isText(index) || titles[index].isEmpty ? text : titles[index])
    }
    return enumeration(named: type, values) { index, name in
      let (text, raw) = rawValues[index]
      if titles[index].isEmpty || titles[index] == TitleText.words(of: name) { return raw }
      let title = [("title", JSONDocument.string(titles[index]))]
      return .object((isText(index) && text == name ? [] : [("rawValue", raw)]) + title)
    }
  }
}
