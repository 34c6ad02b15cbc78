extension Commit {
  /// Several commits as one: one change for each key, from the first old value to the last new one,
  /// with the number of the last; nil if there are none.
  ///
  /// Its origin is that of all of them if they have the same, else ``CommitOrigin/local``; changes
  /// for which hooks ran elsewhere are marked, so that they do not run again.
  init?(joining commits: [Commit]) {
    guard let last = commits.last else { return nil }
    var positions: [StorageString: Int] = [:]
    var joined: [PendingChange] = []
    for commit in commits {
      for change in commit.pending {
        if !commit.origin.callsHooks { change.isForeign = true }
        if let position = positions[change.name] {
          joined[position] = joined[position].joined(with: change)
        } else {
          positions[change.name] = joined.count
          joined.append(change)
        }
      }
    }
    let isUniform = commits.allSatisfy { $0.origin == last.origin }
    self.init(
      number: last.number, origin: isUniform ? last.origin : .local, pending: joined,
      times: commits.reduce(0) { $0 + $1.times })
  }
}

extension CommitOrigin {
  /// Whether hooks and `didChange` of a commit run in this process and store.
  var callsHooks: Bool {
    switch self {
    case .local, .defaultValue, .migration: true
    case .otherProcess, .externalEdit, .composition, .layer: false
    }
  }
}
