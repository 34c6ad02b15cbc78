import Keywright
import Testing

/// Functions and namespaces whose names generated code uses for itself, or which are keys elsewhere.
@Suite("Names that generated code uses for itself")
struct GeneratedNamesTests {
  let store = MemoryStore()
  let received = Listener.Received()

  @Test("A function called as a descriptor, a list or a parameter would be is called")
  func defaults() {
    #expect(store.get(Named.side) == 1)
    #expect(store.get(Named.Inner.depth) == 1)
    #expect(store.get(KeywrightCodegenTestsKeys.listed) == 4)
    #expect(store.get(Named.band(index: 7)) == 5)
  }

  @Test("A namespace inside is a member of a struct of values")
  func values() {
    #expect(Named.Values(store).storeKeys.open)
    #expect(Named.Values(store).inner.depth == 1)
  }

  @Test("A key without a namespace hides no function from namespaces")
  func registry() {
    #expect(store.get(Dock.width) == 6)
    #expect(store.get(KeywrightCodegenTestsKeys.launches) == 0)
  }

  @Test("A function called as a migration would be brings a value over")
  func migration() throws {
    try store.set(Key<Root, Bool?>(StorageString("named:isLeft")), to: true)
    try store.migrate(KeywrightCodegenTestsKeys.migrations)
    #expect(store.get(Named.side) == 2)
  }

  @Test("A function with the name that the list of an observed family would have is called")
  func watching() throws {
    try store.set(Named.side, to: 10)
    try store.set(Named.band(index: 7), to: 70)
    try Listener.$received.withValue(received) { try store.clear(Named.self) }
    #expect(received.all.sorted() == ["band 10 1", "band 70 5"])
  }
}
