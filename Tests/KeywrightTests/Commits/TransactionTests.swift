import Keywright
import Testing

@Suite("Transactions") struct TransactionTests {
  let store = MemoryStore()
  let journal = Journal()

  @Test("what was set is read through a key type of the same key, and keeps its processing")
  func mixedKeyTypes() throws {
    journal.onProcess = { $0 * 10 }
    try journal.listening {
      try store.transaction { house in
        try house.set(House.Kitchen.pots, to: 5)
        #expect(try house.get(House.Kitchen.pots.key) == 5)
      }
    }
    #expect(store.get(House.Kitchen.pots) == 50)
  }

  @Test("what was set is read as another type that the value converts to")
  func anotherType() throws {
    try store.transaction { house in
      try house.set(House.rooms, to: 5)
      #expect(try house.get(Key<House, Double>("rooms", default: 0)) == 5.0)
      #expect(throws: StoreError.self) {
        try house.get(Key<House, String>("rooms", default: ""))
      }
    }
    #expect(store.get(House.rooms) == 5)
  }

  @Test("a later set through another type wins")
  func laterSetWins() throws {
    try store.transaction { house in
      try house.set(House.rooms, to: 5)
      try house.set(Key<House, Double>("rooms", default: 0), to: 7)
    }
    #expect(store.get(House.rooms) == 7)
  }

  @Test("set, remove and read of one key see each other")
  func seesItsChanges() throws {
    try store.set(House.rooms, to: 9)
    try store.transaction { house in
      #expect(try house.get(House.rooms) == 9)
      try house.remove(House.rooms)
      #expect(try house.get(House.rooms) == 1)
      try house.update(House.rooms) { $0 += 1 }
      #expect(try house.get(House.rooms) == 2)
    }
    #expect(store.get(House.rooms) == 2)
  }

  @Test("a failure inside that the closure catches spoils nothing else")
  func caughtFailure() throws {
    try store.set(Key<House, String>("rooms", default: ""), to: "many")
    try store.transaction { house in
      let rooms = try? house.get(House.rooms)
      #expect(rooms == nil)
      try house.set(House.Cellar.bottles, to: 1)
    }
    #expect(try store.storedKeys() == ["house:cellar:bottles", "house:rooms"])
  }

  @Test("removing an unreadable value and then updating it starts from the default")
  func removeThenUpdate() throws {
    try store.set(Key<House, String>("rooms", default: ""), to: "many")
    try store.transaction { house in
      try house.remove(House.rooms)
      try house.update(House.rooms) { $0 += 1 }
    }
    #expect(store.get(House.rooms) == 2)
  }

  @Test("one that reads only is no commit")
  func readsOnly() throws {
    let rooms = try journal.listening {
      try store.transaction { house in try house.get(House.rooms) }
    }
    #expect(rooms == 1)
    #expect(journal.take() == [])
  }

  @Test("its changes become one file write, all of them or none")
  func oneWrite() throws {
    let failing = FailingStore()
    failing.failNext(StoreError(.full))
    #expect(throws: StoreError.self) {
      try failing.transaction { house in
        try house.set(House.rooms, to: 2)
        try house.set(House.owner, to: "Ada")
      }
    }
    #expect(failing.content.isEmpty)
    #expect(failing.numberOfWrites == 1)
  }
}
