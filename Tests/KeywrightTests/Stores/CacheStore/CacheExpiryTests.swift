import Keywright
import KeywrightTesting
import Testing

@Suite struct CacheExpiryTests {
  let clock = TestClock()
  let key = Key<Root, Int>("a", default: 0)
  let other = Key<Root, String>("b", default: "")

  @Test("A value is kept until its time is over, and not at that moment")
  func expiry() throws {
    let cache = CacheStore(capacity: 10, ttl: .seconds(10), clock: clock)
    try cache.set(key, to: 1)
    try cache.set(other, to: "x")
    clock.advance(by: .seconds(10) - .nanoseconds(1))
    #expect(cache.get(key) == 1)
    #expect(cache.get(other) == "x")
    clock.advance(by: .nanoseconds(1))
    #expect(cache.get(key) == 0)
    #expect(try !cache.contains(other))
    #expect(cache.statistics.expirations == 2)
    #expect(cache.statistics.evictions == 0)
    #expect(cache.statistics.count == 0)
    #expect(cache.statistics.misses == 1)
  }

  @Test("How long: as set says, else the key, else the cache")
  func whoseTime() throws {
    let cache = CacheStore(capacity: 10, ttl: .seconds(1), clock: clock)
    let long = Key<Root, Int>("long", default: 0, descriptor: KeyDescriptor(ttl: .seconds(3)))
    try cache.set(key, to: 1)
    try cache.set(long, to: 1)
    clock.advance(by: .seconds(2))
    #expect(try cache.storedKeys() == ["long"])
    try cache.set(long, to: 2, ttl: .seconds(60))
    clock.advance(by: .seconds(59))
    #expect(cache.get(long) == 2)
  }

  @Test("No time at all: not kept, and the older value is dropped", arguments: [0, -1, Int64.min])
  func noTime(_ seconds: Int64) throws {
    let cache = CacheStore(capacity: 10, clock: clock)
    try cache.set(key, to: 1)
    try cache.set(key, to: 2, ttl: Duration(secondsComponent: seconds, attosecondsComponent: 0))
    #expect(try cache.read(key) == nil)
    #expect(cache.statistics.count == 0)
  }

  @Test("A time beyond all reckoning is for ever")
  func endlessTime() throws {
    let cache = CacheStore(capacity: 10, clock: clock)
    try cache.set(key, to: 1, ttl: Duration(secondsComponent: .max, attosecondsComponent: 0))
    clock.advance(by: Duration(secondsComponent: .max / 2, attosecondsComponent: 0))
    #expect(cache.get(key) == 1)
  }

  @Test("A new value begins a new time")
  func settingAgain() throws {
    let cache = CacheStore(capacity: 10, ttl: .seconds(10), clock: clock)
    try cache.set(key, to: 1)
    clock.advance(by: .seconds(9))
    try cache.set(key, to: 2)
    clock.advance(by: .seconds(9))
    #expect(cache.get(key) == 2)
    try cache.set(key, to: 3, ttl: .seconds(1))
    clock.advance(by: .seconds(1))
    #expect(cache.get(key) == 0)
  }

  @Test("A clock that leaps forward ends lives early; one that goes back lengthens them")
  func jumpingClocks() throws {
    let cache = CacheStore(capacity: 10, ttl: .seconds(10), clock: clock)
    try cache.set(key, to: 1)
    clock.advance(by: .seconds(-100))
    #expect(cache.get(key) == 1)
    clock.advance(by: .seconds(109))
    #expect(cache.get(key) == 1)
    clock.advance(by: .seconds(1_000_000_000))
    #expect(cache.get(key) == 0)
    try cache.set(key, to: 2)
    #expect(cache.get(key) == 2)
  }

  @Test("Trimming drops what expired first")
  func trimming() throws {
    let cache = CacheStore(capacity: 10, clock: clock)
    try cache.set(key, to: 1)
    try cache.set(other, to: "x", ttl: .seconds(1))
    clock.advance(by: .seconds(2))
    cache.trim(to: 1)
    #expect(cache.get(key) == 1)
    #expect(cache.statistics.expirations == 1)
    #expect(cache.statistics.evictions == 0)
  }

  @Test("Expiry is no removal: nobody is notified of it, and update begins from the default")
  func expiryIsNoCommit() throws {
    let cache = CacheStore(capacity: 10, ttl: .seconds(1), clock: clock)
    try cache.set(key, to: 5)
    clock.advance(by: .seconds(2))
    try cache.update(key) { $0 += 1 }
    #expect(cache.get(key) == 1)
  }
}
