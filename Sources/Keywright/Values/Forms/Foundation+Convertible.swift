import KeywrightStorage

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Decimal: Convertible {
  /// Returns the decimal digits, with a point and never an exponent; equal numbers give one string.
  public func encode() -> String { isNaN ? "NaN" : description }

  /// Reads decimal digits, with or without a point and an exponent.
  ///
  /// - Returns: Nil for anything else, and for a number that would have to be rounded.
  public static func decode(_ stored: String) -> Decimal? {
    if stored == "NaN" { return .nan }
    guard let digits = DecimalDigits(stored), let value = Decimal(string: stored) else {
      return nil
    }
    return DecimalDigits(value.description) == digits ? value : nil
  }

  /// A string with a decimal number.
  public static var storedForm: String { "string with a decimal number" }
}

/// The digits of a decimal number without leading and trailing zeros, and where they stand.
///
/// `Decimal(string:)` reads as far as it can and rounds what does not fit; comparing the digits
/// before and after shows whether it did either.
private struct DecimalDigits: Equatable {
  private var isNegative = false
  private var digits: [UInt8] = []
  private var exponent = 0

  /// Takes apart a text of the form `-12.5e-3`; nil for any other.
  init?(_ text: String) {
    var rest = text.utf8[...]
    if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      isNegative = sign == UInt8(ascii: "-")
      rest = rest.dropFirst()
    }
    let whole = rest.prefix(while: DecimalDigits.isDigit)
    rest = rest.dropFirst(whole.count)
    var fraction = rest.prefix(0)
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      fraction = rest.prefix(while: DecimalDigits.isDigit)
      rest = rest.dropFirst(fraction.count)
      guard !fraction.isEmpty else { return nil }
    }
    guard !whole.isEmpty else { return nil }
    if let mark = rest.first {
      guard mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E") else { return nil }
      // Beyond three digits no `Decimal` reaches.
      guard let written = Int16(Substring(rest.dropFirst())) else { return nil }
      exponent = Int(written)
    }
    exponent -= fraction.count
    digits = Array((Array(whole) + fraction).drop { $0 == UInt8(ascii: "0") })
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      exponent += 1
    }
    if digits.isEmpty {
      isNegative = false
      exponent = 0
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }
}

extension Data: Convertible {
  /// Data is stored as it is.
  public typealias Stored = Data

  /// Returns data, where `[UInt8]` becomes an array of integers; linear in its size.
  public func storedValue() -> StoredValue { StoredValue(.data([UInt8](self))) }

  /// Reads data; linear in its size.
  public static func value(from stored: StoredValue) -> Data? {
    guard case .data(let bytes) = stored.tree else { return nil }
    return Data(bytes)
  }

  /// Data.
  public static var storedForm: String { "data" }
}

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

  /// Reads a date; not a number or a string.
  public static func value(from stored: StoredValue) -> Date? {
    guard case .date(let seconds) = stored.tree else { return nil }
    return Date(timeIntervalSinceReferenceDate: seconds)
  }

  /// A date.
  public static var storedForm: String { "date" }
}

extension URL: Convertible {
  /// Returns the absolute string; a relative URL is resolved against its base.
  ///
  /// - Throws: A ``ConversionFailure`` for a URL whose string could not be read again.
  public func encode() throws -> String {
    let text = absoluteString
    guard URL.decode(text) != nil else {
      throw ConversionFailure(
        found: "the URL \(StoredValue.string(text))", expected: "a URL that can be read again")
    }
    return text
  }

  /// Reads a URL, with everything percent-encoded that has to be: none is altered on reading.
  public static func decode(_ stored: String) -> URL? {
    URL(string: stored, encodingInvalidCharacters: false)
  }

  /// A string with a URL.
  public static var storedForm: String { "string with a URL" }
}

extension UUID: Convertible {
  /// Returns the 36 characters of its usual form, in capitals.
  public func encode() -> String { uuidString }

  /// Reads the usual form, in capitals or not.
  public static func decode(_ stored: String) -> UUID? { UUID(uuidString: stored) }

  /// The string holds all 128 bits.
  public static var isExact: Bool { true }

  /// A string with a UUID.
  public static var storedForm: String { "string with a UUID" }
}
