import Foundation
import Keywright
import KeywrightTesting
import Testing

@Suite struct ExampleTests {
  @Test func dictionaryStorePasses() async throws {
    try await StoreConformance.check { DictionaryStore() }
  }

  @Test func theArticleShowsTheStoreThatPasses() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let source = try String(
      contentsOf: folder.appending(path: "DictionaryStore.swift"), encoding: .utf8)
    let article = try String(
      contentsOf: folder.appending(
        path: "../../../Sources/KeywrightTesting/KeywrightTesting.docc/KeywrightTesting.md"),
      encoding: .utf8)
    #expect(article.contains("```swift\n\(source)```"))
    #expect(source.split(separator: "\n").count < 60)
  }
}
