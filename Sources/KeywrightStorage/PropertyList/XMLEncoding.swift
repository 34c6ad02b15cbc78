/// The encodings of XML in which property lists are read.
///
/// A byte order mark decides, whatever the declaration says; without one the declaration does, and
/// UTF-8 is the default (XML 1.0, appendix F).
enum XMLEncoding: Equatable {
  case utf8, ascii, latin1, utf16LittleEndian, utf16BigEndian

  /// Tells a byte order mark at the start of a file.
  /// - Returns: The encoding and the length of the mark; nil if there is none.
  static func mark(of file: UnsafeRawBufferPointer) -> (encoding: XMLEncoding, length: Int)? {
    if file.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
    if file.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
    if file.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
    return nil
  }

  /// The encoding of a name in a declaration, in any case; nil for one that is not read, UTF-16
  /// among them: a declaration that can be read byte by byte is not in it.
  init?(named name: String) {
    switch name.lowercased() {
    case "utf-8", "utf8": self = .utf8
    case "us-ascii", "ascii": self = .ascii
    case "iso-8859-1", "iso_8859-1", "iso8859-1", "latin-1", "latin1": self = .latin1
    default: return nil
    }
  }

  /// Turns a text into UTF-8; linear in its length.
  ///
  /// - Throws: `PropertyListError` with the place of bytes that the encoding does not have.
  func utf8(_ text: UnsafeRawBufferPointer) throws(PropertyListError) -> [UInt8] {
    switch self {
    case .utf8: return Array(text)
    case .ascii:
      if let place = text.firstIndex(where: { $0 > 0x7F }) {
        throw PropertyListError(
          offset: place, found: "byte \(text[place]) in a file that is declared as ASCII",
          expected: "ASCII")
      }
      return Array(text)
    case .latin1: return text.flatMap { Unicode.Scalar($0).utf8 }
    case .utf16LittleEndian, .utf16BigEndian: return try utf8(ofUTF16: text)
    }
  }

  private func utf8(ofUTF16 text: UnsafeRawBufferPointer) throws(PropertyListError) -> [UInt8] {
    guard text.count % 2 == 0 else {
      throw PropertyListError(
        offset: text.count - 1, found: "half of a UTF-16 unit", expected: "pairs of bytes")
    }
    let isBigEndian = self == .utf16BigEndian
    var place = 0
    func next() -> UInt32? {
      guard place < text.count else { return nil }
      let unit = text.loadUnaligned(fromByteOffset: place, as: UInt16.self)
      return UInt32(isBigEndian ? UInt16(bigEndian: unit) : UInt16(littleEndian: unit))
    }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    while var code = next() {
      let start = place
      place += 2
      if 0xD800...0xDBFF ~= code, let low = next(), 0xDC00...0xDFFF ~= low {
        code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
        place += 2
      }
      guard let scalar = Unicode.Scalar(code) else {
        throw PropertyListError(
          offset: start, found: "half of a surrogate pair", expected: "valid UTF-16")
      }
      result.append(contentsOf: scalar.utf8)
    }
    return result
  }

  /// The place in a text at which a place in its UTF-8 begins; linear in the length before it.
  func offset(of place: Int, in utf8: [UInt8]) -> Int {
    let before = utf8.prefix(place)
    // A byte that begins a character, and is not within one, counts.
    let characters = before.count { $0 & 0xC0 != 0x80 }
    switch self {
    case .utf8, .ascii: return place
    case .latin1: return characters
    case .utf16LittleEndian, .utf16BigEndian:
      return 2 * (characters + before.count { $0 >= 0xF0 })
    }
  }
}

extension XMLPropertyListReader {
  /// Reads a file in any encoding of ``XMLEncoding``; linear in its length.
  ///
  /// - Throws: `PropertyListError` with the place in the file; for text that is no XML too.
  static func read(_ file: UnsafeRawBufferPointer) throws(PropertyListError) -> PropertyList {
    let mark = XMLEncoding.mark(of: file)
    let start = mark?.length ?? 0
    let text = UnsafeRawBufferPointer(rebasing: file[start...])
    var encoding = mark?.encoding ?? .utf8
    if mark == nil {
      var reader = XMLPropertyListReader(text)
      if let name = try reader.declaration() {
        guard let declared = XMLEncoding(named: name) else {
          throw PropertyListError(
            offset: 0, found: "the encoding \"\(name)\"",
            expected: "UTF-8, ASCII, ISO-8859-1, or UTF-16 with a byte order mark")
        }
        encoding = declared
      }
    }
    if encoding == .utf8 { return try document(text, offset: { start + $0 }) }
    let bytes: [UInt8]
    do throws(PropertyListError) {
      bytes = try encoding.utf8(text)
    } catch {
      throw error.moved { start + $0 }
    }
    return try bytes.reading { utf8 throws(PropertyListError) in
      try document(utf8) { start + encoding.offset(of: $0, in: bytes) }
    }
  }

  /// Reads a document in UTF-8.
  /// - Parameter offset: Gives the place in the file of a place in the text.
  private static func document(
    _ text: UnsafeRawBufferPointer, offset: (Int) -> Int
  ) throws(PropertyListError) -> PropertyList {
    do throws(PropertyListError) {
      switch text.first(where: { $0 != 0x20 && !(0x09...0x0D ~= $0) }) {
      case UInt8(ascii: "<"):
        var reader = XMLPropertyListReader(text)
        return try reader.document()
      case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "/"), UInt8(ascii: "\""):
        throw PropertyListError(
          offset: 0, found: "what may be an OpenStep property list",
          expected: "a binary or XML property list")
      default:
        throw PropertyListError(
          offset: 0, found: text.isEmpty ? "an empty file" : "bytes of another format",
          expected: "a binary or XML property list")
      }
    } catch {
      throw error.moved(offset)
    }
  }
}

extension PropertyListError {
  /// The same at another place.
  fileprivate func moved(_ place: (Int) -> Int) -> PropertyListError {
    PropertyListError(offset: offset.map(place), found: found, expected: expected)
  }
}
