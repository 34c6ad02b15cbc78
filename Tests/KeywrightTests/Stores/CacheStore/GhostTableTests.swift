import Testing

@testable import Keywright

@Suite struct GhostTableTests {
  /// The hash of a key: to the table, any number.
  private func hash(_ number: Int) -> UInt64 { KeyHash.hash("\(number)") }

  @Test("The last evictions are remembered, once each, and none that lies further back")
  func remembersTheLast() {
    for limit in [1, 2, 4] {
      var ghosts = GhostTable(factor: 0x9e37_79b9_7f4a_7c15)
      for number in 0..<100 { ghosts.insert(ghosts.fingerprint(of: hash(number)), limit: limit) }
      let remembered = (0..<100).filter { ghosts.remove(ghosts.fingerprint(of: hash($0))) }
      #expect(remembered.count <= limit)
      #expect(remembered.last == 99)
      #expect(remembered.allSatisfy { $0 >= 100 - limit })
      let isStillThere = ghosts.remove(ghosts.fingerprint(of: hash(99)))
      #expect(!isStillThere)
    }
  }

  @Test("However many evictions there were, nearly all of the last are remembered and no others")
  func remembersForLong() {
    var ghosts = GhostTable(factor: 0x9e37_79b9_7f4a_7c15)
    let (limit, count) = (1_000, 150_000)
    for number in 0..<count { ghosts.insert(ghosts.fingerprint(of: hash(number)), limit: limit) }
    let last = (count - limit..<count).filter { ghosts.remove(ghosts.fingerprint(of: hash($0))) }
    // A bucket may have had more than it holds: about one in twenty, by the process's factor.
    #expect(last.count > limit * 85 / 100)
    let others = (0..<count - limit).filter { ghosts.remove(ghosts.fingerprint(of: hash($0))) }
    // A few are taken for others: one in sixteen thousand of those that share a bucket.
    #expect(others.count < 100)
  }
}
