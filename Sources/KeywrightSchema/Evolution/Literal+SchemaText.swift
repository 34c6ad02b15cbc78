extension Literal {
  /// The value as a schema spells it: JSON.
  package var schemaText: String {
    switch self {
    case .bool(let value): String(value)
    case .integer(let value): value.spelling
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

extension Base64Text {
  /// Bytes in Base64 (RFC 4648, section 4), padded.
  package static func text(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var result: [UInt8] = []
    result.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
      let group = bytes[index..<min(index + 3, bytes.count)]
      let value = group.reduce(0 as Int) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0..<4 {
        let digit = digits[value >> (18 - 6 * place) & 63]
        result.append(place <= group.count ? digit : UInt8(ascii: "="))
      }
      index += 3
    }
    return String(decoding: result, as: UTF8.self)
  }
}
