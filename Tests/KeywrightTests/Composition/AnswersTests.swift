import KeywrightStorage
import KeywrightTestSupport
import Testing

@testable import Keywright

/// What one call says of a value, and what the others do.
@Suite("Calls agree") struct AnswersTests {
  private static let plain = Key<Root, Int>(StorageString("plain"), default: 7)
  private static let later = Key<Root, Int>(
    StorageString("later"), default: 1,
    descriptor: KeyDescriptor(_names: ["later", "older"], _movesLater: true))
  private static let older = Key<Root, Int>(StorageString("older"), default: 1)

  @Test("on a key that moves later, in a cache that is the only place of it")
  func cache() throws {
    let cache = CacheStore(capacity: 10)
    let store = Layers.routing(
      [Route(target: cache, takes: { _ in true })], otherwise: MemoryStore())
    try store.set(Self.later, to: 7)
    #expect(store.get(Self.later) == 7)
    #expect(try store.contains(Self.later))
    try store.update(Self.later) { $0 += 1 }
    #expect(store.get(Self.later) == 8)
    let pushing = CacheStore(capacity: 10).pushing(to: MemoryStore())
    try pushing.set(Self.later, to: 7)
    #expect(pushing.get(Self.later) == 7)
  }

  @Test("on a value under a former name in a cache")
  func source() throws {
    let cache = CacheStore(capacity: 10)
    try cache.set(Self.older, to: 6)
    let store = Layers([.reading(cache)])
    #expect(try store.get(Self.later) == 6 && store.read(Self.later) == 6)
    #expect(store.source(of: Self.later)?.number == 1)
  }

  @Test("on a text under a former name")
  func text() throws {
    let key = Key<Root, Int>(
      StorageString("now"), default: 1, descriptor: KeyDescriptor(_names: ["now", "before"]))
    let layer = EnvironmentLayer(prefix: "A", environment: ["A_BEFORE": "5"])
    #expect(try layer.read(key) == 5 && layer.contains(key))
    #expect(try Layers([.reading(layer)]).contains(key))
    #expect(try !layer.contains(Self.plain))
  }

  @Test("on a refused value beside a default that a function computes, computed or not")
  func computed() throws {
    let key = Key<Root, Int>(
      StorageString("computed"),
      descriptor: KeyDescriptor(
        default: .lazy { 6 }, constraints: [.range(0...10)], onRead: .useDefault))
    let store = MemoryStore()
    try store.set(Key<Root, Int>(StorageString("computed"), default: 0), to: 50)
    for _ in 1...2 {
      #expect(throws: StoreError.self) { try store.read(key) }
      #expect(throws: StoreError.self) { try store.update(key) { $0 += 1 } }
      #expect(store.get(key) == 6)
    }
  }

  @Test("on what is forced below a layer that is never read")
  func forced() throws {
    let managed = MemoryStore()
    try managed.set(Self.plain, to: 1)
    let mirror = Layer.writing(MemoryStore())
    let rest: [Layer] = [.reading(managed), .readingAndWriting(MemoryStore())]
    #expect(Layers([mirror] + rest).isForced(Self.plain))
    #expect(Layers(rest + [mirror]).isForced(Self.plain))
    #expect(Layers([mirror, .reading(managed)]).isForced(Self.plain))
    #expect(!Layers([mirror, .readingAndWriting(MemoryStore())]).isForced(Self.plain))
  }

  @Test("on a cache that holds a value of another type")
  func otherType() throws {
    let cache = CacheStore(capacity: 10)
    try cache.set(Key<Root, String>(StorageString("plain"), default: ""), to: "x")
    #expect(cache.explain(Self.plain).contains("a value of another type, not readable as Int"))
  }

  @Test("on a Float that is no number: what is printed reads back")
  func notANumber() throws {
    let key = Key<Root, Float>(StorageString("float"), default: 0)
    let (named, store) = (AnyKey(key), MemoryStore())
    for bits: UInt32 in [0x7fc0_0000, 0x7fc0_0001, 0xffc1_2345] {
      try store.set(key, to: Float(bitPattern: bits))
      let text = try #require(named.text(in: store))
      let json = try #require(named.json(in: store))
      for write in [
        { try named.set(text: text, in: store) }, { try named.set(json: json, in: store) },
      ] {
        try store.set(key, to: 0)
        try write()
        #expect(store.get(key).bitPattern == bits, "\(text)")
      }
    }
  }
}
