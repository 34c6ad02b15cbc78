#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension UUID: Convertible {
  /// Returns the 36 characters of its usual form, in capitals.
  public func encode() -> String { uuidString }

  /// Reads the usual form, in capitals or not.
  public static func decode(_ stored: String) -> UUID? { UUID(uuidString: stored) }

  /// True: the string holds all 128 bits.
  public static var isExact: Bool { true }

  /// A string with a UUID.
  public static var storedForm: String { "string with a UUID" }
}
