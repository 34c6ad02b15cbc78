import Foundation
import Keywright

/// The key under which a suite holds a storage string's value.
///
/// It is the storage string itself, so that code without Keywright finds it, unless Foundation
/// could take it for another: one that is not in Unicode's composed form (NFC), which Foundation
/// may merge with its composed twin, that holds control characters, that is empty, or that begins
/// with the prefix itself. Those are kept as `keywright:name:` and their UTF-8 bytes in
/// hexadecimal.
enum NativeName {
  static let prefix = "keywright:name:"

  /// The key of a storage string; linear in its length.
  static func key(for name: StorageString) -> String {
    let string = name.string
    return isPlain(string) ? string : prefix + hexadecimal(string)
  }

  /// The storage string of a key that ``key(for:)`` made; nil for any other.
  static func storageString(of key: String) -> StorageString? {
    guard key.utf8.starts(with: prefix.utf8) else { return StorageString(key) }
    let digits = Array(key.utf8.dropFirst(prefix.utf8.count))
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      let pair = String(decoding: digits[index..<index + 2], as: UTF8.self)
      guard let byte = UInt8(pair, radix: 16) else { return nil }
      bytes.append(byte)
    }
    return String(validating: bytes, as: UTF8.self).map { StorageString($0) }
  }

  /// Whether a storage string may be written: the store's own list may not.
  static func isFree(_ name: StorageString) -> Bool { name != StorageString(Suite.ownKey) }

  private static func isPlain(_ string: String) -> Bool {
    guard !string.isEmpty, !string.utf8.starts(with: prefix.utf8) else { return false }
    let isPrintable = string.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .surrogate: false
      default: true
      }
    }
    guard isPrintable else { return false }
    if string.utf8.allSatisfy({ $0 < 0x80 }) { return true }
    return string.precomposedStringWithCanonicalMapping.utf8.elementsEqual(string.utf8)
  }

  private static func hexadecimal(_ string: String) -> String {
    string.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
