import KeywrightTestSupport
import Testing

@testable import Keywright

@Suite("A table that grows", .timeLimit(.minutes(20))) struct TableGrowthTests {
  private let count = Search.isWhole ? 100_000 : 20_000

  private func capacities(_ table: ValueTable) -> [Int] {
    table.directory.indexes.map(\.pointee.capacity)
  }

  /// The most entries that one insertion moved: those of an index that was half full.
  private func mostMoved(_ table: ValueTable) -> Int { (capacities(table).max() ?? 0) / 2 }

  @Test("moves some thousand entries at once at most, whatever its size")
  func unbounded() {
    let table = ValueTable()
    for number in 0..<count { table.publish(StorageString("k\(number)"), stored: true) }
    #expect(capacities(table).count > (Search.isWhole ? 16 : 3))
    #expect(mostMoved(table) <= 4_096)
    #expect((0..<count).allSatisfy { table.stored(StorageString("k\($0)")) == true })
    #expect(table.stored("none") == nil)
    #expect(table.storageStrings().count == count)
  }

  @Test("does so in a cache too, also where entries come and go")
  func bounded() throws {
    let cache = CacheStore(capacity: count)
    func key(_ number: Int) -> Key<Root, Int> { Key("k\(number)", default: -1) }
    for number in 0..<2 * count { try cache.set(key(number), to: number) }
    #expect(mostMoved(cache.table) <= 4_096)
    let kept = (0..<2 * count).filter { cache.get(key($0)) == $0 }
    #expect(kept.count == count)
    #expect(cache.statistics.count == count)
    #expect(capacities(cache.table).reduce(0, +) <= 8 * count)
    for number in kept { try cache.remove(key(number)) }
    #expect(try cache.storedKeys().isEmpty)
    for number in 0..<count { try cache.set(key(number), to: number) }
    #expect((0..<count).allSatisfy { cache.get(key($0)) == $0 })
  }

  @Test("has its size at once where it is loaded", arguments: [0, 1, 3_000, 4_000, 20_000])
  func loaded(_ count: Int) {
    let table = ValueTable()
    let names = (0..<count).map { StorageString("k\($0)") }
    table.load(names) { .integer(Int64($0)) }
    #expect(capacities(table).reduce(0, +) <= max(16, 5 * count))
    #expect(names.enumerated().allSatisfy { table.stored($1) == .integer(Int64($0)) })
    for number in 0..<count { table.publish(StorageString("new\(number)"), stored: true) }
    #expect(table.storageStrings().count == 2 * count)
  }

  @Test("is read by others meanwhile, who miss nothing that is there")
  func readers() {
    let table = ValueTable()
    let added = Shared(0)
    let missed = Shared(0)
    onThreads(3) { number in
      if number == 0 {
        for number in 0..<40_000 {
          table.publish(StorageString("k\(number)"), stored: true)
          added.change { $0 = number + 1 }
        }
      } else {
        var random = SeededGenerator(seed: UInt64(number))
        while added.value < 40_000 {
          let count = added.value
          guard count > 0 else { continue }
          for _ in 0..<100 {
            let name = StorageString("k\(Int.random(in: 0..<count, using: &random))")
            if table.stored(name) != true { missed.change { $0 += 1 } }
          }
        }
      }
    }
    #expect(missed.value == 0)
  }
}
