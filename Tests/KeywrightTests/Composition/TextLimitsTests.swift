import Foundation
import KeywrightTestSupport
import Testing

@testable import Keywright

@Suite("Hostile texts") struct TextLimitsTests {
  /// Refuses every text but "yes", and counts how often it is asked.
  private struct Picky: Convertible {
    static let asked = Gathered<String>()
    func encode() -> String { "yes" }
    static func decode(_ stored: String) -> Picky? {
      asked.add(stored)
      return stored == "yes" ? Picky() : nil
    }
  }

  private func layer(_ text: String) -> ArgumentsLayer { ArgumentsLayer(["--zoo.any=" + text]) }

  private func error<Value: Convertible>(_ text: String, _ value: Value) -> StoreError? {
    #expect(throws: StoreError.self) {
      try layer(text).read(Key<Zoo, Value>("any", default: value))
    }
  }

  @Test func aTextThatIsRefusedIsDecidedOnce() throws {
    let text = "no \(UUID())"
    let layer = layer(text)
    layer.onIssue { _ in }
    let key = Key<Zoo, Picky>("any", default: Picky())
    for _ in 0..<3 {
      #expect(throws: StoreError.self) { try layer.read(key) }
      _ = layer.get(key)
    }
    #expect(Picky.asked.all.filter { $0 == text }.count == 1)
    #expect(layer.issues.count == 1)
  }

  @Test func aTextThatOneKeyRefusesAnotherMayTake() throws {
    let layer = layer("7")
    func key(_ range: ClosedRange<Int>) -> Key<Zoo, Int> {
      Key("any", default: 0, descriptor: KeyDescriptor(constraints: [.range(range)]))
    }
    for _ in 0..<40 {
      #expect(throws: StoreError.self) { try layer.read(key(0...6)) }
      #expect(try layer.read(key(0...7)) == 7)
      #expect(try layer.read(Key<Zoo, [Int]>("any", default: [])) == [7])
      #expect(try layer.read(Key<Zoo, String>("any", default: "")) == "7")
    }
  }

  @Test func aLongTextIsRefusedForEveryType() throws {
    let text = String(repeating: "x", count: 65_537)
    for error in [error(text, ""), error(text, 0), error(text, [String]())] {
      #expect(error?.code == .unreadable)
      #expect(
        (error?.underlying as? TextFailure)?.problem
          == "a text of 65537 bytes; at most 65536 are read")
      #expect(error?.source?.hasPrefix("--zoo.any=") == true)
    }
    #expect(try layer(String(text.dropLast())).read(Zoo.any) == String(text.dropLast()))
  }

  @Test func combiningMarksInARowAreRefused() throws {
    let marks = String(repeating: "\u{301}\u{316}", count: 15)
    #expect(try layer("a" + marks).read(Zoo.any) == "a" + marks)
    let text = String(repeating: "a" + marks + "\u{301}", count: 900)
    for error in [error(text, ""), error(text, 0)] {
      #expect(
        (error?.underlying as? TextFailure)?.problem == "over 30 combining marks in a row")
    }
  }

  @Test("Marks that JSON escapes are as many as those that stand there", arguments: [30, 31])
  func escapedMarks(count: Int) {
    let isRead = count == 30
    for mark in ["\u{301}", "\\u0301"] {
      let json = "\"a" + String(repeating: mark, count: count) + "\""
      #expect(((try? Zoo.any.value(fromJSON: json)) != nil) == isRead)
      #expect(((try? StoredValue(json: json)) != nil) == isRead)
    }
    let text = "a" + String(repeating: "\u{301}", count: count)
    #expect(((try? Zoo.any.value(fromText: text)) != nil) == isRead)
  }

  @Test func nestedListsAreFollowedSixtyThreeDeep() {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect((try? StoredValue(json: nested(63))) != nil)
    #expect((try? StoredValue(json: nested(64))) == nil)
    #expect((try? StoredValue(json: nested(30_000))) == nil)
    #expect(error(nested(500), [Int]())?.code == .unreadable)
  }

  @Test func namesAreComparedByTheirBytes() throws {
    let layer = ArgumentsLayer(["--zoo.any=\u{301}x", "--zoo.e\u{301}=1", "--zoo.\u{e9}=2"])
    #expect(try layer.read(Zoo.any) == "\u{301}x")
    #expect(try layer.read(Key<Root, Int>(StorageString("zoo:e\u{301}"), default: 0)) == 1)
    #expect(try layer.read(Key<Root, Int>(StorageString("zoo:\u{e9}"), default: 0)) == 2)
  }

  @Test(
    arguments: [
      ("[]", []), ("{}", [:]), (" [ 1 , -2 ]\n", [1, -2]), ("[0, -0]", [0, 0]),
      ("[9223372036854775808]", [.unsigned(1 << 63)]), ("[1.5, 1e2, 1E-2]", [1.5, 100.0, 0.01]),
      ("[2.0]", [2.0]), (#"{"a": {"b": [true, false]}}"#, ["a": ["b": [true, false]]]),
      (#"["\"\\\/\b\f\n\r\t\u00e9\uD83D\ude00"]"#, ["\"\\/\u{8}\u{c}\n\r\té😀"]),
      (#"{"": "é", "a": null}"#, ["": "é"]),
    ] as [(String, StoredValue)])
  func JSONIsRead(_ text: String, _ value: StoredValue) {
    #expect((try? StoredValue(json: text)) == value)
  }

  @Test(arguments: [
    "", "[", "]", "[1", "[1,]", "[,1]", "[1 2]", "[01]", "[1.]", "[.5]", "[+1]", "[-]", "[1e]",
    "[1e400]", "[null]", "[nul]", "[True]", "[1]x", "{\"a\"}", "{\"a\":}", "{a: 1}", "{\"a\": 1,}",
    "[\"a]", "[\"\n\"]", "[\"\\x\"]", "[\"\\u12\"]", "[\"\\uD800\"]", "[\"\\uDC00\"]",
    "{\"a\": 1, \"a\": 2}", "[\"\\uD800\\u0041\"]", "[\"\\u+123\"]", "['a']", "[0x1]", "[NaN]",
    "[1]\0",
  ])
  func invalidJSONIsRefused(_ text: String) {
    #expect((try? StoredValue(json: text)) == nil)
  }

  @Test("JSON is read as Foundation reads it", arguments: [1, 2, 3] as [UInt64])
  func foundation(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "[", "]", "{", "}", ",", ":", "\"a\"", "1", "-", ".5", "e3", "true", " ", "\\u00e9",
    ]
    for _ in 0..<3_000 {
      let count = Int.random(in: 1...7, using: &random)
      let text =
        "[" + (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined() + "]"
      // Foundation takes a comma too many.
      if text.replacing(" ", with: "").contains(",]") { continue }
      let theirs = try? JSONDecoder().decode([Piece].self, from: Data(text.utf8))
      #expect(((try? StoredValue(json: text)) == nil) == (theirs == nil), "\(text)")
    }
  }

  /// Any JSON but null.
  private struct Piece: Decodable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if (try? container.decode(Bool.self)) != nil { return }
      if (try? container.decode(Double.self)) != nil { return }
      if (try? container.decode(String.self)) != nil { return }
      if (try? container.decode([Piece].self)) != nil { return }
      _ = try container.decode([String: Piece].self)
    }
  }
}

extension Zoo {
  fileprivate static let any = Key<Zoo, String>("any", default: "")
}
