/// Sound files that are no property lists: those of other programs, which a store that was given their path
/// by mistake leaves alone.
///
/// Only kinds that a damaged list cannot look like: a list of this library begins with `bplist00`, and one
/// in XML with a `<`.
enum ForeignFile {
  /// Whether bytes are a text in braces or brackets: JSON, or a property list of the old style.
  ///
  /// Linear in the number of bytes.
  static func isText(_ bytes: [UInt8]) -> Bool {
    let isBlank = { (byte: UInt8) in byte == 0x20 || (0x09...0x0d).contains(byte) }
    let pairs = [(UInt8(ascii: "{"), UInt8(ascii: "}")), (UInt8(ascii: "["), UInt8(ascii: "]"))]
    guard let first = bytes.first(where: { !isBlank($0) }),
      let last = bytes.last(where: { !isBlank($0) }),
      pairs.contains(where: { $0.0 == first && $0.1 == last })
    else { return false }
    return !bytes.contains(0) && String(validating: bytes, as: UTF8.self) != nil
  }

  /// Whether bytes are a database of SQLite.
  static func isDatabase(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: Array("SQLite format 3".utf8) + [0])
  }
}
