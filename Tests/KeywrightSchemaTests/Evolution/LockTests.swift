import KeywrightSchema
import Testing

@Suite("A lock")
struct LockTests {
  static let schema = """
    { "version": 1, "namespace": "player",
      "types": {
        "Theme": { "enum": ["system", "dark"] },
        "Level": { "enum": { "low": 1, "high": 2 } },
        "Frame": { "struct": { "width": "Double", "theme": { "type": "Theme", "default": "dark" } } }
      },
      "keys": {
        "window": { "type": "Frame", "default": { "width": 800 } },
        "volume": { "type": "Double", "default": 0.5, "range": [0, null], "summary": "Loudness." },
        "levels": { "type": "[String: [Level]]", "default": { "a": ["low"] } },
        "token": { "type": "Data", "default": "AAECAw==", "sensitivity": "secret" },
        "install": { "type": "UUID", "default": { "call": "UUID.init", "persist": "whenMissing" } },
        "gain": { "type": "Float?", "parameters": { "index": "Int", "theme": "Theme" } }
      } }
    """

  static let text = """
    {
      "keywright": 1,
      "readers": "newer",
      "releases": [
        {"release": "1.0"},
        {}
      ],
      "keys": [
        {"key": "player:gain", "in": "1.0", "name": "Player.gain", "type": "Float?", "types": {"Player.Theme": {"enum": ["system", "dark"]}}, "parameters": {"index": "Int", "theme": "Player.Theme"}},
        {"key": "player:install", "in": "1.0", "name": "Player.install", "type": "UUID", "default": {"call": "UUID.init", "persist": "whenMissing"}},
        {"key": "player:levels", "in": "1.0", "name": "Player.levels", "type": "[String: [Player.Level]]", "types": {"Player.Level": {"enum": {"low": 1, "high": 2}}}, "default": {"a": ["low"]}},
        {"key": "player:token", "in": "1.0", "name": "Player.token", "type": "Data", "default": "AAECAw==", "sensitivity": "secret"},
        {"key": "player:volume", "in": "1.0", "name": "Player.volume", "type": "Double", "default": 0.5, "range": [0, null], "summary": "Loudness."},
        {"key": "player:window", "in": "1.0", "name": "Player.window", "type": "Player.Frame", "types": {"Player.Frame": {"struct": {"width": "Double", "theme": {"type": "Player.Theme", "default": "dark"}}}, "Player.Theme": {"enum": ["system", "dark"]}}, "default": {"width": 800}},
        {}
      ],
      "retired": [
        {}
      ]
    }

    """

  @Test("has one line for each key, in the order of the storage strings")
  func text() throws {
    #expect(try Evolution(Self.schema).released("1.0").text == Self.text)
  }

  @Test("reads what it writes")
  func reading() throws {
    let (lock, problems) = LockReader.read(SourceFile(path: "keys.lock.json", text: Self.text))
    #expect(problems.isEmpty)
    #expect(lock?.text == Self.text)
  }

  @Test("finds nothing where nothing changed")
  func unchanged() throws {
    #expect(try Evolution.from(Self.schema, to: Self.schema).printed == "")
  }

  @Test("counts a line once that a merge left of both sides")
  func repeated() {
    let text = #"""
      { "keywright": 1, "readers": "newer", "releases": [{"release": "1"}, {"release": "1"}], "keys": [
      {"key": "a", "in": "1", "type": "Int"}, {"key": "a", "in": "1", "type": "Int"}], "retired": [] }
      """#
    let (lock, diagnostics) = LockReader.read(SourceFile(path: "keys.lock.json", text: text))
    #expect(diagnostics.isEmpty && lock?.releases == ["1"] && lock?.keys.count == 1)
  }

  @Test("leaves drafts alone")
  func drafts() throws {
    var lock = KeyLock()
    lock.update(to: KeyInventory(try Evolution(Self.schema).model))
    #expect(lock.keys.count == 6 && lock.keys.allSatisfy { $0.release == nil })
    let changed = try Evolution(Evolution.keys("\"other\": { \"type\": \"Int?\" }"), lock: lock)
    #expect(changed.printed == "")
    lock.update(to: KeyInventory(changed.model))
    #expect(lock.keys.map(\.storageString) == ["player:other"])
  }

  @Test(
    "says where it is not as it was written",
    arguments: [
      (
        "[]",
        "1:1: error: this is no lock as `keywright lock` writes it: it is an array; take it back from version control [lock]"
      ),
      (
        "{ \"keywright\": 2 }",
        "1:16: error: the lock is of version 2, this Keywright reads version 1: update it [lock]"
      ),
      (
        "{\n<<<<<<< a\n  \"readers\": \"newer\",\n=======\n  \"readers\": \"both\",\n>>>>>>> b\n  \"releases\": [\n",
        "2:1: error: a merge left a conflict in the head of the lock: keep one side's line, of `readers` the one with \"both\" [lock]"
      ),
      (
        "",
        "1:1: error: this is no lock as `keywright lock` writes it: it is empty; take it back from version control [lock]"
      ),
      (
        #"{ "keywright": 1, "readers": "newer", "releases": [], "retired": [] }"#,
        "1:1: error: this is no lock as `keywright lock` writes it: `keys` is missing; take it back from version control [lock]"
      ),
      (
        #"{ "keywright": 1, "readers": "newer", "releases": [{"release": "1"}, {"release": "1", "ended": true}], "keys": [], "retired": [] }"#,
        "1:70: error: this is no lock as `keywright lock` writes it: release `1` is there twice; take it back from version control [lock]"
      ),
      (
        #"{ "keywright": 1, "readers": "newer", "releases": [{"release": "1", "on": "2026-11-25"}], "keys": [], "retired": [] }"#,
        "1:69: error: this is no lock as `keywright lock` writes it: unknown member `on`; take it back from version control [lock]"
      ),
      (
        #"{ "keywright": 1, "readers": "newer", "releases": [], "keys": [{"key": "a", "in": "1", "type": "Int"}], "retired": [] }"#,
        "1:83: error: this is no lock as `keywright lock` writes it: `in` names none of the `releases`; take it back from version control [lock]"
      ),
      (
        #"{ "keywright": 1, "readers": "newer", "releases": [{"release": "1"}], "keys": [{"key": "a", "In": "1", "type": "Int"}], "retired": [] }"#,
        "1:93: error: this is no lock as `keywright lock` writes it: unknown member `In`, which may mean `in`; take it back from version control [lock]"
      ),
      (
        #"{ "keywright": 1, "readers": "newer", "releases": [{"release": "1"}], "keys": [{"key": "a", "in": "1"}], "retired": [] }"#,
        "1:80: error: this is no lock as `keywright lock` writes it: `a` has no `type`; take it back from version control [lock]"
      ),
      (
        #"{ "keywright": 1, "readers": "newer", "releases": [{"release": "1"}], "keys": [{"key": "a", "in": "1", "type": 5}], "retired": [] }"#,
        "1:112: error: this is no lock as `keywright lock` writes it: `type` is the number 5; take it back from version control [lock]"
      ),
      (
        #"{ "keywright": 1, "readers": "newer", "releases": [{"release": "1"}], "keys": [{"key": "a", "in": "1", "type": "In[t"}], "retired": [] }"#,
        "1:112: error: this is no lock as `keywright lock` writes it: `In[t` is no type; take it back from version control [lock]"
      ),
      (
        #"{ "keywright": 1, "readers": "newer", "releases": [{"release": "1"}], "keys": [{"key": "", "in": "1", "type": "Int"}], "retired": [] }"#,
        "1:80: error: this is no lock as `keywright lock` writes it: a line of `keys` has a `key`; take it back from version control [lock]"
      ),
      (
        #"{ "keywright": 1, "readers": "newer", "releases": [{"release": "1"}], "keys": [{"key": "a", "in": "1", "type": "Int", "former": "b"}], "retired": [] }"#,
        "1:129: error: this is no lock as `keywright lock` writes it: `former` is a string; take it back from version control [lock]"
      ),
      (
        #"{ "keywright": 1, "readers": "newer", "releases": [{"release": "1"}], "keys": [], "retired": [{"key": "a", "In": "1"}] }"#,
        "1:108: error: this is no lock as `keywright lock` writes it: unknown member `In`, which may mean `in`; take it back from version control [lock]"
      ),
      (
        #"{ "keywright": 1, "readers": "newer", "releases": [{"release": "1"}], "keys": [], "retired": [{"key": "a", "in": "1", "to": null}] }"#,
        "1:125: error: this is no lock as `keywright lock` writes it: `to` is null; take it back from version control [lock]"
      ),
      (
        #"{ "keywright": 1, "readers": "newer", "releases": [], "keys": [{"key": "a", "type": "Int"}, {"key": "a", "type": "Bool"}], "retired": [] }"#,
        "1:93: error: `a` has two drafts, as a merge leaves them; `keywright lock` makes one [lock]"
      ),
      (
        "{\n<<<<<<< HEAD\n",
        "2:1: error: a merge left a conflict in the lock; each line is one key, and both sides' lines count: `keywright lock` keeps all of them, and makes the drafts from the schemas [lock]"
      ),
    ])
  func faults(text: String, expected: String) {
    let (lock, problems) = LockReader.read(SourceFile(path: "L", text: text))
    #expect(lock == nil)
    #expect(problems.map(DiagnosticPrinter().text).joined() == "L:\(expected)\n")
  }

  @Test("keeps a released line whose `in` is misspelled from becoming a draft")
  func misspelledRelease() {
    let text = Self.text.replacing("player:volume\", \"in\"", with: "player:volume\", \"In\"")
    let source = SourceFile(path: "L", text: text)
    #expect(LockReader.read(source, skipsDrafts: true).lock == nil)
  }

  @Test("is united from both sides of a conflict")
  func conflict() throws {
    let theirs = "    {\"key\": \"player:theirs\", \"in\": \"1.0\", \"type\": \"Int?\"},\n"
    let ours = "    {\"key\": \"player:ours\", \"in\": \"1.0\", \"type\": \"Int?\"},\n"
    let text = Self.text.replacingLine(
      containing: "player:levels",
      with: "<<<<<<< HEAD\n\(ours)||||||| 123\n=======\n\(theirs)>>>>>>> feature\n")
    for text in [text, text.replacing("\n", with: "\r\n")] {
      #expect(LockReader.read(SourceFile(path: "L", text: text)).lock == nil)
      let united = SourceFile(path: "L", text: MergeConflict.united(text))
      let lock = try #require(LockReader.read(united, skipsDrafts: true).lock)
      #expect(
        lock.keys.map(\.storageString) == [
          "player:gain", "player:install", "player:ours", "player:theirs", "player:token",
          "player:volume", "player:window",
        ])
    }
  }
}

extension String {
  /// The text with another text in place of the line that holds a word.
  func replacingLine(containing word: String, with text: String) -> String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.utf8.firstRange(of: word.utf8) == nil ? $0 + "\n" : Substring(text) }
      .joined()
  }
}

extension Collection where Element: Equatable {
  fileprivate func firstRange(of other: some Collection<Element>) -> Index? {
    indices.first { self[$0...].starts(with: other) }
  }
}
