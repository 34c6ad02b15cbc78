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

  @Test func aReadFillsTheCacheAndCountsOneLookup() throws {
    try back.set(Zoo.lions, to: 2)
    let store = cache.combined(with: back)
    for _ in 0..<3 { #expect(try store.read(Zoo.lions) == 2) }
    #expect(cache.get(Zoo.lions) == 2)
    #expect(try store.read(Zoo.motto) == nil)
    #expect(try cache.storedKeys() == [Zoo.lions.storageString.string])
  }

  @Test func aReadAfterAChangeBelowFillsAnew() throws {
    try back.set(Zoo.lions, to: 2)
    let store = cache.combined(with: back)
    #expect(try store.read(Zoo.lions) == 2)
    try back.set(Zoo.lions, to: 3)
    #expect(try store.read(Zoo.lions) == 3)
    #expect(cache.get(Zoo.lions) == 3)
  }

  @Test func aCacheOfAnotherTypeIsPassedByAndKept() throws {
    try cache.set(Zoo.lionsAsText, to: "many")
    try back.set(Zoo.lions, to: 2)
    let store = cache.combined(with: back)
    store.onIssue { _ in }
    #expect(store.get(Zoo.lions) == 2)
    #expect(cache.get(Zoo.lionsAsText) == "many")
    #expect(store.issues.isEmpty)
  }

  @Test("Two types of one string, which both can be read, are no issue behind a cache")
  func twoTypesOfOneString() throws {
    try back.set(Zoo.lions, to: 2)
    let real = Key<Zoo, Double>("lions", default: 0)
    let store = cache.combined(with: back)
    store.onIssue { _ in }
    for _ in 0..<2 {
      #expect(store.get(Zoo.lions) == 2)
      #expect(store.get(real) == 2.0)
      #expect(try store.read(real) == 2.0)
    }
    try store.update(real) { $0 += 1 }
    #expect(store.get(Zoo.lions) == 3)
    #expect(store.issues.isEmpty)
  }

  @Test("A cache of another type with nothing below is an issue")
  func anotherTypeAlone() throws {
    try cache.set(Zoo.lionsAsText, to: "many")
    let store = cache.combined(with: back)
    store.onIssue { _ in }
    #expect(store.get(Zoo.lions) == 0)
    #expect(store.issues.map(\.code) == [.unreadable])
    #expect(throws: StoreError.self) { try store.read(Zoo.lions) }
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
