/// One value of a JSON text, with its place and, for numbers, its spelling; a class, since it is
/// handed on by all who read it.
package final class JSONNode: Sendable {
  package let value: JSONValue
  /// The bytes it was read from.
  package let span: Span

  init(value: JSONValue, span: Span) {
    self.value = value
    self.span = span
  }
}

/// The kinds of JSON values (RFC 8259, section 3).
package enum JSONValue: Sendable {
  case null
  case bool(Bool)
  /// A number, as it is spelled in the text: nothing is lost by reading it.
  case number(String)
  case string(JSONString)
  case array([JSONNode])
  /// An object, its members in the order of the text, each name once.
  case object([JSONMember])
}

/// One member of an object.
package struct JSONMember: Sendable {
  package let name: JSONString
  package let value: JSONNode
}

/// A string of a JSON text, decoded, with its place.
package struct JSONString: Sendable {
  /// The decoded text.
  package let text: String
  /// The bytes it was read from, with the quotes.
  package let span: Span
  /// For each escape, in order: the decoded offset of what it stands for, its decoded length and
  /// its length in the source, all in bytes.
  let escapes: [Escape]

  struct Escape: Sendable {
    let offset: Int
    let decodedLength: Int
    let sourceLength: Int
  }

  /// The bytes of the file that a part of the decoded text was read from.
  ///
  /// - Parameter part: offsets into the decoded text's UTF-8 bytes.
  /// - Complexity: O(*e*) in the number of escapes.
  package func span(of part: Range<Int>) -> Span {
    Span(
      file: span.file, start: sourceOffset(of: part.lowerBound),
      end: sourceOffset(of: part.upperBound))
  }

  private func sourceOffset(of offset: Int) -> Int {
    var source = span.start + 1 + offset
    for escape in escapes where escape.offset + escape.decodedLength <= offset {
      source += escape.sourceLength - escape.decodedLength
    }
    return source
  }
}

extension JSONNode {
  /// The kind of the value, without anything of it.
  package var kind: String {
    if case .number = value { "a number" } else { noun }
  }

  /// The string, if the value is one.
  package var string: JSONString? {
    if case .string(let string) = value { string } else { nil }
  }

  /// The elements, if the value is an array.
  package var elements: [JSONNode]? {
    if case .array(let elements) = value { elements } else { nil }
  }

  /// The members, if the value is an object.
  package var members: [JSONMember]? {
    if case .object(let members) = value { members } else { nil }
  }

  package var isNull: Bool {
    if case .null = value { true } else { false }
  }

  /// The value as a diagnostic names it: "a string", "an object".
  package var noun: String {
    switch value {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let spelling): "the number \(spelling.prefix(40))"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
