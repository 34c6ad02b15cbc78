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

  private static let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources/Keywright/Keywright.docc/Recovery.md")

  /// The lines of the article.
  private static func lines() throws -> [String] {
    try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n")
  }

  private static func cells(_ line: String) -> [String] {
    line.split(separator: "|", omittingEmptySubsequences: true)
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// The edits of the table, by its columns.
  private static let edits: [(key: String?, value: Int64?, EditSearchTests.Numbering)] = [
    (nil, nil, .kept), ("k", 1, .kept), ("k", 9, .kept), ("n", 9, .kept), (nil, nil, .dropped),
  ]
  private static let stages: [(title: String, EditSearchTests.Stage, EditSearchTests.Finder)] = [
    ("before the new list", .sealed, .newcomer),
    ("before the new list, with its name in the journal", .named, .newcomer),
    ("with both", .installed, .newcomer), ("after the compaction", .finished, .newcomer),
    ("after the compaction, while the store is open", .finished, .compactor),
    ("after another one", .twice, .newcomer),
    ("after another one, while the store is open", .twice, .compactor),
  ]

  private static func outcome(
    _ stage: EditSearchTests.Stage, _ read: EditSearchTests.Read, _ finder: EditSearchTests.Finder,
    _ key: String?, _ value: Int64?, _ numbering: EditSearchTests.Numbering
  ) throws -> String {
    var edit = read.values
    if let key { edit[key] = value } else { edit["e"] = 7 }
    let found = try EditSearchTests.find(
      edit, in: .init(stage: stage, read: read, finder: finder, numbering: numbering))
    let values = ["k", "n", "e"].compactMap { key in
      found.values[key].map { "\(key)=\($0)\(found.reported.contains(key) ? " (O)" : "")" }
    }
    return (values + (found.isListReported ? ["(lost)"] : [])).joined(separator: " ")
  }

  @Test("has the table of the edits that are searched")
  func edits() throws {
    let expected = try Self.stages.flatMap { title, stage, finder in
      try stage.lists.map { read in
        let cells = try Self.edits.map {
          try Self.outcome(stage, read, finder, $0.key, $0.value, $0.2)
        }
        return "| \(title) | \(["old", "new", "third"][read.rawValue]) | "
          + cells.joined(separator: " | ") + " |"
      }
    }
    var lines = try Self.lines()
    let isRow = { (line: String) in
      Self.cells(line).count == 2 + Self.edits.count
        && Self.stages.contains { $0.title == Self.cells(line)[0] }
    }
    if ProcessInfo.processInfo.environment["KEYWRIGHT_UPDATE_GOLDEN"] == "1",
      let start = lines.firstIndex(where: isRow)
    {
      lines.removeAll(where: isRow)
      lines.insert(contentsOf: expected, at: start)
      try lines.joined(separator: "\n").write(to: Self.url, atomically: true, encoding: .utf8)
    }
    #expect(try Self.lines().filter(isRow) == expected)
  }

  @Test("has the table that recovery is tested with")
  func table() throws {
    let rows = try Self.lines().map(Self.cells)
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
