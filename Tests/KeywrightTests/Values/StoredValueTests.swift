import Keywright
import KeywrightStorage
import KeywrightTestSupport
import Testing

@Suite("Stored values")
struct StoredValueTests {
  @Test("Equality is that of the stored bytes")
  func equality() {
    #expect(StoredValue.string("\u{e9}") != .string("e\u{301}"))
    #expect(StoredValue.real(0.0) != .real(-0.0))
    #expect(StoredValue.real(.nan) == .real(.nan))
    #expect(StoredValue.real(1) != .integer(1))
    #expect(StoredValue.boolean(true) != .integer(1))
    #expect(StoredValue.date(secondsSince2001: 1) != .real(1))
    #expect(StoredValue.data([]) != .array([]))
  }

  @Test("Members and elements are found, and nothing in a value of another kind")
  func subscripts() {
    let window: StoredValue = ["width": 800, "tabs": [true, "a"], "e\u{301}": 1]
    #expect(window["width"] == 800 && window["height"] == nil && window[0] == nil)
    #expect(window["tabs"]?[1] == "a" && window["tabs"]?[2] == nil && window["tabs"]?[-1] == nil)
    #expect(window["\u{e9}"] == nil && window["e\u{301}"] == 1)
    #expect(StoredValue.string("a")["a"] == nil)
  }

  @Test("Both spellings of a key live side by side")
  func twinKeys() {
    let twins = StoredValue.dictionary([("e\u{301}", 2), ("\u{e9}", 1)])
    guard case .dictionary(let members) = twins.content else {
      Issue.record("not a dictionary")
      return
    }
    #expect(members.map { Array($0.key.utf8) } == [[0x65, 0xcc, 0x81], [0xc3, 0xa9]])
    #expect(members.map(\.value) == [2, 1])
  }

  @Test("The last of members with one key counts")
  func lastMember() {
    let value = StoredValue.dictionary([("b", 1), ("a", 2), ("b", 3), ("a", 4), ("c", 5), ("b", 6)])
    #expect(value == ["a": 4, "b": 6, "c": 5])
    let literal: StoredValue = ["a": 1, "a": 2]
    #expect(literal == .dictionary([("a", 2)]))
  }

  @Test("Many members with one key cost no more than sorting")
  func manyTwins() {
    let members = (0..<50_000).map { ("key \($0 % 25_000)", StoredValue.integer(Int64($0))) }
    guard case .dictionary(let kept) = StoredValue.dictionary(members).content else {
      Issue.record("not a dictionary")
      return
    }
    #expect(kept.count == 25_000)
    #expect(kept.first { $0.key == "key 7" }?.value == 25_007)
  }

  @Test("Content gives back what the makers took")
  func content() {
    func kind(_ value: StoredValue) -> String {
      switch value.content {
      case .boolean(let value): "boolean \(value)"
      case .integer(let value): "integer \(value)"
      case .unsigned(let value): "unsigned \(value)"
      case .real(let value): "real \(value)"
      case .string(let value): "string \(value)"
      case .date(let value): "date \(value)"
      case .data(let value): "data \(value)"
      case .array(let value): "array \(value.map(kind))"
      case .dictionary(let value): "dictionary \(value.map { $0.key + ": " + kind($0.value) })"
      case .uid(let value): "uid \(value)"
      case .foreign(let words): words
      }
    }
    let values: [StoredValue] = [
      true, 1, .unsigned(7), .unsigned(.max), 0.5, "s", .date(secondsSince2001: 2), .data([3]), [4],
      ["k": 5], StoredValue(.uid(6)),
    ]
    #expect(
      values.map(kind) == [
        "boolean true", "integer 1", "integer 7", "unsigned 18446744073709551615", "real 0.5",
        "string s", "date 2.0", "data [3]", #"array ["integer 4"]"#,
        #"dictionary ["k: integer 5"]"#, "uid 6",
      ])
  }

  @Test("Equal trees have equal hashes, and the order agrees with equality")
  func hashesAndOrder() {
    let seed = SeededGenerator.seed
    var random = RandomTree(for: .value, seed: seed)
    let trees = (0..<300).map { _ in random.value(depth: 2) }
    for left in trees {
      for right in trees {
        let equal = left == right
        #expect(
          [left.precedes(right), right.precedes(left), equal].filter { $0 }.count == 1,
          "seed \(seed)")
        if equal {
          #expect(StoredValue(left).hashValue == StoredValue(right).hashValue, "seed \(seed)")
        }
      }
    }
    let sorted = trees.sorted { $0.precedes($1) }
    for index in sorted.indices.dropFirst(2) {
      #expect(!sorted[index].precedes(sorted[index - 2]), "seed \(seed)")
    }
    #expect(
      trees.shuffled(using: &random.generator).sorted { $0.precedes($1) } == sorted, "seed \(seed)")
  }

  @Test("A hash distinguishes what equality does")
  func distinctHashes() {
    let values: Set<StoredValue> = [
      .string("\u{e9}"), .string("e\u{301}"), 0.0, .real(-0.0), 0, false,
      .date(secondsSince2001: 0),
      [], [:], .data([]), "", StoredValue(.uid(0)),
    ]
    #expect(values.count == 12)
    #expect(Set(values.map(\.hashValue)).count == 12)
  }
}
