/// Tells which storage strings belong to a namespace.
///
/// A change made through a key says so itself; one that was found in the store's file has only its
/// storage string.
struct NamespaceMatch: Sendable {
  let space: any Namespace.Type
  private let prefix: StorageString
  private let declared: DeclaredNames

  init(_ space: any Namespace.Type) {
    let prefix = space.storagePrefix
    self.space = space
    self.prefix = StorageString(prefix)
    declared = DeclaredNames(
      space.allKeys.filter { $0.movesLater || !$0.storageString.hasPrefix(prefix) })
  }

  func matches(_ write: StagedWrite) -> Bool {
    let name = write.name
    if name.count >= prefix.count, StorageString.areEqual(name.start, prefix.start, prefix.count) {
      return true
    }
    return write.isWithin(space) || declared.contains(name)
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
