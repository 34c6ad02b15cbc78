import Testing

@testable import KeywrightSchema

/// Keys under a new name, each with all values at the edges of what it could store before, beside each constraint of the
/// new one: a build stops exactly where one of those values would be refused.
@Suite("A constraint of a key that takes values over")
struct ConstraintSearchTests {
  /// What a key could store: its words, and its values at the edges; raw values are what an enum stores.
  struct Old: CustomTestStringConvertible {
    let words: String
    let values: [Value]
    var testDescription: String { words }
  }

  enum Value: Equatable {
    case number(Int)
    case text(String)
    case bool(Bool)
  }

  static let types =
    #""types": { "E": { "enum": { "l": "low", "h": "high" } }, "N": { "enum": { "l": 1, "h": 9 } } },"#

  static let numbers: [Old] = [
    Old(words: #""type": "UInt8?""#, values: [0, 7, 255].map(Value.number)),
    Old(words: #""type": "Int8?""#, values: [-128, 127].map(Value.number)),
    Old(words: #""type": "Int?", "range": [0, 9]"#, values: [0, 7, 9].map(Value.number)),
    Old(words: #""type": "Int?", "range": [1, null]"#, values: [1, .max].map(Value.number)),
    Old(words: #""type": "Int?", "allowed": [1, 9]"#, values: [1, 9].map(Value.number)),
    Old(words: #""type": "N?""#, values: [1, 9].map(Value.number)),
    Old(words: #""type": "Int?""#, values: [.min, 0, .max].map(Value.number)),
  ]
  static let texts: [Old] = [
    Old(words: #""type": "E?""#, values: ["low", "high"].map(Value.text)),
    Old(
      words: #""type": "String?", "allowed": ["low", "high"]"#,
      values: ["low", "high"].map(Value.text)),
    Old(
      words: #""type": "String?", "length": [3, 4]"#,
      values: ["low", "HIGH", "xyz"].map(Value.text)),
    Old(
      words: #""type": "String?""#, values: ["", "low", "HIGH", "a longer text"].map(Value.text)),
  ]
  static let bools: [Old] = [
    Old(words: #""type": "Bool?""#, values: [true, false].map(Value.bool)),
    Old(words: #""type": "Bool?", "allowed": [true]"#, values: [.bool(true)]),
  ]

  /// The constraints of the new key, each with what it allows.
  static let ofNumbers: [(words: String, allows: @Sendable (Value) -> Bool)] = {
    var all: [(String, @Sendable (Value) -> Bool)] = []
    for range in [0...255, -128...127, 0...9, 1...9, 2...8] {
      all.append(
        (
          #""range": [\#(range.lowerBound), \#(range.upperBound)]"#,
          { value in
            if case .number(let number) = value { range.contains(number) } else { false }
          }
        ))
    }
    all.append(
      (#""range": [0, null]"#, { if case .number(let number) = $0 { number >= 0 } else { false } }))
    for list in [[1, 9], [1], [0, 1, 9, 255]] {
      all.append((#""allowed": \#(list)"#, { value in list.contains { value == .number($0) } }))
    }
    return all
  }()
  static let ofTexts: [(words: String, allows: @Sendable (Value) -> Bool)] = {
    var all: [(String, @Sendable (Value) -> Bool)] = []
    for length in [3...4, 0...3, 4...9, 0...6] {
      all.append(
        (
          #""length": [\#(length.lowerBound), \#(length.upperBound)]"#,
          { value in
            if case .text(let text) = value { length.contains(text.count) } else { false }
          }
        ))
    }
    for list in [["low", "high"], ["low"], ["low", "high", "HIGH", ""]] {
      all.append((#""allowed": \#(list)"#, { value in list.contains { value == .text($0) } }))
    }
    return all
  }()
  static let ofBools: [(words: String, allows: @Sendable (Value) -> Bool)] = [
    (#""allowed": [true, false]"#, { _ in true }), (#""allowed": [true]"#, { $0 == .bool(true) }),
  ]

  private func isRefused(_ old: Old, _ type: String, _ words: String) throws -> Bool {
    func schema(_ key: String) -> String {
      "{ \"version\": 1, \"namespace\": \"player\", \(Self.types) \"keys\": { \(key) } }"
    }
    let evolution = try Evolution.from(
      schema("\"a\": { \(old.words) }"),
      to: schema("\"b\": { \"type\": \"\(type)\", \(words), \"former\": [\"player:a\"] }"))
    return evolution.changes.contains { $0.fate == .refused && $0.level == .error }
  }

  @Test("is reported exactly where it refuses what could be stored")
  func all() throws {
    var (refused, taken) = (0, 0)
    for (olds, type, constraints) in [
      (Self.numbers, "Int?", Self.ofNumbers), (Self.texts, "String?", Self.ofTexts),
      (Self.bools, "Bool?", Self.ofBools),
    ] {
      for old in olds {
        for (words, allows) in constraints {
          let loses = !old.values.allSatisfy(allows)
          #expect(try isRefused(old, type, words) == loses, "\(old.words) to \(words)")
          if loses { refused += 1 } else { taken += 1 }
        }
      }
    }
    // Both happen often enough that a check which knows one answer alone would be seen.
    #expect(refused > 20 && taken > 20)
  }
}
