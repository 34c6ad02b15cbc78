import KeywrightStorage

/// Writes a stored value in one line of about `budget` characters.
struct StoredValueWriter {
  private(set) var text = ""
  let budget: Int

  /// Appends a value; once the budget is spent, an ellipsis stands for what is left out.
  mutating func write(_ tree: PropertyList) {
    switch tree {
    case .boolean(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .unsigned(let value): text += String(value)
    case .real(let value): text += String(value)
    case .string(let value): write(quoted: value)
    case .date(let seconds):
      text += "date(\(DateText.text(seconds) ?? "\(seconds) seconds from 2001"))"
    case .data(let bytes): write(bytes)
    case .array(let elements):
      write(elements) { writer, element in writer.write(element) }
    case .dictionary(let dictionary) where dictionary.isEmpty: text += "[:]"
    case .dictionary(let dictionary):
      write(dictionary.members) { writer, member in
        writer.write(quoted: member.key)
        writer.text += ": "
        writer.write(member.value)
      }
    case .uid(let value): text += "uid(\(value))"
    case .foreign(let object): text += object.words
    }
  }

  private var isSpent: Bool { text.utf8.count >= budget }

  private mutating func write<Element>(
    _ elements: [Element], each body: (inout StoredValueWriter, Element) -> Void
  ) {
    text += "["
    for (index, element) in elements.enumerated() {
      if index > 0 { text += ", " }
      if isSpent {
        text += "…"
        break
      }
      body(&self, element)
    }
    text += "]"
  }

  private mutating func write(_ bytes: [UInt8]) {
    text += "data("
    for byte in bytes.prefix(16) {
      text += byte < 16 ? "0" : ""
      text += String(byte, radix: 16)
    }
    text += bytes.count > 16 ? "…, \(bytes.count) bytes)" : ")"
  }

  private mutating func write(quoted string: String) {
    text += "\""
    for (position, scalar) in string.unicodeScalars.enumerated() {
      if position == 60 {
        text += "…\" (\(string.utf8.count) bytes)"
        return
      }
      JSONText.append(scalar, to: &text)
    }
    text += "\""
  }
}

extension StoredValue {
  /// The value behind its kind, for errors; what is no value is its kind alone.
  package var withItsKind: String {
    if case .foreign = tree { return tree.kind }
    return "\(tree.kind) \(self)"
  }
}
