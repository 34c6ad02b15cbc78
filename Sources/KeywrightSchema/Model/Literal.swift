/// A value written in a schema, checked against its type.
package enum Literal: Sendable {
  case bool(Bool)
  /// An integer that fits its type.
  case integer(Int128)
  /// A finite Double.
  case double(Double)
  /// A finite Float.
  case float(Float)
  case string(String)
  /// A Date, in seconds since 2001-01-01 00:00:00 UTC, and as the schema spells it.
  case date(Double, spelling: String)
  /// Bytes.
  case data([UInt8])
  /// A Decimal, URL or UUID, in its stored spelling.
  case spelled(ScalarType, String)
  case duration(seconds: Int64, attoseconds: Int64)
  /// An array.
  case list([Literal])
  /// A set without repetitions, in the order of the schema.
  case set([Literal])
  /// A dictionary, in the order of the schema.
  case entries([(key: Literal, value: Literal)])
  /// A dictionary inside a struct that `Codable` stores as an array; it has no entries.
  case emptyPairs
  /// A case of a declared enum, by its Swift name.
  case enumCase(TypeID, String)
  /// A value of a declared struct, by its fields.
  case structure(TypeID, [(field: String, value: Literal)])
  /// An absent optional field.
  case none

  /// The value as people write it: for messages and comments, never for code.
  package var text: String {
    switch self {
    case .bool(let value): String(value)
    case .integer(let value): String(value)
    case .double(let value): Self.short("\(value)")
    case .float(let value): Self.short("\(value)")
    case .string(let text): JSONText.quoted(text)
    case .date(_, let spelling): spelling
    case .data(let bytes): Self.hexadecimal(bytes)
    case .spelled(_, let text): text
    case .duration(let seconds, let attoseconds):
      Self.decimal(seconds, attoseconds) + " s"
    case .list(let values), .set(let values):
      "[" + values.map(\.text).joined(separator: ", ") + "]"
    case .emptyPairs: "{}"
    case .entries(let entries):
      "{" + entries.map { "\($0.key.text): \($0.value.text)" }.joined(separator: ", ") + "}"
    case .enumCase(_, let name): name
    case .structure(_, let fields):
      "{" + fields.map { "\($0.field): \($0.value.text)" }.joined(separator: ", ") + "}"
    case .none: "nil"
    }
  }

  /// A text that is the same for two values of one type exactly if they are equal in the program: in
  /// Swift "é" and its decomposed twin are, and so are the decimals 1 and 1.0, and sets and
  /// dictionaries in any order.
  package var fingerprint: String {
    switch self {
    case .date(let seconds, _): "\(seconds)"
    case .double(0), .float(0): "0"  // -0.0 too
    case .spelled(.decimal, let text): DecimalText.normal(text)
    case .spelled(_, let text): JSONText.quoted(text)
    case .list(let values): "[" + values.map(\.fingerprint).joined(separator: ",") + "]"
    case .set(let values): Literal.unordered(values.map(\.fingerprint))
    case .entries(let entries):
      Literal.unordered(entries.map { $0.key.fingerprint + ":" + $0.value.fingerprint })
    case .structure(_, let fields):
      Literal.unordered(fields.map { $0.field + ":" + $0.value.fingerprint })
    default: text
    }
  }

  private static func unordered(_ parts: [String]) -> String {
    "{" + parts.sorted().joined(separator: ",") + "}"
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.reduce(into: "0x") { text, byte in
      text += (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
    }
  }

  /// Seconds as a decimal number, exact, without zeros at the end.
  private static func decimal(_ seconds: Int64, _ attoseconds: Int64) -> String {
    let sign = seconds < 0 || attoseconds < 0 ? "-" : ""
    let digits = String(attoseconds.magnitude)
    var fraction = String(repeating: "0", count: 18 - digits.utf8.count) + digits
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return sign + String(seconds.magnitude) + (fraction.isEmpty ? "" : "." + fraction)
  }

  /// A number without a fraction that says nothing.
  package static func short(_ text: String) -> String {
    text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Whether Swift has a plain literal for the value, so that it can be a field's default.
  package var isSpelledOut: Bool {
    switch self {
    case .bool, .integer, .double, .float, .string, .enumCase, .emptyPairs, .none: true
    case .list(let values), .set(let values): values.allSatisfy(\.isSpelledOut)
    case .entries(let entries):
      entries.allSatisfy { $0.key.isSpelledOut && $0.value.isSpelledOut }
    case .structure(_, let fields): fields.allSatisfy { $0.value.isSpelledOut }
    case .date, .data, .spelled, .duration: false
    }
  }
}
