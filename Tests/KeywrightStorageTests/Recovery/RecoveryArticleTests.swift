import Foundation
import Testing

@Suite("The article on recovery")
struct RecoveryArticleTests {
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
    }.filter { $0.count == 4 && RecoveryTests.checkpoints.contains($0[0]) }
    let cells = RecoveryTests.cells.map { cell in
      let issues = cell.issues.split(separator: " ").joined(separator: ", ")
      return [
        cell.checkpoint, cell.journals, cell.contents.isEmpty ? "nothing" : cell.contents,
        issues.isEmpty ? "none" : issues,
      ]
    }
    #expect(rows == cells)
  }
}
