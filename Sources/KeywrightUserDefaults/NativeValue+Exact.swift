import Keywright
import KeywrightStorage

extension NativeValue {
  /// The one key of a dictionary that stands for a value Foundation would not give back exactly.
  ///
  /// Under it is an array: `["real", bits]` and `["date", bits]` with the bits of the number as an
  /// integer, `["string", data]` with the UTF-8 bytes, and `["dictionary", key, value, …]`; or data, a binary
  /// property list of an array.
  static let exactKey = "keywright:exact"

  /// The array that stands for a value; nil for one that Foundation gives back as it is.
  static func exactForm(of value: StoredValue) -> StoredValue? {
    switch value.content {
    case .dictionary(let members) where isAmbiguous(members.map(\.key)):
      return .array(
        ["dictionary"] + members.flatMap { [exactKey(of: $0.key), $0.value] })
    #if !canImport(Darwin)
      case .real(let number) where isLost(number):
        return ["real", .unsigned(number.bitPattern)]
      case .date(let seconds)
      where seconds != seconds.rounded() || seconds.bitPattern == (-0.0).bitPattern:
        return ["date", .unsigned(seconds.bitPattern)]
      case .string(let text) where !isXML(text):
        return ["string", .data(Array(text.utf8))]
    #endif
    default: return nil
    }
  }

  /// The value that an array, or data, stands for; nil if it has another form than those above.
  static func exactValue(of form: StoredValue) -> StoredValue? {
    if case .data(let bytes) = form.content { return array(of: bytes) }
    guard case .array(let parts) = form.content, case .string(let kind)? = parts.first?.content
    else { return nil }
    switch (kind, parts.count) {
    case ("real", 2): return bits(of: parts[1]).map { .real(Double(bitPattern: $0)) }
    case ("date", 2):
      return bits(of: parts[1]).map { .date(secondsSince2001: Double(bitPattern: $0)) }
    case ("string", 2): return text(of: parts[1]).map(StoredValue.string)
    case ("dictionary", _): return dictionary(of: parts.dropFirst())
    default: return nil
    }
  }

  private static func array(of bytes: [UInt8]) -> StoredValue? {
    guard let tree = try? bytes.withUnsafeBytes(BinaryPropertyList.decode), case .array = tree
    else { return nil }
    return StoredValue(tree)
  }

  private static func dictionary(of parts: ArraySlice<StoredValue>) -> StoredValue? {
    guard parts.count.isMultiple(of: 2) else { return nil }
    var members: [(String, StoredValue)] = []
    for index in stride(from: parts.startIndex, to: parts.endIndex, by: 2) {
      guard let key = text(of: parts[index]) else { return nil }
      members.append((key, parts[index + 1]))
    }
    return .dictionary(members)
  }

  /// A key of an exact dictionary: as text where that is exact, else its bytes.
  private static func exactKey(of key: String) -> StoredValue {
    isXML(key) ? .string(key) : .data(Array(key.utf8))
  }

  private static func bits(of value: StoredValue) -> UInt64? {
    switch value.content {
    case .integer(let bits): UInt64(exactly: bits)
    case .unsigned(let bits): bits
    default: nil
    }
  }

  private static func text(of value: StoredValue) -> String? {
    switch value.content {
    case .string(let text): text
    case .data(let bytes): String(validating: bytes, as: UTF8.self)
    default: nil
    }
  }

  /// Whether Foundation could merge some of these keys, lose one, or take the dictionary for an
  /// exact form.
  private static func isAmbiguous(_ keys: [String]) -> Bool {
    // Swift's strings are equal when they are canonically equal.
    Set(keys).count < keys.count || keys == [exactKey] || !keys.allSatisfy(isXML)
  }

  /// Whether a real comes back from XML with other bits.
  private static func isLost(_ number: Double) -> Bool {
    let usual = Double.nan.bitPattern
    return number.isNaN
      ? number.bitPattern != usual : number.bitPattern == (-0.0).bitPattern
  }

  /// Whether XML holds a text as it is; Foundation's own reader drops a leading U+FEFF.
  private static func isXML(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0x09, 0x0A, 0x20...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD, 0x1_0000...0x10_FFFF: true
      default: false
      }
    }
  }
}
