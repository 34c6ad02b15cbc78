extension Literal {
  /// The value as a schema spells it: JSON.
  package var schemaText: String {
    switch self {
    case .bool(let value): String(value)
    case .integer(let value): String(value)
    case .double, .float: text
    case .string(let text): JSONText.quoted(text)
    case .date(_, let spelling): JSONText.quoted(spelling)
    case .data(let bytes): JSONText.quoted(Base64Text.text(bytes))
    case .spelled(_, let text): JSONText.quoted(text)
    // A number of seconds: people see a unit behind it.
    case .duration: String(text.dropLast(2))
    case .list(let values), .set(let values): JSONText.array(values.map(\.schemaText))
    case .emptyPairs: "{}"
    case .entries(let entries):
      JSONText.object(entries.map { ($0.key.memberName, $0.value.schemaText) })
    case .enumCase(_, let name): JSONText.quoted(name)
    case .structure(_, let fields):
      JSONText.object(fields.map { ($0.field, $0.value.schemaText) })
    case .none: "null"
    }
  }

  /// The value as the name of a member: how a dictionary's key is spelled.
  private var memberName: String {
    switch self {
    case .string(let text), .spelled(_, let text): text
    case .enumCase(_, let name): name
    default: text
    }
  }
}
