import KeywrightStorage

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Date: Convertible {
  /// A date is stored as it is.
  public typealias Stored = Date

  /// Returns a date, exact to the last bit of its seconds.
  ///
  /// - Throws: A ``ConversionFailure`` for a date that is infinite or not a number: readers of
  ///   property lists stop at one.
  public func storedValue() throws -> StoredValue {
    let seconds = timeIntervalSinceReferenceDate
    guard seconds.isFinite else {
      throw ConversionFailure(
        found: "a date of \(seconds) seconds", expected: "a finite date",
        advice: "make the value optional, so that nil can stand for no date")
    }
    return StoredValue(.date(seconds))
  }

  /// Reads a date; a number or a string is none.
  public static func value(from stored: StoredValue) -> Date? {
    guard case .date(let seconds) = stored.tree else { return nil }
    return Date(timeIntervalSinceReferenceDate: seconds)
  }

  /// A date.
  public static var storedForm: String { "date" }
}
