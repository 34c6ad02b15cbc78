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
    case .foreign: text += "null"
    case .real(let value) where value.isFinite: text += "\(value)"
    case .real(let value): text += JSONText.quoted(RealSpelling.text(value))
    case .string(let value): text += JSONText.quoted(value)
    case .date(let seconds): text += JSONText.quoted(DateSpelling.text(seconds))
    case .data(let bytes): text += JSONText.quoted(Base64Text.text(bytes))
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
        text += JSONText.quoted(member.key) + ": "
        write(member.value)
      }
      text += "}"
    }
  }
}
