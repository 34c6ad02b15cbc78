import KeywrightCodegen
import KeywrightSchema
import KeywrightTestSupport
import Testing

/// Generated code of a target whose lock has releases.
@Suite("The code of a released target")
struct LockedCodeTests {
  @Test("marks the first opening last, and names the releases before a new default")
  func marks() throws {
    let schema = """
      { "version": 1, "namespace": "sample", "keys": { "volume": {
        "type": "Int", "default": 8, "defaultFor": "new" } } }
      """
    let lock = """
      { "keywright": 1, "readers": "newer",
        "releases": [{"release": "0.9"}, {"release": "1.0"}, {"release": "1.1"}],
        "keys": [{"key": "sample:volume", "in": "0.9", "name": "Sample.volume", "type": "Int", "default": 5},
          {"key": "sample:volume", "in": "1.1", "name": "Sample.volume", "type": "Int", "default": 8,
           "defaultFor": "new"}],
        "retired": [] }
      """
    func code(_ lock: LockRecord) throws -> (schema: String, registry: String) {
      let source = SourceFile(path: "Sample.keys.json", text: schema)
      let output = Generator.output(
        of: [source], module: "App", lock: lock)
      #expect(output.diagnostics.isEmpty)
      return (
        String(decoding: try #require(output.schemas?.first), as: UTF8.self),
        String(decoding: try #require(output.registry), as: UTF8.self)
      )
    }
    let released = try code(LockRecord(SourceFile(path: "keys.lock.json", text: lock)))
    #expect(
      released.schema.contains(
        #"_keeping(5, for: volume, since: "1.1", after: ["0.9", "1.0"], of: "App")"#))
    let migrations = try #require(
      released.registry.firstRange(of: "volumeEarlierDefault")?.upperBound)
    #expect(released.registry[migrations...].contains(#"._opened(by: "App", in: "1.1")"#))
    let draft = try code(.notAsked)
    #expect(!draft.schema.contains("_keeping"))
    #expect(!draft.registry.contains("_opened"))
  }

  @Test("is the same bytes in whatever order the lines of its lock are")
  func shuffled() throws {
    func schema(_ name: String, _ former: String, _ cases: String, _ value: Int) -> SourceFile {
      SourceFile(
        path: "S.keys.json",
        text: """
          { "version": 1, "namespace": "\(name)", \(former) "types": { "E": { "enum": \(cases) } },
          "keys": { "k": { "type": "Int", "default": \(value), "defaultFor": "new" }, "e": { "type": "E?" },
          "s": { "type": "Int?", "store": \(value > 1 ? #"["v\#(value)", "v\#(value - 1)"]"# : #""v1""#) } } }
          """)
    }
    let versions = [
      schema("a", "", #"["l", "x"]"#, 1),
      schema("b", #""former": ["a"],"#, #"{ "l": "l", "y": { "former": ["x"] } }"#, 2),
      schema("c", #""former": ["b"],"#, #"{ "l": "l", "z": { "former": ["y"] } }"#, 3),
    ]
    var lock = KeyLock()
    for (name, source) in zip(["1.0", "spring", "2.0"], versions) {
      let model = SchemaChecker.check([source], module: "App", lock: lock).model
      lock.release(name, with: KeyInventory(try #require(model)))
    }
    let last = schema("d", #""former": ["c"],"#, #"{ "l": "l", "w": { "former": ["z"] } }"#, 4)
    func code(_ text: String) -> [[UInt8]]? {
      let output = Generator.output(
        of: [last], module: "App",
        lock: LockRecord(SourceFile(path: "keys.lock.json", text: text)))
      return output.schemas.map { $0 + [output.registry ?? []] }
    }
    let text = lock.text
    let expected = try #require(code(text))
    let shown = expected.map { String(decoding: $0, as: UTF8.self) }.joined()
    #expect(shown.contains(#"from: ["c:k", "b:k", "a:k"]"#))
    #expect(
      shown.contains(
        "Formerly c:k, b:k (from the lock, release spring), a:k (from the lock, release 1.0)"))
    #expect(shown.contains(#"case "w", "z", "y", "x""#))
    #expect(shown.contains("static func migrations(fromV1 "))
    var generator = SeededGenerator(seed: SeededGenerator.seed)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for _ in 0..<30 {
      var shuffled: [String] = []
      var list: [String] = []
      for line in lines {
        if line.hasPrefix("    {\"") {
          list.append(line)
        } else {
          shuffled += list.shuffled(using: &generator) + [line]
          list = []
        }
      }
      #expect(code(shuffled.joined(separator: "\n")) == expected)
    }
  }

  @Test("is told of the target that has its key now, and not to reserve it")
  func otherTarget() throws {
    let schema = SourceFile(path: "S.keys.json", text: #"{ "version": 1 }"#)
    let lock = SourceFile(
      path: "keys.lock.json",
      text: #"{ "keywright": 1, "readers": "newer", "releases": [{"release": "1"}], "#
        + #""keys": [{"key": "n:a", "in": "1", "name": "N.a", "type": "Int?"}], "retired": [] }"#)
    let other = SourceFile(
      path: "W.keys.json",
      text: #"{ "version": 1, "namespace": "n", "keys": { "a": { "type": "Int?" } } }"#)
    let keys = KeyInventory(try #require(SchemaChecker.check([other], module: "Widget").model))
    let output = Generator.output(
      of: [schema], module: "App", lock: LockRecord(lock),
      others: OtherTargets(of: "App", areCompared: false) {
        OtherTargets.Index([("Widget", keys, nil)])
      })
    let change = try #require(output.diagnostics.first)
    #expect(change.message.name == "lost" && change.severity == .error)
    #expect(change.message.text.contains("`Widget`"))
    #expect(change.notes.allSatisfy { !$0.message.contains("reserved") })
  }

  @Test("is warned of a lock that is gone, or older than the stores of releases beside it")
  func staleLock() throws {
    let schema = SourceFile(path: "S.keys.json", text: #"{ "version": 1 }"#)
    func warnings(_ lock: LockRecord, _ fixtures: [String]) -> [String] {
      let output = Generator.output(
        of: [schema], module: "App", lock: lock, fixtures: fixtures)
      return output.diagnostics.map { "\($0.location.path): \($0.severity): \($0.message.text)" }
    }
    let text =
      #"{ "keywright": 1, "readers": "newer", "releases": [{"release": "1.0"}, {"release": "a/b"}], "#
      + #""keys": [], "retired": [] }"#
    let lock = LockRecord(SourceFile(path: "keys.lock.json", text: text))
    let known = ["F/keys.fixtures/1.0.plist", "F/keys.fixtures/a%2Fb.plist"]
    #expect(warnings(lock, known) == [])
    #expect(
      warnings(lock, known + ["F/keys.fixtures/2.0.plist"]) == [
        "F/keys.fixtures/2.0.plist: warning: the lock does not have the release of this store: it is an "
          + "older one; take keys.lock.json of that release back from version control, or delete the store"
      ])
    #expect(
      warnings(.missing, known) == [
        "F/keys.fixtures/1.0.plist: error: the lock is gone, and this store of a release is there: "
          + "nothing guards what it holds; take keys.lock.json back from version control"
      ])
  }

  @Test(
    "without a lock is told where its schemas tell of releases, and cannot give new users another default",
    arguments: [
      (
        #""keys": { "a": { "type": "Int", "default": 1, "defaultFor": "new" } }"#, "error",
        "defaultFor"
      ),
      (#""keys": { "a": { "type": "Int?", "former": ["n:b"] } }"#, "warning", "former"),
      (
        #""former": ["m"], "moves": "later", "keys": { "a": { "type": "Int?" } }"#, "warning",
        "moves"
      ),
      (#""reserved": ["gone"], "keys": { "a": { "type": "Int?" } }"#, "warning", "reserved"),
      (
        #""namespaces": { "in": { "erased": ["gone"], "keys": { "a": { "type": "Int?" } } } }"#,
        "warning",
        "erased"
      ),
      (
        #""types": { "T": { "enum": { "a": { "former": ["b"] } } } }, "keys": { "a": { "type": "T?" } }"#,
        "warning", "former"
      ),
      (#""keys": { "a": { "type": "Int?" } }"#, "note", nil),
    ])
  func missingLock(words: String, severity: String, word: String?) {
    let schema = SourceFile(
      path: "S.keys.json", text: "{ \"version\": 1, \"namespace\": \"n\", \(words) }")
    let output = Generator.output(
      of: [schema], module: "App", lock: .missing)
    #expect(output.diagnostics.map { "\($0.severity)" } == [severity])
    #expect(output.diagnostics.first?.message.name == "lock")
    let text = output.diagnostics.first?.message.text ?? ""
    #expect(
      text.hasPrefix(word.map { "`\($0)` is about earlier releases" } ?? "nothing guards"),
      "\(text)")
    #expect((output.schemas == nil) == (severity == "error"))
  }
}
