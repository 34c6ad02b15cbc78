import KeywrightStorage

extension String: Convertible {
  /// A string is stored as it is.
  public typealias Stored = String

  /// Returns a string of the same UTF-8 bytes.
  public func storedValue() -> StoredValue { StoredValue(.string(self)) }

  /// Reads a string; nothing else is turned into one.
  public static func value(from stored: StoredValue) -> String? {
    guard case .string(let value) = stored.tree else { return nil }
    return value
  }

  /// A string.
  public static var storedForm: String { "string" }
}
