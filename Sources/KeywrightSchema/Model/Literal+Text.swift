extension Literal {
  /// The value as people write it: for messages and comments, never for code.
  package var text: String {
    switch self {
    case .bool(let value): String(value)
    case .integer(let value): value.spelling
    case .double(let value): Self.short("\(value)")
    case .float(let value): Self.short("\(value)")
    case .string(let text): JSONText.quoted(text)
    case .date(_, let spelling): spelling
    case .data(let bytes): "\(bytes.count) bytes"
    case .spelled(_, let text): text
    case .duration(let seconds, let attoseconds):
      Self.short("\(Double(seconds) + Double(attoseconds) * 1e-18)") + " s"
    case .list(let values): "[" + values.map(\.text).joined(separator: ", ") + "]"
    case .entries(let entries):
      "{" + entries.map { "\($0.key.text): \($0.value.text)" }.joined(separator: ", ") + "}"
    case .enumCase(_, let name): name
    case .structure(_, let fields):
      "{" + fields.map { "\($0.field): \($0.value.text)" }.joined(separator: ", ") + "}"
    case .none: "nil"
    }
  }

  /// A number without a fraction that says nothing.
  private static func short(_ text: String) -> String {
    text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
