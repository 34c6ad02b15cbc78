import KeywrightTestSupport
import Testing

@testable import Keywright

/// Storage strings that were chosen to harm a cache.
@Suite struct CacheHostileTests {
  private let cache = CacheStore(capacity: .max)

  /// A key whose string has the same hash as those of all others that this gives.
  private func colliding(_ number: Int) -> Key<Root, Int> {
    var text = "collision \(number)"
    let name = text.withUTF8 { StorageString(copying: $0, hash: 0x1234_5678_9abc_def0) }
    return Key(name, default: -1, form: PlainForm<Int>.self, descriptor: nil)
  }

  private func honest(_ number: Int) -> Key<Root, Int> { Key("honest \(number)", default: -1) }

  @Test("A look-up is bounded whatever the hashes: of those that collide, few are kept")
  func manyOfOneHash() throws {
    for number in 0..<200 { try cache.set(honest(number), to: number) }
    let count = 20_000
    for number in 0..<count {
      try cache.set(colliding(number), to: number)
      #expect(cache.get(colliding(number)) == number)
    }
    let reach = Int(SlotIndex.maximalProbeLength)
    let kept = (0..<count).count { (try? cache.contains(colliding($0))) ?? false }
    #expect(kept > reach / 4 && kept <= reach)
    let statistics = cache.statistics
    #expect(statistics.count + statistics.evictions == count + 200)
    #expect(try cache.storedKeys().count == statistics.count)
    // The index did not grow in vain.
    #expect(cache.table.directory.indexes.map(\.pointee.capacity).reduce(0, +) <= 4_096)
    #expect((0..<200).count { cache.get(honest($0)) == $0 } > 200 - reach)
  }

  @Test("Removing and setting strings of one hash keeps all that fit, exactly")
  func modelOfOneHash() throws {
    var random = SeededGenerator(seed: SeededGenerator.seed)
    var model: [Int: Int] = [:]
    for step in 0..<20_000 {
      let number = Int.random(in: 0..<60, using: &random)
      let key = number % 3 == 0 ? honest(number) : colliding(number)
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        try cache.remove(key)
        model[number] = nil
      case 1:
        try cache.set(key, to: step)
        model[number] = step
      default: #expect(cache.get(key) == model[number] ?? -1, "seed \(SeededGenerator.seed)")
      }
    }
    #expect(cache.statistics.evictions == 0)
    #expect(cache.statistics.count == model.count)
  }

  @Test("Readers and a writer agree on strings of one hash")
  func threads() {
    let keys = (0..<300).map(colliding)
    let wrong = Shared(0)
    onThreads(4) { thread in
      for round in 1...20 {
        for key in keys {
          if thread == 0 {
            try? cache.set(key, to: round)
          } else if !(-1...20).contains(cache.get(key)) {
            wrong.change { $0 += 1 }
          }
        }
      }
    }
    #expect(wrong.value == 0)
    #expect(cache.get(keys[299]) == 20)
  }
}
