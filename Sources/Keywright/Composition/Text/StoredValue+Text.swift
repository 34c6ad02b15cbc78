#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension StoredValue {
  /// What a text can mean, the plainest first; a key takes the first that is of its type.
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
    switch text.lowercased() {
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
    guard text.hasPrefix("[") || text.hasPrefix("{") else { return nil }
    return try? JSONDecoder().decode(JSONTree.self, from: Data(text.utf8)).value
  }
}

/// A stored value as JSON writes it; null has no stored form.
private struct JSONTree: Decodable {
  let value: StoredValue

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let boolean = try? container.decode(Bool.self) {
      value = .boolean(boolean)
    } else if let integer = try? container.decode(Int64.self) {
      value = .integer(integer)
    } else if let integer = try? container.decode(UInt64.self) {
      value = .unsigned(integer)
    } else if let real = try? container.decode(Double.self) {
      value = .real(real)
    } else if let string = try? container.decode(String.self) {
      value = .string(string)
    } else if let elements = try? container.decode([JSONTree].self) {
      value = .array(elements.map(\.value))
    } else {
      let members = try container.decode([String: JSONTree].self)
      value = .dictionary(members.map { ($0.key, $0.value.value) })
    }
  }
}
