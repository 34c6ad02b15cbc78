// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Types of the program's own and functions of migrations, as the newer versions have them.
public enum Own {
  public struct Colour: Codable, Sendable, Equatable {
    public var scarlet: Int
  }
}

struct Odd: Error {}

enum Change {
  @Sendable static func seconds(_ old: Int) throws -> Duration {
    if old == 13 { throw Odd() }
    return .seconds(old)
  }
  @Sendable static func half(_ old: Double) -> Int? { old < 0 ? nil : Int(old / 2) }
  @Sendable static func text(_ old: Int) -> String { "\(old)" }
}
