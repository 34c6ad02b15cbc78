import KeywrightCodegen
import KeywrightSchema
import Testing

/// Generated code of a namespace with many keys: the compiler looks at all members of a declaration
/// for each constant in it.
@Suite("The code of a large namespace")
struct LargeNamespacesTests {
  /// The code of a schema.
  private func code(_ schema: String) throws -> [Substring] {
    let source = SourceFile(path: "Big.keys.json", name: "Big.keys.json", bytes: Array(schema.utf8))
    let output = Generator.output(
      of: [source], module: "Sample")
    #expect(output.diagnostics.isEmpty)
    let file = try #require(output.schemas?.first)
    return String(decoding: file, as: UTF8.self).split(separator: "\n")
  }

  /// Keys with a step that is declared, or with one that calls a function.
  private func keys(_ count: Int, calls: Bool = false) -> String {
    (0..<count).map { number in
      let words =
        calls ? #""processing": [{ "call": "check" }]"# : #""range": [0, 9], "outside": "clamp""#
      return #""key\#(number)": { "type": "Int", "default": 1, \#(words) }"#
    }.joined(separator: ",\n")
  }

  /// The most constants in one top-level declaration.
  private func mostConstants(in code: [Substring]) -> Int {
    var (count, most) = (0, 0)
    for line in code {
      if line.first != " " { count = 0 }
      if line.contains("static let") { count += 1 }
      most = max(most, count)
    }
    return most
  }

  @Test(
    "has its keys in extensions of a bounded number of constants", arguments: [50, 51, 120, 300])
  func isDivided(count: Int) throws {
    let code = try code(#"{ "version": 1, "namespace": "big", "keys": { \#(keys(count)) } }"#)
    #expect(mostConstants(in: code) <= 54)
    #expect(code.count { $0.hasPrefix("extension Big {") } == (count - 1) / 50)
    #expect(code.count { $0.contains("Descriptor = ") } == count)
  }

  @Test("has keys without a namespace in such extensions, too")
  func dividesTheRoot() throws {
    let code = try code(#"{ "version": 1, "keys": { \#(keys(120)) } }"#)
    #expect(mostConstants(in: code) == 50)
  }

  @Test("that lies in another one keeps what names a function where the outer one is seen")
  func keepsFunctionsInside() throws {
    let inner = #""namespaces": { "inner": { "keys": { \#(keys(60, calls: true)) } } }"#
    let code = try code(#"{ "version": 1, "namespace": "big", \#(inner) }"#)
    #expect(!code.contains { $0.hasPrefix("extension") })
    let plain = #""namespaces": { "inner": { "keys": { \#(keys(60)) } } }"#
    let divided = try self.code(#"{ "version": 1, "namespace": "big", \#(plain) }"#)
    #expect(divided.count { $0.hasPrefix("extension Big.Inner {") } == 1)
  }
}
