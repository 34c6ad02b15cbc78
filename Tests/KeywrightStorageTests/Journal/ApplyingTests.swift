import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

@Suite("Applying changes to members")
struct ApplyingTests {
  @Test(
    "gives what one change after the other gives", arguments: [SeededGenerator.seed])
  func sequence(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      var fast = PropertyListDictionary()
      for _ in 0..<Int.random(in: 0...20, using: &generator) {
        fast["k\(Int.random(in: 0..<40, using: &generator))"] = .boolean(false)
      }
      var slow = fast
      let changes = (0..<Int.random(in: 0...30, using: &generator)).map { number in
        MemberChange(
          name: "k\(Int.random(in: 0..<40, using: &generator))",
          value: Bool.random(using: &generator) ? .integer(Int64(number)) : nil)
      }
      fast.apply(changes)
      for change in changes { slow[change.name] = change.value }
      #expect(fast == slow)
      var latest = slow
      latest.apply(PropertyListDictionary.netChanges(of: changes))
      #expect(latest == slow)
    }
  }

  @Test("keeps apart names that only canonical equivalence makes one")
  func twins() {
    var members = PropertyListDictionary()
    members.apply((0..<20).map { .init(name: $0 % 2 == 0 ? "é" : "e\u{301}", value: .integer($0)) })
    #expect(members.count == 2)
    #expect(members["é"] == .integer(18))
  }
}
