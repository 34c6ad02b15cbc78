import Checking
public import Keywright

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// The functions and types that random schemas name: compiled with each target, whose types may be called anything, so
// that here every name of a module is written with it.

/// Types of a user's own, and functions that compute defaults.
public enum Own {
  /// Stored by its `Codable` conformance.
  public struct Colour: Swift.Codable, Swift.Sendable, Swift.Equatable {
    var red: Double
  }

  /// Stored as it says.
  public enum Shade: Swift.String, Keywright.Convertible, Swift.Sendable {
    /// One.
    case dark
    /// The other.
    case light
  }

  /// Stored as its raw value.
  public enum Finish: Int, Swift.Sendable {
    /// One.
    case matt = 1
    /// The other.
    case gloss = 2
  }

  static func colour() -> Colour { Colour(red: 0.5) }
  static func shade() -> Shade { .light }
  static func finish() -> Finish { .gloss }
  static func number() -> Int { 42 }
  static func text() -> String { "é\u{301}" }
  static func flag() -> Bool { true }
  static func identifier() -> UUID {
    UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
  }
  /// For defaults that are only compiled.
  static func any<Value>() -> Value { Swift.preconditionFailure("a default that is only compiled") }
}

enum Steps {
  static func text(_ text: String) -> String { text }
  static func later(_ text: String, _ old: String?) -> String { text }
  static func changed<Value>(_ old: Value, _ new: Value) { Checking.note(change: old, new) }
  static func migrate<Value>(_ old: Int) throws -> Value {
    Swift.preconditionFailure("a migration that is only compiled")
  }
}

enum Hooks {
  enum nested {
    static func before(_ commit: inout Keywright.PendingCommit) {
      Checking.note(before: commit.changes)
    }
    static func before(_ commit: Keywright.Commit) { Checking.note(after: commit) }
  }
}
