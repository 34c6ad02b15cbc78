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
    for word in place.keywords {
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

  @Test("Its table of generated Swift is what its first whole schema generates")
  func generated() throws {
    let schema = try #require(
      text.components(separatedBy: "```json\n").dropFirst().first { $0.contains("\"types\"") }?
        .components(separatedBy: "```").first)
    let output = Generator.output(
      of: [
        SourceFile(
          path: "Reader.keys.json",
          text: schema.replacing("\"version\": 1,", with: "\"version\": 1, \"values\": true,"))
      ], module: "Article")
    let swift = try #require(output.schemas).map { String(decoding: $0, as: UTF8.self) }.joined()
    let rows = [
      "`enum Reader: Namespace`": "\nenum Reader: Keywright.Namespace",
      "`Reader.size`, a `Key<Reader, Int>`": "\n  static var size: Keywright.Key<Reader, Int>",
      "a `Key<Reader, String?>`": "\n  static var nickname: Keywright.Key<Reader, String?>",
      "`Reader.place(book: id)`": "\n  static func place(book: UUID)",
      "`Reader.Theme`, an enum with raw values": "\n  enum Theme: String",
      "`Reader.Place(chapter: 1, scroll: 0)`": "\n    init(chapter: Int, scroll: Double",
      "`Reader.Speech`": "\n  enum Speech: Keywright.Namespace",
      "`Reader.Speech.voice`": "\n    static var voice:",
      "`Reader.Values(store)`": "\n  struct Values<Backing: Keywright.Store>",
    ]
    for (row, declaration) in rows {
      #expect(text.contains(row))
      #expect(swift.contains(declaration), "\(declaration) is not generated")
    }
  }

  @Test("Its schema is one")
  func schema() throws {
    let blocks = text.components(separatedBy: "```json\n").dropFirst()
    #expect(!blocks.isEmpty)
    for block in blocks {
      let end = try #require(block.range(of: "```"))
      let output = Generator.output(
        of: [SourceFile(path: "Reader.keys.json", text: String(block[..<end.lowerBound]))],
        module: "Article")
      #expect(output.diagnostics.isEmpty)
    }
  }
}
