// A module that random schemas import.

// Types that are called as the library's: in what is generated they must not be meant, nor make what
// is meant ambiguous.

/// Also the name of a type of SwiftUI.
public struct Namespace {}
/// Not the library's.
public struct Root {}
/// Not the library's.
public struct Key {}
/// Not the library's.
public struct KeyType {}
/// Not the library's.
public struct KeyParameter {}
/// Not the library's.
public struct KeyDescriptor {}
/// Not the library's.
public struct KeyDescription {}
/// Not the library's.
public struct KeyRegistry {}
/// Not the library's.
public struct Store {}
/// Not the library's.
public struct Commit {}
/// Not the library's.
public struct PendingCommit {}
/// Not the library's.
public struct PreCommitHook {}
/// Not the library's.
public struct PostCommitHook {}
/// Not the library's.
public struct StagedWrite {}
/// Not the library's.
public struct Migration {}
/// Not the library's.
public struct Convertible {}
/// Not the library's.
public struct UnknownMembers {}
/// Not the standard library's.
public struct Decoder {}
/// Not the standard library's.
public struct Encoder {}
/// Not the standard library's.
public struct Duration {}

/// Its colours.
public enum Inks {
  /// A type that keys may have.
  public struct Ink: Codable, Sendable, Equatable {
    var depth: Double
  }

  /// Computes a default.
  public static func black() -> Ink { Ink(depth: 1) }

  /// Receives changes.
  public static func changed<Value>(_ old: Value, _ new: Value) {}
}
