import KeywrightSchema

/// The place where an editor asks for completions, in a text that ends there for now.
struct CompletionCursor {
  /// The string or word that is being written, which a completion replaces.
  let range: Range<Int>
  /// The name in that string around the cursor, where something stands before it: in `[String: Int]`.
  let innerRange: Range<Int>?
  /// The values around the place; the last is being written, or its name is.
  let path: [SchemaPlace]
  /// Whether a member's name is being written.
  let isName: Bool
  /// Whether a colon follows already.
  let hasColon: Bool

  /// A name that no member has.
  private static let placeholder = "\u{7}"

  init?(_ source: SourceFile, at offset: Int) {
    let start = Self.start(of: source.bytes, before: offset)
    guard let tree = source.tree(before: start, then: Self.placeholder) else { return nil }
    path = SchemaPlace.path(to: start, in: tree)
    guard path.count > 1, let last = path.last else { return nil }
    if last.member?.name.text == Self.placeholder {
      isName = true
    } else if last.node.string?.text == Self.placeholder {
      isName = false
    } else {
      return nil
    }
    let end = Self.end(of: source.bytes, from: offset, isQuoted: source.bytes[start...].first)
    range = start..<end
    innerRange = Self.name(in: source.bytes, around: offset, after: start)
    let rest = source.bytes[end...].first { $0 != 0x20 && $0 != 0x09 }
    hasColon = rest == UInt8(ascii: ":")
  }

  /// The object or array that is written in.
  var parent: SchemaPlace { path[path.count - 2] }
  /// The value that is being written, or whose name is.
  var place: SchemaPlace { path[path.count - 1] }

  /// The offset of the quotes around a cursor, or of the word before it.
  private static func start(of bytes: [UInt8], before offset: Int) -> Int {
    var lineStart = offset
    while lineStart > 0, bytes[lineStart - 1] != 0x0A, bytes[lineStart - 1] != 0x0D {
      lineStart -= 1
    }
    var quotes: Int?
    var index = lineStart
    while index < offset {
      if bytes[index] == UInt8(ascii: "\\"), quotes != nil {
        index += 1
      } else if bytes[index] == UInt8(ascii: "\"") {
        quotes = quotes == nil ? index : nil
      }
      index += 1
    }
    if let quotes { return quotes }
    var start = offset
    while start > lineStart, isWord(bytes[start - 1]) { start -= 1 }
    return start
  }

  /// The offset after the string or word around a cursor; a string without its end ends at the cursor.
  private static func end(of bytes: [UInt8], from offset: Int, isQuoted first: UInt8?) -> Int {
    var end = offset
    let isQuoted = first == UInt8(ascii: "\"")
    while end < bytes.count, isWord(bytes[end]) || isQuoted && isInType(bytes[end]) { end += 1 }
    if !isQuoted { return end }
    return end < bytes.count && bytes[end] == UInt8(ascii: "\"") ? end + 1 : offset
  }

  private static func name(in bytes: [UInt8], around offset: Int, after start: Int) -> Range<Int>? {
    var first = offset
    while first > start, isWord(bytes[first - 1]) { first -= 1 }
    guard first > start + 1, bytes[start] == UInt8(ascii: "\"") else { return nil }
    let end = bytes[offset...].firstIndex { !isWord($0) } ?? bytes.endIndex
    return first..<end
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), 0x80...0xFF:
      true
    default: false
    }
  }

  private static func isInType(_ byte: UInt8) -> Bool { ".?[]<>$".utf8.contains(byte) }
}
