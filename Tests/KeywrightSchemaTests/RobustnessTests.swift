import KeywrightSchema
import KeywrightTestSupport
import Testing

/// Damaged schemas: any bytes give diagnostics or a model, and never stop the tool.
@Suite("Robustness")
struct RobustnessTests {
  static let seedText = #"""
    { "version": 1, "namespace": "player.deep", "summary": "é\n\uD83D\uDE00", "access": "public", "values": true,
      "imports": ["public Palette"], "reserved": ["gone"], "x-a": null,
      "types": { "Theme": { "enum": { "light": 1, "dark": { "rawValue": -2, "summary": "x" } } },
                 "Frame": { "struct": { "w": { "type": "Double", "default": 8e2 },
                                        "t": "[Theme]?" } } },
      "preCommit": "A.b", "postCommit": "c",
      "keys": {
        "volume": { "type": "Double", "default": 0.5, "outside": "clamp",
                    "range": [null, 1] },
        "name": { "type": "String", "default": "\u0061bc", 
                  "pattern": "[a-z]+(b|c)*", "length": [null, 9], "suppress": ["pattern"] },
        "map": { "type": "[String: Set<Int8>]", "default": { "a": [1, -2] },
                 "length": [null, 3] },
        "frame": { "type": "Frame", "default": { "w": 1 }, "former": ["x:y"],
                   "migrate": "M.n" },
        "band": { "type": "Theme", "default": "dark", "parameters": { "index": "Int" } },
        "when": { "type": "Date?", "deprecated": "no", "expires": "2027-01-01" } },
      "namespaces": { "inner": { "id": "i:n", "keys": { "k": { "type": "UUID?" } } } } }
    """#

  static let fragments = [
    "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\uD800", "null", "true", "1e999", "-",
    "[[[[",
    "\"type\": \"[[[[Int]]]]\"", "<", ">", "?", "Set<", "//", "/*", "\u{0}", "\u{FEFF}", "e\u{301}",
    "9223372036854775808", "\"default\": {\"call\": \"a\"}", "((((", "Optional<", "\"x-\"", "%",
    "\r",
  ]

  @Test("No mutation of a schema stops the tool", arguments: [1, 2, 3, 4] as [UInt64])
  func mutations(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let original = Array(Self.seedText.utf8)
    for _ in 0..<300 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0..<max(bytes.count, 1), using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes.replaceSubrange(place..<min(place + 9, bytes.count), with: [])
        case 1: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        case 2:
          let fragment = Self.fragments.randomElement(using: &random) ?? ""
          bytes.insert(contentsOf: fragment.utf8, at: place)
        case 3: bytes.removeLast(min(bytes.count - 1, place / 8))
        default:
          let end = min(place + 40, bytes.count)
          bytes.insert(contentsOf: Array(bytes[place..<end]), at: bytes.count / 2)
        }
      }
      let source = SourceFile(path: "a", bytes: bytes)
      let result = SchemaChecker.check([source], module: "M")
      // Without a model there is a reason; every reason has a place in the file.
      let hasError = result.diagnostics.contains { $0.severity == .error }
      #expect(hasError == (result.model == nil))
      #expect(result.diagnostics.allSatisfy { $0.location.line >= 1 && $0.location.column >= 1 })
    }
  }

  @Test("A target without schemas has nothing wrong")
  func nothing() {
    let result = SchemaChecker.check([], module: "M")
    #expect(result.model?.isEmpty == true && result.diagnostics.isEmpty)
  }

  @Test("Every prefix of a schema is refused, with a place")
  func prefixes() {
    let bytes = Array(Self.seedText.utf8)
    #expect(SchemaChecker.check([SourceFile(path: "a", bytes: bytes)], module: "M").model != nil)
    for count in stride(from: 0, to: bytes.count, by: 3) {
      let source = SourceFile(path: "a", bytes: Array(bytes[..<count]))
      let result = SchemaChecker.check([source], module: "M")
      #expect(result.model == nil && !result.diagnostics.isEmpty)
    }
  }

  @Test("A pattern that would match for longer than anyone waits is not tried, and is warned of")
  func patterns() {
    for pattern in [
      String(repeating: "(|)", count: 100) + "b", String(repeating: "a?", count: 300) + "b",
      "((((a+)+)+)+)+b", "(((a?){1000}){1000}){1000}b",
    ] {
      let text = """
        {"version": 1, "namespace": "n", "keys": {"k": {"type": "String", "default":
        "aaaaaaaaaaaaaaaa", "pattern": "\(pattern)", "length": [null, 99]}}}
        """
      let lines = Sample.diagnostics([("a", text)])
      #expect(lines.count == 1)
      #expect(lines.first?.contains(": warning: `pattern` is not shown to be quick on 99 ") == true)
    }
  }

  @Test("What nests without end is stopped at a depth")
  func depth() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}"), ("[{\"a\":", "}]")] {
      let text = String(repeating: open, count: 100_000) + String(repeating: close, count: 100_000)
      #expect(Sample.diagnostics([("a", text)]).count == 1)
    }
    for open in ["[", "Set<", "Optional<", "[Int:"] {
      let type = String(repeating: open, count: 50_000)
      let text = "{\"version\": 1, \"keys\": {\"k\": {\"type\": \"\(type)\"}}}"
      #expect(Sample.diagnostics([("a", text)]).count == 1)
    }
    let path = Array(repeating: "a", count: 50_000).joined(separator: ".")
    #expect(Sample.diagnostics([("a", "{\"version\": 1, \"namespace\": \"\(path)\"}")]).count == 1)
    let marks = String(repeating: "?", count: 50_000)
    let text = "{\"version\": 1, \"keys\": {\"k\": {\"type\": \"Int\(marks)\"}}}"
    #expect(Sample.diagnostics([("a", text)]).count == 1)
  }
}
