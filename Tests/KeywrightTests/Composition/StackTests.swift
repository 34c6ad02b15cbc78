import Keywright
import Testing

@Suite("Managed over user over defaults") struct StackTests {
  let managed = MemoryStore(name: "policy")
  let user = MemoryStore(name: "choice")
  let defaults = MemoryStore(name: "shipped")
  let store: Layers

  init() { store = Layers(managed: managed, user: user, defaults: defaults) }

  @Test func theFirstLayerWithAValueIsTheSource() throws {
    #expect(store.source(of: Zoo.lions) == nil)
    try defaults.set(Zoo.lions, to: 1)
    #expect(store.source(of: Zoo.lions)?.name == "defaults")
    try user.set(Zoo.lions, to: 2)
    #expect(store.source(of: Zoo.lions)?.name == "user")
    try managed.set(Zoo.lions, to: 3)
    #expect(store.source(of: Zoo.lions)?.number == 1)
    #expect(store.get(Zoo.lions) == 3)
  }

  @Test func aManagedValueIsForced() throws {
    try user.set(Zoo.lions, to: 2)
    #expect(!store.isForced(Zoo.lions))
    try managed.set(Zoo.lions, to: 3)
    #expect(store.isForced(Zoo.lions))
  }

  @Test func aForcedValueDoesNotLeakIntoTheUsersOwn() throws {
    try managed.set(Zoo.lions, to: 100)
    try user.set(Zoo.lions, to: 1)
    try store.update(Zoo.lions) { $0 += 1 }
    #expect(user.get(Zoo.lions) == 2)
    #expect(store.get(Zoo.lions) == 100)
  }

  @Test func anUpdateBeginsWithTheShippedDefault() throws {
    try defaults.set(Zoo.lions, to: 40)
    try store.update(Zoo.lions) { $0 += 2 }
    #expect(user.get(Zoo.lions) == 42)
  }

  @Test func aSetOfTheShippedDefaultIsTheUsersChoice() throws {
    try defaults.set(Zoo.lions, to: 40)
    try store.set(Zoo.lions, to: 40)
    #expect(store.source(of: Zoo.lions)?.name == "user")
  }

  @Test func removingShowsTheShippedDefaultAgain() throws {
    try defaults.set(Zoo.lions, to: 40)
    try store.set(Zoo.lions, to: 1)
    try store.remove(Zoo.lions)
    #expect(store.get(Zoo.lions) == 40)
  }

  @Test func clearingLeavesWhatIsOnlyRead() throws {
    try defaults.set(Zoo.lions, to: 40)
    try managed.set(Zoo.tigers, to: 1)
    try store.set(Zoo.lions, to: 2)
    try store.clear(Zoo.self)
    #expect(try user.storedKeys().isEmpty)
    #expect(store.get(Zoo.lions) == 40)
    #expect(try store.storedKeys() == ["zoo:lions", "zoo:tigers"])
  }

  @Test func aStackInAStackWorksAsOne() throws {
    let outer = Layers([
      .reading(MemoryStore()), .readingAndWriting(store), .writing(MemoryStore(name: "log")),
    ])
    try managed.set(Zoo.lions, to: 100)
    try outer.set(Zoo.lions, to: 100)
    #expect(user.get(Zoo.lions) == 100)
    try outer.update(Zoo.lions) { $0 += 1 }
    #expect(user.get(Zoo.lions) == 101)
    try outer.remove(Zoo.lions)
    #expect(try user.storedKeys().isEmpty)
    try user.set(Zoo.tigers, to: 5)
  }
}
