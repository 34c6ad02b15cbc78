import Keywright
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Stored forms")
struct FormTests {
  @Test("Each type has the documented form")
  func forms() throws {
    let id = try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
    let url = try #require(URL(string: "https://example.org/a%20b?q=1#f"))
    #expect(true.storedValue() == true)
    #expect((-3).storedValue() == -3)
    #expect(0.5.storedValue() == 0.5)
    #expect(try Float(0.5).storedValue() == 0.5)
    #expect("é".storedValue() == "é")
    #expect(
      try Date(timeIntervalSinceReferenceDate: 1.5).storedValue() == .date(secondsSince2001: 1.5))
    #expect(Data([1, 2]).storedValue() == .data([1, 2]))
    #expect(try [UInt8]([1, 2]).storedValue() == [1, 2])
    #expect(try id.storedValue() == "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    #expect(try url.storedValue() == "https://example.org/a%20b?q=1#f")
    #expect(try #require(Decimal(string: "-12.50")).storedValue() == "-12.5")
    #expect(try Duration.milliseconds(-1500).storedValue() == [-1, -500_000_000_000_000_000])
    #expect(try [[1], []].storedValue() == [[1], []])
    #expect(try Set([3, 1, 2]).storedValue() == [1, 2, 3])
    #expect(try ["b": 1, "a": 2].storedValue() == ["a": 2, "b": 1])
    #expect(try [-1: "x"].storedValue() == ["-1": "x"])
    #expect(try [id: 1].storedValue() == ["E621E1F8-C36C-495A-93FC-0C247A3E6E5F": 1])
  }

  @Test("Each form is read back")
  func roundTrips() throws {
    func check<T: Convertible & Equatable>(_ value: T) throws {
      #expect(try T.value(from: throughFile(value.storedValue())) == value)
    }
    try check(Date(timeIntervalSinceReferenceDate: 0.1))
    try check(Date(timeIntervalSinceReferenceDate: -1e15))
    try check(Data())
    try check(Data([0, 255]))
    try check([UInt8]([0, 255]))
    try check(UUID())
    try check(["", "a\u{0}b", "👩‍👩‍👧"])
    try check(Set(["é", "b"]))
    try check(Set([Set([1, 2]), Set([3])]))
    try check(["a": [1.5: 2].count])
    try check([UInt64.max: [Int8.min: Duration.zero]])
    try check(["x": ["y": ["z": true]]])
  }

  @Test("A kind is never read as another")
  func kinds() {
    let values: [StoredValue] = [
      true, 1.5, "s", .date(secondsSince2001: 0), .data([]), [true], ["k": true],
    ]
    func readers<T: Convertible>(_ type: T.Type) -> [Int] {
      values.indices.filter { T.value(from: values[$0]) != nil }
    }
    #expect(readers(Bool.self) == [0])
    #expect(readers(Double.self) == [1])
    #expect(readers(String.self) == [2])
    #expect(readers(Date.self) == [3])
    #expect(readers(Data.self) == [4])
    #expect(readers([Bool].self) == [5])
    #expect(readers(Set<Bool>.self) == [5])
    #expect(readers([String: Bool].self) == [6])
    #expect(readers(UUID.self) == [])
    #expect(readers(Decimal.self) == [])
    #expect(readers(Duration.self) == [])
    #expect(readers(StoredValue.self) == Array(values.indices))
  }

  @Test("A collection with one element of another type is not read")
  func partial() {
    #expect([Int].value(from: [1, "2"]) == nil)
    #expect(Set<Int>.value(from: [1, "2"]) == nil)
    #expect([String: Int].value(from: ["a": 1, "b": true]) == nil)
  }

  @Test("Exactness is that of the parts, and URLs and decimals may change their look")
  func exactness() {
    #expect([Set<[String: Float]>].isExact == true)
    #expect(Duration.isExact && UUID.isExact && Data.isExact && StoredValue.isExact)
    #expect(!URL.isExact && !Decimal.isExact && ![String: URL].isExact && ![URL: Int].isExact)
  }

  @Test("A string keeps its bytes, whichever spelling they are")
  func spelling() throws {
    for text in ["\u{e9}", "e\u{301}"] {
      let back = try String.value(from: throughFile(text.storedValue()))
      #expect(back.map { Array($0.utf8) } == Array(text.utf8))
    }
  }
}
