extension JSONNode {
  /// Reads a text that is known to be JSON; nil if it is not.
  package convenience init?(text: String) {
    let bag = DiagnosticBag(sources: [SourceFile(path: "", text: text)])
    let node = JSONParser.parse(Array(text.utf8), into: bag)
    guard let node, !bag.hasErrors else { return nil }
    self.init(value: node.value, span: node.span)
  }

  /// The value of an object's member.
  func member(_ name: String) -> JSONNode? { members?.first { $0.name.text == name }?.value }

  /// The integer, if the value is one.
  var integer: Int? { if case .number(let spelling) = value { Int(spelling) } else { nil } }

  /// The value on one line, in the one spelling that locks have for it.
  package var compact: String {
    switch value {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let spelling): spelling
    case .string(let string): JSONText.quoted(string.text)
    case .array(let elements): JSONText.array(elements.map(\.compact))
    case .object(let members):
      JSONText.object(members.map { ($0.name.text, $0.value.compact) })
    }
  }
}
