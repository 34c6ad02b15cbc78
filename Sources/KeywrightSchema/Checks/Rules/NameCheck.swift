/// The rules of names and ids in a schema.
package enum NameCheck {
  /// What a member name names.
  enum Subject: String {
    case key = "key"
    case namespace = "namespace"
    case field = "field"
    case enumCase = "case"
    case parameter = "parameter"
  }

  /// The longest id, in bytes.
  static let longestID = 512

  /// The name, if it is one in lowerCamelCase; otherwise reports what is wrong.
  static func member(
    _ name: String, at place: Span, of subject: Subject, _ reader: inout Reader
  ) -> Located<String>? {
    if SwiftName.isLowerCamelCase(name) { return Located(name, at: place) }
    let suggestion = SwiftName.lowerCamelCased(name)
    reader.diagnostics.report(
      .badName(name, of: subject.rawValue, style: "lowerCamelCase", suggestion: suggestion),
      at: place)
    return nil
  }

  /// The name of a declared type, if it is one.
  static func typeName(_ name: JSONString, _ reader: inout Reader) -> String? {
    if SwiftName.isUpperCamelCase(name.text) { return name.text }
    let camel = SwiftName.lowerCamelCased(name.text) ?? name.text
    let capitalised = SwiftName.capitalised(camel)
    let suggestion = SwiftName.isUpperCamelCase(capitalised) ? capitalised : nil
    reader.diagnostics.report(
      .badName(name.text, of: "type", style: "UpperCamelCase", suggestion: suggestion),
      at: name.span)
    return nil
  }

  /// What keeps a text from being an id, or nil.
  package static func fault(inID id: String) -> String? {
    if id.isEmpty { return "it is empty" }
    if id.utf8.count > longestID { return "it is longer than \(longestID) bytes" }
    if id.unicodeScalars.contains(where: ScalarClass.isControl) {
      return "it holds a control character"
    }
    return nil
  }

  /// Names that generated code needs for itself inside a namespace.
  static let membersOfNamespaces: Set<String> = [
    "Type", "Protocol", "Parent", "namespaceID", "allKeys", "nestedNamespaces", "watchedKeys",
    "preCommit", "postCommit",
  ]

  /// Names that the registry, where keys without a namespace live, needs beside those.
  static let membersOfRegistries: Set<String> = ["namespaces", "migrations"]

  /// Type names that would hide what generated code refers to and cannot qualify.
  static let hiddenTypes: Set<String> = Set(
    ["Swift", "Keywright", "Foundation", "FoundationEssentials", "CodingKeys"]
      + ScalarType.allCases.filter(\.isFoundation).map(\.rawValue))

  /// Keys that can have these names in the schema, but not in Swift.
  package static var keysThatNeedAnotherName: [String] {
    membersOfNamespaces.filter(SwiftName.isLowerCamelCase).sorted()
  }

  /// Keywords that cannot be the name of a type, quoted or not.
  static let keywords: Set<String> = ["Any", "Self"]

  /// Names that no declared type can have.
  static var typesThatCannotBeDeclared: Set<String> {
    membersOfNamespaces.union(hiddenTypes).union(keywords).union(
      ScalarType.allCases.map(\.rawValue)
    )
    .union(TypeResolver.generics)
  }

  /// Why a name cannot be declared in a namespace, or nil.
  package static func reservation(of name: String, isType: Bool, module: String) -> String? {
    if membersOfNamespaces.contains(name) {
      return "generated namespaces have a member of that name"
    }
    guard isType else { return nil }
    if name == module { return "it is the name of the module" }
    if hiddenTypes.contains(name) { return "it would hide the `\(name)` that generated code needs" }
    return nil
  }
}
