/// Removes the parts of an XML document that Foundation's parser cannot handle.
///
/// On Linux the parser traps on a processing instruction without data, on most declarations in a
/// DOCTYPE and on names that are not UTF-8, and it drops the text of the document's own entities.
/// Schemas of other systems use none of these. The text must be UTF-8, as for GSettings; processing
/// instructions and the DOCTYPE are removed; the parser then refuses entities that are not XML's own.
///
/// The parser must stop at its first error: up to there both find the same bounds of markup.
struct MarkupText {
  typealias Failure = MarkupElement.Failure

  /// The size limit of a document: many times the longest schema of a desktop, and less than the
  /// 10 MB at which the parser gives up after reading all of it.
  static let longest = 4 << 20

  private var rest: ArraySlice<UInt8>
  private var output: [UInt8] = []

  private init(_ bytes: [UInt8]) {
    rest = bytes[...]
    output.reserveCapacity(bytes.count)
  }

  /// The document without these parts; the rest keeps its line numbers.
  ///
  /// - Complexity: O(*n*)
  static func plain(_ bytes: [UInt8]) throws(Failure) -> [UInt8] {
    guard bytes.count <= longest else {
      throw Failure(
        line: 1,
        reason: "it has \(bytes.count) bytes, expected at most \(longest): divide it")
    }
    try checkEncoding(of: bytes)
    var text = MarkupText(bytes)
    try text.read()
    return text.output
  }

  private mutating func read() throws(Failure) {
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      keep(to: start)
      if rest.starts(with: "<!--".utf8) {
        keep(to: end(of: "-->", from: start + 4) ?? rest.endIndex)
      } else if rest.starts(with: "<![CDATA[".utf8) {
        keep(to: end(of: "]]>", from: start + 9) ?? rest.endIndex)
      } else if rest.starts(with: "<?".utf8) {
        try leaveOut("a processing instruction", to: end(of: "?>", from: start + 2))
      } else if rest.starts(with: "<!DOCTYPE".utf8) {
        try leaveOut("a DOCTYPE", to: endOfDeclaration(from: start + 2))
      } else {
        keep(to: endOfDeclaration(from: start + 1) ?? rest.endIndex)
      }
    }
    keep(to: rest.endIndex)
  }

  private mutating func keep(to end: Int) {
    output += rest[..<end]
    rest = rest[end...]
  }

  /// Drops everything up to a place except line ends.
  private mutating func leaveOut(_ what: String, to end: Int?) throws(Failure) {
    guard let end else {
      let line = output.count { $0 == UInt8(ascii: "\n") } + 1
      throw Failure(line: line, reason: "this is not XML: \(what) that does not end")
    }
    output += rest[..<end].filter { $0 == UInt8(ascii: "\n") }
    rest = rest[end...]
  }

  /// The end of the first such mark, if there is one.
  private func end(of mark: String, from start: Int) -> Int? {
    let last = rest.endIndex - mark.utf8.count
    guard start <= last else { return nil }
    return (start...last).first { rest[$0...].starts(with: mark.utf8) }.map { $0 + mark.utf8.count }
  }

  /// The end of a tag, or of a declaration with the declarations inside it.
  private func endOfDeclaration(from start: Int) -> Int? {
    var index = start
    var depth = 1
    while index < rest.endIndex {
      let byte = rest[index]
      var next: Int? = index + 1
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        next = rest[(index + 1)...].firstIndex(of: byte).map { $0 + 1 }
      case UInt8(ascii: "<") where rest[index...].starts(with: "<!--".utf8):
        next = end(of: "-->", from: index + 4)
      case UInt8(ascii: "<") where rest[index...].starts(with: "<?".utf8):
        next = end(of: "?>", from: index + 2)
      case UInt8(ascii: "<"): depth += 1
      case UInt8(ascii: ">"): depth -= 1
      default: break
      }
      guard let next else { return nil }
      if depth == 0 { return next }
      index = next
    }
    return nil
  }
}

extension MarkupText {
  private static func checkEncoding(of bytes: [UInt8]) throws(Failure) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // A zero byte is valid UTF-8, but mostly a sign of UTF-16, which the parser would try.
    let wrong = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil || $0.contains(0) }
    if let wrong {
      throw Failure(line: wrong + 1, reason: "this is not UTF-8, the only encoding that is read")
    }
    guard let name = declaredEncoding(of: bytes), bytes.contains(where: { $0 > 0x7F }),
      !["utf-8", "utf8"].contains(name.lowercased())
    else { return }
    throw Failure(
      line: 1,
      reason: "it declares the encoding \(name): write it in UTF-8, the only encoding that is read")
  }

  /// The encoding of the first line: `<?xml version="1.0" encoding="UTF-8"?>`.
  private static func declaredEncoding(of bytes: [UInt8]) -> String? {
    let text = bytes.prefix { $0 != UInt8(ascii: ">") }
    let parts = text.split(omittingEmptySubsequences: false) {
      $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'")
    }.map { String(decoding: $0, as: UTF8.self) }
    guard let first = parts.first, first.contains("<?xml") else { return nil }
    return zip(parts, parts.dropFirst()).first { $0.0.contains("encoding") }?.1
  }
}
