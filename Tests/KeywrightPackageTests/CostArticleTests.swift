import Foundation
import Testing

/// The commands by which the article *Cost* says that its figures are printed.
@Suite("The article Cost")
struct CostArticleTests {
  private static func text(_ path: String) throws -> String {
    try String(contentsOf: Consumer.repository.appending(path: path), encoding: .utf8)
  }

  private let article: String
  private let verbs: Set<String>

  init() throws {
    article = try Self.text("Sources/Keywright/Keywright.docc/Cost.md")
    let benchmarks = try Self.text("Sources/keywright-benchmarks/Benchmarks.swift")
    verbs = Set(benchmarks.matches(of: /\(\s*"([a-z]+)",/).map { String($0.1) })
  }

  @Test("names measurements that exist")
  func scripts() {
    let scripts = Set(article.matches(of: /`(Tests\/[A-Za-z\/-]+)/).map { String($0.1) })
    #expect(scripts.count >= 5)
    let missing = scripts.filter { name in
      !FileManager.default.isExecutableFile(atPath: Consumer.repository.appending(path: name).path)
    }
    #expect(missing == [])
  }

  @Test("names verbs of the benchmarks that exist, and all that print how cost grows")
  func benchmarks() throws {
    let rows = article.matches(of: /\n\| `([a-z]+)` \|/).map { String($0.1) }
    let named = article.matches(of: /keywright-benchmarks ([a-z]+)/).map { String($0.1) }
    #expect(verbs.count >= 10)
    #expect(Set(rows + named).subtracting(verbs) == [])
    let growing: Set = [
      "depth", "fairness", "growth", "layers", "observing", "ratios", "threads", "waiting",
    ]
    #expect(growing.subtracting(rows) == [])
  }
}
