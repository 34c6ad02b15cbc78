// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Types of the program's own and functions of migrations, as the older versions have them.
public enum Own {
  public struct Colour: Codable, Sendable, Equatable {
    public var red: Int
  }
}

enum Change {
  @Sendable static func text(_ old: Int) -> String { "\(old)" }
}
