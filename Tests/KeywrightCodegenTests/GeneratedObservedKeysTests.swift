import Keywright
import Testing

/// Keys with callbacks that `clear` finds by storage string.
@Suite("Generated keys with callbacks")
struct GeneratedObservedKeysTests {
  let store = MemoryStore()
  let received = Listener.Received()

  @Test("Clearing a namespace calls its keys, a deprecated one and families too")
  func namespace() throws {
    try store.set(Observed.size, to: 10)
    try store.set(Observed.band(index: 7), to: 30)
    try store.set(Observed.quiet, to: 1)
    try store.set(Observed.Nested.default, to: 40)
    try store.set(Key<Root, Int>(StorageString("org.example.old"), default: 2), to: 20)
    try Listener.$received.withValue(received) { try store.clear(Observed.self) }
    #expect(
      received.all.sorted() == [
        "did 10 1", "did 20 2", "did 30 3", "will 10 1", "will 40 4",
      ])
    #expect(try store.storedKeys().isEmpty)
  }

  @Test("Clearing all keys of a target calls those without a namespace")
  func registry() throws {
    try store.set(KeywrightCodegenTestsKeys.default, to: 50)
    try store.set(KeywrightCodegenTestsKeys.`self`, to: 60)
    try store.set(Observed.size, to: 10)
    try Listener.$received.withValue(received) { try store.clear(KeywrightCodegenTestsKeys.self) }
    #expect(received.all.sorted() == ["did 10 1", "did 50 5", "will 10 1", "will 60 6"])
  }
}
