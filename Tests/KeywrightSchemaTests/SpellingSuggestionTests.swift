import KeywrightTestSupport
import Testing

@testable import KeywrightSchema

@Suite("The word that was meant")
struct SpellingSuggestionTests {
  @Test("is looked for in one pass over the candidates")
  func work() {
    let candidates = (0..<1_000).map { "typeNumber\($0)WithALongName" }
    let length = candidates.reduce(0) { $0 + $1.utf8.count }
    let search = SpellingSuggestion.search(for: "typeNumber517WithALongNamx", among: candidates)
    #expect(search.found == "typeNumber517WithALongName")
    #expect(search.comparisons <= length)
  }

  /// The matrix of the definition, for comparison.
  private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var rows = [Array(0...right.count)]
    for row in 1...left.count {
      rows.append([row])
      for column in right.indices.map({ $0 + 1 }) {
        let isSame = left[row - 1] == right[column - 1]
        var cost = min(
          rows[row - 1][column] + 1, rows[row][column - 1] + 1,
          rows[row - 1][column - 1] + (isSame ? 0 : 1))
        if row > 1, column > 1, left[row - 1] == right[column - 2],
          left[row - 2] == right[column - 1]
        {
          cost = min(cost, rows[row - 2][column - 2] + 1)
        }
        rows[row].append(cost)
      }
    }
    return rows[left.count][right.count]
  }

  @Test("is as far away as the definition says", arguments: [1, 2, 3] as [UInt64])
  func distances(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func word(_ lengths: ClosedRange<Int>) -> [Unicode.Scalar] {
      (0..<Int.random(in: lengths, using: &random)).map { _ in
        ["a", "b", "é", "\u{1F600}"].randomElement(using: &random) ?? "a"
      }
    }
    for number in 0..<400 {
      let left = word(number % 10 == 0 ? 60...64 : 1...9)
      let right = word(number % 10 == 0 ? 50...64 : 0...9)
      var text = ""
      text.unicodeScalars.append(contentsOf: left)
      let pattern = try #require(SpellingSuggestion.Pattern(text))
      #expect(pattern.distance(to: right) == Self.distance(left, right), "\(left) \(right)")
    }
  }
}
