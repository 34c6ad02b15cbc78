import Foundation
import Keywright
import KeywrightStorage

/// Reads the text of a stored value, see ``ValueText``, also one that a person wrote.
///
/// Complexity: O(*n*) in the number of bytes; nesting is bounded.
struct ValueTextReader {
  /// The deepest nesting: one level less than a store's file has.
  private static let depth = 63

  private let bytes: [UInt8]
  private var position = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads a whole text; nil for what is none.
  static func value(of bytes: [UInt8]) -> StoredValue? {
    var reader = ValueTextReader(bytes)
    guard let value = reader.value(depth: 1) else { return nil }
    reader.skipSpace()
    return reader.next == nil ? value : nil
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

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
    guard depth <= ValueTextReader.depth else { return nil }
    skipSpace()
    switch next {
    case UInt8(ascii: "t"): return take(word: "true") ? .boolean(true) : nil
    case UInt8(ascii: "f"): return take(word: "false") ? .boolean(false) : nil
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

  // MARK: Objects

  private mutating func object(depth: Int) -> StoredValue? {
    var members: [(String, StoredValue)] = []
    var names = Set<[UInt8]>()
    position += 1
    skipSpace()
    if take("}") { return .dictionary(members) }
    repeat {
      skipSpace()
      guard let name = string(), names.insert(Array(name.utf8)).inserted else { return nil }
      skipSpace()
      guard take(":"), let value = value(depth: depth + 1) else { return nil }
      members.append((name, value))
      skipSpace()
    } while take(",")
    guard take("}") else { return nil }
    return ValueTextReader.meaning(of: members)
  }

  /// A dictionary, or the form that JSON lacks.
  private static func meaning(of members: [(String, StoredValue)]) -> StoredValue? {
    let marked = members.filter {
      $0.0.utf8.first == UInt8(ascii: "$") && !$0.0.utf8.starts(with: "$$".utf8)
    }
    if let (name, value) = marked.first {
      let others = members.filter { $0.0 != name }
      guard others.isEmpty || (name == "$date" && others.map(\.0) == ["utc"]) else { return nil }
      return special(name, value)
    }
    return .dictionary(
      members.map { ($0.0.utf8.first == UInt8(ascii: "$") ? String($0.0.dropFirst()) : $0.0, $0.1) }
    )
  }

  private static func special(_ name: String, _ value: StoredValue) -> StoredValue? {
    switch (name, value.content) {
    case ("$date", .real(let seconds)): return .date(secondsSince2001: seconds)
    case ("$date", .integer(let seconds)): return .date(secondsSince2001: Double(seconds))
    case ("$date", .string(let text)):
      return CalendarText.secondsSince2001(text).map { .date(secondsSince2001: $0) }
    case ("$data", .string(let text)): return Data(base64Encoded: text).map { .data(Array($0)) }
    case ("$real", .string("inf")): return .real(.infinity)
    case ("$real", .string("-inf")): return .real(-.infinity)
    case ("$real", .string(let text)) where text.hasPrefix("0x"):
      return UInt64(text.dropFirst(2), radix: 16).map { .real(Double(bitPattern: $0)) }
    case ("$uid", .integer(let number)):
      return UInt64(exactly: number).map { StoredValue(.uid($0)) }
    case ("$uid", .unsigned(let number)): return StoredValue(.uid(number))
    default: return nil
    }
  }

  // MARK: Numbers and strings

  private mutating func number() -> StoredValue? {
    let start = position
    _ = take("-")
    let whole = digits()
    guard let first = whole.first, first != UInt8(ascii: "0") || whole.count == 1 else {
      return nil
    }
    var isReal = false
    if take(".") {
      if digits().isEmpty { return nil }
      isReal = true
    }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      if digits().isEmpty { return nil }
      isReal = true
    }
    let spelling = String(decoding: bytes[start..<position], as: UTF8.self)
    if isReal { return Double(spelling).flatMap { $0.isFinite ? .real($0) : nil } }
    if let integer = Int64(spelling) { return .integer(integer) }
    return UInt64(spelling).map(StoredValue.unsigned)
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
        text.append(contentsOf: String(scalar).utf8)
      default: text.append(byte)
      }
    }
    return nil
  }

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

  private mutating func unit() -> UInt32? {
    let digits = bytes[position...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else {
      return nil
    }
    position += 4
    return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
