import KeywrightSchema
import Testing

/// Small files with many of one thing, or one long thing: what a check takes grows with the text.
///
/// Each size takes seconds, and would take many minutes if the check were quadratic; how the time grows is
/// measured by `Tests/RandomSchemas/sizes.py`, in time of the processor. The limit here is for a check that
/// never ends: the clock of a test runs while it waits for tests that build packages.
@Suite("Sizes", .timeLimit(.minutes(20)))
struct SizeTests {
  private static let key = #"{ "type": "Int", "default": 1 }"#

  private func list(_ count: Int, _ element: (Int) -> String) -> String {
    (0..<count).map(element).joined(separator: ", ")
  }

  private func diagnostics(_ members: String) -> [String] {
    Sample.diagnostics([("a", #"{ "version": 1, "namespace": "n", \#(members) }"#)])
  }

  @Test("Many reserved ids beside many keys")
  func reserved() {
    let lines = diagnostics(
      """
      "reserved": [\(list(20_000) { "\"r\($0)\"" })],
      "keys": { \(list(10_000) { "\"k\($0)\": \(Self.key)" }), "r19999": \(Self.key) }
      """)
    #expect(lines.count == 2 && lines[0].contains("id `r19999` is reserved"))
  }

  @Test("An array of many cases of a large enum")
  func cases() {
    let lines = diagnostics(
      """
      "types": { "E": { "enum": [\(list(20_000) { "\"c\($0)\"" })] } },
      "keys": { "k": { "type": "[E]", "default": [\(list(20_000) { "\"c\(19_999 - $0)\"" })] } }
      """)
    #expect(lines.isEmpty)
  }

  @Test("Many imports")
  func imports() {
    let lines = diagnostics(
      """
      "imports": [\(list(80_000) { "\"M\($0)\"" }), "public M79999"],
      "keys": { "k": \(Self.key) }
      """)
    #expect(lines.count == 2 && lines[0].contains("M79999"))
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
      let text = "a" + String(repeating: marks, count: 160_000)
      let lines = diagnostics(
        member.split(separator: "MARKS", omittingEmptySubsequences: false)
          .joined(separator: text))
      #expect(lines.contains { $0.contains("more than 128 combining marks") })
    }
  }

  @Test("As many marks as may follow each other")
  func fewMarks() {
    for (count, isGood) in [(128, true), (129, false)] {
      for mark in ["\u{301}", "\\u0301", "\u{344}", "\u{20D0}", "\u{1D165}"] {
        let text = "a" + String(repeating: mark, count: count)
        let lines = diagnostics(#""summary": "\#(text)b\#(text)", "keys": { "k": \#(Self.key) }"#)
        #expect(lines.isEmpty == isGood)
      }
    }
  }

  @Test("A long name is cut in a message, and its end can be read")
  func longNames() {
    let name = String(repeating: "A", count: 2_000_000)
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
