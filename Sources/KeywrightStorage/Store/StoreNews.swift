/// What others did, and a program was not told yet.
struct StoreNews {
  /// The number of the last commit among it, or before it.
  private(set) var number: UInt64 = 0
  private var update = Update.commits([])

  enum Update: Equatable {
    case commits([JournalCommit])
    /// These are all members now; whether another program put them there.
    case contents(PropertyListDictionary, isEdit: Bool)
  }

  /// The changes that come to what the program has; empty where it has to take all members.
  var changes: [MemberChange] {
    if case .commits(let commits) = update { commits.flatMap(\.changes) } else { [] }
  }

  var isEmpty: Bool { if case .commits(let commits) = update { commits.isEmpty } else { false } }

  /// - Returns: Nil for none.
  mutating func take() -> Update? {
    if isEmpty { return nil }
    defer { update = .commits([]) }
    return update
  }

  mutating func note(_ commits: [JournalCommit]) {
    guard let last = commits.last else { return }
    number = last.number
    switch update {
    case .commits(let earlier): update = .commits(earlier + commits)
    case .contents(let members, let isEdit):
      update = .contents(members.applying(commits.flatMap(\.changes)), isEdit: isEdit)
    }
  }

  /// Notes a commit of the program itself, which knows it.
  mutating func skip(to number: UInt64) { self.number = number }

  mutating func begin(
    with members: PropertyListDictionary, after number: UInt64, isEdit: Bool = false
  ) {
    update = .contents(members, isEdit: isEdit)
    self.number = number
  }
}
