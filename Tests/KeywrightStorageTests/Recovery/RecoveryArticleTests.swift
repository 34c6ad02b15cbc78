import Foundation
import Testing

@Suite("The article on recovery")
struct RecoveryArticleTests {
  /// A cell of the article: the values, and in parentheses the first letter of each issue.
  private static func text(_ cell: RecoveryTests.Cell) -> String {
    let values = cell.contents.isEmpty ? "–" : cell.contents
    let issues = cell.issues.split(separator: " ").map { $0.prefix(1).uppercased() }
    return issues.isEmpty ? values : "\(values) (\(issues.joined(separator: ", ")))"
  }

  @Test("has the table that recovery is tested with")
  func table() throws {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let article = try String(
      contentsOf: package.appending(path: "Sources/Keywright/Keywright.docc/Recovery.md"),
      encoding: .utf8)
    let rows = article.split(separator: "\n").map { line in
      line.split(separator: "|", omittingEmptySubsequences: true)
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }
    #expect(rows.contains(["journals"] + RecoveryTests.checkpoints))
    let found = rows.filter { row in
      row.count == 1 + RecoveryTests.checkpoints.count && RecoveryTests.journals.contains(row[0])
    }
    let expected = try RecoveryTests.journals.map { journals in
      try [journals]
        + RecoveryTests.checkpoints.map { checkpoint in
          let cell = RecoveryTests.cells.first {
            $0.journals == journals && $0.checkpoint == checkpoint
          }
          return Self.text(try #require(cell))
        }
    }
    #expect(found == expected)
  }
}
