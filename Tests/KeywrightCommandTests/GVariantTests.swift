import KeywrightSchema
import Testing

@testable import KeywrightImport

@Suite("GVariant's types and texts")
struct GVariantTests {
  @Test("are read by their type")
  func values() throws {
    let samples: [(String, String, String)] = [
      ("b", "boolean true", "true"), ("i", "-0x10", "-16"), ("u", "+7", "7"),
      ("d", "1e3", "1000.0"),
      ("s", #"'a\'b\\\u00e9\U0001F600\t'"#, "\"a'b\\\\é😀\\t\""), ("s", #""it's""#, "\"it's\""),
      ("as", "[ ]", "[]"), ("ai", "[1,2 , 3]", "[1, 2, 3]"),
      (
        "(sb)", "('a', true)",
        #"{ "first": "a", "second": true }"#
      ), ("(s)", "('a',)", #"{ "first": "a" }"#),
      ("a{sb}", "{'a': true}", #"{ "a": true }"#), ("a{ys}", "[{1, 'a'}]", #"{ "1": "a" }"#),
      ("mi", "nothing", "null"), ("mi", "just 1", "1"), ("mi", "2", "2"),
      ("ay", "b'a'", "\"YQA=\""),
      ("ay", "[]", "\"\""), ("aai", "[[1], @ai []]", "[[1], []]"),
    ]
    for (type, text, json) in samples {
      let type = try #require(GVariantType(type))
      #expect(try GVariantText.value(text, as: type).text() == json, "\(text)")
    }
  }

  @Test("are refused with a reason when they are not of it")
  func faults() throws {
    let samples: [(String, String)] = [
      ("b", "1"), ("b", ""), ("i", "1.5"), ("i", "2147483648"), ("y", "-1"), ("i", "08"),
      ("t", "18446744073709551616"), ("d", "nan"), ("d", "x"), ("s", "a"), ("s", "'a"),
      ("s", "'a\\"),
      ("s", "'\\uD800'"), ("s", "'a' 'b'"), ("as", "['a'"), ("as", "['a' 'b']"), ("(ii)", "(1)"),
      ("(ii)", "(1, 2, 3)"), ("a{sb}", "{'a': true, 'a': false}"), ("a{sb}", "{'a' true}"),
      ("v", "<1>"), ("i", "@"), ("i", "@(i 1"), ("ay", "[256]"),
    ]
    for (type, text) in samples {
      let type = try #require(GVariantType(type))
      #expect(throws: GVariantText.Fault.self, "\(text)") { try GVariantText.value(text, as: type) }
    }
  }

  @Test("are types or none")
  func types() {
    for text in ["", "a", "aa", "ii", "(i", "a{vs}", "a{s}", "{si}", "z", "m", "a{sii}", "i)"] {
      #expect(GVariantType(text) == nil, "\(text)")
    }
    #expect(GVariantType(String(repeating: "a", count: 100_000) + "i") == nil)
    #expect(GVariantType("a{s(im(vx))}") != nil)
  }

  @Test("stay bounded when brackets nest in a text")
  func nesting() throws {
    let type = try #require(GVariantType("as"))
    let text = String(repeating: "[", count: 100_000)
    #expect(throws: GVariantText.Fault.self) { try GVariantText.value(text, as: type) }
  }
}
