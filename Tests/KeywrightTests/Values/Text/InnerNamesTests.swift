import Testing

@testable import Keywright

/// The names of cases in the texts of `Codable` values: each text of each enum, at every place.
@Suite("Names of cases inside values") struct InnerNamesTests {
  private typealias Inner = CaseIterable & Codable & CodingKeyRepresentable & Convertible
    & Hashable & Sendable

  private enum Side: String, Inner { case left = "l", right = "r" }
  private enum Level: Int, Inner { case low = 1, high = 22 }
  private enum Swapped: String, Inner { case a = "b", b = "a" }

  /// The raw value of one case is the name of another, and one is that of an earlier version.
  private enum Theme: String, Inner {
    case dark = "d", grey = "dark"

    init?(rawValue: String) {
      switch rawValue {
      case "d", "black": self = .dark
      case "dark": self = .grey
      default: return nil
      }
    }
  }

  /// Raw values without a case are kept.
  private enum Mode: RawRepresentable, Inner {
    case one, two
    case unknown(String)

    static var allCases: [Mode] { [.one, .two] }

    init(rawValue: String) {
      self = rawValue == "1" ? .one : rawValue == "2" ? .two : .unknown(rawValue)
    }

    var rawValue: String {
      switch self {
      case .one: "1"
      case .two: "2"
      case .unknown(let raw): raw
      }
    }
  }

  private struct Box<Case: Inner>: Codable, Convertible, Equatable, Sendable {
    var field: Case?
    var list: [Case]?
    var pairs: [Case: Int]?
    var nested: [Case: [Case: [Case]]]?
  }

  private let texts = [
    "l", "left", "r", "1", "22", "low", "high", "a", "b", "d", "dark", "grey", "black", "one", "2",
    "later", "unknown(later)", "unknown(1)", "lef", "",
  ]

  private func check<Case: Inner>(
    _ meanings: [String: Case], otherwise: (String) -> Case? = { _ in nil }
  ) throws {
    let key = Key<Root, Box<Case>?>("any")
    for text in texts {
      let meant = meanings[text] ?? otherwise(text)
      let boxes: [(String, Box<Case>?)] = [
        (#"{"field": "\#(text)"}"#, meant.map { Box(field: $0) }),
        (#"{"list": ["\#(text)"]}"#, meant.map { Box(list: [$0]) }),
        (#"{"pairs": {"\#(text)": 1}}"#, meant.map { Box(pairs: [$0: 1]) }),
        (
          #"{"nested": {"\#(text)": {"\#(text)": ["\#(text)"]}}}"#,
          meant.map { Box(nested: [$0: [$0: [$0]]]) }
        ),
      ]
      for (json, box) in boxes {
        #expect((try? key.value(fromJSON: json)) == box, "\(Case.self) of \(json)")
        guard let box else { continue }
        let printed = try #require(key.json(of: box))
        #expect(try key.value(fromJSON: printed) == box, "\(printed)")
      }
    }
  }

  @Test("A raw value means its case, then come names, then earlier and unknown raw values")
  func meanings() throws {
    try check(["l": Side.left, "left": .left, "r": .right])
    try check(["1": Level.low, "unknown(1)": .low, "low": .low, "22": .high, "high": .high])
    try check(["a": Swapped.b, "b": .a])
    try check(["d": Theme.dark, "dark": .grey, "grey": .grey, "black": .dark])
    let modes: [String: Mode] = [
      "1": .one, "unknown(1)": .one, "one": .one, "2": .two, "unknown(later)": .unknown("later"),
    ]
    try check(modes) { .unknown($0) }
  }

  @Test("Of two spellings of one key the present one counts, and two present ones are refused")
  func twice() throws {
    let themes = Key<Root, Box<Theme>?>("any")
    #expect(
      try themes.value(fromJSON: #"{"pairs": {"black": 1, "d": 2}}"#) == Box(pairs: [.dark: 2]))
    let levels = Key<Root, Box<Level>?>("any")
    let twice = #expect(throws: TextFailure.self) {
      try levels.value(fromJSON: #"{"pairs": {"low": 1, "1": 2}}"#)
    }
    #expect(twice?.description == "pairs.low: the key is given twice")
    let wrong = #expect(throws: TextFailure.self) {
      try levels.value(fromJSON: #"{"nested": {"low": {"hig": []}}}"#)
    }
    #expect(
      wrong?.description == "nested.1.hig: not one of low, high; did you mean 'high'?")
  }
}
