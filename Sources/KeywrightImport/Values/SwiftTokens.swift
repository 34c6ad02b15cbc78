/// The tokens of a Swift file, as far as one finds declarations and calls by them: comments are left out,
/// and brackets know their partners.
package struct SwiftTokens {
  package struct Token {
    package enum Kind {
      /// An identifier, a keyword, or the digits of a number.
      case word
      /// A literal in quotes, with its quotes.
      case string
      /// One character of punctuation, or `->`.
      case sign
    }

    package let kind: Kind
    package let bytes: Range<Int>
    package let line: Int
  }

  package private(set) var tokens: [Token] = []
  private var partners: [Int?] = []
  private let text: [UInt8]
  private var position = 0
  private var line = 1

  /// - Complexity: O(*n*) in the number of bytes.
  package init(_ text: [UInt8]) {
    self.text = text
    while position < text.count { next() }
    partners = Array(repeating: nil, count: tokens.count)
    var open: [Int] = []
    for index in tokens.indices where tokens[index].kind == .sign {
      switch text[tokens[index].bytes.lowerBound] {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): open.append(index)
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        if let start = open.popLast() { partners[start] = index }
      default: break
      }
    }
  }

  /// The text of a token; empty beyond the last one.
  package subscript(index: Int) -> String {
    tokens.indices.contains(index) ? text(of: index...index) : ""
  }

  /// The text between two tokens, with both.
  package func text(of range: ClosedRange<Int>) -> String {
    let bytes =
      tokens[range.lowerBound].bytes.lowerBound..<tokens[range.upperBound].bytes.upperBound
    return String(decoding: text[bytes], as: UTF8.self)
  }

  /// One argument of a call, or one element of an array.
  package struct Argument {
    package let label: String?
    /// The first token of the label, or of the value without one.
    package let start: Int
    package let value: ClosedRange<Int>
  }

  /// The arguments in a bracket, at the commas outside of others; nil if it is not closed.
  package func arguments(of opening: Int) -> [Argument]? {
    guard let closing = partner(of: opening) else { return nil }
    var arguments: [Argument] = []
    var start = opening + 1
    var index = start
    while index <= closing {
      if index == closing || self[index] == "," {
        let isLabelled = isWord(start) && self[start + 1] == ":"
        let first = isLabelled ? start + 2 : start
        if first < index {
          let label = isLabelled ? self[start] : nil
          arguments.append(Argument(label: label, start: start, value: first...(index - 1)))
        }
        start = index + 1
      }
      index = (index < closing ? partner(of: index) : nil).map { $0 + 1 } ?? index + 1
    }
    return arguments
  }

  /// The token that closes a bracket; nil for other tokens, and without one.
  func partner(of index: Int) -> Int? {
    partners.indices.contains(index) ? partners[index] : nil
  }

  /// The elements of a collection that is the whole text; nil for another text.
  package var elements: [ClosedRange<Int>]? {
    guard self[0] == "[", partner(of: 0) == tokens.count - 1 else { return nil }
    return arguments(of: 0)?.map { $0.start...$0.value.upperBound }
  }

  package func isWord(_ index: Int) -> Bool {
    tokens.indices.contains(index) && tokens[index].kind == .word
  }

  /// Whether no line ends between a token and the one before it.
  func continuesLine(_ index: Int) -> Bool {
    tokens.indices.contains(index) && index > 0 && tokens[index].line == tokens[index - 1].line
  }

  private func peek(_ distance: Int = 0) -> UInt8 {
    position + distance < text.count ? text[position + distance] : 0
  }

  private func begins(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
    peek() == UInt8(ascii: first) && peek(1) == UInt8(ascii: second)
  }

  private mutating func next() {
    let (start, line) = (position, self.line)
    if begins("/", "/") {
      while position < text.count, !isLineEnd(text[position]) { position += 1 }
    } else if begins("/", "*") {
      passComment()
    } else if let hashes = hashesOfString() {
      passString(hashes)
      tokens.append(Token(kind: .string, bytes: start..<position, line: line))
    } else if Self.isOfWord(peek()) {
      while position < text.count, Self.isOfWord(text[position]) { position += 1 }
      tokens.append(Token(kind: .word, bytes: start..<position, line: line))
    } else if peek() <= 0x20 {
      passCharacter()
    } else {
      position += begins("-", ">") ? 2 : 1
      tokens.append(Token(kind: .sign, bytes: start..<position, line: line))
    }
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "`"), 0x80...:
      true
    default: false
    }
  }

  private func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  private mutating func passCharacter() {
    let isReturn = peek() == 0x0D
    if isLineEnd(peek()) { line += 1 }
    position += isReturn && peek(1) == 0x0A ? 2 : 1
  }

  private mutating func passComment() {
    var depth = 0
    while position < text.count {
      if begins("/", "*") {
        depth += 1
        position += 2
      } else if begins("*", "/") {
        depth -= 1
        position += 2
        if depth == 0 { return }
      } else {
        passCharacter()
      }
    }
  }

  /// The number of `#` before the quote at which a string begins; nil where none does.
  private func hashesOfString() -> Int? {
    var hashes = 0
    while hashes < 8, peek(hashes) == UInt8(ascii: "#") { hashes += 1 }
    return peek(hashes) == UInt8(ascii: "\"") ? hashes : nil
  }

  /// Passes a string, with the code in it; one of a single line ends with the line at the latest.
  private mutating func passString(_ hashes: Int) {
    position += hashes
    let isLong = peek(1) == UInt8(ascii: "\"") && peek(2) == UInt8(ascii: "\"")
    let quotes = isLong ? 3 : 1
    position += quotes
    /// The brackets that are open in each piece of code, from the outermost.
    var code: [Int] = []
    while position < text.count, isLong || !isLineEnd(peek()) {
      if let open = code.last {
        if peek() == UInt8(ascii: "(") { code[code.count - 1] = open + 1 }
        if peek() == UInt8(ascii: ")") {
          if open == 1 { code.removeLast() } else { code[code.count - 1] = open - 1 }
        }
        passCharacter()
      } else if isEscape(hashes) {
        position += 1 + hashes
        if peek() == UInt8(ascii: "(") { code.append(1) }
        if position < text.count { passCharacter() }
      } else if isEnd(quotes, hashes) {
        position += quotes + hashes
        return
      } else {
        passCharacter()
      }
    }
  }

  private func isEscape(_ hashes: Int) -> Bool {
    peek() == UInt8(ascii: "\\") && (0..<hashes).allSatisfy { peek(1 + $0) == UInt8(ascii: "#") }
  }

  private func isEnd(_ quotes: Int, _ hashes: Int) -> Bool {
    (0..<quotes).allSatisfy { peek($0) == UInt8(ascii: "\"") }
      && (0..<hashes).allSatisfy { peek(quotes + $0) == UInt8(ascii: "#") }
  }
}
