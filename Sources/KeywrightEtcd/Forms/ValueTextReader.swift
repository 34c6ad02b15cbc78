import Foundation
import Keywright
import KeywrightStorage

/// Reads the text of a stored value, see ``ValueText``, also one that a person wrote.
///
/// Complexity: O(*n*) in the number of bytes; nesting is bounded.
enum ValueTextReader {
  /// Reads a whole text; nil for text that has no meaning.
  static func value(of bytes: [UInt8]) -> StoredValue? {
    JSONReader.value(of: bytes, object: meaning)
  }

  /// A dictionary, or the form that JSON lacks; nil if a name occurs twice.
  private static func meaning(of members: [(String, StoredValue)]) -> StoredValue? {
    var names = Set<[UInt8]>()
    guard members.allSatisfy({ names.insert(Array($0.0.utf8)).inserted }) else { return nil }
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
}
