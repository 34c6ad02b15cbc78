import KeywrightSchema

/// Writes Swift literals: the one place where text from a schema becomes part of a program.
///
/// Nothing that the function is given can end the literal or be read as code: quotes, backslashes
/// (so interpolations too) and line ends are escaped. So are controls, invisible and reordering
/// characters, for the sake of those who read the output.
enum LiteralWriter {
  /// Writes the string as a Swift string literal.
  static func write(_ text: String, to output: inout TextBuffer) {
    output.append(UInt8(ascii: "\""))
    if isPlain(text) {
      output.append(text)
    } else {
      var escaped = ""
      for (index, scalar) in text.unicodeScalars.enumerated() {
        append(scalar, isFirst: index == 0, to: &escaped)
      }
      output.append(escaped)
    }
    output.append(UInt8(ascii: "\""))
  }

  /// Whether the text is the same in a literal.
  private static func isPlain(_ text: String) -> Bool {
    text.allBytes {
      $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
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

  /// Writes a hexadecimal literal of 16 digits in groups of four.
  static func write(hexadecimal value: UInt64, to output: inout TextBuffer) {
    output.append("0x")
    for group: UInt64 in 0..<16 {
      if group > 0, group.isMultiple(of: 4) { output.append(UInt8(ascii: "_")) }
      let digit = UInt8(clamping: value &>> (60 - 4 * group) & 0xF)
      output.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
    }
  }
}

extension String {
  /// Whether all bytes of the text are as asked. All are looked at, which goes many at a time.
  func allBytes(_ isGood: (UInt8) -> Bool) -> Bool {
    func areGood(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
      var areGood = true
      for byte in bytes { areGood = isGood(byte) && areGood }
      return areGood
    }
    return utf8.withContiguousStorageIfAvailable(areGood)
      ?? Array(utf8).withUnsafeBufferPointer(areGood)
  }
}
