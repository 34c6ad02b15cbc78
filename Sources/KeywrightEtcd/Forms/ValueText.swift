#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Keywright

/// The text of a stored value in etcd: JSON that `etcdctl get` shows readably and that any language
/// reads, with tags for what JSON lacks; see ``TaggedJSON``.
///
/// A real has a point or an exponent, so that 1.0 is no integer. Null has no stored form.
enum ValueText {
  /// The text of a value.
  static func text(of value: StoredValue) -> [UInt8] { Array(TaggedJSON.text(of: value).utf8) }

  /// Reads a whole text; nil for text that has no meaning.
  ///
  /// Complexity: O(*n*) in the number of bytes; nesting is bounded.
  static func value(of bytes: [UInt8]) -> StoredValue? { try? TaggedJSON.stored(ofText: bytes) }
}

/// Moments as people write them.
enum CalendarText {
  /// ISO 8601 in UTC to the second; nil outside of the years 1 to 9999.
  static func text(secondsSince2001 seconds: Double) -> String? {
    guard seconds >= -63_113_904_000, seconds < 252_423_993_600 else { return nil }
    let moment = Date(timeIntervalSinceReferenceDate: seconds.rounded(.down))
    return Date.ISO8601FormatStyle().format(moment)
  }
}
