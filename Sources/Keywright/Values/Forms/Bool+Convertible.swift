import KeywrightStorage

extension Bool: Convertible {
  /// A boolean is stored as it is.
  public typealias Stored = Bool

  /// Returns a boolean.
  public func storedValue() -> StoredValue { StoredValue(.boolean(self)) }

  /// Reads a boolean; a number is none.
  public static func value(from stored: StoredValue) -> Bool? {
    guard case .boolean(let value) = stored.tree else { return nil }
    return value
  }

  /// A boolean.
  public static var storedForm: String { "boolean" }
}
