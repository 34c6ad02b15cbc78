extension NamespaceTree {
  /// Whether a change is of the namespace. One that was made through a key says so itself; one that was found in the
  /// store's file has only its storage string.
  private func matches(_ write: StagedWrite) -> Bool {
    contains(write.name) || write.isWithin(space)
  }

  /// A commit with its writes that match; nil if none does.
  func part(of commit: Commit) -> Commit? {
    if commit.writes.allSatisfy(matches) { return commit }
    let matching = commit.writes.filter(matches)
    return matching.isEmpty ? nil : commit.with(matching)
  }
}
