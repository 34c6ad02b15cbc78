// A module that random schemas import.

/// What it has.
public enum Inks {
  /// A type that keys may have.
  public struct Ink: Codable, Sendable, Equatable {
    var depth: Double
  }

  /// Computes a default.
  public static func black() -> Ink { Ink(depth: 1) }

  /// Is told of changes.
  public static func changed<Value>(_ old: Value, _ new: Value) {}
}
