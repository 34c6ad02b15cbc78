import Keywright

/// The functions that Player.keys.json names as hooks of the namespace `player`.
enum PlayerHooks {
  /// Looks at every commit that touches the player, before it is written.
  static func check(_ commit: inout PendingCommit) throws {
    if let name = commit[Player.nickname]?.new, name == "admin" {
      throw Refusal(reason: "nobody may be called 'admin'")
    }
    // Turning the volume up means: let me hear something.
    if let volume = commit[Player.volume], volume.new > volume.old {
      commit.amend(Player.muted, to: false)
    }
  }

  /// Receives every commit that touched the player, after it was written.
  static func announce(_ commit: Commit) {
    let keys = commit.changes.map(\.storageString).joined(separator: ", ")
    print("    (commit \(commit.number): \(keys))")
  }

  struct Refusal: Error, CustomStringConvertible {
    let reason: String
    var description: String { reason }
  }
}

/// The function that Player.keys.json names as a processing step of `nickname`.
enum Nicknames {
  /// One space between words; a name of spaces alone is no name.
  static func normalise(_ name: String) -> String? {
    let words = name.split(separator: " ")
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}
