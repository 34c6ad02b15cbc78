import Keywright
import KeywrightTesting
import Testing

@Suite("Keys as values") struct KeyEqualityTests {
  private enum Coded {
    static let coding = ValueCoding<Int>(encode: { .integer(Int64($0)) }, decode: { _ in 1 })
  }

  @Test("are equal by storage string, value type and form")
  func hashable() {
    let key = Key<Zoo, Int>("lions", default: 0)
    #expect(key == Zoo.lions)
    #expect(Set([key, Zoo.lions, Zoo.tigers]).count == 2)
    #expect(AnyHashable(key) != AnyHashable(Zoo.lionsAsText))
    let coded = Key<Zoo, Int>("lions", default: 0, coding: Coded.coding)
    #expect(coded != key)
    #expect(coded == Key<Zoo, Int>("lions", default: 3, coding: Coded.coding))
    #expect(
      Key<Zoo, [Int]>("list", default: [], coding: .json)
        != Key<Zoo, [Int]>("list", default: [], coding: .propertyList))
  }

  @Test("of an optional type may name nil as their default")
  func nilDefault() {
    let key = Key<Zoo, String?>("motto", default: nil)
    #expect(MemoryStore().get(key) == nil)
    #expect(MemoryStore().get(Key<Root, String?>(StorageString("motto"), default: nil)) == nil)
  }

  @Test("compute a default wherever a literal does")
  func lazyDefaults() throws {
    let store = MemoryStore()
    #expect(store.get(Key<Zoo, Int>("a", default: .lazy { 5 })) == 5)
    #expect(store.get(Key<Root, [Int]>(StorageString("b"), default: .lazy { [5] })) == [5])
    let member = Key<Zoo, String>(
      .family("c", KeyParameter(1)), default: .lazy(persist: .whenMissing) { "five" },
      descriptor: KeyDescriptor(constraints: [.length(...4)]))
    #expect(store.get(member) == "five")
    #expect(try store.read(member) == "five")
    #expect(throws: StoreError.self) { try store.set(member, to: "sixteen") }
  }

  @Test("A store error is equal by what went wrong, through a composition too")
  func storeError() throws {
    let faulty = FaultyStore()
    let store = Layers([.readingAndWriting(faulty), .readingAndWriting(MemoryStore())])
    let full = StoreError(.full, operation: "write", advice: "Free some space.")
    faulty.fail(.write, with: full)
    #expect(throws: full) { try store.set(Zoo.lions, to: 1) }
    #expect(StoreError(.full, advice: "a") == StoreError(.full, advice: "b"))
    #expect(StoreError(.full, found: "a") != StoreError(.full, found: "b"))
  }

  @Test("zip takes stores of any type")
  func zipped() throws {
    let stores: [any Store] = [MemoryStore(), CacheStore(capacity: 3)]
    let both = zip(stores[0], stores[1])
    try both.set(Zoo.lions, to: (1, 2))
    #expect(both.get(Zoo.lions) == (1, 2))
  }
}
