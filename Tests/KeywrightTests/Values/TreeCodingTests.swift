import Keywright
import KeywrightStorage
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

private struct Everything: Codable, Convertible, Equatable {
  var flag = true
  var small = Int8.min
  var large = UInt64.max
  var real = -0.5
  var single = Float(0.1)
  var text = "é"
  var date = Date(timeIntervalSinceReferenceDate: 0.1)
  var data = Data([1, 2])
  var url = URL(string: "https://example.org")
  var id = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
  var decimal = Decimal(sign: .plus, exponent: -1, significand: 15)
  var pause = Duration.seconds(2)
  var list = [1, 2]
  var bytes: [UInt8] = [1, 2]
  var words: Set = ["b", "a"]
  var table = ["k": [1: Date(timeIntervalSinceReferenceDate: 2)]]
  var nothing: Int?
}

private struct Box<Value: Codable & Sendable>: Codable, Convertible {
  var value: Value
}

extension Box: Equatable where Value: Equatable {}

private enum Side: String, Codable { case left, right }

@Suite("Codable trees")
struct TreeCodingTests {
  @Test("Every type inside a struct has the form that it has by itself")
  func forms() throws {
    #expect(
      try Everything().storedValue() == [
        "flag": true, "small": -128, "large": .unsigned(.max), "real": -0.5,
        "single": .real(Double(Float(0.1))), "text": "é", "date": .date(secondsSince2001: 0.1),
        "data": .data([1, 2]), "url": "https://example.org",
        "id": "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "decimal": "1.5", "pause": [2, 0],
        "list": [1, 2], "bytes": [1, 2], "words": ["a", "b"],
        "table": ["k": ["1": .date(secondsSince2001: 2)]],
      ])
  }

  @Test("All of it is read back from a file")
  func roundTrip() throws {
    let stored = try throughFile(Everything().storedValue())
    #expect(Everything.value(from: stored) == Everything())
  }

  @Test("Numbers inside are converted only when nothing is lost")
  func numbers() {
    #expect(Box<Int8>.value(from: ["value": 128]) == nil)
    #expect(Box<Int8>.value(from: ["value": 127.0]) == Box(value: 127))
    #expect(Box<Int>.value(from: ["value": 1.75]) == nil)
    #expect(Box<Double>.value(from: ["value": 1]) == Box(value: 1))
    #expect(Box<Int>.value(from: ["value": true]) == nil)
    #expect(Box<Bool>.value(from: ["value": 1]) == nil)
    #expect(Box<[UInt16]>.value(from: ["value": [65_536]]) == nil)
    #expect(Box<Date>.value(from: ["value": 1.0]) == nil)
    #expect(Box<URL>.value(from: ["value": "a b"]) == nil)
  }

  @Test("NaN and infinities inside stay what they are")
  func nan() throws {
    let stored = try throughFile(Box(value: [Double.nan, -.infinity, -0.0]).storedValue())
    let back = try #require(Box<[Double]>.value(from: stored))
    #expect(back.value.map(\.bitPattern) == [Double.nan, -.infinity, -0.0].map(\.bitPattern))
  }

  @Test("Sets and pairs have an order of their own")
  func order() throws {
    let words = (0..<100).map { "word \($0 * 37 % 100)" }
    let one = try Box(value: Set(words)).storedValue()
    #expect(try Box(value: Set(words.reversed())).storedValue() == one)
    #expect(Box<[String]>.value(from: one)?.value == words.sorted())
    let pairs = Dictionary(uniqueKeysWithValues: (0..<50).map { (Decimal($0 * 7 % 50), $0) })
    let stored = try Box(value: pairs).storedValue()
    let copied = try Box(value: Dictionary(uniqueKeysWithValues: pairs.reversed())).storedValue()
    #expect(stored == copied)
    #expect(Box<[Decimal: Int]>.value(from: stored)?.value == pairs)
    #expect(
      try Box(value: [Side.right: 1, .left: 2]).storedValue()
        == ["value": ["left", 2, "right", 1]])
  }

  @Test("Members whose keys are one to Swift are not merged")
  func twins() {
    let twins = StoredValue.dictionary([("\u{e9}", 1), ("e\u{301}", 2)])
    #expect(Box<[String: Int]>.value(from: ["value": twins]) == nil)
    #expect(Box<[Int: Int]>.value(from: ["value": ["5": 1, "05": 2]]) == nil)
    let failure = Box<[String: Int]>.failure(reading: ["value": twins])
    #expect(failure.path == "value")
    #expect(failure.found == "2 members of which only 1 have different keys")
  }

  @Test("A member is found by the bytes of its name")
  func memberBytes() throws {
    struct Accented: Codable, Convertible, Equatable {
      var first = 1
      var second = 2
      enum CodingKeys: String, CodingKey {
        case first = "\u{e9}"
        case second = "e\u{301}"
      }
    }
    let stored = try Accented().storedValue()
    #expect(stored == .dictionary([("\u{e9}", 1), ("e\u{301}", 2)]))
    #expect(Accented.value(from: stored) == Accented())
    #expect(Accented.value(from: ["e\u{301}": 1]) == nil)
  }

  @Test("An empty struct is an empty dictionary")
  func empty() throws {
    struct Empty: Codable, Convertible {}
    struct Silent: Codable, Convertible {
      init() {}
      init(from decoder: any Decoder) throws {}
      func encode(to encoder: any Encoder) throws {}
    }
    #expect(try Empty().storedValue() == [:])
    #expect(try Silent().storedValue() == [:])
    #expect(Empty.value(from: ["other": 1]) != nil)
    #expect(Empty.value(from: [1]) != nil)
  }

  @Test("A failed encode names the place and the way out")
  func place() {
    let late = Date(timeIntervalSinceReferenceDate: .infinity)
    let failure = #expect(throws: ConversionFailure.self) {
      try [Box(value: ["a.b": [late]])].storedValue()
    }
    #expect(failure?.path == "[0].value.a.b[0]")
    #expect(failure?.found == "a date of inf seconds")
  }

  @Test("Errors of a type's own pass unchanged, and Codable's are put into words")
  func ownErrors() {
    enum Own: Error { case refused }
    struct Refusing: Codable, Convertible {
      var isStandard: Bool
      func encode(to encoder: any Encoder) throws {
        guard isStandard else { throw Own.refused }
        throw EncodingError.invalidValue(
          7, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "unlucky"))
      }
    }
    #expect(throws: Own.refused) { try Box(value: Refusing(isStandard: false)).storedValue() }
    #expect(
      throws: ConversionFailure(
        path: "value", found: "a value of Int that it cannot encode", expected: "one that it can",
        advice: "unlucky")
    ) { try Box(value: Refusing(isStandard: true)).storedValue() }
  }
}
