import KeywrightStorage

/// Writes a tree of JSON's kinds as JSON (RFC 8259), members in the order of their bytes.
struct JSONWriter {
  private var text = ""

  /// JSON on one line.
  static func text(of tree: StoredValue) -> String {
    var writer = JSONWriter()
    writer.write(tree.tree)
    return writer.text
  }

  private mutating func write(_ tree: PropertyList) {
    switch tree {
    case .boolean(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .unsigned(let value), .uid(let value): text += String(value)
    case .real(let value) where value.isFinite: text += "\(value)"
    case .real(let value): write(quoted: RealSpelling.text(value))
    case .string(let value): write(quoted: value)
    case .date(let seconds): write(quoted: DateSpelling.text(seconds))
    case .data(let bytes): write(quoted: DataSpelling.base64(bytes))
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += ", " }
        write(element)
      }
      text += "]"
    case .dictionary(let members):
      text += "{"
      for (index, member) in members.members.enumerated() {
        if index > 0 { text += ", " }
        write(quoted: member.key)
        text += ": "
        write(member.value)
      }
      text += "}"
    }
  }

  private mutating func write(quoted string: String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      default:
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: write(escaped: scalar)
        default: text.unicodeScalars.append(scalar)
        }
      }
    }
    text += "\""
  }

  private mutating func write(escaped scalar: Unicode.Scalar) {
    for unit in UTF16.encode(scalar).map(Array.init) ?? [] {
      let digits = String(unit, radix: 16)
      text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }
  }
}
