/// A JSON value for output, with its members in order.
package indirect enum JSONDocument: Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  /// A number by its spelling, which must be one of JSON's.
  case number(String)
  case string(String)
  case array([JSONDocument])
  case object([(String, JSONDocument)])

  /// The text, two spaces for each level; short arrays and objects on one line.
  package func text(indent: Int = 0) -> String {
    let line = line
    if line.utf8.count + indent <= 88 || !isContainer { return line }
    let space = String(repeating: " ", count: indent + 2)
    let end = "\n" + String(repeating: " ", count: indent)
    switch self {
    case .array(let elements):
      let lines = elements.map { space + $0.text(indent: indent + 2) }
      return "[\n" + lines.joined(separator: ",\n") + end + "]"
    case .object(let members):
      let lines = members.map { name, value in
        space + JSONText.quoted(name) + ": " + value.text(indent: indent + 2)
      }
      return "{\n" + lines.joined(separator: ",\n") + end + "}"
    default: return line
    }
  }

  private var isContainer: Bool {
    switch self {
    case .array(let elements): !elements.isEmpty
    case .object(let members): !members.isEmpty
    default: false
    }
  }

  /// The text on one line.
  package var line: String {
    switch self {
    case .null: return "null"
    case .bool(let value): return String(value)
    case .number(let spelling): return spelling
    case .integer(let value): return String(value)
    case .string(let text): return JSONText.quoted(text)
    case .array(let elements): return JSONText.array(elements.map(\.line))
    case .object(let members):
      return JSONText.object(members.map { ($0.0, $0.1.line) }, isSpaced: !members.isEmpty)
    }
  }
}

// A JSON Schema is easiest to read in source that looks like its output.

extension JSONDocument: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral {
  package init(stringLiteral text: String) { self = .string(text) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONDocument: ExpressibleByIntegerLiteral, ExpressibleByNilLiteral {
  package init(integerLiteral value: Int) { self = .integer(value) }
  package init(nilLiteral: ()) { self = .null }
}

extension JSONDocument: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  package init(arrayLiteral elements: JSONDocument...) { self = .array(elements) }
  package init(dictionaryLiteral members: (String, JSONDocument)...) { self = .object(members) }
}
