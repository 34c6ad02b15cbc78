import Keywright

enum PlayerHooks {
  static func check(_ commit: inout PendingCommit) throws {
    if let volume = commit[Player.volume], volume.new > 0.9 {
      commit.amend(Player.volume, to: 0.9)
    }
  }

  static func announce(_ commit: Commit) {
    for change in commit.changes { print(change.storageString) }
  }
}
