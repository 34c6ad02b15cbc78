/// Tells which storage strings belong to a namespace.
///
/// A change made through a key says so itself; one that was found in the store's file has only its
/// storage string.
struct NamespaceMatch: Sendable {
  private let tree: NamespaceTree
  var space: any Namespace.Type { tree.space }

  init(_ space: any Namespace.Type) { tree = NamespaceTree(space) }

  func matches(_ write: StagedWrite) -> Bool {
    tree.contains(write.name) || write.isWithin(space)
  }

  /// A commit with its writes that match; nil if none does.
  func part(of commit: Commit) -> Commit? {
    if commit.writes.allSatisfy(matches) { return commit }
    let matching = commit.writes.filter(matches)
    if matching.isEmpty { return nil }
    return Commit(
      number: commit.number, origin: commit.origin, writes: matching, times: commit.times)
  }
}
