/// Base64 (RFC 4648, section 4), padded, with no other characters.
///
/// One source in three targets: schemas, texts at run time and property lists have the same bytes.
package enum Base64Text {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The text of bytes.
  package static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
      for digit in 0..<4 {
        let isPadding = digit > group.count
        text.append(
          isPadding ? UInt8(ascii: "=") : digits[Int(bits >> UInt32(18 - 6 * digit) & 63)])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of a text; nil if it is not Base64.
  package static func bytes(_ text: String) -> [UInt8]? { bytes(of: text.utf8) }

  /// The bytes of characters; nil if they are not Base64.
  ///
  /// - Parameter ignoringRest: Whether the bits that padding leaves over may be other than zero; without
  ///   them a value has one spelling.
  static func bytes(
    of characters: some Sequence<UInt8>, ignoringRest: Bool = false
  ) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(characters.underestimatedCount / 4 * 3)
    var (bits, count, padding): (UInt32, Int, Int) = (0, 0, 0)
    for character in characters {
      if character == UInt8(ascii: "=") {
        padding += 1
        continue
      }
      guard padding == 0, let value = value(of: character) else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 1
      guard count.isMultiple(of: 4) else { continue }
      bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
      bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
      bytes.append(UInt8(truncatingIfNeeded: bits))
      bits = 0
    }
    switch (count % 4, padding) {
    case (0, 0): return bytes
    case (2, 2):
      bytes.append(UInt8(truncatingIfNeeded: bits >> 4))
      return ignoringRest || bits & 0xF == 0 ? bytes : nil
    case (3, 1):
      bytes.append(UInt8(truncatingIfNeeded: bits >> 10))
      bytes.append(UInt8(truncatingIfNeeded: bits >> 2))
      return ignoringRest || bits & 0x3 == 0 ? bytes : nil
    default: return nil
    }
  }

  private static func value(of character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
