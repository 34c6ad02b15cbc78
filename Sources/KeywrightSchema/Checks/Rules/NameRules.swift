extension TargetChecker {
  /// Finds names that Swift or generated code needs, and names that people confuse.
  func checkNames(of node: NamespaceNode) {
    var values: [String: (name: String, place: Span)] = [:]
    values.reserveCapacity(node.keys.count + node.children.count)
    var types: [String: (name: String, place: Span)] = [:]
    for (key, place) in node.keys.lazy.map({ ($0.swiftName.value, $0.swiftName.span) }) {
      checkReservation(of: key, .key, at: place)
      if node.parent == nil, NameCheck.values(ofRegistry: true).contains(key),
        !NameCheck.membersOfNamespaces.contains(key)
      {
        diagnostics.report(
          .reservedName(
            key, of: .key, reason: "the registry, which holds keys without a namespace, has it"),
          at: place)
      }
      claim(key, at: place, in: &values)
      // Those right inside are claimed below.
      if let type = uncasedTypes[key], !node.children.contains(where: { $0.swiftName == key }) {
        diagnostics.reportClash(of: key, at: place, with: type)
      }
    }
    for child in node.children {
      checkReservation(of: child.swiftName, .namespace, at: child.place)
      checkRegistry(child.swiftName, .namespace, at: child.place, in: node)
      claim(child.swiftName, at: child.place, in: &values)
      types[SwiftName.folded(child.swiftName)] = (child.swiftName, child.place)
      checkNames(of: child)
    }
    checkValues(of: node)
    for type in node.types {
      let place = typeDrafts[type.id.index].draft.member.span
      checkReservation(of: type.name, .type, at: place)
      checkRegistry(type.name, .type, at: place, in: node)
      claim(type.name, at: place, in: &types)
      if NameCheck.keywords.contains(type.name) {
        diagnostics.report(
          .reservedName(type.name, of: .type, reason: "it is a keyword of Swift"), at: place)
      }
      let isScalar = ScalarType(rawValue: type.name)?.isFoundation == false
      if isScalar || ValueType.generics.contains(type.name) {
        diagnostics.report(
          .reservedName(
            type.name, of: .type, reason: "schemas use it for a type of the library"), at: place)
      }
    }
    if let values = node.words.values, values.value { claim("Values", at: values.span, in: &types) }
  }

  /// Finds the types and namespaces whose names begin with a letter that is no capital: a key, field
  /// or parameter of such a name would hide them from generated code.
  func findUncasedTypes(in node: NamespaceNode) {
    for type in node.types where SwiftName.isLowerCamelCase(type.name) {
      uncasedTypes[type.name] = (type.name, typeDrafts[type.id.index].draft.member.span)
    }
    for child in node.children {
      if SwiftName.isLowerCamelCase(child.swiftName) {
        uncasedTypes[child.swiftName] = (child.swiftName, child.place)
      }
      findUncasedTypes(in: child)
    }
  }

  /// In a values struct keys and nested namespaces stand side by side, the latter as schemas name
  /// them.
  private func checkValues(of node: NamespaceNode) {
    guard node.words.values?.value == true else { return }
    // That two keys have one name is reported elsewhere.
    var properties = Dictionary(
      node.keys.map {
        (SwiftName.folded($0.swiftName.value), (name: $0.swiftName.value, place: $0.swiftName.span))
      }, uniquingKeysWith: { first, _ in first })
    for child in node.children
    where child.words.values?.value == true
      && SwiftName.folded(child.swiftName) != SwiftName.folded(child.member)
    {
      claim(child.member, at: child.place, in: &properties)
    }
  }

  /// The registry is a type at the top of the module, as what stands outside namespaces is.
  private func checkRegistry(
    _ name: String, _ subject: NameCheck.Subject, at place: Span, in node: NamespaceNode
  ) {
    guard node.parent == nil, SwiftName.folded(name) == SwiftName.folded(module + "Keys") else {
      return
    }
    diagnostics.report(
      .reservedName(name, of: subject, reason: "the registry of this module has it"), at: place)
  }

  private func checkReservation(
    of name: String, _ subject: NameCheck.Subject, at place: Span
  ) {
    let isType = subject != .key
    // A name that is none is reported as such.
    if let reason = NameCheck.reservation(of: name, isType: isType, module: module),
      SwiftName.isLowerCamelCase(name) != isType
    {
      diagnostics.report(.reservedName(name, of: subject, reason: reason), at: place)
    }
  }

  private func claim(
    _ name: String, at place: Span, in names: inout [String: (name: String, place: Span)]
  ) {
    let folded = SwiftName.folded(name)
    guard let other = names[folded] else {
      names[folded] = (name, place)
      return
    }
    if other.place != place {
      diagnostics.reportClash(of: name, at: place, with: other)
    }
  }
}

extension DiagnosticBag {
  /// Reports two declarations of names that people or the compiler confuse.
  func reportClash(of name: String, at place: Span, with other: (name: String, place: Span)) {
    // The later of the two is at fault, whichever was looked at first.
    let isLater = (other.place.file, other.place.start) < (place.file, place.start)
    let first = isLater ? other : (name: name, place: place)
    let second = isLater ? (name: name, place: place) : other
    report(
      .nameClash(second.name, other: first.name), at: second.place,
      notes: [(.declaredHere(first.name), first.place)])
  }
}

/// The rules of names and ids in a schema.
package enum NameCheck {
  /// What a name names.
  enum Subject: String {
    case key = "key"
    case namespace = "namespace"
    case type = "type"
    case field = "field"
    case enumCase = "case"
    case parameter = "parameter"
  }

  /// The longest id, in bytes.
  package static let longestID = 512
  /// How deeply namespaces may be nested.
  package static let deepestNamespace = 16

  /// The name, which is reported if it is none in lowerCamelCase; it is used all the same, since
  /// what has it may have other problems.
  static func member(
    _ name: String, at place: Span, of subject: Subject, _ diagnostics: DiagnosticBag
  ) -> Located<String> {
    if !SwiftName.isLowerCamelCase(name) {
      let suggestion = SwiftName.lowerCamelCased(name)
      diagnostics.report(
        .badName(name, of: subject.rawValue, style: "lowerCamelCase", suggestion: suggestion),
        at: place)
    }
    return Located(name, at: place)
  }

  /// The name of a declared type, or the one it should have, which is reported.
  static func typeName(_ name: JSONString, _ diagnostics: DiagnosticBag) -> String {
    if SwiftName.isUpperCamelCase(name.text) { return name.text }
    let camel = SwiftName.lowerCamelCased(name.text) ?? name.text
    let capitalised = SwiftName.capitalised(camel)
    let suggestion = SwiftName.isUpperCamelCase(capitalised) ? capitalised : nil
    diagnostics.report(
      .badName(
        name.text, of: Subject.type.rawValue, style: "UpperCamelCase", suggestion: suggestion),
      at: name.span)
    return suggestion ?? name.text
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
  package static let membersOfNamespaces: Set<String> = valuesOfNamespaces.union([
    "Type", "Protocol", "Parent",
  ])

  /// Those of them that are no types.
  private static let valuesOfNamespaces: Set<String> = [
    "namespaceID", "allKeys", "nestedNamespaces", "watchedKeys", "preCommit", "postCommit",
  ]

  /// Those that the registry, where keys without a namespace live, needs for itself.
  private static let valuesOfRegistries: Set<String> = [
    "namespaces", "allKeys", "watchedKeys", "migrations",
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
