import Foundation
import Testing

@testable import Keywright

/// Texts that are wrong, with the words that say so.
@Suite("Wrong texts") struct WrongTextTests {
  enum Theme: String, Codable, Convertible, CaseIterable { case system, light, dark }
  enum Level: Int, Convertible { case low = 1, high }
  struct Host: Codable, Convertible { var host: String, port: UInt16, since: Date?, theme: Theme? }

  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let message: String
    let read: @Sendable (String) throws -> Void
    var testDescription: String { text }

    init<Value: Convertible>(
      _ value: Value.Type, _ text: String, _ message: String, json isJSON: Bool = false
    ) {
      self.text = text
      self.message = message
      read = { text in
        let key = Key<Root, Value?>("any")
        _ = isJSON ? try key.value(fromJSON: text) : try key.value(fromText: text)
      }
    }
  }

  private static let booleans = "not one of true, false, yes, no, on, off, 1, 0"
  private static let durations = "not a duration, such as 30, 2.5s, 1h30m or PT30S"
  private static let noJSON =
    "not JSON: expected a JSON value, found text that is no JSON"
  private static let dates = "not a date, such as 2026-01-31 or 2026-01-31T12:00:00Z"

  static let cases: [Case] = [
    Case(Bool.self, "maybe", booleans),
    Case(Bool.self, "", booleans),
    Case(Bool.self, "2", booleans),
    Case(Bool.self, "1", "1 is not true or false", json: true),
    Case(Bool.self, "\"yes\"", "a string is not true or false", json: true),
    Case(Int.self, "loud", "not a whole number"),
    Case(Int.self, "", "not a whole number"),
    Case(Int.self, "1.5", "not a whole number"),
    Case(Int.self, "1.0", "not a whole number"),
    Case(Int.self, "--1", "not a whole number"),
    Case(Int.self, "0x10", "not a whole number"),
    Case(Int.self, "1 ", "not a whole number"),
    Case(
      Int.self, "99999999999999999999", "not in -9223372036854775808...9223372036854775807"),
    Case(Int8.self, "200", "not in -128...127"),
    Case(Int8.self, "-129", "not in -128...127"),
    Case(UInt.self, "-1", "not in 0...18446744073709551615"),
    Case(Int.self, "1.5", "1.5 is not a whole number", json: true),
    Case(Int.self, "true", "true is not a whole number", json: true),
    Case(Int.self, "\"1\"", "a string is not a whole number", json: true),
    Case(Int.self, "[1]", "an array is not a whole number", json: true),
    Case(UInt8.self, "256", "not in 0...255", json: true),
    Case(Double.self, "loud", "not a number"),
    Case(Double.self, "1,5", "not a number"),
    Case(Double.self, "", "not a number"),
    Case(Double.self, "-1e400", "-1e400 is out of range"),
    Case(Float.self, "1e39", "1e39 is out of range"),
    Case(Double.self, "\"1\"", "a string is not a number", json: true),
    Case(Float.self, "one", "not a number"),
    Case(String.self, "1", "1 is not a string", json: true),
    Case(
      String.self, "\"a", "not JSON: a string that does not end on its line", json: true),
    Case(Decimal.self, "1.2.3", "not a decimal number of at most 38 digits"),
    Case(Decimal.self, "true", "true is not a decimal number", json: true),
    Case(Duration.self, "soon", durations),
    Case(Duration.self, "30m1h", durations),
    Case(Duration.self, "1h1h", durations),
    Case(Duration.self, "PT", durations),
    Case(Duration.self, "P30S", durations),
    Case(Duration.self, "1.5.5s", durations),
    Case(Duration.self, "0.1234567890123456789", durations),
    Case(Duration.self, "h", durations),
    Case(
      Duration.self, "true", "true is not a number of seconds, or a duration in quotes",
      json: true),
    Case(Date.self, "yesterday", dates),
    Case(Date.self, "2026-02-29", dates),
    Case(Date.self, "2026-13-01", dates),
    Case(Date.self, "2026-01-31T12:00:00", dates),
    Case(Date.self, "2026-01-31T24:00:00Z", dates),
    Case(Date.self, "2026-01-31T12:00:00+1", dates),
    Case(Date.self, "1", "1 is not a date in quotes", json: true),
    Case(Data.self, "yv4", "not Base64"),
    Case(Data.self, "yv4*", "not Base64"),
    Case(URL.self, "a b", "not a URL"),
    Case(UUID.self, "1234", "not a UUID"),
    Case(Theme.self, "drak", "not one of system, light, dark; did you mean 'dark'?"),
    Case(Theme.self, "Dark", "not one of system, light, dark; did you mean 'dark'?"),
    Case(Theme.self, "blue", "not one of system, light, dark"),
    Case(Theme.self, "1", "not one of system, light, dark", json: true),
    Case(Level.self, "3", "not a Level"),
    Case([Int].self, "1,two,3", "[1]: not a whole number"),
    Case([Int].self, "1,,3", "[1]: not a whole number"),
    Case(
      [Int].self, "[1, 2",
      "not JSON: expected `,` or `]` after an element, found the end of the file"),
    Case([Int].self, "[1, \"2\"]", "[1]: a string is not a whole number"),
    Case([Int].self, "7", "7 is not an array", json: true),
    Case([[Int]].self, "[[1], [2, 3.5]]", "[1][1]: 3.5 is not a whole number"),
    Case([[Int]].self, "1,2", "not JSON: expected nothing after the value, found `,`"),
    Case(Set<Date>.self, "2026-01-31,never", "[1]: \(dates)"),
    Case([String: Int].self, "a=1", noJSON),
    Case([String: Int].self, "{\"a\": true}", "a: true is not a whole number"),
    Case([Int: Int].self, "{\"a\": 1}", "a: not a whole number"),
    Case(Host.self, "{\"port\": 1}", "host is missing"),
    Case([Host].self, "[{\"port\": 1}]", "[0].host is missing"),
    Case(
      [Host].self, "[{\"host\": \"a\", \"port\": 70000}]", "[0].port: not in 0...65535"),
    Case(
      Host.self, "{\"host\": 1, \"port\": 1}", "host: 1 is not a string"),
    Case(
      Host.self, "{\"host\": \"a\", \"port\": 1, \"since\": \"now\"}", "since: \(dates)"),
    Case(
      Host.self, "{\"host\": \"a\", \"port\": 1, \"theme\": \"drak\"}",
      "theme: not one of system, light, dark; did you mean 'dark'?"),
    Case(Host.self, "a", noJSON),
  ]

  @Test(arguments: cases) func wrong(_ wrong: Case) {
    let error = #expect(throws: TextFailure.self) { try wrong.read(wrong.text) }
    #expect(error?.description == wrong.message)
  }

  @Test func thereAreSixty() { #expect(WrongTextTests.cases.count >= 60) }
}

@Suite("Right texts") struct RightTextTests {
  private func read<Value: Convertible>(_ text: String, _ value: Value) throws -> Value? {
    try Key<Root, Value?>("any").value(fromText: text)
  }

  @Test func theExtremesOfDurationsReadBack() throws {
    let key = Key<Root, Duration>("pause", default: .zero)
    let parts: [(Int64, Int64)] = [
      (.max, 999_999_999_999_999_999), (.min, 0), (.min, -999_999_999_999_999_999), (.max, 0),
      (0, -1), (-1, -1),
    ]
    for (seconds, attoseconds) in parts {
      let value = Duration(secondsComponent: seconds, attosecondsComponent: attoseconds)
      let text = key.text(of: value) ?? ""
      #expect(try key.value(fromText: text) == value, "\(text)")
    }
    for text in ["9223372036854775808s", "-9223372036854775809s"] {
      #expect(throws: TextFailure.self, "\(text)") { try key.value(fromText: text) }
    }
  }

  @Test(arguments: [
    ("30", 30.0), ("2.5", 2.5), ("30s", 30), ("1h30m", 5_400), ("PT30S", 30), ("P1DT12H", 129_600),
    ("250ms", 0.25), ("-1m", -60), ("1d", 86_400), ("1.5h", 5_400), ("0.5us", 0.0000005),
    ("7ns", 7e-9),
    ("PT0.5S", 0.5), ("-PT1M", -60), ("1h0m1s", 3_601),
  ])
  func durations(_ text: String, _ seconds: Double) throws {
    #expect(
      try read(text, Duration.zero) == .nanoseconds(Int64((seconds * 1e9).rounded()))
        || seconds < 1e-6)
    #expect(try read(text, Duration.zero) != nil)
  }

  @Test(arguments: [
    ("2001-01-01", 0.0), ("2001-01-01T00:00:01Z", 1), ("2001-01-01T02:00:00+02:00", 0),
    ("2000-12-31T20:30:00-0330", 0), ("2001-01-01T00:00:00.25Z", 0.25),
  ])
  func dates(_ text: String, _ seconds: Double) throws {
    #expect(try read(text, Date()) == Date(timeIntervalSinceReferenceDate: seconds))
  }

  @Test func lists() throws {
    #expect(try read("a, b ,c", [""]) == ["a", "b", "c"])
    #expect(try read("", [""]) == [])
    #expect(try read("1,2,1", Set([1])) == [1, 2])
    #expect(try read("[\"a,b\"]", [""]) == ["a,b"])
    #expect(try read("yes,0", [true]) == [true, false])
    #expect(try read("30,1m", [Duration.zero]) == [.seconds(30), .seconds(60)])
  }
}
