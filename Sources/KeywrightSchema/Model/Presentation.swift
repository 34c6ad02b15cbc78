/// The words about a key that only documents show, besides its documentation; the build ignores them.
package struct Presentation: Sendable {
  package var unit: String?
  /// The heading above the key.
  package var group: String?
  /// A value that the key could have.
  package var example: Literal?
  /// What else the schema says of the key.
  package var notes: [Note] = []
}

/// A member of a key whose name begins with `x-`: documents print it, and nothing hangs on it.
package struct Note: Sendable {
  /// The name without `x-`, in words.
  package let name: String
  package let text: String

  /// The note of a member; nil for one that is no word of a language, or holds more than texts.
  init?(_ member: JSONMember) {
    let name = member.name.text.dropFirst(2)
    let isWord = name.utf8.allSatisfy { byte in
      byte == UInt8(ascii: "-") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
    guard isWord, name.first?.isLetter == true, let text = member.value.noteText else { return nil }
    self.name = String(name).replacing("-", with: " ")
    self.text = text
  }
}

extension JSONNode {
  /// The text of a scalar, or those of a list of scalars.
  fileprivate var noteText: String? {
    switch value {
    case .string(let string): string.text.allSatisfy(\.isWhitespace) ? nil : string.text
    case .number(let spelling): spelling
    case .bool(let value): String(value)
    case .array(let elements):
      elements.allSatisfy { $0.elements == nil && $0.noteText != nil }
        ? elements.compactMap(\.noteText).joined(separator: ", ") : nil
    case .null, .object: nil
    }
  }
}
