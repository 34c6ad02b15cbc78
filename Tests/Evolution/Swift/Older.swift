// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Types of the program's own, as the older versions have them.
public enum Own {
  public struct Colour: Codable, Sendable, Equatable {
    public var red: Int
  }
}
