import Testing

@testable import KeywrightSchema

/// The changes that diagnostics offer to editors: each must mend what it is offered for.
@Suite("Fixes")
struct FixTests {
  private func diagnostics(_ bytes: [UInt8]) -> [Diagnostic] {
    SchemaChecker.check([SourceFile(path: "", bytes: bytes)], module: "Module").diagnostics
  }

  /// The fixes of a text that leave what they are offered for as it is, or break the text.
  private func failures(of bytes: [UInt8], making edits: (Fix, SourceFile) -> [TextEdit]?)
    -> [String]
  {
    let source = SourceFile(path: "", bytes: bytes)
    let before = diagnostics(bytes)
    return before.flatMap { diagnostic in
      diagnostic.fixes.compactMap { fix -> String? in
        let text = diagnostic.message.text
        guard let edits = edits(fix, source) else { return "\(text): no edits" }
        let mended = TextEdit.apply(edits, to: bytes)
        let after = diagnostics(mended)
        func count(_ list: [Diagnostic]) -> Int { list.count { $0.message.text == text } }
        if count(after) < count(before) { return nil }
        return "\(text) (\(fix.title)): \(String(decoding: mended, as: UTF8.self))"
      }
    }
  }

  /// Schemas with mistakes of which a fix made another one.
  private static let tried = [
    #""default": True"#, #""default": FALSE"#, #""default": NULL"#, #""default": nil"#,
    #""former": ["n:x"]"#, #""pattern": "/^a+$/i", "length": [null, 5]"#, #""maxItems": 3"#,
    #""former": ["n.x"]"#, #""former": ["x"]"#, #""regex": "a", "length": [null, 5]"#,
    #""processing": ["Trim"]"#, #""sensitivity": "Secret", "store": "vault""#,
    #""formerStores": ["vault"], "store": ["first", "second"]"#,
    #""keychain": "afterFirstUnlock", "synchronizable": true, "store": "v""#,
    #""range": [0, 9], "processing": [{"clamp": [0, 5]}]"#, #""sensitive": true, "store": "vault""#,
    #""name": "b""#, #""unique": true"#,
  ]

  /// A schema with these members of a key.
  private static func key(_ members: String) -> String {
    #"""
    { "version": 1, "namespace": "n", "keys": { "a": { "type": "String?", \#(members) },
    "b": { "type": "[Int]?", "length": [null, 3] } } }
    """#
  }

  /// The errors that fixes make: of a text that is no JSON, those of JSON alone, since the others were not looked for.
  private func made(in bytes: [UInt8], ofRules rules: Set<String>? = nil) -> [String] {
    let source = SourceFile(path: "", bytes: bytes)
    let before = diagnostics(bytes)
    let known = Set(before.map(\.message.text))
    let isJSON = !before.contains { $0.message.name == "json" }
    return before.flatMap { diagnostic in
      diagnostic.fixes.flatMap { fix -> [String] in
        guard let edits = fix.edits(in: source) else { return [] }
        let mended = TextEdit.apply(edits, to: bytes)
        return diagnostics(mended)
          .filter { $0.severity == .error && !known.contains($0.message.text) }
          .filter { isJSON || $0.message.name == "json" }
          .filter { rules?.contains($0.message.name) ?? true }
          // A name that is mended may be one that another has: both mistakes are told.
          .filter { _ in diagnostic.message.name != "name" }
          .map { "\(fix.title): \($0.message.text): \(String(decoding: mended, as: UTF8.self))" }
      }
    }
  }

  @Test("No fix makes another mistake", arguments: tried)
  func nothingNew(_ text: String) {
    let made = made(in: Array(Self.key(text).utf8))
    #expect(made.isEmpty, "\(made.joined(separator: "\n"))")
  }

  /// Other mistakes of a sample may show when one is mended.
  @Test("No fix of a sample breaks the text", arguments: Sample.allFiles)
  func nothingBroken(_ sample: Sample) {
    let made = made(in: sample.bytes, ofRules: ["json", "duplicate-member"])
    #expect(made.isEmpty, "\(made.joined(separator: "\n"))")
  }

  @Test("Each fix of a sample mends what it is offered for", arguments: Sample.allFiles)
  func samples(_ sample: Sample) {
    let failures = failures(of: sample.bytes) { $0.edits(in: $1) }
    #expect(failures.isEmpty, "\(failures.joined(separator: "\n"))")
  }

  @Test("A fix that does nothing is found")
  func control() {
    let found = Sample.allFiles.flatMap { sample in
      failures(of: sample.bytes) { _, _ in [] }
    }
    #expect(found.count > 60)
  }

  @Test("Every message that names another spelling has a fix")
  func coverage() {
    let all = Sample.allFiles.flatMap { diagnostics($0.bytes) }
    let without = all.filter { $0.message.text.contains("did you mean") && $0.fixes.isEmpty }
    #expect(without.isEmpty, "\(without.map(\.message.text))")
  }

  /// The texts and numbers of a schema that stand nowhere in another one; names of members do not count.
  private func lost(from before: [UInt8], in after: String) -> Set<String> {
    func values(of node: JSONNode) -> [String] {
      switch node.value {
      case .string(let string): [string.text]
      case .number(let spelling): [spelling]
      case .array(let elements): elements.flatMap(values)
      case .object(let members): members.flatMap { values(of: $0.value) }
      case .null, .bool: []
      }
    }
    let root = JSONFile.read(SourceFile(path: "", bytes: before)).0
    return Set((root.map(values) ?? []).filter { !after.contains($0) })
  }

  @Test(
    "A word that other words replace loses none of its values",
    arguments: Sample.allFiles.map(\.bytes) + tried.map { Array(Self.key($0).utf8) })
  func values(_ bytes: [UInt8]) {
    let source = SourceFile(path: "", bytes: bytes)
    for diagnostic in diagnostics(bytes)
    where diagnostic.message.text.contains(#/has no (keyword|steps) .*; write /#) {
      for fix in diagnostic.fixes {
        guard let edits = fix.edits(in: source) else { continue }
        let mended = String(decoding: TextEdit.apply(edits, to: bytes), as: UTF8.self)
        let lost = lost(from: bytes, in: mended)
        // The lock knows the releases, and `defaultFor` takes them from there.
        let isOfLock = diagnostic.message.text.contains("defaultFor")
        #expect(lost.isEmpty || isOfLock, "\(diagnostic.message.text): \(lost.sorted())")
      }
    }
  }

  @Test("control: a value that is gone is found")
  func lostControl() {
    let before = Array(#"{"a": "b", "c": [5, 1.5]}"#.utf8)
    #expect(lost(from: before, in: #"{"a": [5]}"#) == ["b", "1.5"])
  }

  @Test("Two words that one replaces are followed one after the other, and none is lost")
  func oneAfterTheOther() throws {
    func key(_ text: String) -> String {
      #"{ "version": 1, "namespace": "n", "keys": { "k": { "type": "String?", "store": "v", \#(text) } } }"#
    }
    let keychain = try mended(
      mended(key(#""accessibility": "afterFirstUnlock", "synchronizable": true"#)))
    #expect(keychain.contains(#""keychain": "afterFirstUnlockSynchronized""#), "\(keychain)")
    let stores = try mended(
      #"{ "version": 1, "keys": { "k": { "type": "Int?", "formerStores": ["c"], "store": ["a", "b"] } } }"#
    )
    #expect(stores.contains(#""store": ["a", "b", "c"]"#), "\(stores)")
  }

  private func mended(_ text: String) throws -> String {
    let source = SourceFile(path: "", text: text)
    let fix = try #require(diagnostics(source.bytes).lazy.flatMap(\.fixes).first)
    let edits = try #require(fix.edits(in: source))
    return String(decoding: TextEdit.apply(edits, to: source.bytes), as: UTF8.self)
  }

  @Test("A member gets a line of its own where the others have one")
  func ownLine() throws {
    let text = """
      {
        "version": 1,
        "keys": {
          "a": {
            "type": "Int"
          }
        }
      }
      """
    #expect(try mended(text) == text.replacing("\"Int\"", with: "\"Int?\""))
    let name = text.replacing("\"Int\"", with: "\"Int?\"").replacing("\"a\"", with: "\"allKeys\"")
    #expect(
      try mended(name)
        == name.replacing("\"Int?\"", with: "\"Int?\",\n      \"id\": \"allKeys\"")
        .replacing("\"allKeys\": {", with: "\"allKeysValue\": {"))
  }

  @Test("A missing bracket is written where the indentation says")
  func missingBracket() throws {
    let text = """
      {
        "version": 1,
        "keys": {
          "a": {
            "type": "Int?",
            "summary": "A."
        },
        "namespaces": {}
      }
      """
    let mended = try mended(text)
    #expect(mended == text.replacing("\"A.\"\n  }", with: "\"A.\"\n    }\n  }"))
    #expect(diagnostics(Array(mended.utf8)).isEmpty)
    #expect(try self.mended(#"{ "version": 1, "keys": {}"#) == #"{ "version": 1, "keys": {}}"#)
  }

  @Test("The end of a diagnostic is that of the reported text")
  func ends() throws {
    let text = "{ \"version\": 1, \"keys\": { \"\u{1F600}\": { \"type\": \"Itn\" } } }"
    let ends = diagnostics(Array(text.utf8)).map { ($0.location.column, $0.end.column) }
    #expect(ends.map(\.0) == [27, 44])
    #expect(ends.map(\.1) == [31, 47])
  }
}
