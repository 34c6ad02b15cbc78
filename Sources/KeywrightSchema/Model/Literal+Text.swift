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
    case .data(let bytes): Self.hexadecimal(bytes)
    case .spelled(_, let text): text
    case .duration(let seconds, let attoseconds):
      Self.decimal(seconds, attoseconds) + " s"
    case .list(let values): "[" + values.map(\.text).joined(separator: ", ") + "]"
    case .entries(let entries):
      "{" + entries.map { "\($0.key.text): \($0.value.text)" }.joined(separator: ", ") + "}"
    case .enumCase(_, let name): name
    case .structure(_, let fields):
      "{" + fields.map { "\($0.field): \($0.value.text)" }.joined(separator: ", ") + "}"
    case .none: "nil"
    }
  }

  /// What two values of one type have in common exactly if they are equal, for finding repetitions
  /// in linear time.
  var fingerprint: String {
    if case .date(let seconds, _) = self { "\(seconds)" } else { text }
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.reduce(into: "0x") { text, byte in
      text += (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
    }
  }

  private static func decimal(_ seconds: Int64, _ attoseconds: Int64) -> String {
    let sign = seconds < 0 || attoseconds < 0 ? "-" : ""
    let digits = String(attoseconds.magnitude)
    var fraction = String(repeating: "0", count: 18 - digits.utf8.count) + digits
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return sign + String(seconds.magnitude) + (fraction.isEmpty ? "" : "." + fraction)
  }

  /// A number without a fraction that says nothing.
  private static func short(_ text: String) -> String {
    text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
