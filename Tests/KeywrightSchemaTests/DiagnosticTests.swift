import KeywrightSchema
import Testing

/// The messages about mistakes: exact words, exact places.
@Suite("Diagnostics")
struct DiagnosticTests {
  @Test("A mistake is located and named", arguments: Sample.files)
  func samples(_ file: String) {
    let samples = Sample.file(file)
    #expect(samples.count > 15)
    for sample in samples {
      #expect(sample.actual == sample.expected, "\(sample.name)")
    }
  }

  @Test("A mistake that a text file cannot show is located and named", arguments: Sample.binary)
  func binary(_ sample: Sample) {
    #expect(sample.actual == sample.expected)
  }

  @Test("Every rule has a sample")
  func everyRule() {
    let samples = Sample.files.flatMap(Sample.file) + Sample.binary
    let lines = samples.flatMap(\.expected)
    #expect(samples.count >= 200)
    // Files that cannot be read or written have no text, and the day and the lock are no part of one:
    // the tests of the tools, and those of locks, show these.
    for rule in Rule.allCases where ![.file, .expired, .lock].contains(rule) {
      #expect(lines.contains { $0.hasSuffix("[\(rule.rawValue)]") }, "\(rule)")
    }
  }

  @Test("A default is allowed if the program holds it to be equal to an allowed value")
  func allowedIfEqual() {
    let samples = [
      ("Decimal", "1.50", "15e-1"), ("Decimal", "-0.0", "0"), ("Decimal", "1200", "12E+2"),
      ("Double", "-0.0", "0"), ("String", "\"e\u{301}\"", "\"\u{E9}\""),
    ]
    for (type, value, allowed) in samples {
      let key = #"{ "type": "\#(type)", "default": \#(value), "allowed": [\#(allowed)] }"#
      let text = #"{ "version": 1, "namespace": "n", "keys": { "k": \#(key) } }"#
      #expect(Sample.diagnostics([("a.keys.json", text)]) == [])
    }
  }

  @Test("Ten mistakes in two files give ten diagnostics, in order")
  func tenMistakes() {
    let first = """
      { "version": 1, "namespace": "player",
        "sumary": "x",
        "keys": {
          "Volume": { "type": "Double", "default": 0.5 },
          "speed": { "type": "Dobule", "default": 1 },
          "count": { "type": "Int", "default": 1.5, },
          "title": { "type": "String" } } }
      """
    let second = """
      { "version": 1, "namespace": "player",
        "keys": {
          "rate": { "type": "Int", "default": 9, "range": [0, 5] },
          "theme": { "type": "[Int?]", "default": [] },
          "total": { "type": "Int", "default": 300000000000000000000 },
          "label": { "type": "String", "default": "", "processing": ["trimm"] } } }
      """
    let lines = Sample.diagnostics([("a.keys.json", first), ("b.keys.json", second)])
    let errors = lines.filter { $0.contains(": error: ") }
    #expect(
      errors.map { $0.split(separator: " ")[0] } == [
        "a.keys.json:2:3:", "a.keys.json:4:5:", "a.keys.json:5:25:", "a.keys.json:6:42:",
        "a.keys.json:6:45:", "a.keys.json:7:5:", "b.keys.json:3:41:", "b.keys.json:4:26:",
        "b.keys.json:5:42:", "b.keys.json:6:64:",
      ])
  }

  @Test("Files that declare one namespace must agree, and both are named")
  func merging() {
    let first = #"{"version": 1, "namespace": "a", "summary": "One.", "access": "public"}"#
    let second = #"{"version": 1, "namespace": "a", "summary": "Two.", "access": "public"}"#
    #expect(
      Sample.diagnostics([("1.keys.json", first), ("2.keys.json", second)]) == [
        "2.keys.json:1:45: error: `summary` of namespace `a` differs from what another place says "
          + "[namespace-merge]",
        "1.keys.json:1:45: note: `summary` is given here",
      ])
  }

  @Test("A key that two files declare is one mistake")
  func keyInTwoFiles() {
    let text = #"{"version": 1, "namespace": "a", "keys": {"k": {"type": "Int?"}}}"#
    #expect(
      Sample.diagnostics([("1.keys.json", text), ("2.keys.json", text)]) == [
        "2.keys.json:1:43: error: `k` is declared twice [name-clash]",
        "1.keys.json:1:43: note: `k` is declared here",
      ])
  }

  @Test("A name that two types have, and generated code needs, is one mistake for each place")
  func typeInTwoFiles() {
    let first = #"{"version": 1, "namespace": "a", "types": {"Values": {"enum": ["x"]}}}"#
    let second =
      #"{"version": 1, "namespace": "a", "types": {"Values": {"enum": ["y"]}}, "values": true}"#
    #expect(
      Sample.diagnostics([("1.keys.json", first), ("2.keys.json", second)]) == [
        "2.keys.json:1:44: error: `Values` is declared twice [name-clash]",
        "1.keys.json:1:44: note: `Values` is declared here",
        "2.keys.json:1:82: error: `Values` is declared twice [name-clash]",
        "1.keys.json:1:44: note: `Values` is declared here",
      ])
  }

  @Test("A storage string that two files give to keys is one mistake, and both are named")
  func storageStringInTwoFiles() {
    let first = #"{"version": 1, "namespace": "a", "keys": {"k": {"type": "Int?"}}}"#
    let second =
      #"{"version": 1, "namespace": "b", "keys": {"k": {"type": "Int?", "storageString": "a:k"}}}"#
    #expect(
      Sample.diagnostics([("1.keys.json", first), ("2.keys.json", second)]) == [
        "2.keys.json:1:82: error: storage string `a:k` is already that of `A.k`; "
          + "give one of them another `id` [storage-clash]",
        "1.keys.json:1:43: note: `A.k` has the same storage string",
      ])
  }

  @Test("A declaration that is seen farther than a type it names is refused, and both are named")
  func access() {
    let types = #"""
      {"version": 1, "types": {"E": {"enum": ["a"]}, "S": {"struct": {"e": "E"}}}}
      """#
    let keys = #"""
      {"version": 1, "namespace": "n", "access": "public", "types": {"T": {"struct": {"s": "[S]?"}}},
      "keys": {"k": {"type": "[String: E]", "default": {}},
      "f": {"type": "T?", "parameters": {"e": "E"}}}}
      """#
    #expect(
      Sample.diagnostics([("1.keys.json", types), ("2.keys.json", keys)]) == [
        "2.keys.json:1:86: error: `s` cannot be public with a type `S` that is internal [access]",
        "1.keys.json:1:48: note: `S` is declared here",
        "2.keys.json:2:24: error: `k` cannot be public with a type `E` that is internal [access]",
        "1.keys.json:1:26: note: `E` is declared here",
        "2.keys.json:3:41: error: `f` cannot be public with a type `E` that is internal [access]",
        "1.keys.json:1:26: note: `E` is declared here",
      ])
  }

  @Test("A type that another file keeps in its namespace is named with its place")
  func typeOfAnotherFile() {
    let types = #"{"version": 1, "namespace": "player", "types": {"Theme": {"enum": ["dark"]}}}"#
    let keys = #"""
      {"version": 1, "namespace": "other",
      "keys": {"a": {"type": "Theme?"}, "b": {"type": "Player.Theme", "default": "dark"},
      "c": {"type": "Player.Theme?", "coding": "codable"}}}
      """#
    let message =
      "`Theme` is declared in `player` and seen only inside it; declare it in a file without a "
      + "namespace, where all see it [unknown-type]"
    #expect(
      Sample.diagnostics([("1.keys.json", types), ("2.keys.json", keys)]) == [
        "2.keys.json:2:25: error: \(message)",
        "1.keys.json:1:49: note: `Theme` is declared here",
        "2.keys.json:2:50: error: \(message)",
        "1.keys.json:1:49: note: `Theme` is declared here",
      ])
    let nameless = #"{"version": 1, "namespace": 3, "types": {"Theme": {"enum": ["dark"]}}}"#
    let user = #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Theme?"}}}"#
    #expect(
      Sample.diagnostics([("1.keys.json", nameless), ("2.keys.json", user)]) == [
        "1.keys.json:1:29: error: the value of `namespace` must be a string, not the number 3 "
          + "[value-shape]"
      ])
  }

  @Test("A damaged file does not give millions of diagnostics")
  func bounded() {
    let text =
      #"{"version": 1, "imports": ["# + String(repeating: "1,", count: 10) + "1]"
      + String(repeating: #", "zebra": 1"#, count: 2) + "}"
    // Eleven wrong elements, an unknown word, and a second one with its note.
    #expect(Sample.diagnostics([("a", text)]).count == 14)
    for many in [
      "{" + (0..<5_000).map { "\"w\($0)\": 1" }.joined(separator: ",") + "}",
      #"{"version": 1, "imports": ["# + String(repeating: "1,", count: 5_000) + "1]}",
    ] {
      let lines = Sample.diagnostics([("a", many)])
      #expect(lines.count == DiagnosticBag.limitPerFile + 1)
      #expect(lines.contains { $0.contains("more than 200 problems in this file") })
    }
  }

  @Test("A file over 16 MB is refused unread")
  func tooLarge() {
    let bytes = [UInt8](repeating: 0x20, count: 16 * 1024 * 1024 + 1)
    #expect(
      Sample.printed([SourceFile(path: "a", bytes: bytes)]) == [
        "a:1:1: error: a schema file is at most 16 MB [limit]"
      ])
  }

  @Test("Members that begin with x- belong to others")
  func foreign() {
    let text = #"""
      {"version": 1, "x-tool": [{}], "namespace": "n",
       "keys": {"k": {"type": "Int?", "x-y": null}, "x-z": 3}, "namespaces": {"x-w": 1,
        "o": {"x-v": 1, "types": {"x-u": 1, "E": {"enum": {"a": {"x-t": 1}, "x-s": 1}},
          "S": {"struct": {"a": {"type": "Int", "x-r": 1}, "x-q": 1}}}, "keys": {
          "f": {"type": "Int", "default": {"call": "g", "x-p": 1}, "parameters": {"p": "E", "x-o": 1},
                "processing": [{"call": "h", "x-n": 1}]}}}}}
      """#
    #expect(Sample.diagnostics([("a", text)]) == [])
  }

  @Test("A warning is silenced by its key or by a namespace around it, and then used")
  func suppression() {
    let key = #""type": "String?", "pattern": "[a-z]+""#
    let own =
      #"{"version": 1, "namespace": "n", "keys": {"k": {\#(key), "suppress": ["pattern"]}}}"#
    let outer =
      #"{"version": 1, "namespace": "n", "suppress": ["pattern"], "keys": {"k": {\#(key)}}}"#
    #expect(Sample.diagnostics([("a", own)]) == [])
    #expect(Sample.diagnostics([("a", outer)]) == [])
  }

  @Test("Strictness makes a warning an error")
  func strict() throws {
    let text =
      #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "String?", "pattern": "a"}}}"#
    let result = SchemaChecker.check([SourceFile(path: "a", text: text)], module: "M")
    let warning = try #require(result.diagnostics.first)
    #expect(result.model != nil)
    #expect(DiagnosticPrinter().text(warning).hasPrefix("a:1:79: warning: "))
    #expect(DiagnosticPrinter(strict: true).text(warning).hasPrefix("a:1:79: error: "))
  }

  @Test("Tools get the same as JSON")
  func json() {
    let source = SourceFile(path: "a\"b", text: #"{"version": 2, "imports": ["A", "A"]}"#)
    let result = SchemaChecker.check([source], module: "M")
    #expect(
      DiagnosticPrinter().json(result.diagnostics) { _ in source } == #"""
        [
          {"path": "a\"b", "line": 1, "column": 13, "endLine": 1, "endColumn": 14, "severity": "error", "rule": "version", "message": "version 2 is unknown; this generator reads version 1", "notes": [], "fixes": []},
          {"path": "a\"b", "line": 1, "column": 33, "endLine": 1, "endColumn": 36, "severity": "error", "rule": "import", "message": "module `A` is imported twice", "notes": [{"path": "a\"b", "line": 1, "column": 28, "message": "it is first given here"}], "fixes": [{"title": "Remove `A`", "edits": [{"path": "a\"b", "line": 1, "column": 31, "endLine": 1, "endColumn": 36, "text": ""}]}]}
        ]

        """#)
    #expect(DiagnosticPrinter().json([]) { _ in nil } == "[]\n")
  }
}
