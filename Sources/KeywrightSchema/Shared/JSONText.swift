/// Writes JSON.
package enum JSONText {
  /// The string in double quotes, with every scalar escaped that is a control, does not show, or
  /// reorders text.
  package static func quoted(_ text: String) -> String {
    if text.utf8.allSatisfy(isPlain) { return "\"\(text)\"" }
    var result = "\""
    for scalar in text.unicodeScalars { append(scalar, to: &result) }
    return result + "\""
  }

  /// Whether a byte of ASCII stands for itself, as nearly all of a lock's do.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  /// Appends a scalar of a quoted string.
  package static func append(_ scalar: Unicode.Scalar, to text: inout String) {
    if scalar == "\"" || scalar == "\\" {
      text += "\\"
      text.unicodeScalars.append(scalar)
    } else if ScalarClass.isUnsafeInSource(scalar) {
      text += escape(scalar)
    } else {
      text.unicodeScalars.append(scalar)
    }
  }

  /// The escape of a scalar, `\n` or `\u001B`: the one spelling in values and messages.
  static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: String(scalar).utf16.map(escape).joined()
    }
  }

  private static func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16, uppercase: true)
    return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
  }

  /// An array of values that are JSON already.
  package static func array(_ elements: some Sequence<String>) -> String {
    "[" + elements.joined(separator: ", ") + "]"
  }

  /// An object of values that are JSON already.
  ///
  /// - Parameter isSpaced: Whether blanks stand inside the braces, as people write them.
  package static func object(
    _ members: [(name: String, value: String)], isSpaced: Bool = false
  ) -> String {
    let text = members.map { "\(quoted($0.name)): \($0.value)" }.joined(separator: ", ")
    return isSpaced ? "{ \(text) }" : "{\(text)}"
  }
}
