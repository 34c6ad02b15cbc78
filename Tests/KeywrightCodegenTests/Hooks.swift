import Keywright

/// What the sample schemas name.
enum PlayerHooks {
  static func check(_ commit: inout PendingCommit) throws {
    if let volume = commit[Player.volume], volume.new > 0.9 {
      commit.amend(Player.volume, to: 0.9)
    }
  }

  static func announce(_ commit: Commit) {}
}

enum Nicknames {
  static func normalise(_ name: String) -> String? { name.lowercased() }
}

enum Greetings {
  static func standard() -> String { "Hello" }
  static func willChange(_ old: Int, _ new: Int) {}
  static func didChange(_ old: Int, _ new: Int) {}
}

enum Movers {
  static func duration(_ seconds: Int) -> Duration { .seconds(seconds) }

  static func side(_ isLeft: Bool) throws -> Moved.Migration { isLeft ? .left : .right }
}

enum Paint {
  struct Colour: Codable, Sendable, Equatable {
    var red: Double
  }

  enum Shade: String, Convertible, Sendable {
    case dark, light
  }

  static func standard() -> Colour { Colour(red: 0.5) }
}
