import Foundation
import Keywright
import Testing

/// An older program reads and writes a value of a newer one.
@Suite("Unknown members")
struct UnknownMembersTests {
  struct Frame: Codable, Convertible, Equatable {
    var width: Double
    private var unknownMembers = UnknownMembers()

    init(width: Double) {
      self.width = width
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      self.width = try container.decode(Double.self, forKey: .width)
      self.unknownMembers = try UnknownMembers(from: decoder, besides: CodingKeys.self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(width, forKey: .width)
      try unknownMembers.encode(to: encoder)
    }

    private enum CodingKeys: CodingKey { case width }
  }

  struct Pair: Codable, Convertible {
    var frames: [String: [Frame]]
  }

  /// One member of every kind, with names that differ in their bytes alone.
  static let stored = StoredValue.dictionary([
    ("width", 1.5), ("wídth", 2), ("wi\u{301}dth", 3), ("flag", true), ("count", -1),
    ("most", .unsigned(.max)), ("real", 0.25), ("text", "x"), ("data", .data([0, 255])),
    ("date", .date(secondsSince2001: 0.5)), ("list", [1, ["a": []]]), ("", ["width": 7]),
  ])

  @Test("What is not known is written back as it was, and what is known can change")
  func kept() throws {
    var frame = try #require(Frame.value(from: Self.stored))
    #expect(try frame.storedValue() == Self.stored)
    frame.width = 2
    guard case .dictionary(let old) = Self.stored.content,
      case .dictionary(let new) = try frame.storedValue().content
    else { throw CancellationError() }
    #expect(new.count == old.count)
    for (old, new) in zip(old, new) {
      #expect(old.key.utf8.elementsEqual(new.key.utf8))
      #expect(new.value == (old.key == "width" ? 2.0 : old.value))
    }
  }

  @Test("So is what is not known deep inside")
  func nested() throws {
    let stored: StoredValue = ["frames": ["a": [.dictionary([("width", 1), ("new", "x")])]]]
    let expected: StoredValue = ["frames": ["a": [.dictionary([("width", 1.0), ("new", "x")])]]]
    #expect(try Pair.value(from: stored)?.storedValue() == expected)
  }

  @Test("A difference in what is not known makes no value different")
  func equality() throws {
    let frame = try #require(Frame.value(from: ["width": 1.5, "new": 1]))
    #expect(frame == Frame(width: 1.5))
    #expect(UnknownMembers().hashValue == UnknownMembers().hashValue)
  }

  @Test("Other formats keep what they can hold")
  func json() throws {
    let text = #"""
      {"":{"a":[true,-1,18446744073709551615,0.25,"x",{}]},"width":1.5,"z":[]}
      """#
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let frame = try JSONDecoder().decode(Frame.self, from: Data(text.utf8))
    #expect(String(decoding: try encoder.encode(frame), as: UTF8.self) == text)
    let null = #"{"width":1.5,"gone":null,"list":[null]}"#
    let read = try JSONDecoder().decode(Frame.self, from: Data(null.utf8))
    #expect(try read.storedValue() == ["width": 1.5])
  }

  @Test("A foreign property list keeps dates and data")
  func propertyList() throws {
    let date = StoredValue.date(secondsSince2001: 86_400)
    let stored: StoredValue = ["width": 1.5, "date": date, "data": .data([1, 2])]
    let frame = try #require(Frame.value(from: stored))
    let data = try PropertyListEncoder().encode(frame)
    let read = try PropertyListDecoder().decode(Frame.self, from: data)
    #expect(try read.storedValue() == stored)
  }
}
