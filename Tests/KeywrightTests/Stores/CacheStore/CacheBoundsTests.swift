import Keywright
import Synchronization
import Testing

@Suite struct CacheBoundsTests {
  private func key(_ number: Int) -> Key<Root, Int> { Key("n\(number)", default: -1) }

  @Test("No more entries than the capacity, at any moment")
  func countIsBounded() throws {
    for capacity in 1...20 {
      let cache = CacheStore(capacity: capacity)
      for number in 0..<100 {
        try cache.set(key(number), to: number)
        #expect(cache.statistics.count == min(number + 1, capacity))
        #expect(cache.get(key(number)) == number)
      }
      #expect(cache.statistics.evictions == 100 - capacity)
      #expect(try cache.storedKeys().count == capacity)
    }
  }

  @Test("A capacity of zero or less keeps nothing, refuses nothing", arguments: [0, -1, Int.min])
  func noCapacity(_ capacity: Int) throws {
    let cache = CacheStore(capacity: capacity)
    try cache.set(key(1), to: 1)
    #expect(cache.get(key(1)) == -1)
    #expect(cache.capacity == 0)
    #expect(cache.statistics.count == 0)
  }

  @Test("What all entries cost stays within the bound")
  func costIsBounded() throws {
    let cache = CacheStore(capacity: .max, totalCost: 10) { value in value as? Int ?? 1 }
    for number in [3, 3, 4, 5, 1, 10, 2] {
      try cache.set(key(number), to: number)
      #expect(cache.statistics.cost <= 10)
      #expect(cache.get(key(number)) == number)
    }
    #expect(cache.statistics.cost == 2)
  }

  @Test("A value dearer than the bound is not kept, and drops the older value")
  func tooDear() throws {
    let cache = CacheStore(capacity: 10, totalCost: 5)
    try cache.set(key(1), to: 1)
    try cache.set(key(1), to: 2, cost: 6)
    #expect(try cache.read(key(1)) == nil)
    #expect(cache.statistics.cost == 0)
    #expect(cache.statistics.evictions == 0)
  }

  @Test("A bound of zero or less keeps only what costs nothing", arguments: [0, -3, Int.min])
  func noCost(_ bound: Int) throws {
    let cache = CacheStore(capacity: 10, totalCost: bound)
    try cache.set(key(1), to: 1)
    try cache.set(key(2), to: 2, cost: 0)
    try cache.set(key(3), to: 3, cost: -8)
    #expect(cache.get(key(1)) == -1)
    #expect(cache.get(key(2)) == 2)
    #expect(cache.get(key(3)) == 3)
    #expect(cache.totalCost == 0)
  }

  @Test("Costs that no sum can hold do not trap")
  func hugeCosts() throws {
    let cache = CacheStore(capacity: 10)
    try cache.set(key(1), to: 1, cost: .max)
    try cache.set(key(2), to: 2, cost: .max)
    #expect(cache.statistics.count == 1)
    #expect(cache.get(key(2)) == 2)
    try cache.set(key(2), to: 3, cost: 1)
    #expect(cache.statistics.cost == 1)
  }

  @Test("The cost of a value: set's, else the cache's")
  func whoseCost() throws {
    let cache = CacheStore(capacity: 10, totalCost: 1_000) { ($0 as? Int ?? 0) * 100 }
    try cache.set(key(1), to: 1)
    #expect(cache.statistics.cost == 100)
    try cache.set(key(2), to: 2, cost: 3)
    #expect(cache.statistics.cost == 103)
  }

  @Test("A dearer value of the same key makes others go, or itself leave and come back")
  func growingInPlace() throws {
    for size in 2...9 {
      let cache = CacheStore(capacity: 100, totalCost: 10)
      for number in 0..<10 { try cache.set(key(number), to: number) }
      try cache.set(key(0), to: 100, cost: size)
      #expect(cache.get(key(0)) == 100)
      #expect(cache.statistics.cost <= 10)
    }
  }

  @Test("A large trim frees values in steps, while others are still there")
  func trimmingInSteps() throws {
    let cache = CacheStore(capacity: 2_100)
    let most = Mutex(0)
    for number in 0..<2_100 {
      let key = Key<Root, Cached.Object>("o\(number)", default: Cached.Object())
      let object = Cached.Object { [cache] in
        let count = cache.statistics.count
        most.withLock { $0 = max($0, count) }
      }
      try cache.set(key, to: object)
    }
    cache.trim(to: 0)
    #expect(cache.statistics.count == 0)
    #expect(most.withLock { $0 } > 1_000)
  }

  @Test func trimmingLeavesNoMoreThanAsked() throws {
    let cache = CacheStore(capacity: 100)
    for number in 0..<50 { try cache.set(key(number), to: number) }
    cache.trim(to: 20)
    #expect(cache.statistics.count == 20)
    cache.trim(cost: 5)
    #expect(cache.statistics.cost == 5)
    #expect(cache.statistics.evictions == 45)
    cache.trim(to: -1)
    #expect(cache.statistics.count == 0)
    try cache.set(key(1), to: 1)
    #expect(cache.get(key(1)) == 1)
  }

  @Test("Lookups are hits or misses; commits and contains are neither")
  func statistics() throws {
    let cache = CacheStore(capacity: 2)
    try cache.set(key(1), to: 1)
    try cache.set(key(1), to: 2)
    try cache.update(key(1)) { $0 += 1 }
    _ = try cache.contains(key(1))
    #expect(cache.statistics.hits + cache.statistics.misses == 0)
    #expect(cache.statistics.hitRatio == 0)
    for _ in 0..<3 { _ = cache.get(key(1)) }
    _ = cache.get(key(2))
    #expect(cache.statistics.hits == 3)
    #expect(cache.statistics.misses == 1)
    #expect(cache.statistics.hitRatio == 0.75)
  }

  @Test("Eviction is not a commit: the next number is the next commit's")
  func evictionIsNoCommit() throws {
    NumberedKeys.numbers.withLock { $0 = [] }
    let cache = CacheStore(capacity: 1)
    for number in 0..<3 {
      try cache.set(Key<NumberedKeys, Int>("k\(number)", default: 0), to: 1)
    }
    #expect(NumberedKeys.numbers.withLock { $0 } == [1, 2, 3])
  }
}

/// A namespace that notes the numbers of its commits.
private enum NumberedKeys: PostCommitHook {
  typealias Parent = Root
  static let namespaceID = "numbered"
  static let numbers = Mutex<[UInt64]>([])

  static func postCommit(_ commit: Commit) { numbers.withLock { $0.append(commit.number) } }
}
