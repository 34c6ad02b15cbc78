import KeywrightStorage

/// Reads JSON (RFC 8259) that a person wrote as the value of one key, or another machine into etcd.
///
/// `JSONDecoder` would try each type for each value, and spell out the path for each failure: 60 KB
/// of nested arrays take it over a second. Null has no stored form.
package struct JSONReader {
  /// The meaning of an object; nil if it has none.
  package typealias Object = (_ members: [(String, StoredValue)]) -> StoredValue?

  private let bytes: [UInt8]
  private let meaning: Object
  private var position = 0

  /// Reads a whole text; linear in its length.
  ///
  /// - Returns: Nil for text that is no JSON, holds a null, or nests deeper than a property list may.
  package static func value(of text: String) -> StoredValue? { value(of: Array(text.utf8)) }

  /// Reads a whole text; linear in its length.
  ///
  /// - Parameters:
  ///   - bytes: The text, as UTF-8.
  ///   - object: Called for each object, the inner ones first.
  /// - Returns: Nil for text that is no JSON, holds a null, or nests deeper than a property list may.
  package static func value(
    of bytes: [UInt8], object: @escaping Object = { .dictionary($0) }
  ) -> StoredValue? {
    var reader = JSONReader(bytes: bytes, object: object)
    guard let value = reader.value(depth: 1) else { return nil }
    reader.skipSpace()
    return reader.next == nil ? value : nil
  }

  /// Whether a text is JSON's null.
  static func isNull(_ text: String) -> Bool {
    var reader = JSONReader(bytes: Array(text.utf8)) { _ in nil }
    reader.skipSpace()
    guard reader.take(word: "null") else { return false }
    reader.skipSpace()
    return reader.next == nil
  }

  private init(bytes: [UInt8], object: @escaping Object) {
    self.bytes = bytes
    meaning = object
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = next, [0x20, 0x0A, 0x0D, 0x09].contains(byte) { position += 1 }
  }

  /// Takes a byte if it is next.
  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func take(word: StaticString) -> Bool {
    let isNext = word.withUTF8Buffer { bytes[position...].starts(with: $0) }
    if isNext { position += word.utf8CodeUnitCount }
    return isNext
  }

  private mutating func value(depth: Int) -> StoredValue? {
    // The dictionary of a store's file is one level more.
    guard depth < PropertyListLimits.depth else { return nil }
    skipSpace()
    switch next {
    case UInt8(ascii: "t"): return take(word: "true") ? true : nil
    case UInt8(ascii: "f"): return take(word: "false") ? false : nil
    case UInt8(ascii: "\""): return string().map(StoredValue.string)
    case UInt8(ascii: "["): return array(depth: depth)
    case UInt8(ascii: "{"): return object(depth: depth)
    default: return number()
    }
  }

  private mutating func array(depth: Int) -> StoredValue? {
    var elements: [StoredValue] = []
    position += 1
    skipSpace()
    if take("]") { return .array(elements) }
    repeat {
      guard let element = value(depth: depth + 1) else { return nil }
      elements.append(element)
      skipSpace()
    } while take(",")
    return take("]") ? .array(elements) : nil
  }

  private mutating func object(depth: Int) -> StoredValue? {
    var members: [(String, StoredValue)] = []
    position += 1
    skipSpace()
    if take("}") { return meaning(members) }
    repeat {
      skipSpace()
      guard let name = string() else { return nil }
      skipSpace()
      guard take(":"), let value = value(depth: depth + 1) else { return nil }
      members.append((name, value))
      skipSpace()
    } while take(",")
    return take("}") ? meaning(members) : nil
  }

  /// Takes a number; an integer, if it is spelled as one.
  private mutating func number() -> StoredValue? {
    let start = position
    _ = take("-")
    let whole = digits()
    guard let first = whole.first, first != UInt8(ascii: "0") || whole.count == 1 else {
      return nil
    }
    if take("."), digits().isEmpty { return nil }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      if digits().isEmpty { return nil }
    }
    let spelling = String(decoding: bytes[start..<position], as: UTF8.self)
    if let integer = Int64(spelling) { return .integer(integer) }
    if let integer = UInt64(spelling) { return .unsigned(integer) }
    guard let real = Double(spelling), real.isFinite else { return nil }
    return .real(real)
  }

  private mutating func digits() -> ArraySlice<UInt8> {
    let digits = bytes[position...].prefix { 0x30...0x39 ~= $0 }
    position = digits.endIndex
    return digits
  }

  private mutating func string() -> String? {
    guard take("\"") else { return nil }
    var text: [UInt8] = []
    while let byte = next, byte >= 0x20 {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(validating: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let scalar = escape() else { return nil }
        text.append(contentsOf: scalar.utf8)
      default: text.append(byte)
      }
    }
    return nil
  }

  /// Takes what follows a backslash.
  private mutating func escape() -> Unicode.Scalar? {
    guard let byte = next else { return nil }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      guard let unit = unit() else { return nil }
      guard 0xD800...0xDBFF ~= unit else { return Unicode.Scalar(unit) }
      guard take(word: "\\u"), let low = self.unit(), 0xDC00...0xDFFF ~= low else { return nil }
      return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    default: return nil
    }
  }

  /// Takes four hexadecimal digits.
  private mutating func unit() -> UInt32? {
    let digits = bytes[position...].prefix(4)
    guard digits.count == 4, digits.first != UInt8(ascii: "+"), digits.first != UInt8(ascii: "-")
    else { return nil }
    position += 4
    return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
