import Keywright
import KeywrightTestSupport
import Testing

@testable import KeywrightEtcd

@Suite("The text of a value in etcd") struct ValueTextTests {
  func text(_ value: StoredValue) -> String {
    ValueText.text(of: value)
  }

  func value(_ text: String) -> StoredValue? { ValueText.value(of: Array(text.utf8)) }

  @Test(
    "is JSON that people read",
    arguments: [
      (true, "true"), (3, "3"), (1.0, "1.0"), (-0.0, "-0.0"), ("a \"b\"\n", #""a \"b\"\n""#),
      (["a": [1, 2.5]], #"{"a": [1, 2.5]}"#), (.data([0xCA, 0xFE]), #"{"$data": "yv4="}"#),
      (.date(secondsSince2001: 0.5), #"{"$date": "2001-01-01T00:00:00.5Z"}"#),
      (.real(.infinity), #"{"$real": "inf"}"#), (["$a": true], #"{"$$a": true}"#),
      (.unsigned(.max), "18446744073709551615"),
    ] as [(StoredValue, String)])
  func isReadable(_ stored: StoredValue, _ expected: String) {
    #expect(text(stored) == expected)
    #expect(value(expected) == stored)
  }

  @Test("gives back every bit", arguments: 0..<500)
  func roundTrips(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let stored = StoredValue.random(depth: 3, &generator)
    #expect(value(text(stored)) == stored, "\(text(stored))")
  }

  @Test(
    "refuses other texts",
    arguments: [
      "", "hello", "null", "[1,]", "{\"a\":1,\"a\":2}", "1 2", "\"\u{1}\"", "01", "1.", "1e999",
      #"{"$data":"?"}"#, #"{"$other":1}"#, #"{"$date":"2001-01-01","b":2}"#, #"{"$real":1}"#,
      "\"\\ud800\"",
      String(repeating: "[", count: 100_000),
    ])
  func refuses(_ text: String) {
    #expect(value(text) == nil)
  }

  @Test(
    "may be written by hand",
    arguments: [
      (" [1 , 2]\n", [1, 2]), ("1e3", 1000.0),
      // As JavaScript writes 1e20.
      ("100000000000000000000", 1e20),
    ] as [(String, StoredValue)])
  func byHand(_ text: String, _ expected: StoredValue) {
    #expect(value(text) == expected)
  }

  @Test("of a date may be written by hand")
  func dateByHand() {
    #expect(value(#"{"$date":"2001-01-01T00:01:00Z"}"#) == .date(secondsSince2001: 60))
  }
}

extension StoredValue {
  /// A tree of every form, with the awkward values of each.
  static func random(depth: Int, _ generator: inout SeededGenerator) -> StoredValue {
    let strings = ["", "a", "é", "e\u{301}", "$", "$$", "$date", "\u{0}\u{7F}\"\\/\n", "🦁", "utc"]
    let bits = UInt64.random(in: .min ... .max, using: &generator)
    switch Int.random(in: 0..<(depth > 0 ? 9 : 7), using: &generator) {
    case 0: return .boolean(bits & 1 == 0)
    case 1: return .integer(Int64(bitPattern: bits))
    case 2: return .unsigned(bits)
    case 3: return .real(Double(bitPattern: bits))
    case 4: return .string(strings[Int(bits % 10)] + strings[Int(bits / 10 % 10)])
    case 5: return .date(secondsSince2001: Double(Int64(bitPattern: bits) / 1000) / 1000)
    case 6: return .data((0..<Int(bits % 5)).map { UInt8($0) })
    case 7:
      return .array((0..<Int(bits % 4)).map { _ in random(depth: depth - 1, &generator) })
    default:
      return .dictionary(
        (0..<Int(bits % 4)).map { (strings[$0 * 2], random(depth: depth - 1, &generator)) })
    }
  }
}
