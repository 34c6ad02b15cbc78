import Dispatch
import Keywright
import KeywrightTestSupport
import Synchronization
import Testing

/// Eight threads on one cache, with results that must be exact.
@Suite struct CacheThreadTests {
  private static let threads = 8
  private static let rounds = 4_000
  private let numbers = (0..<64).map { Key<Threaded, Int>("i\($0)", default: -1) }
  private let pairs = (0..<64).map { Key<Threaded, [Int]>("p\($0)", default: []) }

  private func onAllThreads(_ body: @Sendable (_ thread: Int) -> Void) {
    DispatchQueue.concurrentPerform(iterations: CacheThreadTests.threads, execute: body)
  }

  @Test("Every lookup is a hit or a miss, and the bound holds at every moment")
  func statisticsAreExact() {
    let cache = CacheStore(capacity: 40)
    let lookups = Atomic(0)
    let wrong = Atomic(0)
    onAllThreads { thread in
      var random = SeededGenerator(seed: UInt64(thread))
      for _ in 0..<CacheThreadTests.rounds {
        let number = Int.random(in: 0..<64, using: &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0: try? cache.set(numbers[number], to: number)
        case 1: try? cache.set(pairs[number], to: [number, number])
        case 2: try? cache.remove(numbers[number])
        case 3 where number == 0: cache.trim(to: 10)
        case 3: if cache.statistics.count > 40 { wrong.add(1, ordering: .relaxed) }
        case 4, 5:
          let value = cache.get(numbers[number])
          if value != -1, value != number { wrong.add(1, ordering: .relaxed) }
          lookups.add(1, ordering: .relaxed)
        default:
          let value = cache.get(pairs[number])
          if value != [], value != [number, number] { wrong.add(1, ordering: .relaxed) }
          lookups.add(1, ordering: .relaxed)
        }
      }
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
    let statistics = cache.statistics
    #expect(statistics.hits + statistics.misses == lookups.load(ordering: .relaxed))
    #expect(statistics.count <= 40)
    #expect((try? cache.storedKeys().count) == statistics.count)
  }

  @Test("What is never evicted is found by every reader, however often the index is replaced")
  func nothingIsMissedWhileOthersCome() throws {
    let cache = CacheStore(capacity: .max)
    for (number, key) in numbers.enumerated() { try cache.set(key, to: number) }
    let missed = Atomic(0)
    onAllThreads { thread in
      if thread == 0 {
        for number in 0..<20_000 {
          let key = Key<Threaded, Int>("new\(number)", default: 0)
          try? cache.set(key, to: number)
          if number % 3 != 0 { try? cache.remove(key) }
        }
        return
      }
      for round in 0..<CacheThreadTests.rounds * 2 {
        let number = (round &* 31 &+ thread) % 64
        if cache.get(numbers[number]) != number { missed.add(1, ordering: .relaxed) }
      }
    }
    #expect(missed.load(ordering: .relaxed) == 0)
  }

  @Test("Values in boxes, which are exchanged in place, are whole and freed once")
  func boxesAreExchanged() {
    let cache = CacheStore(capacity: 8)
    let (made, freed) = (Shared(0), Shared(0))
    let keys = (0..<12).map { Key<Threaded, Cached.Object?>("o\($0)") }
    onAllThreads { thread in
      for round in 0..<CacheThreadTests.rounds {
        let key = keys[(round &* 7 &+ thread) % 12]
        if thread % 2 == 0 {
          made.change { $0 += 1 }
          try? cache.set(key, to: Cached.Object { freed.change { $0 += 1 } })
        } else {
          _ = cache.get(key)
        }
      }
    }
    cache.trim(to: 0)
    #expect(made.value == freed.value)
  }

  @Test("N increments from all threads make N")
  func updatesAreAtomic() throws {
    let cache = CacheStore(capacity: 10)
    onAllThreads { thread in
      for _ in 0..<500 {
        if thread % 2 == 0 {
          cache[numbers[0]] += 1
        } else {
          _ = try? cache.update(numbers[0]) { $0 += 1 }
        }
      }
    }
    #expect(cache.get(numbers[0]) == CacheThreadTests.threads * 500 - 1)
  }

  @Test("Values of sixteen bytes are never seen half old, half new")
  func noTornValues() throws {
    struct Pair: Codable, Convertible { var left, right: Int }
    let cache = CacheStore(capacity: 2)
    let key = Key<Threaded, Pair>("pair", default: Pair(left: 0, right: 0))
    let torn = Atomic(0)
    onAllThreads { thread in
      for round in 0..<CacheThreadTests.rounds {
        if thread < 2 {
          try? cache.set(key, to: Pair(left: round, right: round))
          if round % 7 == 0 { try? cache.set(numbers[round % 64], to: 1) }
        } else {
          let pair = cache.get(key)
          if pair.left != pair.right { torn.add(1, ordering: .relaxed) }
        }
      }
    }
    #expect(torn.load(ordering: .relaxed) == 0)
  }

  @Test("Commit numbers have no gap and no double, whichever way the commits went")
  func numbersAreWhole() throws {
    let cache = CacheStore(capacity: 20)
    onAllThreads { thread in
      for round in 0..<1_000 {
        if thread % 2 == 0 {
          try? cache.set(numbers[round % 64], to: round)
        } else {
          _ = try? cache.update(numbers[round % 64]) { $0 = round }
        }
      }
    }
    let last = Mutex<UInt64>(0)
    let token = cache.observe { commit in last.withLock { $0 = commit.number } }
    try cache.set(numbers[0], to: 0)
    token.cancel()
    #expect(last.withLock { $0 } == UInt64(CacheThreadTests.threads * 1_000 + 1))
  }

  @Test("A set in a full cache ends, however hard others use what would have to go")
  func evictionEndsAmidReaders() throws {
    let cache = CacheStore(capacity: 1)
    let isOver = Atomic(false)
    onAllThreads { thread in
      if thread == 0 {
        for round in 0..<2_000 { try? cache.set(numbers[round % 2], to: round % 2) }
        isOver.store(true, ordering: .relaxed)
      }
      while !isOver.load(ordering: .relaxed) {
        for key in numbers.prefix(2) { _ = cache.get(key) }
      }
    }
    #expect(cache.get(numbers[1]) == 1)
    #expect(cache.statistics.evictions == 1_999)
  }

  @Test("Whoever observes and then reads ends with the last value, whenever it came")
  func observersMissNothing() throws {
    let cache = CacheStore(capacity: 4)
    let watchers = Mutex<[Watcher]>([])
    onAllThreads { thread in
      for round in 0..<400 {
        if thread == 0 {
          try? cache.set(numbers[1], to: round)
        } else if round % 8 == 0 {
          let watcher = Watcher(cache, numbers[1])
          watchers.withLock { $0.append(watcher) }
        }
      }
    }
    let last = watchers.withLock { $0.map(\.last) }
    #expect(last.count == (CacheThreadTests.threads - 1) * 50)
    #expect(last.allSatisfy { $0 == 399 })
  }

  /// The latest of what was read at the beginning and what was received since.
  private final class Watcher: Sendable {
    private let latest: LatestNumber
    private let token: ObservationToken

    init(_ cache: CacheStore, _ key: Key<Threaded, Int>) {
      let latest = LatestNumber()
      self.latest = latest
      token = cache.observe(key) { latest.note($0.new) }
      latest.note(cache.get(key))
    }

    var last: Int { latest.value.withLock { $0 } }
  }

  private final class LatestNumber: Sendable {
    let value = Mutex(-2)

    func note(_ number: Int) { value.withLock { $0 = max($0, number) } }
  }
}

private enum Threaded: Namespace {
  typealias Parent = Root
  static let namespaceID = "threaded"
}
