import Keywright
import KeywrightTesting
import Testing

@Suite("A cache in front of a store") struct CacheLayerTests {
  let cache = CacheStore(capacity: 8)
  let back = MemoryStore(name: "back")

  @Test func aGetFillsTheCache() throws {
    try back.set(Zoo.motto, to: "roar")
    let store = cache.combined(with: back)
    #expect(store.get(Zoo.motto) == "roar")
    #expect(cache.get(Zoo.motto) == "roar")
  }

  @Test func aCommitWritesBothAndRemovingRemovesFromBoth() throws {
    let store = cache.combined(with: back)
    try store.set(Zoo.motto, to: "roar")
    #expect(cache.get(Zoo.motto) == "roar")
    #expect(back.get(Zoo.motto) == "roar")
    try store.remove(Zoo.motto)
    #expect(!(try cache.contains(Zoo.motto)))
    #expect(!(try back.contains(Zoo.motto)))
  }

  @Test("A set of what the back holds updates an invalidated cache")
  func anInvalidatedCacheIsUpdated() throws {
    let store = cache.combined(with: back)
    try store.set(Zoo.lions, to: 1)
    try back.set(Zoo.lions, to: 2)
    try store.set(Zoo.lions, to: 2)
    #expect(store.get(Zoo.lions) == 2)
  }

  @Test func aCacheOfAnotherTypeIsPassedByAndKept() throws {
    try cache.set(Zoo.lionsAsText, to: "many")
    try back.set(Zoo.lions, to: 2)
    let store = cache.combined(with: back)
    store.onIssue { _ in }
    #expect(store.get(Zoo.lions) == 2)
    #expect(cache.get(Zoo.lionsAsText) == "many")
    #expect(store.issues.map(\.code) == [.unreadable])
  }

  @Test func clearingClearsTheCacheToo() throws {
    let store = cache.combined(with: back)
    try store.set(Zoo.lions, to: 1)
    try store.clear(Zoo.self)
    #expect(!(try cache.contains(Zoo.lions)))
    #expect(try back.storedKeys().isEmpty)
  }

  @Test func aFailingBackLeavesTheCache() throws {
    let faulty = FaultyStore()
    let store = cache.combined(with: faulty)
    try store.set(Zoo.lions, to: 1)
    faulty.fail(at: .write)
    #expect(throws: StoreError.self) { try store.set(Zoo.lions, to: 2) }
    #expect(cache.get(Zoo.lions) == 1)
  }

  @Test func cachesAloneKeepNoForms() throws {
    let store = cache.combined(with: CacheStore(capacity: 2))
    try store.set(Zoo.lions, to: 1)
    #expect(store.get(Zoo.lions) == 1)
    try store.remove(Zoo.lions)
    #expect(store.get(Zoo.lions) == 0)
  }

  @Test func aGetCountsOneLookup() throws {
    try back.set(Zoo.lions, to: 2)
    let store = cache.combined(with: back)
    for _ in 0..<3 { _ = store.get(Zoo.lions) }
    #expect(cache.statistics.hits == 2)
    #expect(cache.statistics.misses == 1)
  }
}
