extension XMLPropertyListReader {
  /// An opening tag: `<name>` or `<name/>`.
  struct Tag {
    let name: String
    let isEmpty: Bool
    let offset: Int
  }

  /// Takes an opening tag; its attributes mean nothing in a property list.
  /// - Returns: Nil, and nothing taken, if a closing tag or something else is next.
  mutating func openingTag() throws(PropertyListError) -> Tag? {
    let offset = position
    guard byte(0) == UInt8(ascii: "<"), let first = byte(1), isLetter(first) else { return nil }
    position += 1
    let name = takeName()
    skipWhitespace()
    try takeAttributes()
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
    guard let text = String(validating: try bytes(of: tag), as: UTF8.self) else {
      throw error("invalid UTF-8", expected: "text", at: tag)
    }
    return text
  }

  /// Takes the text of an element as ``text(of:)`` does, also one that is no UTF-8.
  mutating func bytes(of tag: Tag) throws(PropertyListError) -> [UInt8] {
    if tag.isEmpty { return [] }
    var text: [UInt8] = []
    while let next = byte(0) {
      if next == UInt8(ascii: "&") {
        try takeReference(into: &text)
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
    return text
  }

  /// Takes `&name;`, `&#n;` or `&#xn;` and appends its character.
  private mutating func takeReference(into text: inout [UInt8]) throws(PropertyListError) {
    let start = position
    position += 1
    guard let scalar = takeEntityName() ?? takeCharacterNumber(), starts(with: ";") else {
      position = start
      throw error("a \"&\" alone", expected: "\"&amp;\", or another reference that XML has")
    }
    position += 1
    text.append(contentsOf: scalar.utf8)
  }

  /// Takes the name of one of XML's own entities; nil if another one is there.
  private mutating func takeEntityName() -> Unicode.Scalar? {
    for (name, scalar) in Self.entities where starts(with: name) {
      // The semicolon is taken behind every reference.
      position += name.utf8CodeUnitCount - 1
      return scalar
    }
    return nil
  }

  private static let entities: [(name: StaticString, scalar: Unicode.Scalar)] = [
    ("amp;", "&"), ("lt;", "<"), ("gt;", ">"), ("apos;", "'"), ("quot;", "\""),
  ]

  /// Takes `#n` or `#xn`; nil if that is no character's number.
  private mutating func takeCharacterNumber() -> Unicode.Scalar? {
    guard starts(with: "#") else { return nil }
    position += 1
    let radix: UInt32 = starts(with: "x") ? 16 : 10
    if radix == 16 { position += 1 }
    var number: UInt32 = 0
    while let byte = byte(0), let digit = Character(Unicode.Scalar(byte)).hexDigitValue,
      digit < radix, number <= 0x10FFFF
    {
      number = number * radix + UInt32(digit)
      position += 1
    }
    return number == 0 ? nil : Unicode.Scalar(number)
  }

  // MARK: What is not content

  /// Takes the XML declaration, if there is one.
  /// - Returns: The encoding that it names, if it names one.
  mutating func declaration() throws(PropertyListError) -> String? {
    // A processing instruction may have a name that begins so.
    guard starts(with: "<?xml"), let next = byte(5), isWhitespace(next) else { return nil }
    position += 5
    skipWhitespace()
    let bytes = bytes
    var encoding: Range<Int>?
    try takeAttributes { name, value in
      if bytes[name].elementsEqual("encoding".utf8) { encoding = value }
    }
    guard starts(with: "?>") else { throw error(expected: "the end of the declaration") }
    position += 2
    return encoding.map { String(decoding: bytes[$0.prefix(40)], as: UTF8.self) }
  }

  /// Skips the XML declaration and the document type.
  mutating func skipProlog() throws(PropertyListError) {
    _ = try declaration()
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

  /// Takes attributes, and hands on where each one's name and value are.
  private mutating func takeAttributes(
    _ body: (_ name: Range<Int>, _ value: Range<Int>) -> Void = { _, _ in }
  ) throws(PropertyListError) {
    while let next = byte(0), isName(next), !isDigit(next) {
      let nameStart = position
      while let next = byte(0), isName(next) { position += 1 }
      let name = nameStart..<position
      skipWhitespace()
      guard starts(with: "=") else { throw error(expected: "=") }
      position += 1
      skipWhitespace()
      guard let quote = byte(0), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
        throw error(expected: "a quoted value")
      }
      position += 1
      let valueStart = position
      while let next = byte(0), next != quote, next != UInt8(ascii: "<") { position += 1 }
      guard byte(0) == quote else { throw error(expected: "the end of the attribute") }
      body(name, valueStart..<position)
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
    while let next = byte(0), isWhitespace(next) { position += 1 }
  }

  private mutating func takeName() -> String {
    let start = position
    while let next = byte(0), isLetter(next), position - start < 32 { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  // MARK: Bytes and errors

  private func byte(_ ahead: Int) -> UInt8? {
    position + ahead < bytes.count ? bytes[position + ahead] : nil
  }

  private func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || byte == UInt8(ascii: ":")
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: ".")
  }

  /// Whether a byte may stand in the name of an attribute; any character beyond ASCII may.
  private func isName(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  private func isWhitespace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }

  func starts(with text: StaticString) -> Bool {
    text.withUTF8Buffer { text in
      guard text.count <= bytes.count - position else { return false }
      for index in 0..<text.count where bytes[position + index] != text[index] { return false }
      return true
    }
  }

  /// An error that shows nothing of the file: where a mark is missing, a value may stand in its place.
  func error(_ found: String? = nil, expected: String, at tag: Tag? = nil) -> PropertyListError {
    let offset = tag?.offset ?? position
    let next =
      switch byte(0) {
      case nil: "the end of the file"
      case UInt8(ascii: "<"): starts(with: "</") ? "the end of another element" : "an element"
      default: "text"
      }
    return PropertyListError(offset: offset, found: found ?? next, expected: expected)
  }

  /// A tag in an error, by its name if that is one of a property list's, however it is written.
  func shown(_ tag: Tag) -> String {
    let names = [
      "plist", "dict", "key", "array", "string", "integer", "real", "true", "false", "date", "data",
    ]
    return names.contains(tag.name.lowercased()) ? "<\(tag.name)>" : "another element"
  }
}
