import Keywright
import KeywrightTesting
import Testing

@Suite("Two stores side by side") struct ZipTests {
  let first = FaultyStore("first")
  let second = FaultyStore("second")

  @Test func eachStoreHasItsValue() throws {
    let both = zip(first, second)
    try both.set(Zoo.lions, to: (1, 2))
    #expect(both.get(Zoo.lions) == (1, 2))
    #expect(first.get(Zoo.lions) == 1)
    #expect(second.get(Zoo.lions) == 2)
    try both.remove(Zoo.lions)
    #expect(try both.read(Zoo.lions) == (nil, nil))
  }

  @Test func aValueThatTheSecondRefusesIsPutBackInTheFirst() throws {
    try first.set(Zoo.lionsAsText, to: "many")
    second.fail(at: .write)
    let error = #expect(throws: StoreError.self) {
      try zip(first, second).set(Zoo.lions, to: (1, 2))
    }
    #expect(error?.code == .full)
    #expect(first.get(Zoo.lionsAsText) == "many")
  }

  @Test func aValueThatCannotBePutBackIsUncertain() throws {
    let fickle = FickleStore()
    second.fail(at: .write)
    let error = #expect(throws: StoreError.self) {
      try zip(fickle, second).set(Zoo.lions, to: (1, 2))
    }
    #expect(error?.code == .uncertain)
    #expect(fickle.get(Zoo.lions) == 1)
  }

  @Test func aCacheForgets() throws {
    let cache = CacheStore(capacity: 8)
    try cache.set(Zoo.lions, to: 7)
    second.fail(at: .write)
    #expect(throws: StoreError.self) { try zip(cache, second).set(Zoo.lions, to: (1, 2)) }
    #expect(cache.get(Zoo.lions) == 0)
  }

  @Test func sequencesAreZippedAsEver() {
    #expect(Array(zip([1, 2], ["a", "b"])).count == 2)
  }
}

/// Writes one commit, and no more.
private final class FickleStore: Store {
  let inner = FaultyStore("fickle")
  var core: StoreCore { inner.core }
  func stored(_ name: StorageString) throws(StoreError) -> StoredValue? { try inner.stored(name) }
  func storageStrings() throws(StoreError) -> [StorageString] { try inner.storageStrings() }
  func write(_ changes: [StagedWrite]) throws(StoreError) {
    try inner.write(changes)
    inner.fail(at: .write)
  }
}
