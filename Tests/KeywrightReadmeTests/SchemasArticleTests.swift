import Foundation
import KeywrightCodegen
import KeywrightSchema
import Testing

/// The article on schemas has every word and every rule, as the tools know them.
@Suite("The article on schemas")
struct SchemasArticleTests {
  let text: String

  init() throws {
    let file = ReadmeTests.root.appending(path: "Sources/Keywright/Keywright.docc/Schemas.md")
    text = try String(contentsOf: file, encoding: .utf8)
  }

  @Test("Every word is there, explained as editors explain it", arguments: ObjectKind.allCases)
  func words(_ place: ObjectKind) {
    for word in KeywordEntry.keywords(in: place) {
      let row = "\n| `\(word.name)` | \(word.summary) |\n"
      #expect(text.contains(row), "missing:\(row)")
    }
  }

  @Test("Every rule is there once, and a rule that only warns says so")
  func rules() throws {
    let table = try #require(text.range(of: "| rule | what breaks it |"))
    let rows = text[table.upperBound...].split(separator: "\n").dropFirst()
    let named = rows.map { $0.split(separator: "`")[1] }
    #expect(named.map(String.init).sorted() == Rule.allCases.map(\.rawValue).sorted())
    for (row, name) in zip(rows, named) {
      let rule = try #require(Rule(rawValue: String(name)))
      #expect(row.contains("(warning") == (rule.severity == .warning), "\(row)")
    }
  }

  @Test("Every value of coding and sensitivity has a row")
  func choices() {
    for coding in Coding.allCases { #expect(text.contains("\n| `\(coding.rawValue)` | ")) }
    for sensitivity in Sensitivity.allCases {
      #expect(text.contains("\n| `\(sensitivity.rawValue)`"), "\(sensitivity)")
    }
  }

  @Test("Its schema is one")
  func schema() async throws {
    let blocks = text.components(separatedBy: "```json\n").dropFirst()
    #expect(!blocks.isEmpty)
    for block in blocks {
      let end = try #require(block.range(of: "```"))
      let output = await GeneratorPipeline.standard.run(
        SchemaTarget(
          module: "Article",
          sources: [SourceFile(path: "Reader.keys.json", text: String(block[..<end.lowerBound]))]))
      #expect(output.diagnostics.isEmpty)
    }
  }
}
