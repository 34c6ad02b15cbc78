/// The form that the value of a keyword has in JSON.
///
/// Checked before anything else, and the source of the JSON Schema that editors use. The spelling of
/// strings and names, least counts, and the choice among single members of an object serve the JSON
/// Schema alone: the keyword's reader checks them, since it can say more about what is wrong.
package indirect enum ValueShape: Sendable {
  case boolean
  case string
  /// One of a few strings.
  case choice([String])
  /// A string that spells something.
  case text(TextForm)
  case number
  /// A number above zero.
  case positive
  /// A whole number that is not negative.
  case count
  /// The integer 1.
  case version
  case null
  /// An array with at least `least` elements, each there once if it is a set.
  case list(of: ValueShape, least: Int = 0, isSet: Bool = false)
  /// An array of two.
  case pair(ValueShape)
  /// An object with at least `least` members, whose names spell something.
  case map(of: ValueShape, named: TextForm, least: Int = 0)
  /// An object with the keywords of a kind.
  case object(ObjectKind)
  /// An object with one member of a fixed name, and perhaps a second one that is true or false.
  case single(String, ValueShape, flag: String? = nil)
  case oneOf([ValueShape])
  /// Any value: a later check knows more.
  case anything

  /// A value that is not of its form, with the form it should have, and the name of the single member
  /// that it is part of, if it is.
  typealias Mismatch = (name: String?, shape: ValueShape, node: JSONNode)

  /// The innermost values that are not of their form; the members of objects are checked by those who
  /// read them.
  func mismatches(in node: JSONNode) -> [Mismatch] {
    switch (self, node.value) {
    case (.anything, _), (.boolean, .bool), (.null, .null), (.number, .number),
      (.positive, .number),
      (.string, .string), (.text, .string), (.choice, .string), (.map, .object), (.object, .object):
      return []
    case (.count, .number(let spelling)), (.version, .number(let spelling)):
      if let count = Int128(spelling: spelling), 0...0xFFFF_FFFF ~= count { return [] }
    case (.list(let element, _, _), .array(let elements)):
      return Self.mismatches(of: element, in: elements)
    case (.pair(let element), .array(let elements)) where elements.count == 2:
      return Self.mismatches(of: element, in: elements)
    case (.single(let name, let shape, let flag), .object):
      // Unknown members are reported by the keyword's own reader.
      if let member = node.ownMembers.first(where: { $0.name.text == name }) {
        if let flag, let second = node.ownMembers.first(where: { $0.name.text == flag }),
          !ValueShape.boolean.mismatches(in: second.value).isEmpty
        {
          return [(flag, .boolean, second.value)]
        }
        return shape.mismatches(in: member.value).map { ($0.name ?? name, $0.shape, $0.node) }
      }
    case (.oneOf(let shapes), _):
      var meant: [Mismatch]?
      for shape in shapes {
        let found = shape.mismatches(in: node)
        if found.isEmpty { return [] }
        // Of several forms, the list, or the one with the member that is there, is the one that was meant.
        if meant == nil, found.allSatisfy({ $0.node !== node }) { meant = found }
      }
      if let meant, node.members != nil || node.elements != nil { return meant }
      if node.members != nil, shapes.contains(where: \.isSingle) { return [] }
    default: break
    }
    return [(nil, self, node)]
  }

  private var isSingle: Bool {
    if case .single = self { true } else { false }
  }

  /// The mismatches in nodes, as many as are reported of one file.
  private static func mismatches(of shape: ValueShape, in nodes: [JSONNode]) -> [Mismatch] {
    var found: [Mismatch] = []
    for node in nodes where found.count <= DiagnosticBag.limitPerFile {
      found += shape.mismatches(in: node)
    }
    return found
  }

  /// A list without the elements that have another form than the list asks for: these have been
  /// reported, and the others may be wrong in other ways.
  func rest(of node: JSONNode) -> JSONNode? {
    guard case .list(let element, _, _) = self, let elements = node.elements else { return nil }
    let rest = elements.filter { element.mismatches(in: $0).isEmpty }
    return JSONNode(value: .array(rest), span: node.span)
  }

  /// What stands in place of the form, as a message names it.
  func found(_ node: JSONNode) -> String {
    guard case .pair = self, let elements = node.elements else { return node.noun }
    return "one of \(elements.count)"
  }

  /// The form as a message names it.
  package var noun: String {
    switch self {
    case .boolean: "true or false"
    case .text(.parameterType): "a type"
    case .text(.environmentPrefix): "the beginning of variables as in \"APP\""
    case .text(.day): "a day as in \"2026-12-31\""
    case .string, .text: "a string"
    case .choice(let words): "one of " + words.map { "`\($0)`" }.joined(separator: ", ")
    case .number, .positive: "a number"
    case .count: "a whole number from 0 to 4294967295"
    case .version: "the number 1"
    case .null: "null"
    case .list(let element, _, _): "an array, each element \(element.noun)"
    case .pair(let element): "an array of two, each \(element.noun)"
    case .map, .object: "an object"
    case .single(let name, let shape, _): "an object { \"\(name)\": \(shape.noun) }"
    case .oneOf(let shapes): shapes.map(\.noun).joined(separator: " or ")
    case .anything: "any value"
    }
  }
}
