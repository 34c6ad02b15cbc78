import Foundation
import KeywrightTestSupport
import Testing

@testable import Keywright

/// Random values of every type print, as text and as JSON, and read back equal.
@Suite("Texts that were written read back the same") struct TextRoundTripTests {
  private enum Side: String, Convertible, CaseIterable { case left, right = "→", dark = "left " }
  private enum Level: Int, Convertible, CaseIterable { case low = 1, high = 22 }
  private enum Code: Int, Convertible { case one = 1, two }
  private enum Swapped: String, Convertible, CaseIterable { case a = "b", b = "a" }
  private struct Host: Codable, Convertible, Equatable {
    var name: String
    var port: UInt16
    var seen: Date?
    var key: Data
    var wait: Duration
    var load: Double
    var id: UUID
    var price: Decimal
    var home: URL
    var inner: [String: [Float]]
  }

  private var random: SeededGenerator

  init() {
    let seed = SeededGenerator.seed
    print("TextRoundTripTests: seed \(seed)")
    random = SeededGenerator(seed: seed)
  }

  private func check<Value: Convertible & Equatable>(
    _ value: Value, _ place: SourceLocation = #_sourceLocation
  ) throws {
    let key = Key<Root, Value>("any", default: value)
    let stored = try value.storedValue()
    let text = try #require(key.text(of: value), sourceLocation: place)
    let read = try key.value(fromText: text)
    #expect(try read.storedValue() == stored, "\(text)", sourceLocation: place)
    let json = try #require(key.json(of: value), sourceLocation: place)
    let readJSON = try key.value(fromJSON: json)
    #expect(try readJSON.storedValue() == stored, "\(json)", sourceLocation: place)
    // Whatever is JSON to us is to others.
    _ = try JSONDecoder().decode(AnyJSON.self, from: Data(json.utf8))
  }

  private struct AnyJSON: Decodable { init(from decoder: any Decoder) {} }

  private mutating func real() -> Double {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: Double(Int.random(in: -100...100, using: &random)) / 10
    case 1:
      [0, -0.0, 1, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .nan]
        .randomElement(using: &random) ?? 0
    default: finite()
    }
  }

  private mutating func finite() -> Double {
    let value = Double(bitPattern: random.next())
    return value.isFinite ? value : 1.5
  }

  private mutating func text() -> String {
    let pieces = [
      "", "a", "é", "e\u{301}", "\u{0}", "\"", "\\", ",", "[", "{", " ", "\n", "\u{202e}", "👩‍👩‍👧",
      "true", "1", "null", "$date",
    ]
    return (0..<Int.random(in: 0..<5, using: &random)).map { _ in
      pieces.randomElement(using: &random) ?? ""
    }.joined()
  }

  private mutating func date() -> Date {
    let range: ClosedRange<Double> =
      [0...1e9, -1e9...0, -6e10...2e11, -1e-3...1e-3, -1e300...1e300]
      .randomElement(using: &random) ?? 0...1
    let seconds = Double.random(in: range, using: &random)
    let isWhole = Bool.random(using: &random)
    return Date(timeIntervalSinceReferenceDate: isWhole ? seconds.rounded() : seconds)
  }

  private mutating func duration() -> Duration {
    let seconds = Int64(
      truncatingIfNeeded: random.next() >> UInt64.random(in: 2..<64, using: &random))
    let digits = Int.random(in: 0...18, using: &random)
    let unit = (0..<digits).reduce(Int64(1_000_000_000_000_000_000)) { unit, _ in unit / 10 }
    let below = Int64.random(in: 0..<1_000_000_000_000_000_000, using: &random) / unit * unit
    let sign: Int64 = Bool.random(using: &random) ? 1 : -1
    return Duration(secondsComponent: sign * seconds, attosecondsComponent: sign * below)
  }

  @Test mutating func scalars() throws {
    for _ in 0..<2_000 {
      try check(Bool.random(using: &random))
      try check(Int(truncatingIfNeeded: random.next()))
      try check(Int8.random(in: .min ... .max, using: &random))
      try check(UInt64.random(in: .min ... .max, using: &random))
      try check(UInt16.random(in: .min ... .max, using: &random))
      try check(Int64.min)
      try check(real())
      try check(0.1 as Float)
      let single = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
      if !single.isNaN { try check(single) }
      try check(text())
      try check(date())
      try check(Data((0..<Int.random(in: 0..<9, using: &random)).map { UInt8($0 * 31) }))
      try check(duration())
      try check(UUID())
      try check(Decimal(Int64(truncatingIfNeeded: random.next())) / 1_000)
      try check(try #require(URL(string: "https://example.org/\(random.next())?a=b%20c")))
    }
  }

  @Test mutating func enums() throws {
    for value in Side.allCases { try check(value) }
    for value in Level.allCases { try check(value) }
    for value in Swapped.allCases { try check(value) }
    try check(Code.two)
    try check(Level.allCases)
    let key = Key<Root, Level>("any", default: .low)
    #expect(key.text(of: .high) == "high")
    #expect(try key.value(fromText: "22") == .high)
    #expect(try key.value(fromJSON: "22") == .high)
    #expect(try key.value(fromJSON: "\"high\"") == .high)
  }

  @Test mutating func collections() throws {
    for _ in 0..<500 {
      let count = Int.random(in: 0..<4, using: &random)
      try check((0..<count).map { _ in text() })
      try check((0..<count).map { _ in real() })
      try check((0..<count).map { _ in date() })
      try check((0..<count).map { _ in duration() })
      try check(Set((0..<count).map { _ in Int(truncatingIfNeeded: random.next()) }))
      try check((0..<count).map { _ in [text(): [date()]] })
      var dictionary: [Int: Duration] = [:]
      for _ in 0..<count { dictionary[Int(truncatingIfNeeded: random.next())] = duration() }
      try check(dictionary)
    }
  }

  @Test mutating func structs() throws {
    for _ in 0..<300 {
      let host = Host(
        name: text(), port: .random(in: 0 ... .max, using: &random),
        seen: Bool.random(using: &random) ? date() : nil, key: Data(text().utf8),
        wait: duration(), load: real().isNaN ? 0 : real(), id: UUID(), price: 12.5,
        home: try #require(URL(string: "file:///a")), inner: [text(): [0.1, -.infinity]])
      if host.load.isNaN { continue }
      try check(host)
      try check([host])
      try check(["a": [host]])
    }
  }

  @Test mutating func storedValues() throws {
    var trees = RandomTree(for: .value, generator: random)
    for _ in 0..<2_000 {
      let value = StoredValue(trees.value())
      let key = Key<Root, StoredValue?>("any")
      let text = try #require(key.text(of: value))
      let read = try key.value(fromText: text)
      // A signalling NaN reads back as the quiet one.
      if text.contains("nan(") {
        #expect(read.flatMap(key.text) == text)
        continue
      }
      #expect(read == value, "\(text)")
    }
    let signalling = Key<Root, Double>("real", default: 0)
    for payload: UInt64 in [1, 5, 1 << 49] {
      let text = try #require(signalling.text(of: Double(nan: payload, signaling: true)))
      #expect(try signalling.value(fromText: text).isNaN)
    }
  }

  @Test mutating func keysThatChooseTheirForm() throws {
    struct Plain: Codable, Equatable, Sendable { var seen: Date, size: Int }
    struct Sealed: Transformer {
      func encode(_ value: Int) -> Date { Date(timeIntervalSinceReferenceDate: Double(value)) }
      func decode(_ base: Date) -> Int { Int(base.timeIntervalSinceReferenceDate) }
    }
    for _ in 0..<200 {
      let plain = Plain(seen: date(), size: .random(in: 0...9, using: &random))
      let tree = Key<Root, Plain?>("any", coding: .optional(.propertyList))
      #expect(try tree.value(fromText: #require(tree.text(of: plain))) == plain)
      #expect(try tree.value(fromJSON: #require(tree.json(of: plain))) == plain)
      let json = Key<Root, Plain?>("any", coding: .optional(.json))
      let whole = Plain(seen: Date(timeIntervalSinceReferenceDate: 5), size: plain.size)
      #expect(try json.value(fromText: #require(json.text(of: whole))) == whole)
      #expect(try json.value(fromJSON: #require(json.json(of: whole))) == whole)
    }
    let sealed = Key<Root, Date?>("any").transformed(by: Sealed())
    #expect(sealed.text(of: 86_400) == "2001-01-02T00:00:00Z")
    #expect(try sealed.value(fromText: "2001-01-03") == 2 * 86_400)
  }
}
