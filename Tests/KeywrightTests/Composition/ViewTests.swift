import Keywright
import Testing

@Suite("Views of a store") struct ViewTests {
  let store = MemoryStore()

  @Test func aPrefixIsAComponentBeforeTheKey() throws {
    try store.prefixed("user42").set(Zoo.lions, to: 3)
    #expect(try store.storedKeys() == ["user42:zoo:lions"])
    #expect(store.prefixed("user42").get(Zoo.lions) == 3)
    #expect(store.prefixed("user43").get(Zoo.lions) == 0)
    #expect(store.get(Zoo.lions) == 0)
  }

  @Test func aPrefixIsEscapedLikeAnID() throws {
    try store.prefixed("a:b%").set(Zoo.lions, to: 3)
    #expect(try store.storedKeys() == ["a%3Ab%25:zoo:lions"])
  }

  @Test func prefixesNest() throws {
    try store.prefixed("a").prefixed("b").set(Zoo.lions, to: 3)
    #expect(try store.storedKeys() == ["a:b:zoo:lions"])
    #expect(try store.prefixed("a").storedKeys() == ["b:zoo:lions"])
  }

  @Test func clearingAPrefixedViewLeavesTheRest() throws {
    let view = store.prefixed("user42")
    try view.set(Zoo.lions, to: 3)
    try store.set(Zoo.lions, to: 4)
    #expect(try view.storedKeys() == ["zoo:lions"])
    try view.removeEverything()
    #expect(try store.storedKeys() == ["zoo:lions"])
  }

  @Test func viewsUnderOnePrefixShareTheirCore() {
    let view = store.prefixed("user42")
    #expect(view.core === store.prefixed("user42").core)
    #expect(view.core !== store.prefixed("user43").core)
  }

  @Test func updatesThroughTwoPrefixesDoNotMeet() throws {
    let (one, two) = (store.prefixed("1"), store.prefixed("2"))
    try one.update(Zoo.lions) { $0 += 1 }
    try two.update(Zoo.lions) { $0 += 2 }
    #expect(one.get(Zoo.lions) == 1)
    #expect(two.get(Zoo.lions) == 2)
  }

  @Test func aReadOnlyViewReads() throws {
    try store.set(Zoo.lions, to: 3)
    let view = store.readOnly()
    #expect(view[Zoo.lions] == 3)
    #expect(try view.read(Zoo.lions) == 3)
    #expect(try view.storedKeys() == ["zoo:lions"])
    #expect(!(view is any Store))
  }

  @Test func aWriteOnlyViewWrites() throws {
    let view = store.writeOnly()
    try view.set(Zoo.lions, to: 3)
    #expect(store.get(Zoo.lions) == 3)
    try view.remove(Zoo.lions)
    #expect(try store.storedKeys().isEmpty)
    #expect(!(view is any ReadableStore))
  }

  @Test func aDefaultThatIsStoredWhenMissingIsNotStoredByAReader() throws {
    let key = Key<Zoo, Int>(
      "born", descriptor: KeyDescriptor(default: .lazy(persist: .whenMissing) { 7 }))
    #expect(store.readOnly().get(key) == 7)
    #expect(try store.storedKeys().isEmpty)
    #expect(store.fallback(to: MemoryStore()).get(key) == 7)
    #expect(try store.storedKeys() == ["zoo:born"])
  }
}
