import KeywrightCodegen
import KeywrightSchema
import Testing

/// What a generated registry says of its declared types, so that a program is known for another version of
/// itself by them.
@Suite("The digest of a key's declared types")
struct TypeDigestTests {
  private static func digest(theme: String, size: String) throws -> Substring {
    let schema = """
      { "version": 1, "namespace": "sample",
        "types": { "Theme": \(theme), "Frame": {"struct": {"theme": "Theme?", "width": \(size)}} },
        "keys": { "frames": {"type": "[Frame]", "default": []}, "volume": {"type": "Int", "default": 8} } }
      """
    let output = Generator.output(
      of: [SourceFile(path: "Sample.keys.json", text: schema)], module: "App")
    #expect(output.diagnostics.isEmpty)
    let code = String(decoding: try #require(output.schemas?.first), as: UTF8.self)
    let digests = code.split(separator: "\n").filter { $0.contains("\"typeDigest\"") }
    #expect(digests.count == 1)
    return try #require(digests.first)
  }

  @Test("changes with the cases and fields of all of them, and with nothing else")
  func digests() throws {
    let theme = #"{"enum": ["light", "dark"]}"#
    let first = try Self.digest(theme: theme, size: #""Int""#)
    let others = [
      try Self.digest(theme: #"{"enum": ["light", "dark", "sepia"]}"#, size: #""Int""#),
      try Self.digest(theme: #"{"enum": {"light": "l", "dark": "dark"}}"#, size: #""Int""#),
      try Self.digest(theme: theme, size: #""Double""#),
      try Self.digest(theme: theme, size: #"{"type": "Int", "default": 3}"#),
    ]
    #expect(Set(others + [first]).count == 5)
    let described = try Self.digest(
      theme: #"{"enum": ["light", "dark"], "summary": "Colours of the window."}"#, size: #""Int""#)
    #expect(described == first)
  }
}
