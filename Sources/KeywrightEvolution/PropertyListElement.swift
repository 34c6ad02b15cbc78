import KeywrightSchema

/// A value of a property list as an element of XML, which a reviewer can read.
package indirect enum PropertyListElement: Sendable {
  case boolean(Bool)
  /// A whole number by its digits.
  case integer(String)
  case real(Double)
  case string(String)
  /// Seconds since the beginning of 2001.
  case date(Double)
  case data([UInt8])
  case array([PropertyListElement])
  /// Members, as a store has them in ascending order of their names.
  case dictionary([(name: String, value: PropertyListElement)])

  /// The text of a property list that is a dictionary.
  package static func text(of members: [(name: String, value: PropertyListElement)]) -> String {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>

      """
    for (name, value) in members {
      text += "\t<key>\(escaped(name))</key>\n" + value.text(indent: "\t")
    }
    return text + "</dict>\n</plist>\n"
  }

  private func text(indent: String) -> String {
    switch self {
    case .boolean(let value): indent + (value ? "<true/>" : "<false/>") + "\n"
    case .integer(let digits): Self.line("integer", digits, indent)
    case .real(let value): Self.line("real", String(value), indent)
    case .string(let value): Self.line("string", Self.escaped(value), indent)
    case .date(let seconds): Self.line("date", DateText.text(seconds) ?? "\(seconds)", indent)
    case .data(let bytes): Self.line("data", Base64Text.text(bytes), indent)
    case .array(let values):
      indent + "<array>\n" + values.map { $0.text(indent: indent + "\t") }.joined()
        + indent + "</array>\n"
    case .dictionary(let members):
      indent + "<dict>\n"
        + members.map { name, value in
          "\(indent)\t<key>\(Self.escaped(name))</key>\n" + value.text(indent: indent + "\t")
        }.joined() + indent + "</dict>\n"
    }
  }

  private static func line(_ name: String, _ text: String, _ indent: String) -> String {
    "\(indent)<\(name)>\(text)</\(name)>\n"
  }

  /// Text of an element. Scalars that control a terminal, and a carriage return, which a reader would
  /// take for a line feed, are references.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\r", "\u{7F}"..."\u{9F}": result += "&#\(scalar.value);"
      case _ where scalar.properties.isBidiControl: result += "&#\(scalar.value);"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Whether XML has a scalar at all, as itself or as a reference.
  package static func hasForm(of scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: true
    case 0..<0x20, 0xFFFE, 0xFFFF: false
    default: true
    }
  }
}
