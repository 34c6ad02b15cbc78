import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightSchema

/// The bound on the work of a match, held against a matcher that counts.
@Suite("The cost of a pattern")
struct PatternCostTests {
  @Test(
    "Patterns as people write them are quick",
    arguments: [
      ("[a-z]+(-[a-z]+)*", 100_000), ("#[0-9a-fA-F]{6}", 7), ("(a|b)*", 10_000),
      (#"\d{1,3}(\.\d{1,3}){3}"#, 15), (#"[^@\s]+@[^@\s]+\.[^@\s]+"#, 254),
      (#"[a-z0-9._%+-]+@[a-z0-9.-]+\.[a-z]{2,}"#, 254), (#"(\+|00)?[0-9 ]{5,20}"#, 24),
      (#"https?://[^\s/]+(/[^\s/]*)*"#, 2_048), (#"[A-Z][a-z]*( [A-Z][a-z]*)*"#, 1_000),
      ("(Mon|Tue|Wed|Thu|Fri|Sat|Sun)(,(Mon|Tue|Wed|Thu|Fri|Sat|Sun))*", 1_000),
      (#"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"#, 36), (#"\s*\w+(\s+\w+)*\s*"#, 200),
      ("(?:ab|ac)*", 10_000), ("(?<year>[0-9]{4})-[0-9]{2}", 7), ("[^\n]*", 10_000), ("", 9),
      (".{0,1000}", 1_000), ("é+", 100), (#"\d+(\.\d+)?(e[+-]?\d+)?"#, 40),
    ])
  func quick(_ pattern: String, _ length: Int) {
    #expect(PatternCheck.compiled(pattern) != nil && PatternCheck.isQuick(pattern, on: length))
  }

  @Test(
    "Patterns that try one text in many ways are not, and counted groups multiply",
    arguments: [
      ("(((a?){1000}){1000}){1000}", 9), ("(a+)+", 40), ("(a|a)*", 40), ("(a|ab|b)*", 60),
      ("(a?){40}", 40), ("a*a*a*a*", 1_000), ("(|){30}", 9), ("(a*)*", 9), ("(.*,)*", 60),
      ("(){100000}", 9), ("((a{0,9}){0,9}){0,9}", 99), (#"(\w+\s?)*"#, 60), ("(?=a)a", 9),
      (#"(a)\1"#, 9), ("(?i)a", 9), ("[a&&b]", 9), (#"\bword"#, 9), ("(?s).*", 9), ("a{ 2 }", 9),
      (#"\p{L}"#, 9), ("(a\u{301}|a)*", 9),
    ])
  func notShown(_ pattern: String, _ length: Int) {
    #expect(!PatternCheck.isQuick(pattern, on: length))
  }

  /// 4,500 expressions, or as many as `KEYWRIGHT_PATTERNS` says.
  @Test(
    "No match makes more attempts than the bound",
    arguments: Search.seeds(1, of: 3))
  func bound(seed: UInt64) throws {
    let asked = ProcessInfo.processInfo.environment["KEYWRIGHT_PATTERNS"].flatMap { Int($0) }
    let search = PatternSearch(seed: seed, count: asked.map { $0 / 3 } ?? 1_500) {
      PatternCost.attempts(of: $0, on: $1).flatMap { $0 < 20_000 ? $0 : nil }
    }
    if asked != nil { print("seed \(seed): \(search.known) bounds, \(search.texts) texts") }
    #expect(search.found == nil, "seed \(seed)")
    #expect(search.known > 500)
  }

  @Test("A check that calls everything quick is found")
  func control() {
    let search = PatternSearch(seed: 1, count: 1_500) { _, _ in 20_000 }
    #expect(search.found != nil)
  }
}

/// Tries random expressions on texts that are hard for them, and holds what is said of each against
/// a matcher that counts.
private struct PatternSearch {
  /// The first expression whose match made more attempts than the bound, with the text.
  private(set) var found: String?
  /// How many expressions had a bound.
  private(set) var known = 0
  /// How many texts were matched.
  private(set) var texts = 0

  init(seed: UInt64, count: Int, bound: (_ pattern: String, _ length: Int) -> Double?) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<count where found == nil {
      let expression = Expression.random(depth: 4, using: &random)
      let pattern = expression.text
      let isLong = Int.random(in: 0..<4, using: &random) == 0
      let length = isLong ? 32 : Int.random(in: 0...9, using: &random)
      guard let bound = bound(pattern, length) else { continue }
      known += 1
      for attempt in 0..<8 where found == nil {
        let text = Self.text(length, isRepetitive: attempt < 5, using: &random)
        texts += 1
        var matcher = CountingMatcher(text: text, most: Int(bound) + 1)
        _ = matcher.matches(expression, from: 0) { $1 == text.count }
        if Double(matcher.attempts) > bound { found = "\(pattern) on \(String(text))" }
      }
    }
  }

  /// A text: some characters again and again, and one that spoils the match at the end; or anything.
  private static func text(
    _ length: Int, isRepetitive: Bool, using random: inout SeededGenerator
  ) -> [Character] {
    func any() -> Character { "abc".randomElement(using: &random) ?? "a" }
    guard isRepetitive, length > 0 else { return (0..<length).map { _ in any() } }
    let pump = (0..<Int.random(in: 1...3, using: &random)).map { _ in any() }
    return (0..<length - 1).map { pump[$0 % pump.count] } + [
      Bool.random(using: &random) ? "d" : any()
    ]
  }
}

/// An expression whose matcher is simple enough to be read.
private indirect enum Expression {
  case nothing
  case characters(Set<Character>)
  case sequence(Expression, Expression)
  case choice(Expression, Expression)
  case repetition(Expression, Int, Int?)

  var text: String {
    switch self {
    case .nothing: "()"
    case .characters(let set): set.count == 1 ? "\(set.first ?? "a")" : "[\(String(set.sorted()))]"
    case .sequence(let first, let second): first.text + second.text
    case .choice(let first, let second): "(\(first.text)|\(second.text))"
    case .repetition(let body, let least, let most):
      "(\(body.text)){\(least),\(most.map(String.init) ?? "")}"
    }
  }

  static func random(depth: Int, using random: inout SeededGenerator) -> Expression {
    func part() -> Expression { .random(depth: depth - 1, using: &random) }
    switch depth == 0 ? 0 : Int.random(in: 0..<9, using: &random) {
    case 0, 1:
      let sets: [Set<Character>] = [["a"], ["b"], ["a", "b"], ["b", "c"], ["c"]]
      return .characters(sets.randomElement(using: &random) ?? ["a"])
    case 2: return .nothing
    case 3, 4, 5: return .sequence(part(), part())
    case 6: return .choice(part(), part())
    default:
      let least = Int.random(in: 0...2, using: &random)
      let most = least + Int.random(in: 0...3, using: &random)
      return .repetition(part(), least, Bool.random(using: &random) ? max(most, 1) : nil)
    }
  }
}

/// A matcher that backtracks, and counts how often it looks at a character.
private struct CountingMatcher {
  let text: [Character]
  /// The attempts after which it gives up, as if nothing matched.
  var most = Int.max
  private(set) var attempts = 0

  init(text: [Character], most: Int = .max) {
    self.text = text
    self.most = most
  }

  /// Whether the expression and then what follows match from a place on.
  mutating func matches(
    _ expression: Expression, from place: Int,
    then follow: (inout CountingMatcher, Int) -> Bool
  ) -> Bool {
    if attempts == most { return false }
    switch expression {
    case .nothing: return follow(&self, place)
    case .characters(let set):
      attempts += 1
      return place < text.count && set.contains(text[place]) && follow(&self, place + 1)
    case .sequence(let first, let second):
      return matches(first, from: place) { $0.matches(second, from: $1, then: follow) }
    case .choice(let first, let second):
      return matches(first, from: place, then: follow)
        || matches(second, from: place, then: follow)
    case .repetition(let body, let least, let most):
      return repeats(body, least, most, from: place, then: follow)
    }
  }

  private mutating func repeats(
    _ body: Expression, _ least: Int, _ most: Int?, from place: Int,
    then follow: (inout CountingMatcher, Int) -> Bool
  ) -> Bool {
    if most != 0 {
      let found = matches(body, from: place) { matcher, end in
        // As every matcher, it does not go round without having moved.
        if end == place, least == 0, most == nil { return false }
        return matcher.repeats(
          body, max(least - 1, 0), most.map { $0 - 1 }, from: end, then: follow)
      }
      if found { return true }
    }
    return least == 0 && follow(&self, place)
  }
}
