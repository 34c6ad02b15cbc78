import KeywrightSchema

/// Writes Swift literals: the one place where text from a schema becomes part of a program.
///
/// Nothing that the function is given can end the literal or be read as code: quotes, backslashes
/// (so interpolations too) and line ends are escaped. So are controls, invisible and reordering
/// characters, for the sake of those who read the output.
enum LiteralWriter {
  /// The string as a Swift string literal.
  static func literal(_ text: String) -> String { quoted(text, escaping: append) }

  /// A text between quotes.
  private static func quoted(
    _ text: String,
    escaping append: (Unicode.Scalar, _ isFirst: Bool, _ result: inout String) -> Void
  ) -> String {
    if isPlain(text) { return "\"" + text + "\"" }
    var escaped = "\""
    for (index, scalar) in text.unicodeScalars.enumerated() {
      append(scalar, index == 0, &escaped)
    }
    return escaped + "\""
  }

  /// Whether the text is the same in a literal.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy {
      $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
    // A combining mark at the start would be drawn on the quote.
    ScalarClass.isUnsafeInSource(scalar) || isFirst && scalar.properties.isGraphemeExtend
  }

  private static func append(_ scalar: Unicode.Scalar, isFirst: Bool, to result: inout String) {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    case "\t": result += "\\t"
    default:
      if isUnsafe(scalar, isFirst: isFirst) {
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }

  /// The string as a JSON string that is safe in a raw literal, and shows what it holds.
  ///
  /// Nothing ends the literal: a quote of the text follows a backslash, so that three never stand in a row.
  /// Nothing is interpolated: a backslash of the text is written by its number, so that none stands before a
  /// number sign.
  static func json(_ text: String) -> String {
    quoted(text) { scalar, isFirst, result in
      if scalar == "\"" {
        result += "\\\""
      } else if scalar == "\\" || isUnsafe(scalar, isFirst: isFirst) {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16, uppercase: true)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }

  /// A hexadecimal literal of 16 digits in groups of four.
  static func hexadecimal(_ value: UInt64) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    let padded = Array(String(repeating: "0", count: 16 - digits.utf8.count) + digits)
    return "0x"
      + stride(from: 0, to: 16, by: 4).map { String(padded[$0..<($0 + 4)]) }
      .joined(separator: "_")
  }
}
