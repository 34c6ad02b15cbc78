extension JSONParser {
  /// The byte at the present position, or 0 at the end: no JSON token starts with that.
  func peek(_ ahead: Int = 0) -> UInt8 {
    position + ahead < bytes.count ? bytes[position + ahead] : 0
  }

  mutating func take(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  func span(from start: Int) -> Span {
    Span(file: file, start: start, end: position)
  }

  /// Reports a problem that ends the file; its span is one character long, unless it has an end.
  mutating func stop(
    _ fault: JSONFault, from start: Int? = nil, to end: Int? = nil,
    notes: [(JSONFault.Note, Span)] = []
  ) -> Stop {
    let start = start ?? position
    faults.report(fault, at: Span(file: file, start: start, end: end ?? start + 1), notes: notes)
    return Stop()
  }

  /// Reports a problem that leaves the rest readable.
  func report(_ fault: JSONFault, at place: Span) { faults.report(fault, at: place, notes: []) }

  /// The text at the current position, as a message quotes it.
  ///
  /// Words are quoted only from what begins as a schema does: a path may lead to any file of the
  /// machine, and messages end up in logs.
  func found() -> String {
    if position >= bytes.count { return "the end of the file" }
    var end = position
    while end < bytes.count, end - position < 24, isWordByte(bytes[end]) { end += 1 }
    let isWord = end > position
    if !isWord {
      end += 1
      while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    }
    let text = String(decoding: bytes[position..<end], as: UTF8.self)
    if isWord, !isSchema, !schemaNames.contains(text) { return "text that is no JSON" }
    return "`\(printable(text))`"
  }

  private func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// Skips white space; comments are skipped too, and reported.
  mutating func skipSpace() throws(Stop) {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09: position += 1
      case 0x0A, 0x0D:
        position += 1
        beginLine()
      case UInt8(ascii: "/"), UInt8(ascii: "#"): try skipComment()
      default: return
      }
    }
  }

  private mutating func skipComment() throws(Stop) {
    let start = position
    if peek(1) == UInt8(ascii: "*") {
      position += 2
      while !(peek() == UInt8(ascii: "*") && peek(1) == UInt8(ascii: "/")) {
        if position >= bytes.count { throw stop(.comment, from: start) }
        position += 1
      }
      position += 2
    } else if peek() == UInt8(ascii: "#") || peek(1) == UInt8(ascii: "/") {
      while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0x0D {
        position += 1
      }
    } else {
      throw stop(.unexpected(found: found(), expected: "a value"))
    }
    if !allowed.contains(.comments) { report(.comment, at: span(from: start)) }
  }

  /// Reads `true`, `false` or `null`.
  mutating func word() throws(Stop) -> JSONValue {
    let start = position
    while position < bytes.count, isWordByte(bytes[position]) { position += 1 }
    let word = String(decoding: bytes[start..<position], as: UTF8.self)
    switch word {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    default:
      let end = position
      position = start
      let suggestion = SpellingSuggestion.nearest(to: word, among: ["true", "false", "null"])
      let fault = JSONFault.unexpectedValue(found: found(), suggestion: suggestion)
      throw suggestion == nil ? stop(unexpected: fault) : stop(fault, to: end)
    }
  }

  /// Reads a number and returns its spelling.
  mutating func number() throws(Stop) -> String {
    let start = position
    while position < bytes.count, isNumberByte(bytes[position]) { position += 1 }
    let spelling = String(decoding: bytes[start..<position], as: UTF8.self)
    if let fault = NumberSpelling.fault(in: spelling) {
      if !isSchema {
        position = start
        throw stop(.unexpectedValue(found: found(), suggestion: nil))
      }
      throw stop(.malformedNumber(spelling: String(spelling.prefix(40)), fault: fault), from: start)
    }
    return spelling
  }

  private func isNumberByte(_ byte: UInt8) -> Bool {
    isWordByte(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "+")
  }

  /// Checks size, byte order mark and UTF-8 before anything is read.
  mutating func checkEncoding() throws(Stop) {
    if bytes.count > Self.maximumSize { throw stop(.fileTooLarge, from: 0) }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw stop(.byteOrderMark("UTF-8"), from: 0) }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw stop(.byteOrderMark("UTF-16"), from: 0)
    }
    if String(validating: bytes, as: UTF8.self) == nil {
      let offset = UTF8Check.firstInvalidByte(in: bytes) ?? 0
      throw stop(.invalidUTF8(bytes[offset]), from: offset)
    }
  }
}
