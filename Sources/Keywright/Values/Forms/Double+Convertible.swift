import KeywrightStorage

extension Double: Convertible {
  /// A real is stored as it is.
  public typealias Stored = Double

  /// Returns a real, every bit of it: infinities, NaNs and `-0.0` are read back the same.
  public func storedValue() -> StoredValue { StoredValue(.real(self)) }

  /// Reads a real, or an integer that a `Double` holds exactly; a boolean is neither.
  public static func value(from stored: StoredValue) -> Double? {
    switch stored.tree {
    case .real(let value): value
    case .integer(let value): Double(exactly: value)
    case .unsigned(let value): Double(exactly: value)
    default: nil
    }
  }

  /// A real.
  public static var storedForm: String { "real" }
}
