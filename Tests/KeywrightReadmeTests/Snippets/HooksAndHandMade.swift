import Keywright

enum PlayerHooks {  // in the schema: "preCommit": "PlayerHooks.check"
  static func check(_ commit: inout PendingCommit) throws {
    if let volume = commit[Player.volume], volume.new > 0.9 { commit.amend(Player.volume, to: 0.9) }
  }
}

enum Window: Namespace {
  typealias Parent = Root
  static let namespaceID = "window"
  static let width = Key<Window, Double>("width", default: 800)  // stored as "window:width"
}
