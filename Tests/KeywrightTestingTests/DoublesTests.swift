import Keywright
import KeywrightTesting
import Testing

@Suite struct DoublesTests {
  @Test func anIsolatedStoreHoldsWhatItWasGiven() throws {
    let store = try MemoryStore.isolated(holding: ["count": 3, "name": "Noah", "count": 4])
    #expect(store.get(Key<Root, Int>("count", default: 0)) == 4)
    #expect(try store.storedKeys() == ["count", "name"])
  }

  @Test func isolatedStoresShareNothing() throws {
    let (one, two) = (MemoryStore.isolated(), MemoryStore.isolated())
    try one.set(Key<Root, Int>("count", default: 0), to: 3)
    #expect(try two.storedKeys() == [])
    #expect(one.core.name == "isolatedStoresShareNothing()")
  }

  @Test func aTestClockStandsStillUntilItIsMoved() {
    let clock = TestClock()
    let start = clock.now
    #expect(clock.now == start)
    clock.advance(by: .seconds(3))
    #expect(start.duration(to: clock.now) == .seconds(3))
    clock.advance(by: .seconds(-5))
    #expect(clock.now < start)
  }

  @Test func aTestClockMovesTheLivesOfACache() throws {
    let clock = TestClock()
    let cache = CacheStore(capacity: 10, ttl: .seconds(60), clock: clock)
    let key = Key<Root, Int>("count", default: 7)
    try cache.set(key, to: 3)
    clock.advance(by: .seconds(59))
    #expect(cache.get(key) == 3)
    clock.advance(by: .seconds(1))
    #expect(cache.get(key) == 7)
  }

  @Test func aSleeperWakesWhenItsMomentIsReached() async throws {
    let clock = TestClock()
    let deadline = clock.now.advanced(by: .seconds(10))
    async let end: Void = clock.sleep(until: deadline)
    clock.advance(by: .seconds(9))
    clock.advance(by: .seconds(1))
    try await end
    #expect(clock.now == deadline)
  }

  @Test func aCancelledSleeperThrows() async {
    let clock = TestClock()
    let sleeper = Task { try await clock.sleep(for: .seconds(10)) }
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
  }
}
