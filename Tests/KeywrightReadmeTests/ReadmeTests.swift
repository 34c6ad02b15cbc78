import Foundation
import KeywrightCodegen
import KeywrightSchema
import Testing

/// The README says nothing that was not compiled.
///
/// Its Swift blocks are the files in `Snippets`, which are part of this target, or a part of what
/// is generated, also for this target, from the README's schema.
@Suite struct ReadmeTests {
  static let here = URL(filePath: #filePath).deletingLastPathComponent()
  static let root = here.appending(path: "../..").standardizedFileURL

  let blocks: [(language: String, text: String)]
  let schema: String

  init() throws {
    let readme = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
    blocks = readme.components(separatedBy: "```").enumerated().compactMap { index, part in
      guard index % 2 == 1, let end = part.firstIndex(of: "\n") else { return nil }
      return (String(part[..<end]), String(part[part.index(after: end)...]))
    }
    schema = try String(
      contentsOf: Self.here.appending(path: "Player.keys.json"), encoding: .utf8)
  }

  func blocks(in language: String) -> [String] {
    blocks.filter { $0.language == language }.map(\.text)
  }

  @Test func theSchemaIsTheOneCompiledHere() {
    #expect(blocks(in: "json") == [schema])
  }

  @Test func everySwiftBlockIsCompiled() throws {
    let generated = Generator.output(
      of: [SourceFile(path: "Player.keys.json", text: schema)], module: "KeywrightReadmeTests")
    var sources = try #require(generated.schemas).map { String(decoding: $0, as: UTF8.self) }
    let snippets = try FileManager.default.contentsOfDirectory(
      at: Self.here.appending(path: "Snippets"), includingPropertiesForKeys: nil)
    for file in snippets { sources.append(try String(contentsOf: file, encoding: .utf8)) }
    let manifest = try String(
      contentsOf: Self.here.appending(path: "Manifest.txt"), encoding: .utf8)
    let found = blocks(in: "swift")
    #expect(found.count >= 3)
    for block in found {
      #expect(
        block == manifest || sources.contains { $0.contains(block) }, "not compiled:\n\(block)")
    }
  }

  @Test(arguments: ["README.md", ".github/CONTRIBUTING.md", ".github/CHANGELOG.md"])
  func everyLinkLeadsToAFile(_ path: String) throws {
    let file = Self.root.appending(path: path)
    let text = try String(contentsOf: file, encoding: .utf8)
    let links = text.matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) }
    for link in links where !link.hasPrefix("https://") {
      let target = file.deletingLastPathComponent().appending(path: link)
      #expect(FileManager.default.fileExists(atPath: target.path(percentEncoded: false)), "\(link)")
    }
  }

  @Test func schemaAndUseStandInTheFirstFifteenLines() throws {
    let readme = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
    let lines = readme.split(separator: "\n", omittingEmptySubsequences: false)
    let start = lines.prefix(15).joined(separator: "\n")
    #expect(start.contains("\"type\": ") && start.contains("store.set("))
  }

  /// `.ci/run` takes the commands from this block and runs them.
  @Test func theCommandsForAFreshMachineAreTwo() throws {
    let block = try #require(blocks(in: "sh").first)
    let commands = block.split(separator: "\n").filter { $0.hasPrefix("swift ") }
    #expect(commands.allSatisfy { $0.contains("  # ") }, "each says what it takes")
    let words = commands.compactMap { $0.split(separator: "#").first?.split(separator: " ") }
    #expect(words == [["swift", "run", "keywright-tour"], ["swift", "test", "--no-parallel"]])
  }

  @Test func theErrorOfAMisspelledTypeIsTheOneShown() throws {
    let misspelled = schema.replacing("\"String?\"", with: "\"Strin?\"")
    let output = Generator.output(
      of: [SourceFile(path: "Player.keys.json", text: misspelled)], module: "Demo")
    #expect(output.schemas == nil)
    let text = output.diagnostics.map { DiagnosticPrinter().text($0) }.joined()
    #expect(blocks(in: "text").contains(text), "the build says:\n\(text)")
  }
}
