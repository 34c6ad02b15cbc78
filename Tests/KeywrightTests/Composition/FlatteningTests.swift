import Keywright
import KeywrightTesting
import Testing

@Suite("Compositions as layers") struct FlatteningTests {
  private let stores = (0..<6).map { FaultyStore("\($0)") }

  @Test("A chain of fallback is one list, of which each store is asked once")
  func chainIsOneList() throws {
    let right = stores[0].fallback(
      to: stores[1].fallback(to: stores[2].fallback(to: stores[3].fallback(to: stores[4]))))
    let left = stores[0].fallback(to: stores[1]).fallback(to: stores[2]).fallback(to: stores[3])
      .fallback(to: stores[4])
    try stores[4].set(Zoo.lions, to: 4)
    for store in [left, right] {
      #expect(store.layers.map(\.name) == ["0", "1", "2", "3", "4"])
      let before = stores.map { $0.count(of: .stored) }
      #expect(store.get(Zoo.lions) == 4)
      let asked = zip(stores, before).map { $0.count(of: .stored) - $1 }
      #expect(asked == [1, 1, 1, 1, 1, 0])
    }
  }

  @Test("A chain of fallback in memory is read without asking a store")
  func chainInMemory() throws {
    let memories = (0..<8).map { MemoryStore(name: "\($0)") }
    let store = memories.dropFirst().reduce(memories[0].fallback(to: memories[1])) { chain, next in
      chain.fallback(to: next)
    }
    try memories[7].set(Zoo.lions, to: 7)
    #expect(store.get(Zoo.lions) == 7)
    #expect(store.source(of: Zoo.lions)?.number == 9)
  }

  @Test("The layers of a composition with a name of its own have both names")
  func names() {
    let policies = Layers(managed: stores[0], user: stores[1], defaults: stores[2])
    let store = Layers([.reading(policies, name: "policies"), .readingAndWriting(stores[3])])
    #expect(
      store.layers.map(\.name) == [
        "policies/managed", "policies/user", "policies/defaults", "3",
      ])
    #expect(
      Layers([.readingAndWriting(policies)]).layers.map(\.name) == policies.layers.map(\.name))
  }

  @Test("A composition that is only read is not written")
  func readOnly() throws {
    let inner = Layers([.readingAndWriting(stores[0]), .writing(stores[1])])
    let store = Layers([.reading(inner), .readingAndWriting(stores[2])])
    try store.set(Zoo.lions, to: 1)
    #expect(stores.map { $0.get(Zoo.lions) } == [0, 0, 1, 0, 0, 0])
    try inner.set(Zoo.lions, to: 2)
    #expect(store.get(Zoo.lions) == 2)
    #expect(Layers([.reading(inner.readOnly())]).get(Zoo.lions) == 2)
  }

  @Test("A forced value inside of a composition does not leak into a commit")
  func forcedValueDoesNotLeak() throws {
    let inner = Layers(managed: stores[1], user: stores[2], defaults: stores[3])
    let store = Layers([.readingAndWriting(stores[0]), .readingAndWriting(inner)])
    try stores[1].set(Zoo.lions, to: 100)
    try stores[2].set(Zoo.lions, to: 1)
    try store.update(Zoo.lions) { $0 += 1 }
    #expect(stores[2].get(Zoo.lions) == 2)
  }

  @Test("A composition that is only read fills its own layers")
  func fillsInside() throws {
    let inner = stores[1].combined(with: stores[2])
    try stores[2].set(Zoo.lions, to: 2)
    let store = stores[0].fallback(to: inner)
    #expect(store.get(Zoo.lions) == 2)
    #expect(stores[1].get(Zoo.lions) == 2)
    #expect(stores[0].get(Zoo.lions) == 0)
    try stores[2].set(Zoo.lions, to: 3)
    #expect(store.get(Zoo.lions) == 3)
  }

  @Test("A composition that is filled takes values from below it, not from its own layers")
  func filledAsAWhole() throws {
    let store = stores[0].fallback(to: stores[1]).combined(with: stores[2])
    try stores[1].set(Zoo.lions, to: 1)
    #expect(store.get(Zoo.lions) == 1)
    #expect(stores[0].get(Zoo.lions) == 0)
    try stores[2].set(Zoo.tigers, to: 2)
    #expect(store.get(Zoo.tigers) == 2)
    #expect(stores[0].get(Zoo.tigers) == 2)
    #expect(stores[1].get(Zoo.tigers) == 0)
  }

  @Test("Components of views in views come before each other")
  func views() throws {
    let store = stores[0].prefixed("a").prefixed("b")
    try store.set(Zoo.lions, to: 1)
    #expect(try stores[0].storedKeys() == ["a:b:zoo:lions"])
    #expect(try store.storedKeys() == ["zoo:lions"])
  }

  @Test("A commit through two compositions goes to one route alone")
  func routes() throws {
    let router = Layers.routing([.namespace(Zoo.self, to: stores[0])], otherwise: stores[1])
    let store = Layers([.readingAndWriting(router), .writing(stores[2])])
    let error = #expect(throws: StoreError.self) {
      try store.transaction { change in
        try change.set(Zoo.lions, to: 1)
        try change.set(Animals.Cats.lion, to: 2)
      }
    }
    #expect(error?.code == .unsupported)
    try store.set(Animals.Cats.lion, to: 2)
    #expect(try stores.map { try $0.storedKeys().count } == [0, 1, 1, 0, 0, 0])
  }

  @Test("A composition without a layer to write refuses a commit where it is to be written")
  func nothingToWrite() {
    let store = Layers([.readingAndWriting(Layers([.reading(stores[0])]))])
    let error = #expect(throws: StoreError.self) { try store.set(Zoo.lions, to: 1) }
    #expect(error?.code == .readOnly)
  }

  @Test("A store that passes its calls on to a composition writes to it")
  func passedOn() throws {
    let store = FaultyStore(stores[0].combined(with: stores[1]))
    try store.set(Zoo.lions, to: 1)
    #expect(stores[0].get(Zoo.lions) == 1)
    #expect(stores[1].get(Zoo.lions) == 1)
    try stores[0].set(Zoo.lions, to: 2)
    try store.set(Zoo.lions, to: 3)
    #expect(stores[1].get(Zoo.lions) == 3)
  }

  @Test("Observers of a composition receive commits through one that it is a layer of")
  func observers() throws {
    let inner = stores[0].combined(with: stores[1])
    let outer = inner.fallback(to: stores[2])
    let origins = Gathered<CommitOrigin>()
    let token = inner.observe(Zoo.lions) { origins.add($0.origin) }
    try outer.set(Zoo.lions, to: 1)
    try inner.set(Zoo.lions, to: 2)
    token.cancel()
    #expect(origins.all.first == .layer)
    #expect(origins.all.last == .local)
  }
}
