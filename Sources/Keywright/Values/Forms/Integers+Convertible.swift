import KeywrightStorage

/// Every integer type of up to 64 bits is stored as an integer; each conforms by way of ``DictionaryKeyForm``.
extension Convertible where Stored == Self, Self: FixedWidthInteger {
  /// Returns an integer.
  public func storedValue() -> StoredValue {
    if let value = Int64(exactly: self) { return StoredValue(.integer(value)) }
    return StoredValue(PropertyList(canonical: UInt64(truncatingIfNeeded: self)))
  }

  /// Reads an integer in this type's range, or a real that is exactly one; not a boolean.
  public static func value(from stored: StoredValue) -> Self? {
    switch stored.tree {
    case .integer(let value): Self(exactly: value)
    case .unsigned(let value): Self(exactly: value)
    case .real(let value): Self(exactly: value)
    default: nil
    }
  }

  /// An integer, with its range unless that is all of `Int64`.
  public static var storedForm: String {
    isSigned && bitWidth == 64 ? "integer" : "integer from \(min) to \(max)"
  }
}

extension Int: DictionaryKeyForm, TextFormed {}
extension Int8: DictionaryKeyForm, TextFormed {}
extension Int16: DictionaryKeyForm, TextFormed {}
extension Int32: DictionaryKeyForm, TextFormed {}
extension Int64: DictionaryKeyForm, TextFormed {}
extension UInt: DictionaryKeyForm, TextFormed {}
extension UInt8: DictionaryKeyForm, TextFormed {}
extension UInt16: DictionaryKeyForm, TextFormed {}
extension UInt32: DictionaryKeyForm, TextFormed {}
extension UInt64: DictionaryKeyForm, TextFormed {}
