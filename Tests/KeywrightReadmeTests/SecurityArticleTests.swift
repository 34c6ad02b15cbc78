import Foundation
import Testing

/// The articles and pages on security, and the links between them.
@Suite("The articles on security")
struct SecurityArticleTests {
  private func text(_ path: String) throws -> String {
    try String(contentsOf: ReadmeTests.root.appending(path: path), encoding: .utf8)
  }

  @Test("The article on schemas names every word that refers to code, to be reviewed as code")
  func codeReferences() throws {
    let article = try text("Sources/Keywright/Keywright.docc/Schemas.md")
    let start = try #require(article.range(of: "### References to code\n"))
    let section = article[start.upperBound...].components(separatedBy: "\n### ")[0]
    for word in [
      "call", "preCommit", "postCommit", "imports", "migrate", "willChange", "didChange",
    ] {
      #expect(section.contains("`\(word)`"), "missing: \(word)")
    }
    #expect(section.contains("fork"))
    #expect(section.contains("Review"))
  }

  @Test("SECURITY.md leads to the article, which says what is defended against and what was tried")
  func page() throws {
    let link = "documentation/Security.md"
    #expect(try text(".github/SECURITY.md").contains("](\(link))"))
    let article = try text("Sources/Keywright/Keywright.docc/Security.md")
    for section in [
      "What is defended against", "What is not", "What was tried", "How to report a weakness",
    ] {
      #expect(article.contains("\n### \(section)\n"), "missing: \(section)")
    }
    #expect(try text("Sources/Keywright/Keywright.docc/Keywright.md").contains("<doc:Security>"))
  }
}
