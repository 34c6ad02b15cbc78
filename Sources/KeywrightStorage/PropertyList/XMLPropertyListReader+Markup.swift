extension XMLPropertyListReader {
  /// An opening tag: `<name>` or `<name/>`.
  struct Tag {
    let name: String
    let isEmpty: Bool
    let offset: Int
  }

  /// Takes an opening tag, attributes only on `<plist>`.
  /// - Returns: Nil, and nothing taken, if a closing tag or something else is next.
  mutating func openingTag() throws(PropertyListError) -> Tag? {
    let offset = position
    guard byte(0) == UInt8(ascii: "<"), let first = byte(1), isLetter(first) else { return nil }
    position += 1
    let name = takeName()
    skipWhitespace()
    if name == "plist" { try skipAttributes() }
    let isEmpty = starts(with: "/")
    if isEmpty { position += 1 }
    guard starts(with: ">") else { throw error(expected: "the end of <\(name)>") }
    position += 1
    return Tag(name: name, isEmpty: isEmpty, offset: offset)
  }

  mutating func closingTag(_ name: String) throws(PropertyListError) {
    guard starts(with: "</") else { throw error(expected: "</\(name)>") }
    let start = position
    position += 2
    guard takeName() == name else {
      position = start
      throw error(expected: "</\(name)>")
    }
    skipWhitespace()
    guard starts(with: ">") else { throw error(expected: "the end of </\(name)>") }
    position += 1
  }

  /// Takes the text of an element and its closing tag, references and CDATA resolved.
  mutating func text(of tag: Tag) throws(PropertyListError) -> String {
    if tag.isEmpty { return "" }
    var text: [UInt8] = []
    while let next = byte(0) {
      if next == UInt8(ascii: "&") {
        text.append(contentsOf: String(try reference()).utf8)
      } else if next != UInt8(ascii: "<") {
        let start = position
        while let next = byte(0), next != UInt8(ascii: "<"), next != UInt8(ascii: "&") {
          guard next != 0 else { throw error("a NUL", expected: "text") }
          position += 1
        }
        text.append(contentsOf: bytes[start..<position])
      } else if starts(with: "<![CDATA[") {
        let start = position + 9
        try skip(past: "]]>")
        text.append(contentsOf: bytes[start..<position - 3])
      } else if starts(with: "<!--") {
        try skip(past: "-->")
      } else {
        break
      }
    }
    try closingTag(tag.name)
    guard let string = String(validating: text, as: UTF8.self) else {
      throw error("invalid UTF-8", expected: "text", at: tag)
    }
    return string
  }

  /// Takes `&name;`, `&#n;` or `&#xn;`.
  private mutating func reference() throws(PropertyListError) -> Character {
    let start = position
    position += 1
    var name = ""
    while let next = byte(0), next != UInt8(ascii: ";"), next < 0x80, name.utf8.count < 12 {
      name.unicodeScalars.append(Unicode.Scalar(next))
      position += 1
    }
    let named: [String: Character] = ["lt": "<", "gt": ">", "amp": "&", "apos": "'", "quot": "\""]
    let number: UInt32? =
      if name.hasPrefix("#x") {
        UInt32(name.dropFirst(2), radix: 16)
      } else if name.hasPrefix("#") {
        UInt32(name.dropFirst())
      } else {
        nil
      }
    let scalar = number.flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }
    guard starts(with: ";"), let character = named[name] ?? scalar.map({ Character($0) }) else {
      position = start
      throw error("the reference &\(name)", expected: "one of XML's own or a character's number")
    }
    position += 1
    return character
  }
}

// MARK: - What is not content

extension XMLPropertyListReader {
  /// Skips the XML declaration and the document type.
  mutating func skipProlog() throws(PropertyListError) {
    if starts(with: "<?xml") {
      let start = position
      try skip(past: "?>")
      let declaration = String(decoding: bytes[start..<position], as: UTF8.self).lowercased()
      let isKnown =
        !declaration.contains("encoding")
        || ["\"utf-8\"", "'utf-8'", "\"us-ascii\"", "'us-ascii'"].contains {
          declaration.contains($0)
        }
      guard isKnown else {
        position = start
        throw error("another encoding", expected: "UTF-8")
      }
    }
    try skipMiscellany()
    guard starts(with: "<!DOCTYPE") else { return }
    while let next = byte(0), next != UInt8(ascii: ">") {
      guard next != UInt8(ascii: "["), next != 0 else {
        throw error("an internal DTD subset", expected: "a document type without one")
      }
      position += 1
    }
    guard starts(with: ">") else { throw error(expected: "the end of the document type") }
    position += 1
    try skipMiscellany()
  }

  /// Skips white space, comments and processing instructions.
  mutating func skipMiscellany() throws(PropertyListError) {
    while true {
      skipWhitespace()
      if starts(with: "<!--") {
        try skip(past: "-->")
      } else if starts(with: "<?") {
        try skip(past: "?>")
      } else {
        return
      }
    }
  }

  private mutating func skipAttributes() throws(PropertyListError) {
    while let next = byte(0), isLetter(next) {
      _ = takeName()
      skipWhitespace()
      guard starts(with: "=") else { throw error(expected: "=") }
      position += 1
      skipWhitespace()
      guard let quote = byte(0), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
        throw error(expected: "a quoted value")
      }
      position += 1
      while let next = byte(0), next != quote, next != UInt8(ascii: "<") { position += 1 }
      guard byte(0) == quote else { throw error(expected: "the end of the attribute") }
      position += 1
      skipWhitespace()
    }
  }

  private mutating func skip(past end: StaticString) throws(PropertyListError) {
    let start = position
    while position < bytes.count, !starts(with: end) { position += 1 }
    guard position < bytes.count else {
      position = start
      throw error("something without end", expected: "\(end) further on")
    }
    position += end.utf8CodeUnitCount
  }

  private mutating func skipWhitespace() {
    while let next = byte(0), next == 0x20 || 0x09...0x0D ~= next { position += 1 }
  }

  private mutating func takeName() -> String {
    let start = position
    while let next = byte(0), isLetter(next), position - start < 32 { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }
}

// MARK: - Bytes and errors

extension XMLPropertyListReader {
  private func byte(_ ahead: Int) -> UInt8? {
    position + ahead < bytes.count ? bytes[position + ahead] : nil
  }

  private func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || byte == UInt8(ascii: ":")
  }

  func starts(with text: StaticString) -> Bool {
    text.withUTF8Buffer { text in
      guard text.count <= bytes.count - position else { return false }
      for index in 0..<text.count where bytes[position + index] != text[index] { return false }
      return true
    }
  }

  func error(_ found: String? = nil, expected: String, at tag: Tag? = nil) -> PropertyListError {
    let offset = tag?.offset ?? position
    if let found { return PropertyListError(offset: offset, found: found, expected: expected) }
    let next = bytes[min(offset, bytes.count)..<min(offset + 12, bytes.count)]
    return PropertyListError(
      offset: offset,
      found: next.isEmpty ? "the end of the file" : "\"\(String(decoding: next, as: UTF8.self))\"",
      expected: expected)
  }
}
