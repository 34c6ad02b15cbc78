import KeywrightSchema

/// Writes Swift literals: the one place where text from a schema becomes part of a program.
///
/// Nothing that the function is given can end the literal or be read as code: quotes, backslashes
/// (so interpolations too) and line ends are escaped. So are controls, invisible and reordering
/// characters, for the sake of those who read the output.
enum LiteralWriter {
  /// The string as a Swift string literal.
  static func string(_ text: String) -> String {
    var result = "\""
    result.reserveCapacity(text.utf8.count + 2)
    if text.utf8.allSatisfy(isPlain) {
      result += text
    } else {
      for (index, scalar) in text.unicodeScalars.enumerated() {
        append(scalar, isFirst: index == 0, to: &result)
      }
    }
    return result + "\""
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private static func append(_ scalar: Unicode.Scalar, isFirst: Bool, to result: inout String) {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    case "\t": result += "\\t"
    default:
      // A combining mark at the start would be drawn on the quote.
      let combines = isFirst && scalar.properties.isGraphemeExtend
      if combines || ScalarClass.isUnsafeInSource(scalar) {
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }

  /// A hexadecimal literal of 16 digits in groups of four.
  static func hexadecimal(_ value: UInt64) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes = Array("0x".utf8)
    for group in 0..<16 {
      if group > 0, group.isMultiple(of: 4) { bytes.append(UInt8(ascii: "_")) }
      bytes.append(digits[Int(truncatingIfNeeded: value >> (60 - 4 * UInt64(group)) & 0xF)])
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
