/// The rules of names and ids in a schema.
package enum NameCheck {
  /// The longest id, in bytes.
  package static let longestID = 512
  /// The depth to which namespaces may be nested.
  package static let deepestNamespace = 16

  /// The name, with a diagnostic if it is not in lowerCamelCase; it is used all the same, since
  /// what has it may have other problems.
  static func member(
    _ name: String, at place: Span, of subject: NamedEntity, in module: String,
    _ diagnostics: DiagnosticBag
  ) -> Located<String> {
    if !SwiftName.isLowerCamelCase(name) {
      let suggestion = SwiftName.lowerCamelCased(name).map {
        freeName(near: $0, of: subject, in: module)
      }
      report(
        name, at: place, of: subject.rawValue, inStyle: "lowerCamelCase", suggestion: suggestion,
        diagnostics)
    }
    return Located(name, at: place)
  }

  /// The name of a declared type, or the one it should have, which is reported.
  static func typeName(
    _ name: JSONString, in module: String, _ diagnostics: DiagnosticBag
  ) -> String {
    if SwiftName.isUpperCamelCase(name.text) { return name.text }
    let camel = SwiftName.lowerCamelCased(name.text) ?? name.text
    let capitalised = SwiftName.capitalised(camel)
    let isGood = SwiftName.isUpperCamelCase(capitalised)
    let suggestion = isGood ? freeName(near: capitalised, of: .type, in: module) : nil
    report(
      name.text, at: name.span, of: NamedEntity.type.rawValue, inStyle: "UpperCamelCase",
      suggestion: suggestion, diagnostics)
    return suggestion ?? name.text
  }

  /// Reports a name that is not in the style of what it names.
  static func report(
    _ name: String, at place: Span, of what: String, inStyle style: String, suggestion: String?,
    _ diagnostics: DiagnosticBag
  ) {
    diagnostics.report(
      .name,
      "`\(name)` cannot name a \(what): expected a name in \(style)\(meant: suggestion)",
      remedy: .spelling(suggestion), at: place)
  }

  /// Returns the reason why a text cannot be an id, or nil.
  package static func fault(inID id: String) -> String? {
    if id.isEmpty { return "it is empty" }
    if id.utf8.count > longestID { return "it is longer than \(longestID) bytes" }
    if id.unicodeScalars.contains(where: ScalarClass.isControl) {
      return "it holds a control character"
    }
    return nil
  }

  /// Names that generated code needs for itself inside a namespace.
  package static let membersOfNamespaces: Set<String> = valuesOfNamespaces.union([
    "Type", "Protocol", "Parent",
  ])

  /// The functions and variables among them.
  private static let valuesOfNamespaces: Set<String> = [
    "namespaceID", "allKeys", "nestedNamespaces", "observedKeys", "preCommit", "postCommit",
  ]

  /// The members of the registry, which also holds the keys without a namespace.
  private static let valuesOfRegistries: Set<String> = [
    "namespaces", "allKeys", "observedKeys", "migrations", "keySet", "textNames",
  ]

  /// The functions and variables that a generated namespace has, or the registry.
  static func values(ofRegistry isRegistry: Bool) -> Set<String> {
    isRegistry ? valuesOfRegistries : valuesOfNamespaces
  }

  /// Type names that would hide what generated code refers to and cannot qualify.
  package static let hiddenTypes: Set<String> = Set(
    ["Swift", "Keywright", "Foundation", "FoundationEssentials", "CodingKeys"]
      + ScalarType.allCases.filter(\.isFoundation).map(\.rawValue))

  /// Keywords that cannot be the name of a type, quoted or not.
  package static let keywords: Set<String> = ["Any", "Self"]

  /// The reason why a name cannot be declared in a namespace, or nil.
  package static func reservation(of name: String, isType: Bool, module: String) -> String? {
    if membersOfNamespaces.contains(name) {
      return "generated namespaces have a member of that name"
    }
    guard isType else { return nil }
    if name == module { return "it is the name of the module" }
    if hiddenTypes.contains(name) { return "it would hide the `\(name)` that generated code needs" }
    if keywords.contains(name) { return "it is a keyword of Swift" }
    if PublicTypes.swift.contains(name) {
      return "it would hide the type `\(name)` of Swift from the program's own code"
    }
    if PublicTypes.keywright.contains(name) {
      return "it would hide the type `\(name)` of Keywright from the program's own code"
    }
    return nil
  }

  /// Whether the name is that of a type of Foundation's, which a program may do without.
  package static func isOfFoundation(_ name: String) -> Bool {
    PublicTypes.foundation.contains(name)
  }
}
