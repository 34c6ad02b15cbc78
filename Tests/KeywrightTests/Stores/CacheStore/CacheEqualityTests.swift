import Keywright
import KeywrightTesting
import Testing

@Suite("A cache announces no equal value") struct CacheEqualityTests {
  private struct Image: Sendable, Equatable { var pixels: [Int] }
  private struct Opaque: Sendable { var number = 0 }

  private func commits<Value>(
    of key: Key<Zoo, Value>, _ values: Value...
  ) throws -> Int {
    let cache = CacheStore(capacity: 9)
    let received = Gathered<UInt64>()
    let token = cache.observe(key) { received.add($0.number) }
    for value in values { try cache.set(key, to: value) }
    token.cancel()
    return received.all.count
  }

  @Test("by its form, by Equatable where it has no form, and always where it has neither")
  func rule() throws {
    #expect(try commits(of: Zoo.lions, 1, 1, 2, 2) == 2)
    #expect(try commits(of: Key<Zoo, Double>("real", default: 1), .nan, .nan, 0, -0.0) == 3)
    let image = Key<Zoo, Image?>("image", coding: .memory)
    #expect(try commits(of: image, Image(pixels: [1]), Image(pixels: [1]), nil, nil) == 2)
    #expect(try commits(of: Key<Zoo, Opaque?>("opaque", coding: .memory), Opaque(), Opaque()) == 2)
  }

  @Test("but renews the entry's time to live")
  func timeToLive() throws {
    let clock = TestClock()
    let cache = CacheStore(capacity: 9, clock: clock)
    let received = Gathered<Int>()
    let token = cache.observe(Zoo.lions) { received.add($0.new) }
    try cache.set(Zoo.lions, to: 1, ttl: .seconds(10))
    clock.advance(by: .seconds(8))
    try cache.set(Zoo.lions, to: 1, ttl: .seconds(10))
    clock.advance(by: .seconds(8))
    #expect(cache.get(Zoo.lions) == 1)
    token.cancel()
    #expect(received.all == [1])
  }

  @Test("behind a composition either")
  func composition() throws {
    let cache = CacheStore(capacity: 9)
    let store = Layers([.readingAndWriting(cache), .readingAndWriting(MemoryStore())])
    try cache.set(Zoo.lions, to: 1)
    let received = Gathered<Int>()
    let token = cache.observe(Zoo.lions) { received.add($0.new) }
    try store.set(Zoo.lions, to: 1)
    try store.set(Zoo.lions, to: 2)
    token.cancel()
    #expect(received.all == [2])
  }

  @Test("Keys for memory only are cached, and refused by a store that encodes")
  func memoryOnly() throws {
    let key = Key<Zoo, Image?>("image", coding: .memory)
    let cache = CacheStore(capacity: 9)
    try cache.set(key, to: Image(pixels: [1, 2]))
    #expect(cache.get(key) == Image(pixels: [1, 2]))
    try cache.update(key) { $0?.pixels.append(3) }
    #expect(try cache.read(key) == Image(pixels: [1, 2, 3]))
    for store: any Store in [MemoryStore(), cache.combined(with: MemoryStore())] {
      let error = #expect(throws: StoreError.self) { try store.set(key, to: Image(pixels: [])) }
      #expect(error?.code == .unsupported)
      #expect(error?.found == "a key for memory only")
      try store.set(key, to: nil)
    }
  }

  @Test("An update through a cache whose copy has another Swift type drops the copy")
  func anotherSwiftType() throws {
    let real = Key<Zoo, Double>("lions", default: 0)
    let copies: [(CacheStore, Layers) throws -> Void] = [
      { cache, _ in try cache.set(Zoo.lionsAsText, to: "many") },
      { cache, _ in try cache.set(real, to: 0.5) },
      { _, store in #expect(store.get(real) == 3) },
    ]
    for copy in copies {
      let cache = CacheStore(capacity: 9)
      let back = MemoryStore()
      try back.set(Zoo.lions, to: 3)
      let store = cache.combined(with: back)
      try copy(cache, store)
      try store.update(Zoo.lions) { $0 += 1 }
      #expect(back.get(Zoo.lions) == 4)
      #expect(try store.read(Zoo.lions) == 4)
      try cache.set(Zoo.lionsAsText, to: "many")
      try store.transaction { try $0.update(Zoo.lions) { $0 += 1 } }
      #expect(back.get(Zoo.lions) == 5)
    }
  }

  @Test("An update through a cache whose copy has another type begins with the value below")
  func anotherType() throws {
    let cache = CacheStore(capacity: 9)
    let back = MemoryStore()
    let store = cache.combined(with: back)
    let real = Key<Zoo, Double>("lions", default: 0)
    try store.set(Zoo.lions, to: 3)
    try store.update(real) { $0 += 0.5 }
    #expect(back.get(real) == 3.5)
    #expect(try store.read(real) == 3.5)
    #expect(cache.get(real) == 3.5)
  }
}
