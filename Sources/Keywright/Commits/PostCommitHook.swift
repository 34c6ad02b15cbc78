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
/// State the conformance: a function of this name in a namespace that does not state it is never
/// called, and the compiler does not warn. Once it is stated, a function with another signature
/// does not compile.
public protocol PostCommitHook: Namespace {
  /// Receives a commit that was written.
  ///
  /// Called with no lock held, innermost namespace first, in commit order, in the process that made
  /// the commit.
  ///
  /// - Parameter commit: The changes of this namespace and those below it.
  static func postCommit(_ commit: Commit)
}

extension PostCommitHook {
  /// True, so that a commit finds the hook.
  @_documentation(visibility: internal)
  public static var _hasPostCommitHook: Bool { true }
}
