import KeywrightSchema

extension Literal {
  /// The value as people write it, cut where it gets long.
  var shortText: String {
    let text = text
    return text.utf8.count <= 80 || text.count <= 80 ? text : text.prefix(79) + "…"
  }
}

extension Documentation {
  /// Summary and discussion with a blank line after each.
  var paragraphs: [String] {
    var lines: [String] = []
    for text in [summary, discussion] where !text.isEmpty {
      lines.append(text)
      lines.append("")
    }
    return lines
  }

  /// Summary and discussion with a blank line between them.
  var lines: [String] { Array(paragraphs.dropLast()) }
}

extension Access {
  /// The modifier of a declaration with this access, before what follows.
  var code: Code {
    switch self {
    case .internal: ""
    case .package: "package "
    case .public: "public "
    }
  }
}

extension KeyModel {
  /// The attribute of a deprecated key.
  var deprecation: [Code] {
    lifecycle.deprecated.map { ["@available(*, deprecated, message: \(string: $0))"] } ?? []
  }
}

extension TargetModel {
  /// `Player.keys.json:8`
  func place(of origin: Origin) -> String { "\(files[origin.file].name):\(origin.line)" }
}

extension NamespaceModel {
  /// The name, or one made from it that means nothing in the namespace, and is not taken otherwise.
  func freeName(_ name: String, unless isTaken: (String) -> Bool = { _ in false }) -> String {
    NameTable.freeName(name) { takenNames.contains($0) || isTaken($0) }
  }
}
