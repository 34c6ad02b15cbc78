import Keywright
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Forms of Foundation's types")
struct FoundationFormTests {
  @Test("A date that is not finite is refused", arguments: [Double.nan, .infinity, -.infinity])
  func date(seconds: Double) {
    #expect(throws: ConversionFailure.self) {
      try Date(timeIntervalSinceReferenceDate: seconds).storedValue()
    }
  }

  @Test("The place of a refused value is in the error")
  func place() {
    let bad = ["x": [Date(timeIntervalSinceReferenceDate: 0), .init(timeIntervalSince1970: .nan)]]
    let failure = #expect(throws: ConversionFailure.self) { try [bad].storedValue() }
    #expect(failure?.path == "[0].x[1]")
    #expect(failure?.found == "a date of nan seconds")
    #expect(failure?.expected == "a finite date")
  }

  @Test("A relative URL is stored with its base resolved")
  func relativeURL() throws {
    let url = try #require(URL(string: "b", relativeTo: URL(string: "https://example.org/a/")))
    #expect(try url.storedValue() == "https://example.org/a/b")
  }

  @Test(
    "Every URL that was made is read back",
    arguments: [
      "https://example.org", "file:///tmp/%C3%A9%20x/", "mailto:a@example.org", "//host", "a/b",
      "https://[::1]:80/", "data:,x", "https://é.fr/ü?q=ö", "?q", "#f", "urn:isbn:0",
    ])
  func urls(text: String) throws {
    let url = try #require(URL(string: text))
    #expect(try URL.value(from: url.storedValue()) == url)
  }

  @Test("A string that would have to be altered is no URL", arguments: ["", "a b", "http://a^b/é"])
  func badURLs(text: String) {
    #expect(URL.value(from: .string(text)) == nil)
  }

  @Test("A UUID is read in capitals or not, and nothing else is")
  func uuids() {
    let id = UUID.value(from: "e621e1f8-c36c-495a-93fc-0c247a3e6e5f")
    #expect(id == UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
    #expect(id != nil)
    #expect(UUID.value(from: "e621e1f8") == nil)
  }

  @Test("Decimals at their limits are read back")
  func decimals() throws {
    let numbers: [Decimal] = [
      0, 1, -1, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, .pi,
      Decimal(sign: .minus, exponent: -20, significand: 12345), Decimal(UInt64.max), .nan,
    ]
    for number in numbers {
      #expect(try Decimal.value(from: number.storedValue()) == number)
    }
  }

  @Test("Equal decimals have one stored form")
  func equalDecimals() throws {
    let hundredths = Decimal(sign: .plus, exponent: -2, significand: 100)
    #expect(hundredths == 1)
    #expect(try hundredths.storedValue() == Decimal(1).storedValue())
  }

  @Test(
    "A decimal is read only from its whole text, and only exactly",
    arguments: [
      "", "-", "+", ".", "1.", ".5", "12abc", " 1", "1 ", "1e", "1e400", "1e99999999999", "１",
      "0x10", "1,5", "nan", "1e-400", "123456789012345678901234567890123456789012345",
    ])
  func badDecimals(text: String) {
    #expect(Decimal.value(from: .string(text)) == nil)
  }

  @Test(
    "Other spellings of a decimal are read",
    arguments: [("+1", 1), ("1.50", 1.5), ("1e2", 100), ("15E-1", 1.5), ("-0", 0), ("007", 7)])
  func decimalSpellings(text: String, number: Decimal) {
    #expect(Decimal.value(from: .string(text)) == number)
  }
}
