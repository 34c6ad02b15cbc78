import Keywright
import KeywrightTesting
import Testing

@Suite("Ways to a value through layers") struct LayerPathTests {
  /// Every way that `get` takes through layers: tables, other stores, empty texts, filled layers.
  @Test func eachOrderOfStoresGivesTheSameValues() throws {
    let makers: [@Sendable () -> Layer] = [
      { .readingAndWriting(MemoryStore()) },
      { .readingAndWriting(MemoryStore(), filledFromBelow: true) },
      { .readingAndWriting(FaultyStore()) },
      { .readingAndWriting(CacheStore(capacity: 8)) },
      { .reading(EnvironmentLayer(prefix: "APP", environment: [:])) },
      { .reading(ArgumentsLayer(["--other=1"])) },
      { .reading(MemoryStore().readOnly()) },
    ]
    for first in makers {
      for second in makers {
        for third in makers {
          let last = MemoryStore()
          let store = Layers([first(), second(), third(), .readingAndWriting(last)])
          try last.set(Zoo.lions, to: 4)
          for _ in 0..<3 { #expect(store.get(Zoo.lions) == 4) }
          #expect(store.get(Zoo.tigers) == 0)
          try store.set(Zoo.lions, to: 5)
          #expect(store.get(Zoo.lions) == 5)
          try store.remove(Zoo.lions)
          #expect(store.get(Zoo.lions) == 0)
        }
      }
    }
  }
}
