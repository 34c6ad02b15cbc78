import Keywright
import Testing

@Suite("Notifications") struct NotificationTests {
  let store = MemoryStore()
  let journal = Journal()

  @Test("a set in a post-commit hook commits at once; its notifications follow")
  func setInPostCommit() throws {
    journal.postCommit["kitchen"] = { [store, journal] commit in
      guard commit[House.Kitchen.pots]?.new == 1 else { return }
      do {
        try store.set(House.Kitchen.pots, to: 2)
        journal.note("now \(store.get(House.Kitchen.pots))")
      } catch {
        journal.note("\(error)")
      }
    }
    try journal.listening { try store.set(House.Kitchen.pots, to: 1) }
    #expect(
      journal.take().drop { !$0.hasPrefix("post") } == [
        "post kitchen", "process 2", "pre house", "pre kitchen", "will 1 2", "now 2",
        "post house", "did 0 1", "post kitchen", "post house", "did 1 2",
      ])
  }

  @Test("a set in didChange commits at once, also in another store")
  func setInDidChange() throws {
    let other = MemoryStore()
    journal.onDidChange = { [store, journal] _, new in
      other[House.rooms] = new
      if new < 3 { store[House.Kitchen.pots] += 1 }
      journal.note("now \(store.get(House.Kitchen.pots)) \(other.get(House.rooms))")
    }
    try journal.listening { try store.set(House.Kitchen.pots, to: 1) }
    let lines = journal.take().filter { $0.hasPrefix("did") || $0.hasPrefix("now") }
    #expect(lines == ["did 0 1", "now 2 1", "did 1 2", "now 3 2", "did 2 3", "now 3 3"])
    #expect(other.problems.isEmpty)
  }

  @Test(
    "a chain of 10,000 commits, each from the notification of the one before, needs no deep stack")
  func noRecursion() throws {
    journal.onDidChange = { [store] _, new in
      if new < 10_000 { store[House.Kitchen.pots] += 1 }
    }
    try journal.listening { try store.set(House.Kitchen.pots, to: 1) }
    #expect(store.get(House.Kitchen.pots) == 10_000)
  }

  @Test("four threads' commits are announced in commit order")
  func commitOrder() {
    let seen = Shared<[UInt64]>([])
    let values = Shared<[Int]>([])
    let key = Key<Counted, Int>("n", default: 0)
    Counted.announce.change { announce in
      announce = { commit in
        seen.change { $0.append(commit.number) }
        if let change = commit[key] { values.change { $0 += [change.old, change.new] } }
      }
    }
    onThreads(4) { [store] _ in
      for _ in 0..<250 { store[key] += 1 }
    }
    #expect(seen.value == Array(1...1_000))
    #expect(values.value == (0..<1_000).flatMap { [$0, $0 + 1] })
  }

  @Test("a commit narrowed to a namespace shows its own keys only")
  func narrowed() throws {
    let names = Shared<[String: [String]]>([:])
    for space in ["house", "kitchen", "cellar"] {
      journal.postCommit[space] = { commit in
        names.change { $0[space] = commit.changes.map(\.storageString) }
      }
    }
    try journal.listening {
      try store.transaction { house in
        try house.set(House.rooms, to: 2)
        try house.set(House.Cellar.bottles, to: 2)
        try house.set(House.Kitchen.Drawer.spoons, to: 2)
      }
    }
    #expect(
      names.value == [
        "house": ["house:rooms", "house:cellar:bottles", "house:kitchen:drawer:spoons"],
        "kitchen": ["house:kitchen:drawer:spoons"], "cellar": ["house:cellar:bottles"],
      ])
  }
}

private enum Counted: PostCommitHook {
  typealias Parent = Root
  static let namespaceID = "counted"
  static let announce = Shared<@Sendable (Commit) -> Void> { _ in }

  static func postCommit(_ commit: Commit) { announce.value(commit) }
}
