import Keywright
import Testing

@Suite("The order of a commit") struct CommitOrderTests {
  let store = FailingStore()
  let journal = Journal()

  @Test("every step in order, hooks from the outside in, notifications from the inside out")
  func everyStep() throws {
    try journal.listening { try store.set(House.Kitchen.observedChairs, to: 4) }
    #expect(
      journal.take() == [
        "double 4", "addOne 8", "process 9", "pre house", "pre kitchen", "declaredWill 0 9",
        "will 0 9", "write", "post kitchen", "post house", "declaredDid 0 9", "did 0 9",
      ])
    #expect(store.get(House.Kitchen.chairs) == 9)
  }

  @Test("a hook is called once for each commit that touches its subtree")
  func onceForEachCommit() throws {
    try journal.listening {
      try store.transaction { house in
        try house.set(House.Kitchen.Drawer.spoons, to: 5)
        try house.set(House.Cellar.bottles, to: 6)
        try house.set(House.Kitchen.pots, to: 7)
      }
    }
    #expect(
      journal.take() == [
        "process 7", "pre house", "pre kitchen", "pre cellar", "pre drawer", "will 0 7", "write",
        "post drawer", "post kitchen", "post cellar", "post house", "did 0 7",
      ])
    #expect(store.numberOfWrites == 1)
  }

  @Test("constraints are checked before the hooks")
  func constraintsBeforeHooks() {
    #expect(throws: StoreError.self) {
      try journal.listening { try store.set(House.Kitchen.chairs, to: 90) }
    }
    #expect(journal.take() == ["double 90", "addOne 180"])
  }

  @Test("what a hook amends is checked and not processed again")
  func amendments() throws {
    journal.preCommit["house"] = { $0.amend(House.Kitchen.observedChairs, to: 3) }
    try journal.listening { try store.set(House.Kitchen.observedChairs, to: 4) }
    #expect(
      journal.take() == [
        "double 4", "addOne 8", "process 9", "pre house", "pre kitchen", "declaredWill 0 3",
        "will 0 3", "write", "post kitchen", "post house", "declaredDid 0 3", "did 0 3",
      ])
    #expect(store.get(House.Kitchen.chairs) == 3)
  }

  @Test("a key that a hook adds brings in the hooks of its namespaces")
  func addedKeys() throws {
    journal.preCommit["house"] = { $0.amend(House.Kitchen.Drawer.spoons, to: 2) }
    try journal.listening { try store.set(House.rooms, to: 4) }
    #expect(
      journal.take() == [
        "pre house", "pre kitchen", "pre drawer", "write", "post drawer", "post kitchen",
        "post house",
      ])
    #expect(store.get(House.Kitchen.Drawer.spoons) == 2)
  }

  @Test("a commit that changes nothing is not kept, numbered or announced")
  func nothingChanged() throws {
    let numbers = Shared<[UInt64]>([])
    journal.postCommit["house"] = { commit in numbers.change { $0.append(commit.number) } }
    try journal.listening {
      try store.set(House.rooms, to: 4)
      _ = journal.take()
      try store.set(House.rooms, to: 4)
      #expect(journal.take() == ["pre house"])
      try store.remove(House.Cellar.bottles)
      #expect(journal.take() == ["pre house", "pre cellar"])
      try store.update(House.rooms) { _ in }
      try store.set(House.rooms, to: 5)
    }
    #expect(numbers.value == [1, 2])
    #expect(store.numberOfWrites == 2)
  }

  @Test("only what differs is kept and announced")
  func onlyWhatDiffers() throws {
    try store.set(House.rooms, to: 4)
    let names = Shared<[String]>([])
    journal.postCommit["house"] = { commit in
      names.change { $0 += commit.changes.map(\.storageString) }
    }
    try journal.listening {
      try store.transaction { house in
        try house.set(House.rooms, to: 4)
        try house.set(House.Cellar.bottles, to: 1)
      }
    }
    #expect(names.value == ["house:cellar:bottles"])
  }

  @Test("a removal is not processed, and shows the default as the new value")
  func removal() throws {
    try store.set(House.Kitchen.pots, to: 7)
    try journal.listening { try store.remove(House.Kitchen.pots) }
    #expect(
      journal.take() == [
        "pre house", "pre kitchen", "will 7 0", "write", "post kitchen", "post house", "did 7 0",
      ])
  }

  @Test("willChange and didChange are given what is kept, not what was passed")
  func valuesKept() throws {
    journal.onProcess = { _ in 11 }
    journal.preCommit["kitchen"] = { commit in
      let pots = try #require(commit[House.Kitchen.pots])
      commit.amend(House.Kitchen.pots, to: pots.new + 1)
    }
    try journal.listening { try store.set(House.Kitchen.pots, to: 1) }
    #expect(
      journal.take() == [
        "process 1", "pre house", "pre kitchen", "will 0 12", "write", "post kitchen",
        "post house", "did 0 12",
      ])
  }
}
