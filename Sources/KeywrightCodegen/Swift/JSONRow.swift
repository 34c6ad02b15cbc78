/// A JSON object on one line of a raw literal.
struct JSONRow {
  private var members: [String] = []

  /// The object.
  var text: String { "{" + members.joined(separator: ", ") + "}" }

  /// Adds a member; a text and a list, unless they say nothing.
  mutating func add(_ name: StaticString, _ text: String?) {
    if let text, !text.isEmpty { append(name, LiteralWriter.json(text)) }
  }

  mutating func add(_ name: StaticString, _ list: [String]) {
    if !list.isEmpty {
      append(name, "[" + list.map(LiteralWriter.json).joined(separator: ", ") + "]")
    }
  }

  mutating func add(_ name: StaticString, evenEmpty text: String) {
    append(name, LiteralWriter.json(text))
  }

  mutating func add(_ name: StaticString, _ number: Int) { append(name, String(number)) }

  mutating func add(_ name: StaticString, if isTrue: Bool) {
    if isTrue { append(name, "true") }
  }

  private mutating func append(_ name: StaticString, _ value: String) {
    members.append("\"\(name)\": \(value)")
  }
}
