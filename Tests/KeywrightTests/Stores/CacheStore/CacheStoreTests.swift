import Keywright
import Testing

@Suite struct CacheStoreTests {
  let cache = CacheStore(capacity: 100)

  @Test("Values of every kind come back: in words, in boxes, nil")
  func getReturnsWhatSetStored() throws {
    try cache.set(Animals.Cats.lion, to: 3)
    try cache.set(Animals.Cats.names, to: ["Leo"])
    try cache.set(Animals.kingdom, to: "mammals")
    #expect(cache.get(Animals.Cats.lion) == 3)
    #expect(cache.get(Animals.Cats.names) == ["Leo"])
    #expect(try cache.read(Animals.kingdom) == "mammals")
    try cache.set(Animals.kingdom, to: nil)
    #expect(try !cache.contains(Animals.kingdom))
    #expect(cache.get(Animals.kingdom) == nil)
    #expect(try cache.storedKeys() == ["animals:cats:lion", "animals:cats:names"])
  }

  @Test("A class without any stored form can be a value")
  func valuesNeedNoEncoding() throws {
    let key = Cached.object
    let object = Cached.Object()
    try cache.set(key, to: object)
    #expect(cache.get(key) === object)
  }

  @Test("A second key finds the value that another copy of its string stored")
  func keysAreComparedByBytes() throws {
    try cache.set(Key<Root, Int>("band:1", default: 0), to: 1)
    try cache.set(Key<Root, String>("name", default: ""), to: "x")
    #expect(cache.get(Key<Root, Int>("band:1", default: 0)) == 1)
    #expect(cache.get(Key<Root, String>("name", default: "")) == "x")
    #expect(cache.get(Key<Root, Int>("band:2", default: 0)) == 0)
  }

  @Test("A value of another type is unreadable: reported once, kept, replaced by set alone")
  func anotherTypeIsUnreadable() throws {
    let text = Key<Animals.Cats, String>("lion", default: "?")
    cache.onIssue { _ in }
    try cache.set(text, to: "Leo")
    #expect(cache.get(Animals.Cats.lion) == 0)
    #expect(cache.get(Animals.Cats.lion) == 0)
    #expect(cache.issues.map(\.code) == [.unreadable])
    #expect(throws: StoreError.self) { try cache.read(Animals.Cats.lion) }
    #expect(throws: StoreError.self) { try cache.update(Animals.Cats.lion) { $0 += 1 } }
    #expect(try cache.contains(Animals.Cats.lion))
    #expect(cache.get(text) == "Leo")
    try cache.set(Animals.Cats.lion, to: 4)
    #expect(cache.get(Animals.Cats.lion) == 4)
  }

  @Test func processingConstraintsAndUpdatesWorkAsInAnyStore() throws {
    try cache.set(Animals.Cats.weight, to: 500)
    #expect(cache.get(Animals.Cats.weight) == 300)
    cache[Animals.Cats.lion] += 2
    try cache.update(Animals.Cats.lion) { $0 *= 10 }
    #expect(cache.get(Animals.Cats.lion) == 20)
    try cache.remove(Animals.Cats.lion)
    #expect(cache.get(Animals.Cats.lion) == 0)
  }

  @Test func clearingRemovesNamespaces() throws {
    try cache.set(Animals.Cats.lion, to: 1)
    try cache.set(Animals.kingdom, to: "a")
    try cache.clear(Animals.Cats.self)
    #expect(try cache.storedKeys() == ["animals:kingdom"])
    try cache.removeEverything()
    #expect(cache.statistics.count == 0)
    #expect(cache.statistics.cost == 0)
    #expect(cache.statistics.evictions == 0)
  }

  @Test("A value is freed with no lock held, so that its deinit may commit")
  func deinitMayCommit() throws {
    let small = CacheStore(capacity: 1)
    try small.set(Cached.object, to: Cached.Object { try? small.set(Animals.Cats.lion, to: 7) })
    try small.set(Animals.kingdom, to: "another key")
    #expect(small.get(Animals.Cats.lion) == 7)
    #expect(small.issues.isEmpty)
  }

  @Test("A lazy default is one lookup, and persists whenMissing")
  func lazyDefaults() throws {
    let key = Key<Root, Int>(
      "lazy", descriptor: KeyDescriptor(default: .lazy(persist: .whenMissing) { 5 }))
    #expect(cache.get(key) == 5)
    #expect(cache.statistics.misses == 1)
    #expect(try cache.read(key) == 5)
    #expect(cache.statistics.hits == 1)
  }
}

/// A key whose value is an object with no useful stored form.
enum Cached {
  final class Object: Convertible {
    let atEnd: @Sendable () -> Void

    init(atEnd: @escaping @Sendable () -> Void = {}) { self.atEnd = atEnd }

    deinit { atEnd() }

    func encode() throws -> Int { throw Unstorable() }

    static func decode(_ stored: Int) -> Self? { nil }
  }

  struct Unstorable: Error {}

  static let object = Key<Root, Object>("object", default: Object())
}
