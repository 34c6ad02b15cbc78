extension JSONParser {
  /// Reads a string in double quotes.
  mutating func string() throws(Stop) -> JSONString {
    let start = position
    position += 1
    var runStart = position
    var text = ""
    var escapes: [JSONString.Escape] = []
    isDamaged = false
    var isPlain = true
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        text += run(from: runStart)
        position += 1
        let span = span(from: start)
        if isDamaged { faults.note(damaged: span) }
        if !isPlain, !allowed.contains(.combiningMarks), CombiningMarks.followOneAnother(in: text) {
          throw stop(.tooManyMarks(limit: CombiningMarks.most), from: start)
        }
        return JSONString(text: text, span: span, escapes: escapes)
      }
      if byte == UInt8(ascii: "\\") {
        text += run(from: runStart)
        let offset = text.utf8.count
        let source = position
        isPlain = false
        text.unicodeScalars.append(try escape())
        escapes.append(
          .init(
            offset: offset, decodedLength: text.utf8.count - offset,
            sourceLength: position - source))
        runStart = position
      } else if byte == 0x0A || byte == 0x0D {
        throw stop(.unterminatedString, from: start)
      } else {
        if byte < 0x20 {
          let place = Span(file: file, start: position, end: position + 1)
          damage(.controlInString(byte), at: place)
        }
        if byte >= 0x80 { isPlain = false }
        position += 1
      }
    }
    throw stop(.unterminatedString, from: start)
  }

  private mutating func damage(_ fault: JSONFault, at place: Span) {
    report(fault, at: place)
    isDamaged = true
  }

  private func run(from start: Int) -> String {
    start == position ? "" : String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// Reads one escape; a wrong one is reported and read as U+FFFD.
  private mutating func escape() throws(Stop) -> Unicode.Scalar {
    let start = position
    let letter = peek(1)
    position += 2
    switch letter {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return unicodeEscape(from: start)
    default:
      position = start + 1
      if position >= bytes.count || letter == 0x0A || letter == 0x0D {
        throw stop(.unterminatedString, from: start)
      }
      let spelling = "\\" + found().dropFirst().prefix(1)
      // The whole character after the backslash is skipped, never a part of it.
      position += 1
      while position < bytes.count, bytes[position] & 0xC0 == 0x80 { position += 1 }
      damage(.badEscape(spelling), at: span(from: start))
      return "\u{FFFD}"
    }
  }

  private mutating func unicodeEscape(from start: Int) -> Unicode.Scalar {
    guard let first = hexDigits() else {
      damage(.badUnicodeEscape, at: span(from: start))
      return "\u{FFFD}"
    }
    if let scalar = Unicode.Scalar(first) { return scalar }
    let afterFirst = position
    if UTF16.isLeadSurrogate(first), take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")),
      let second = hexDigits(), UTF16.isTrailSurrogate(second)
    {
      return UTF16.decode(.init([first, second]))
    }
    position = afterFirst
    let spelling = "\\u" + String(first, radix: 16, uppercase: true)
    damage(.loneSurrogate(spelling), at: span(from: start))
    return "\u{FFFD}"
  }

  private mutating func hexDigits() -> UInt16? {
    var value: UInt16 = 0
    for _ in 0..<4 {
      let digit = peek()
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        value = value << 4 | UInt16(digit - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"):
        value = value << 4 | UInt16(digit - UInt8(ascii: "a") + 10)
      case UInt8(ascii: "A")...UInt8(ascii: "F"):
        value = value << 4 | UInt16(digit - UInt8(ascii: "A") + 10)
      default: return nil
      }
      position += 1
    }
    return value
  }
}
