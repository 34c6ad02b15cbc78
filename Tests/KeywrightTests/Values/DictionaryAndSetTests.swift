import Keywright
import Testing

enum Suit: String, Convertible, CaseIterable { case clubs, hearts }
enum Rank: Int8, Convertible { case ace = 1, king = 13 }

@Suite("Dictionaries and sets")
struct DictionaryAndSetTests {
  @Test("Raw-value keys need no further conformance")
  func rawKeys() throws {
    #expect(try [Suit.clubs: 1].storedValue() == ["clubs": 1])
    #expect(try [Rank.king: 1].storedValue() == ["13": 1])
    #expect([Suit: Int].value(from: ["hearts": 2]) == [.hearts: 2])
    #expect([Rank: Int].value(from: ["1": 2]) == [.ace: 2])
  }

  @Test("A key of no case, or out of range, is not read")
  func badKeys() {
    #expect([Suit: Int].value(from: ["spades": 2]) == nil)
    #expect([Rank: Int].value(from: ["2": 2]) == nil)
    #expect([Int8: Int].value(from: ["128": 2]) == nil)
  }

  @Test("An integer key has one spelling", arguments: ["01", "+1", " 1", "1.0", "-0", ""])
  func integerKeys(text: String) {
    #expect([Int: Int].value(from: [text: 2]) == nil)
  }

  @Test("Keys that are one to Swift are not merged")
  func twins() {
    let twins = StoredValue.dictionary([("\u{e9}", 1), ("e\u{301}", 2)])
    #expect([String: Int].value(from: twins) == nil)
    #expect([String: StoredValue].value(from: twins) == nil)
  }

  @Test("A key keeps the bytes it has in the Swift dictionary", arguments: ["\u{e9}", "e\u{301}"])
  func spelling(key: String) throws {
    #expect(try [key: 1].storedValue() == [key: 1])
  }

  @Test("Keys that are stored alike are refused")
  func collision() {
    struct Folded: Convertible, Hashable {
      var text: String
      func encode() -> String { text.lowercased() }
      static func decode(_ stored: String) -> Folded? { Folded(text: stored) }
    }
    let both = [Folded(text: "A"): 1, Folded(text: "a"): 2]
    let failure = #expect(throws: ConversionFailure.self) { try both.storedValue() }
    #expect(failure?.found == "two keys that are stored as \"a\"")
  }

  @Test("Equal sets have the same bytes, in whatever order they were filled")
  func setOrder() throws {
    let words = (0..<200).map { "word \($0 * 7919 % 200)" }
    let one = try Set(words).storedValue()
    let other = try Set(words.reversed()).storedValue()
    #expect(one == other)
    #expect(
      [String].value(from: one) == words.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
  }

  @Test("A set is sorted by value and by bytes")
  func setOrders() throws {
    #expect(try Set([10, 9, -1]).storedValue() == [-1, 9, 10])
    #expect(try Set([UInt64.max, 1]).storedValue() == [1, .unsigned(.max)])
    #expect(try Set([0.5, -1, -2, 1e9]).storedValue() == [-2.0, -1.0, 0.5, 1e9])
    #expect(try Set(["b", "ab", "a", "Z"]).storedValue() == ["Z", "a", "ab", "b"])
    #expect(try Set([[2], [1, 5], []]).storedValue() == [[], [1, 5], [2]])
  }

  @Test("An array is read as a set, repetitions and all")
  func setReading() {
    #expect(Set<Int>.value(from: [3, 1, 3]) == [1, 3])
  }
}
