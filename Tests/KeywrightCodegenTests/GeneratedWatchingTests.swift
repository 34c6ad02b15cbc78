import Keywright
import Testing

/// Keys that are told of changes, when what is cleared is found by storage string.
@Suite("Generated keys that watch")
struct GeneratedWatchingTests {
  let store = MemoryStore()
  let heard = Listener.Heard()

  @Test("Clearing a namespace tells its keys, a deprecated one and families too")
  func namespace() throws {
    try store.set(Watched.size, to: 10)
    try store.set(Watched.band(index: 7), to: 30)
    try store.set(Watched.quiet, to: 1)
    try store.set(Watched.Nested.default, to: 40)
    try store.set(Key<Root, Int>(storageString: "org.example.old", default: 2), to: 20)
    try Listener.$heard.withValue(heard) { try store.clear(Watched.self) }
    #expect(
      heard.all.sorted() == [
        "did 10 1", "did 20 2", "did 30 3", "will 10 1", "will 40 4",
      ])
    #expect(try store.storedKeys().isEmpty)
  }

  @Test("Clearing all keys of a target tells those without a namespace")
  func registry() throws {
    try store.set(KeywrightCodegenTestsKeys.default, to: 50)
    try store.set(KeywrightCodegenTestsKeys.`self`, to: 60)
    try store.set(Watched.size, to: 10)
    try Listener.$heard.withValue(heard) { try store.clear(KeywrightCodegenTestsKeys.self) }
    #expect(heard.all.sorted() == ["did 10 1", "did 50 5", "will 10 1", "will 60 6"])
  }
}
