/// Takes the messages out of a stream of bytes: each is a text of JSON after a header with its length, as
/// the base protocol of the Language Server Protocol has them.
///
/// A header that makes no sense costs the bytes up to the next one that does: an editor that sends one
/// wrong message is not left without a server.
struct MessageReader {
  /// The longest message: a schema of the greatest size, each of its bytes an escape.
  static let longestMessage = 100 << 20
  /// The longest header.
  static let longestHeader = 4096
  private static let lengthField = Array("content-length:".utf8)

  private var bytes: [UInt8] = []
  private var start = 0

  /// Adds bytes that have arrived.
  mutating func append(_ more: [UInt8]) {
    if start > 0 {
      bytes.removeFirst(start)
      start = 0
    }
    bytes += more
  }

  /// The next message that is there whole, or what is wrong with the bytes where one should be; nil if more bytes
  /// are needed.
  ///
  /// - Complexity: O(*n*) in the number of bytes that it takes away.
  mutating func next() -> Result<[UInt8], ServerFault>? {
    guard let end = endOfHeader() else {
      if bytes.count - start <= Self.longestHeader { return nil }
      skipToHeader(from: start + 1)
      return .failure(ServerFault(.parseError, "a header without an end"))
    }
    let header = bytes[start..<end]
    let lengths = Self.lengths(in: header)
    guard let length = lengths.first ?? nil, lengths.allSatisfy({ $0 == length }) else {
      // Without a length these are no header, but the rest of a longer message, and one may begin inside.
      skipToHeader(from: lengths.isEmpty ? start + 1 : end)
      return .failure(
        ServerFault(
          .parseError, "a header without a Content-Length from 0 to \(Self.longestMessage)"))
    }
    guard bytes.count - end >= length else { return nil }
    start = end + length
    return .success(Array(bytes[end..<start]))
  }

  /// The offset after the empty line that ends a header.
  private func endOfHeader() -> Int? {
    let limit = min(bytes.count, start + Self.longestHeader)
    var index = start
    while index + 1 < limit {
      if bytes[index] == 0x0A {
        if bytes[index + 1] == 0x0A { return index + 2 }
        if index + 2 < limit, bytes[index + 1] == 0x0D, bytes[index + 2] == 0x0A {
          return index + 3
        }
      }
      index += 1
    }
    return nil
  }

  /// The lengths that the lines of a header give, nil for one that is none.
  private static func lengths(in header: ArraySlice<UInt8>) -> [Int?] {
    let lines = header.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
    return lines.filter { $0.count >= lengthField.count && beginsWithField($0) }.map { line in
      let digits = line.dropFirst(lengthField.count).filter { $0 != 0x20 && $0 != 0x09 }
      guard digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
      return Int(String(decoding: digits, as: UTF8.self)).flatMap {
        $0 <= longestMessage ? $0 : nil
      }
    }
  }

  /// Whether bytes begin with the name of the field, in any case, or are the beginning of it.
  private static func beginsWithField(_ bytes: ArraySlice<UInt8>) -> Bool {
    zip(bytes, lengthField).allSatisfy { (0x41...0x5A ~= $0 ? $0 | 0x20 : $0) == $1 }
  }

  /// Drops bytes up to the next header at or after an offset, or up to what may be the beginning of one.
  private mutating func skipToHeader(from offset: Int) {
    start = (offset..<bytes.count).first { Self.beginsWithField(bytes[$0...]) } ?? bytes.count
  }
}
