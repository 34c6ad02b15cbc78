#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension StoredValue {
  /// The values that a text can mean, the plainest first; a key takes the first that is of its type.
  ///
  /// The text itself, so that whatever is stored as a string is never taken for something else;
  /// then a boolean (`true false yes no on off 1 0`), an integer, a real, a date (ISO 8601), data
  /// (base 64), and an array or dictionary as JSON.
  static func forms(ofText text: String) -> some Sequence<StoredValue> {
    let readers: [@Sendable (String) -> StoredValue?] = [
      { .string($0) }, boolean, integer, real, date, data, json,
    ]
    return readers.lazy.compactMap { $0(text) }
  }

  @Sendable private static func boolean(_ text: String) -> StoredValue? {
    guard text.utf8.count <= 5 else { return nil }
    return switch text.lowercased() {
    case "true", "yes", "on", "1": true
    case "false", "no", "off", "0": false
    default: nil
    }
  }

  @Sendable private static func integer(_ text: String) -> StoredValue? {
    Int64(text).map(StoredValue.integer) ?? UInt64(text).map(StoredValue.unsigned)
  }

  @Sendable private static func real(_ text: String) -> StoredValue? {
    Double(text).map(StoredValue.real)
  }

  @Sendable private static func date(_ text: String) -> StoredValue? {
    guard text.utf8.count <= 64 else { return nil }
    let styles = [
      Date.ISO8601FormatStyle(), Date.ISO8601FormatStyle(includingFractionalSeconds: true),
    ]
    let date = styles.lazy.compactMap { try? Date(text, strategy: $0) }.first
    return date.map { .date(secondsSince2001: $0.timeIntervalSinceReferenceDate) }
  }

  @Sendable private static func data(_ text: String) -> StoredValue? {
    Data(base64Encoded: text).map { .data([UInt8]($0)) }
  }

  @Sendable private static func json(_ text: String) -> StoredValue? {
    guard let first = text.utf8.first, first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
    else { return nil }
    return JSONText.value(of: text)
  }
}
