/// A namespace that is called after each commit of its keys.
///
/// ```swift
/// enum Player: PostCommitHook {
///   typealias Parent = Root
///   static let namespaceID = "player"
///
///   static func postCommit(_ commit: Commit) {
///     for change in commit.changes { print(change.storageString) }
///   }
/// }
/// ```
///
/// State the conformance, as that to ``PreCommitHook``.
public protocol PostCommitHook: Namespace where _PostCommit == Void {
  /// Receives a commit that was written.
  ///
  /// Called with no lock held, innermost namespace first, in commit order, in the process that made
  /// the commit.
  ///
  /// - Parameter commit: The changes of this namespace and those below it.
  static func postCommit(_ commit: Commit)
}
