import Keywright
import KeywrightTesting
import KeywrightTestSupport
import Testing

/// A cache beside the simplest thing that must agree with it.
@Suite struct CacheModelTests {
  private struct Entry {
    var value: Int
    var cost: Int
    var deadline: Int?
  }

  /// Checks the invariants of a cache, whatever it chooses to evict.
  private struct Model {
    var entries: [Int: Entry] = [:]
    var hits = 0
    var misses = 0
    var seconds = 0

    mutating func set(_ number: Int, _ entry: Entry, fits: Bool) {
      entries[number] = fits ? entry : nil
    }

    func live(_ number: Int) -> Int? {
      guard let entry = entries[number], entry.deadline.map({ $0 > seconds }) ?? true else {
        return nil
      }
      return entry.value
    }
  }

  /// Runs random operations on a cache and the model. What the cache may forget, the model forgets
  /// when it sees it gone; all else must agree.
  private func run(capacity: Int, totalCost: Int, mayEvict: Bool, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let clock = TestClock()
    let cache = CacheStore(capacity: capacity, totalCost: totalCost, clock: clock)
    var model = Model()
    func key(_ number: Int) -> Key<Root, Int> { Key("k\(number)", default: -1) }
    for step in 0..<4_000 {
      let number = Int.random(in: 0..<40, using: &random)
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<6:
        let cost = Int.random(in: 0...12, using: &random)
        let isPlain = Bool.random(using: &random)
        if isPlain {
          try cache.set(key(number), to: step)
          model.set(number, Entry(value: step, cost: 1), fits: totalCost >= 1)
        } else {
          try cache.set(key(number), to: step, cost: cost)
          model.set(number, Entry(value: step, cost: cost), fits: cost <= totalCost)
        }
        if let kept = model.entries[number]?.value { #expect(cache.get(key(number)) == kept) }
        model.hits += model.entries[number] == nil ? 0 : 1
      case 6 where step > 2_000:
        let ttl = Int.random(in: 0...5, using: &random)
        try cache.set(key(number), to: step, ttl: .seconds(ttl))
        let entry = Entry(value: step, cost: 1, deadline: model.seconds + ttl)
        model.set(number, entry, fits: ttl > 0 && totalCost >= 1)
      case 7:
        try cache.remove(key(number))
        model.entries[number] = nil
      case 8 where Bool.random(using: &random):
        clock.advance(by: .seconds(1))
        model.seconds += 1
      case 9 where mayEvict && step % 50 == 0:
        cache.trim(to: 5)
        #expect(cache.statistics.count <= 5)
      default:
        let found = cache.get(key(number))
        let expected = model.live(number)
        if found == -1 {
          model.misses += 1
          #expect(mayEvict || expected == nil, "\(number) is lost; seed \(seed)")
          model.entries[number] = nil
        } else {
          model.hits += 1
          #expect(found == expected, "\(number) is wrong; seed \(seed)")
        }
      }
      let statistics = cache.statistics
      #expect(statistics.count <= capacity && statistics.cost <= totalCost, "seed \(seed)")
      #expect(statistics.hits == model.hits && statistics.misses == model.misses, "seed \(seed)")
    }
    let kept = try Set(cache.storedKeys())
    let allowed = Set((0..<40).filter { model.live($0) != nil }.map { "k\($0)" })
    #expect(kept.isSubset(of: allowed), "seed \(seed)")
    if !mayEvict {
      #expect(kept == allowed, "seed \(seed)")
      #expect(cache.statistics.evictions == 0)
    }
  }

  @Test("Without eviction it is a dictionary with expiry")
  func roomy() throws {
    try run(capacity: 40, totalCost: 1_000, mayEvict: false, seed: SeededGenerator.seed)
  }

  @Test("Full by count: never more entries, never a wrong value", arguments: [1, 2, 3, 7, 20])
  func fullByCount(_ capacity: Int) throws {
    try run(capacity: capacity, totalCost: .max, mayEvict: true, seed: SeededGenerator.seed)
  }

  @Test("Full by cost: never dearer, never a wrong value", arguments: [0, 1, 5, 12, 40])
  func fullByCost(_ cost: Int) throws {
    try run(capacity: .max, totalCost: cost, mayEvict: true, seed: SeededGenerator.seed)
  }

  @Test("Many more keys than entries: the index is rewritten again and again")
  func churn() throws {
    let cache = CacheStore(capacity: 50)
    for number in 0..<20_000 {
      let key = Key<Root, Int>("k\(number)", default: -1)
      try cache.set(key, to: number)
      #expect(cache.get(key) == number)
      #expect(try !cache.contains(Key<Root, Int>("k\(number + 1)", default: -1)))
    }
    #expect(cache.statistics.evictions == 19_950)
    #expect(cache.statistics.hits == 20_000)
    #expect(try cache.storedKeys().count == 50)
  }

  @Test("What is used stays while what is read once passes through")
  func scansLeaveWhatIsUsed() throws {
    let cache = CacheStore(capacity: 100)
    let used = (0..<50).map { Key<Root, Int>("used\($0)", default: -1) }
    for key in used {
      try cache.set(key, to: 1)
      _ = cache.get(key)
    }
    for number in 0..<10_000 {
      try cache.set(Key<Root, Int>("scanned\(number)", default: -1), to: number)
      if number % 100 == 0 { for key in used { _ = cache.get(key) } }
    }
    #expect(used.allSatisfy { cache.get($0) == 1 })
  }
}
