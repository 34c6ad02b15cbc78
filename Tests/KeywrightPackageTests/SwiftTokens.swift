/// The words and brackets of a Swift text, without its comments and string literals.
struct SwiftTokens {
  enum Token: Equatable {
    /// An identifier or keyword that does not follow a dot.
    case word(String)
    /// An identifier that follows a dot.
    case member(String)
    /// Any other byte but white space.
    case mark(UInt8)
  }

  private(set) var tokens: [Token] = []
  private let bytes: [UInt8]
  private var place = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
    while place < bytes.count { readToken() }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  private func follows(_ text: StaticString, at place: Int) -> Bool {
    let text = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    return bytes[min(place, bytes.count)...].starts(with: text)
  }

  private mutating func readToken() {
    let byte = bytes[place]
    if follows("//", at: place) {
      while place < bytes.count, bytes[place] != UInt8(ascii: "\n") { place += 1 }
    } else if follows("/*", at: place) {
      while place < bytes.count, !follows("*/", at: place) { place += 1 }
      place += 2
    } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "#") {
      readLiteral()
    } else if Self.isWord(byte) {
      let start = place
      while place < bytes.count, Self.isWord(bytes[place]) { place += 1 }
      let text = String(decoding: bytes[start..<place], as: UTF8.self)
      tokens.append(tokens.last == .mark(UInt8(ascii: ".")) ? .member(text) : .word(text))
    } else {
      if byte > UInt8(ascii: " ") { tokens.append(.mark(byte)) }
      place += 1
    }
  }

  /// Passes over a literal with its number signs; a number sign before anything else is a mark.
  private mutating func readLiteral() {
    var signs = 0
    while place + signs < bytes.count, bytes[place + signs] == UInt8(ascii: "#") { signs += 1 }
    let end = Array(repeating: UInt8(ascii: "#"), count: signs)
    guard follows("\"", at: place + signs) else {
      tokens.append(.mark(UInt8(ascii: "#")))
      place += signs
      return
    }
    let isLong = follows("\"\"\"", at: place + signs)
    let quotes = Array(repeating: UInt8(ascii: "\""), count: isLong ? 3 : 1)
    place += signs + quotes.count
    while place < bytes.count, !bytes[place...].starts(with: quotes + end) {
      if !isLong, bytes[place] == UInt8(ascii: "\n") { return }
      place += signs == 0 && bytes[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    place += quotes.count + signs
  }
}
