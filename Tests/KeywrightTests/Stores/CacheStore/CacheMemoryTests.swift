import Testing

@testable import Keywright

#if canImport(Glibc)
  import Glibc
#endif

@Suite("The memory of a cache that is trimmed") struct CacheMemoryTests {
  private let keys = (0..<6_000).map { Key<Root, Int>(StorageString("value\($0)"), default: -1) }

  #if canImport(Glibc)
    /// How many of the system's pages, of all that hold the slots of the last page, are in memory.
    private func resident(_ table: ValueTable) -> (Int, of: Int) {
      let page = NumberedPage(of: UInt32(table.slotCount - 1))
      let size = Int(getpagesize())
      let start = (UInt(bitPattern: table.slot(page.first)) + UInt(size) - 1) & ~UInt(size - 1)
      let end = UInt(bitPattern: table.slot(UInt32(table.slotCount - 1)))
      let count = Int(end - start) / size
      var states = [UInt8](repeating: 0, count: count)
      guard let address = UnsafeMutableRawPointer(bitPattern: start),
        mincore(address, count * size, &states) == 0
      else { return (0, 0) }
      return (states.count { $0 & 1 == 1 }, count)
    }

    @Test("goes back to the system")
    func isReleased() throws {
      let cache = CacheStore(capacity: 6_000)
      for (number, key) in keys.enumerated() { try cache.set(key, to: number) }
      let before = resident(cache.table)
      #expect(before.0 > 40 && before.0 == before.of)
      cache.trim(to: 0)
      #expect(resident(cache.table).0 * 20 < before.0)
    }
  #endif

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
