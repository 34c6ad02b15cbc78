/// The form that the value of a word has in JSON.
///
/// Checked before anything else, and the source of the JSON Schema that editors use. What strings
/// and names spell, and least counts, are for the latter alone: those who read a word check them,
/// since they can say more about what is wrong.
package indirect enum Shape: Sendable {
  /// `true` or `false`.
  case boolean
  /// Any string.
  case string
  /// One of a few strings.
  case choice([String])
  /// A string that spells something.
  case text(TextForm)
  /// Any number.
  case number
  /// A number above zero.
  case positive
  /// A whole number that is not negative.
  case count
  /// The integer 1.
  case version
  /// `null`.
  case null
  /// An array with at least so many elements, each there once if it is a set.
  case list(of: Shape, least: Int = 0, isSet: Bool = false)
  /// An array of two.
  case pair(Shape)
  /// An object with at least so many members, whose names spell something.
  case map(of: Shape, named: TextForm, least: Int = 0)
  /// An object with the words of a kind.
  case words(VocabularyPlace)
  /// An object with one member of a fixed name.
  case single(String, Shape)
  /// Any of several.
  case oneOf([Shape])
  /// Any value: a later check knows more.
  case anything

  /// Whether the value has the form, as deep as `list` and `pair` go; the members of objects are
  /// checked by those who read them.
  func accepts(_ node: JSONNode) -> Bool {
    switch (self, node.value) {
    case (.anything, _), (.boolean, .bool), (.null, .null), (.number, .number),
      (.positive, .number):
      true
    case (.string, .string), (.text, .string), (.choice, .string): true
    case (.count, .number(let spelling)), (.version, .number(let spelling)):
      IntegerLiteral(spelling: spelling).map { !$0.isNegative && $0.magnitude <= UInt32.max }
        ?? false
    case (.list(let element, _, _), .array(let elements)): elements.allSatisfy(element.accepts)
    case (.pair(let element), .array(let elements)):
      elements.count == 2 && elements.allSatisfy(element.accepts)
    case (.map, .object), (.words, .object): true
    case (.single(let name, let shape), .object):
      node.words.count == 1 && node.words[0].name.text == name
        && shape.accepts(node.words[0].value)
    case (.oneOf(let shapes), _): shapes.contains { $0.accepts(node) }
    default: false
    }
  }

  /// The innermost values that are not of their form, each with the form it should have; of a list
  /// as many as are reported of one file.
  func mismatches(in node: JSONNode) -> [(shape: Shape, node: JSONNode)] {
    if accepts(node) { return [] }
    switch (self, node.value) {
    case (.list(let element, _, _), .array(let elements)):
      let wrong = elements.lazy.filter { !element.accepts($0) }
      return wrong.prefix(DiagnosticBag.limitPerFile + 1).flatMap(element.mismatches)
    case (.pair(let element), .array(let elements)) where elements.count == 2:
      return elements.flatMap(element.mismatches)
    case (.single(let name, let shape), .object)
    where node.words.count == 1 && node.words[0].name.text == name:
      return shape.mismatches(in: node.words[0].value)
    case (.oneOf(let shapes), .object):
      // Of several forms, the one with the member that is there is the one that was meant.
      let inner = shapes.lazy.map { $0.mismatches(in: node) }
      return inner.first { $0.allSatisfy { $0.node.span != node.span } } ?? [(self, node)]
    default: return [(self, node)]
    }
  }

  /// What is left of a value without the elements that are not of their form: they have been
  /// reported, and the others may be wrong in other ways.
  func accepted(of node: JSONNode) -> JSONNode? {
    if accepts(node) { return node }
    guard case (.list(let element, _, _), .array(let elements)) = (self, node.value) else {
      return nil
    }
    return JSONNode(value: .array(elements.filter(element.accepts)), span: node.span)
  }

  /// The form as a message names it.
  package var noun: String {
    switch self {
    case .boolean: "true or false"
    case .text(.parameterType): "a type"
    case .text(.day): "a day as in \"2026-12-31\""
    case .string, .text: "a string"
    case .choice(let words): "one of " + words.map { "`\($0)`" }.joined(separator: ", ")
    case .number, .positive: "a number"
    case .count: "a whole number that is not negative"
    case .version: "the number 1"
    case .null: "null"
    case .list(let element, _, _): "an array, each element \(element.noun)"
    case .pair(let element): "an array of two, each \(element.noun)"
    case .map, .words: "an object"
    case .single(let name, let shape): "an object { \"\(name)\": \(shape.noun) }"
    case .oneOf(let shapes): shapes.map(\.noun).joined(separator: " or ")
    case .anything: "any value"
    }
  }
}

/// What a string of a schema can spell; editors have a pattern for each.
package enum TextForm: Sendable {
  /// Text that is not blank.
  case words
  /// A function or type of the user's own code.
  case symbol
  /// A component of a storage string, or a whole one.
  case id
  /// The name of a key, namespace, field or parameter.
  case memberName
  /// The name of an enum's case.
  case caseName
  /// The name of a declared type.
  case typeName
  /// What `name` may call a key.
  case swiftKey
  /// What `name` may call a namespace.
  case swiftNamespace
  /// The names of nested namespaces, joined by dots.
  case namespacePath
  /// A type.
  case type
  /// The type of a parameter.
  case parameterType
  /// A module, with an access level before it if it needs one.
  case importedModule
  /// A day of the calendar.
  case day
}

/// The kinds of objects in a schema that have a closed set of words.
package enum VocabularyPlace: String, CaseIterable, Sendable {
  case file, namespace, hooks, type, enumCase, field, key

  /// The place as a message names it.
  package var noun: String {
    switch self {
    case .file: "a schema file"
    case .namespace: "a namespace"
    case .hooks: "`hooks`"
    case .type: "a type"
    case .enumCase: "a case"
    case .field: "a field"
    case .key: "a key"
    }
  }
}
