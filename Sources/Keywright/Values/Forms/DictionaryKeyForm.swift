/// A stored form that can be the key of a stored dictionary: text, or an integer in decimal.
///
/// A type whose ``Convertible/Stored`` form is one of these is a dictionary key without further
/// ado: `String`, every integer, enums with such raw values, `UUID`, `URL`, `Decimal`.
///
/// ```swift
/// enum Theme: String, Convertible { case light, dark }
/// let seen: [Theme: Int] = [.light: 3]
/// let stored = try seen.storedValue()           // ["light": 3]
/// ```
public protocol DictionaryKeyForm: Convertible where Stored == Self {
  /// Returns the key as text, different for different values.
  ///
  /// ```swift
  /// print(42.dictionaryKey())                   // "42"
  /// ```
  func dictionaryKey() -> String

  /// Reads a key, or returns nil for text that ``dictionaryKey()`` never gives.
  ///
  /// ```swift
  /// let number = Int.value(dictionaryKey: "42") // 42
  /// let other = Int.value(dictionaryKey: "042") // nil
  /// ```
  static func value(dictionaryKey: String) -> Self?
}

extension String: DictionaryKeyForm {
  /// Returns the string itself.
  public func dictionaryKey() -> String { self }

  /// Returns the key itself.
  public static func value(dictionaryKey: String) -> String? { dictionaryKey }
}

extension DictionaryKeyForm where Self: FixedWidthInteger {
  /// Returns the decimal digits.
  public func dictionaryKey() -> String { String(self) }

  /// Reads decimal digits as they are written: without plus sign or leading zeros.
  public static func value(dictionaryKey: String) -> Self? {
    guard let value = Self(dictionaryKey), String(value) == dictionaryKey else { return nil }
    return value
  }
}

extension Int: DictionaryKeyForm {}
extension Int8: DictionaryKeyForm {}
extension Int16: DictionaryKeyForm {}
extension Int32: DictionaryKeyForm {}
extension Int64: DictionaryKeyForm {}
extension UInt: DictionaryKeyForm {}
extension UInt8: DictionaryKeyForm {}
extension UInt16: DictionaryKeyForm {}
extension UInt32: DictionaryKeyForm {}
extension UInt64: DictionaryKeyForm {}
