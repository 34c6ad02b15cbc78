import KeywrightSchema
import Testing

/// Texts that are too long, as messages tell of them. How the time of a check grows with the size of a schema is
/// measured by `Tests/RandomSchemas/sizes.py`.
@Suite("Long texts")
struct LongTextTests {
  private static let key = #"{ "type": "Int", "default": 1 }"#

  private func diagnostics(_ members: String) -> [String] {
    Sample.diagnostics([("a", #"{ "version": 1, "namespace": "n", \#(members) }"#)])
  }

  @Test(
    "Many marks on one letter, in each place that takes text",
    arguments: [
      "\"summary\": \"MARKS\"", "\"MARKS\": 1", "\"x-a\": \"MARKS\"",
      "\"keys\": { \"MARKS\": { \"type\": \"Int\", \"default\": 1 } }",
      "\"keys\": { \"k\": { \"type\": \"MARKS\", \"default\": 1 } }",
      "\"keys\": { \"k\": { \"type\": \"Set<String>\", \"default\": [\"MARKS\", \"MARKS!\"] } }",
      "\"keys\": { \"k\": { \"type\": \"[String: Int]\", \"default\": { \"MARKS\": 1 } } }",
      "\"types\": { \"E\": { \"enum\": [\"MARKS\"] } }",
    ])
  func marks(member: String) {
    for marks in ["\u{301}\u{316}", "\\u0301\\u0316"] {
      let text = "a" + String(repeating: marks, count: 1_000)
      let lines = diagnostics(
        member.split(separator: "MARKS", omittingEmptySubsequences: false)
          .joined(separator: text))
      #expect(lines.contains { $0.contains("more than 30 combining marks") })
    }
  }

  @Test("As many marks as may follow each other")
  func fewMarks() {
    for (count, isGood) in [(30, true), (31, false)] {
      for mark in ["\u{301}", "\\u0301", "\u{344}", "\u{20D0}", "\u{1D165}"] {
        let text = "a" + String(repeating: mark, count: count)
        let lines = diagnostics(#""summary": "\#(text)b\#(text)", "keys": { "k": \#(Self.key) }"#)
        #expect(lines.isEmpty == isGood)
      }
    }
  }

  @Test("A long name is cut in a message, and its end can be read")
  func longNames() {
    let name = String(repeating: "A", count: 20_000)
    for (members, end) in [
      ("\"keys\": { \"k\": { \"type\": \"\(name)\", \"default\": 1 } }", "[type-syntax]"),
      ("\"keys\": { \"\(name)\": \(Self.key), \"\(name)\": 1 }", "[duplicate-member]"),
      ("\"types\": { \"\(name)\": { \"enum\": [\"a\"] } }", "[name]"),
      (
        "\"namespaces\": { \"\(name)\": {}, \"n\": { \"id\": \"\(name)\" } }",
        "512 bytes [storage-string]"
      ),
    ] {
      let lines = diagnostics(members)
      #expect(lines.contains { $0.hasSuffix(end) })
      #expect(lines.allSatisfy { $0.utf8.count < 2_000 })
    }
  }
}
