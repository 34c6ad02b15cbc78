import Foundation
import KeywrightCodegen
import KeywrightSchema
import Testing

/// Whether the code of a struct says that a store need not read back what it wrote.
@Suite("A struct says that it is exact")
struct ExactStructTests {
  private static func isExact(_ fields: String) throws -> Bool {
    let schema = """
      { "version": 1, "namespace": "sample",
        "types": {
          "Open": { "enum": ["light", "dark"], "unknown": "keep" },
          "Place": { "struct": { "url": "URL" } },
          "Frame": { "struct": { \(fields) } } },
        "keys": { "frame": { "type": "Frame?" } } }
      """
    let output = Generator.output(
      of: [SourceFile(path: "Sample.keys.json", text: schema)], module: "App")
    let code = String(decoding: try #require(output.schemas?.first), as: UTF8.self)
    let frame = try #require(code.components(separatedBy: "struct Frame").last)
    return frame.contains("static var isExact: Bool")
  }

  @Test(
    "of types of which nothing is lost, and of lists of itself",
    arguments: [
      #""a": "Int", "b": "Double?", "c": "[String: [Date]]""#, #""inner": "[Frame]", "d": "Data""#,
    ])
  func exact(_ fields: String) throws { #expect(try Self.isExact(fields)) }

  @Test(
    "unless a field is not, or holds one that is not",
    arguments: [
      #""a": "URL""#, #""a": "[Decimal]""#, #""a": "Int", "place": "[Place]""#, #""a": "Open""#,
    ])
  func inexact(_ fields: String) throws { #expect(try !Self.isExact(fields)) }
}
