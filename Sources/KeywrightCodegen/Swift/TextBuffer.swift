/// A text that grows at its end, in UTF-8.
struct TextBuffer {
  /// The text so far.
  private(set) var bytes: [UInt8] = []

  /// The size of the text, in bytes.
  var count: Int { bytes.count }

  /// Whether the byte at an offset is that of an ASCII character.
  func has(_ character: Unicode.Scalar, at offset: Int) -> Bool {
    bytes.indices.contains(offset) && bytes[offset] == UInt8(ascii: character)
  }

  /// The number of bytes from an offset to the end of its line.
  func lengthOfLine(from offset: Int) -> Int {
    bytes[offset...].prefix { $0 != UInt8(ascii: "\n") }.count
  }

  mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  mutating func append(_ byte: UInt8) {
    bytes.append(byte)
  }

  mutating func append(repeating byte: UInt8, count: Int) {
    bytes.append(contentsOf: repeatElement(byte, count: count))
  }

  mutating func insert(_ text: String, at offset: Int) {
    bytes.insert(contentsOf: text.utf8, at: offset)
  }

  mutating func removeLast(_ count: Int) {
    bytes.removeLast(count)
  }
}
