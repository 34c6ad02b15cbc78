import Keywright
import Testing

@Suite("What a pre-commit hook sees and may do") struct HookTests {
  let store = MemoryStore()
  let journal = Journal()

  @Test("a change with old and new value")
  func sees() throws {
    try store.set(House.rooms, to: 2)
    journal.preCommit["house"] = { [journal] commit in
      let rooms = try #require(commit[House.rooms])
      journal.note("\(rooms.old) \(rooms.new) \(rooms.wasStored) \(rooms.isRemoval)")
    }
    try journal.listening {
      try store.set(House.rooms, to: 3)
      try store.remove(House.rooms)
      try store.set(House.rooms, to: 4)
    }
    #expect(
      journal.take().filter { $0 != "pre house" && $0 != "post house" }
        == ["2 3 true false", "3 1 true true", "1 4 false false"])
  }

  @Test("the stored form of a new value, before it is kept")
  func seesStoredForms() throws {
    journal.preCommit["house"] = { [journal] commit in
      for change in commit.changes {
        let stored = change.stored.map { "\($0)" } ?? "nothing"
        journal.note("\(change.storageString) \(stored) \(change.isRemoval)")
      }
    }
    try journal.listening { try store.set(House.owner, to: "Ada") }
    #expect(journal.take().contains("house:owner \"Ada\" false"))
  }

  @Test("a change through a key of another type that reads the same form")
  func seesThroughAnotherType() throws {
    try store.set(House.rooms, to: 2)
    journal.preCommit["house"] = { [journal] commit in
      let rooms = try #require(commit[Key<House, Double>("rooms", default: 0)])
      journal.note("\(rooms.old) \(rooms.new)")
    }
    try journal.listening { try store.set(House.rooms, to: 3) }
    #expect(journal.take().contains("2.0 3.0"))
  }

  @Test("nothing of a namespace that is not its own")
  func seesItsOwn() throws {
    journal.preCommit["cellar"] = { [journal] commit in
      journal.note("\(commit.changes.map(\.storageString)) \(commit[House.rooms] == nil)")
    }
    try journal.listening {
      try store.transaction { house in
        try house.set(House.rooms, to: 2)
        try house.set(House.Cellar.bottles, to: 2)
      }
    }
    #expect(journal.take().contains("[\"house:cellar:bottles\"] true"))
  }

  @Test("amending to nil removes, and so does remove")
  func amendToNil() throws {
    try store.set(House.owner, to: "Ada")
    try store.set(House.rooms, to: 3)
    journal.preCommit["house"] = { commit in
      commit.amend(House.owner, to: nil)
      commit.remove(House.rooms)
    }
    try journal.listening { try store.set(House.owner, to: "Grace") }
    #expect(try store.storedKeys() == [])
  }

  @Test("an inner hook amends what an outer one amended")
  func lastAmendmentWins() throws {
    journal.preCommit["house"] = { $0.amend(House.Kitchen.Drawer.spoons, to: 2) }
    journal.preCommit["drawer"] = { commit in
      let spoons = try #require(commit[House.Kitchen.Drawer.spoons])
      commit.amend(House.Kitchen.Drawer.spoons, to: spoons.new * 10)
    }
    try journal.listening { try store.set(House.Kitchen.Drawer.spoons, to: 1) }
    #expect(store.get(House.Kitchen.Drawer.spoons) == 20)
  }

  @Test("a key added over an unreadable value replaces it on purpose")
  func amendUnreadable() throws {
    try store.set(Key<House, String>("rooms", default: ""), to: "many")
    journal.preCommit["house"] = { $0.amend(House.rooms, to: 7) }
    try journal.listening { try store.set(House.owner, to: "Ada") }
    #expect(store.get(House.rooms) == 7)
  }

  @Test("a value that cannot be encoded, which it may mend")
  func mendsWhatCannotBeEncoded() throws {
    #expect(throws: StoreError.self) { try store.set(Mending.plain, to: .nan) }
    try store.set(Mending.mended, to: .nan)
    #expect(store.get(Mending.mended) == 0.5)
  }

  @Test("hooks of nested namespaces run for a clear, and may veto it")
  func clearing() throws {
    try store.set(Nest.Inner.egg, to: 1)
    #expect(throws: StoreError.self) { try store.clear(Nest.self) }
    #expect(store.get(Nest.Inner.egg) == 1)
  }

  @Test("a commit of 1,000 keys, each amended")
  func many() throws {
    journal.preCommit["house"] = { commit in
      for number in 0..<1_000 { commit.amend(Key<House, Int>("k\(number)", default: 0), to: -1) }
    }
    try journal.listening {
      try store.transaction { house in
        for number in 0..<1_000 {
          try house.set(Key<House, Int>("k\(number)", default: 0), to: number)
        }
      }
    }
    #expect(try store.storedKeys().count == 1_000)
    #expect(store.get(Key<House, Int>("k7", default: 0)) == -1)
  }
}

private enum Nest: Namespace {
  typealias Parent = Root
  static let namespaceID = "nest"
  static let nestedNamespaces: [any Namespace.Type] = [Inner.self]

  enum Inner: PreCommitHook {
    typealias Parent = Nest
    static let namespaceID = "inner"
    static let egg = Key<Inner, Int>("egg", default: 0)

    struct Occupied: Error {}

    static func preCommit(_ commit: inout PendingCommit) throws {
      if commit[egg]?.isRemoval == true { throw Occupied() }
    }
  }
}

private enum Mending: PreCommitHook {
  typealias Parent = Root
  static let namespaceID = "mending"
  static let plain = Key<Mending, Double>("plain", default: 0, coding: .json)
  static let mended = Key<Mending, Double>("mended", default: 0, coding: .json)

  static func preCommit(_ commit: inout PendingCommit) throws {
    if let change = commit[mended], change.new.isNaN { commit.amend(mended, to: 0.5) }
  }
}
