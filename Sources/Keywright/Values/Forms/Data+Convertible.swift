import KeywrightStorage

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

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
