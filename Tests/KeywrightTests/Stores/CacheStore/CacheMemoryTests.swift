import Testing

@testable import Keywright

@Suite("The memory of a cache that is trimmed") struct CacheMemoryTests {
  private let keys = (0..<6_000).map { Key<Root, Int>(StorageString("value\($0)"), default: -1) }

  @Test("is as good as new: what is set afterwards is found, and nothing else")
  func isUsedAgain() throws {
    let cache = CacheStore(capacity: 6_000)
    for (round, remaining) in [0, 10, 3_000, 0, 3].enumerated() {
      for (number, key) in keys.enumerated() { try cache.set(key, to: number + round) }
      #expect(keys.indices.allSatisfy { cache.get(keys[$0]) == $0 + round })
      cache.trim(to: remaining)
      #expect(cache.statistics.count == remaining)
      let found = keys.indices.filter { cache.get(keys[$0]) != -1 }
      #expect(found.count == remaining)
      #expect(found.allSatisfy { cache.get(keys[$0]) == $0 + round })
    }
    #expect(cache.statistics.hits >= 5 * 6_000)
  }

  @Test("counts the uses of entries that are gone")
  func statistics() throws {
    let cache = CacheStore(capacity: 6_000)
    for key in keys { try cache.set(key, to: 1) }
    for key in keys { _ = cache.get(key) }
    let hits = cache.statistics.hits
    cache.trim(to: 0)
    #expect(hits == 6_000 && cache.statistics.hits == hits)
  }

  @Test("gives readers no value of another key while it goes and comes", .timeLimit(.minutes(20)))
  func readers() {
    let cache = CacheStore(capacity: 6_000)
    let texts = (0..<2_000).map { Key<Root, String>(StorageString("text\($0)"), default: "") }
    let isOver = Shared(false)
    onThreads(3) { thread in
      if thread == 0 {
        for _ in 0..<6 {
          for (number, key) in texts.enumerated() {
            try? cache.set(
              key, to: number % 2 == 0 ? "\(number)" : "a long text of number \(number)")
          }
          cache.trim(to: 0)
        }
        isOver.change { $0 = true }
      }
      while !isOver.value {
        for (number, key) in texts.enumerated() {
          let found = cache.get(key)
          if found != "", found != "\(number)", found != "a long text of number \(number)" {
            Issue.record("\(number): \(found)")
          }
        }
      }
    }
  }
}
