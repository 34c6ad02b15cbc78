import KeywrightSchema

/// Writes Swift literals: the one place where text from a schema becomes part of a program.
///
/// Nothing that the function is given can end the literal or be read as code: quotes, backslashes
/// (so interpolations too) and line ends are escaped. So are controls, invisible and reordering
/// characters, for the sake of those who read the output.
enum LiteralWriter {
  /// Writes the string as a Swift string literal.
  static func write(_ text: String, to output: inout TextBuffer) {
    write(text, to: &output, escaping: append)
  }

  /// Writes a text between quotes.
  private static func write(
    _ text: String, to output: inout TextBuffer,
    escaping append: (Unicode.Scalar, _ isFirst: Bool, _ result: inout String) -> Void
  ) {
    output.append(UInt8(ascii: "\""))
    if isPlain(text) {
      output.append(text)
    } else {
      var escaped = ""
      for (index, scalar) in text.unicodeScalars.enumerated() {
        append(scalar, index == 0, &escaped)
      }
      output.append(escaped)
    }
    output.append(UInt8(ascii: "\""))
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

  /// Writes JSON objects, each on a line of its own, as a raw string literal of several lines.
  ///
  /// Nothing ends the literal: a quote of a text follows a backslash, so that three never stand in a
  /// row. Nothing is interpolated: a backslash of a text is written by its number, so that none stands
  /// before a number sign.
  static func write(_ rows: [JSONRow], indent: Int, to output: inout TextBuffer) {
    output.append("#\"\"\"\n")
    for row in rows {
      output.append(repeating: UInt8(ascii: " "), count: indent)
      for (index, member) in row.members.enumerated() {
        output.append(index == 0 ? "{\"" : ", \"")
        output.append("\(member.name)\": ")
        write(member.value, to: &output)
      }
      output.append("}\n")
    }
    output.append(repeating: UInt8(ascii: " "), count: indent)
    output.append("\"\"\"#")
  }

  private static func write(_ value: JSONRow.Value, to output: inout TextBuffer) {
    switch value {
    case .text(let text): write(json: text, to: &output)
    case .number(let number): output.append("\(number)")
    case .flag(let flag): output.append(flag ? "true" : "false")
    case .list(let list):
      for (index, text) in list.enumerated() {
        output.append(index == 0 ? "[" : ", ")
        write(json: text, to: &output)
      }
      output.append(list.isEmpty ? "[]" : "]")
    }
  }

  /// Writes a JSON string that is safe in a raw literal, and shows what it holds.
  private static func write(json text: String, to output: inout TextBuffer) {
    write(text, to: &output) { scalar, isFirst, result in
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

  /// Writes a hexadecimal literal of 16 digits in groups of four.
  static func write(hexadecimal value: UInt64, to output: inout TextBuffer) {
    output.append("0x")
    let digits = String(value, radix: 16, uppercase: true)
    let padded = String(repeating: "0", count: 16 - digits.utf8.count) + digits
    for (index, digit) in padded.utf8.enumerated() {
      if index > 0, index.isMultiple(of: 4) { output.append(UInt8(ascii: "_")) }
      output.append(digit)
    }
  }
}
