import Foundation
import KeywrightTestSupport
import KeywrightVerbs
import Testing

@testable import Keywright
@testable import keywright_cli

/// Stored values that a program reads as something else than what the bytes seem to say: the command has
/// what the program has.
@Suite("The command reads stored values as the program does")
struct RuntimeValuesTests {
  let command: BuiltCommand

  init() throws {
    command = try BuiltCommand()
    let schema = #"""
      { "version": 1, "namespace": "p",
        "types": {
          "Theme": { "enum": { "light": "l", "dark": { "rawValue": "d", "former": ["night"] } } },
          "Kept": { "enum": ["a", "b"], "unknown": "keep" },
          "Level": { "enum": { "low": { "rawValue": 1, "former": ["quiet"] }, "high": { "rawValue": 2, "former": [3] } } },
          "Frame": { "struct": {
            "width": { "type": "Int", "former": ["w"] },
            "title": { "type": "String", "default": "x" } } } },
        "keys": {
          "single": { "type": "Float", "default": 0.5 },
          "set": { "type": "Set<Int>", "default": [] },
          "whole": { "type": "Int", "default": 0 },
          "level": { "type": "Int", "default": 3, "range": [0, 10], "outside": "clamp" },
          "short": { "type": "String", "default": "x", "length": [null, 2], "outside": "default" },
          "brief": { "type": "String?", "length": [null, 2], "outside": "default",
            "keychain": "afterFirstUnlock" },
          "frame": { "type": "Frame?" },
          "theme": { "type": "Theme", "default": "light" },
          "kept": { "type": "Kept", "default": "a" },
          "themes": { "type": "[Theme: Int]", "default": {} },
          "level2": { "type": "Level?" }, "levels": { "type": "[Level: Int]", "default": {} },
          "any": { "type": "Own", "coding": "convertible", "default": { "call": "Own.init" } },
          "odd": { "type": "Int?", "id": "a=b #c" },
          "empty": { "type": "String", "default": "" },
          "made": { "type": "Double", "default": { "call": "Own.made" }, "range": [0, 1],
            "outside": "clamp" },
          "file": { "type": "Int", "default": 0, "parameters": { "name": "String" } },
          "é": { "type": "Int?", "id": "é" },
          "decomposed": { "type": "Int?", "id": "e\u0301" } } }
      """#
    _ = try command.folder.write(schema, to: "Player.keys.json")
  }

  private func store(_ members: [(String, StoredValue)]) throws {
    let store = DefaultsStore(
      url: command.folder.url.appending(path: "s.plist"), watching: .never)
    try store.transaction { change in
      for (name, value) in members {
        try change.set(Key<Root, StoredValue?>(StorageString(name)), to: value)
      }
    }
    store.close()
  }

  private func get(_ name: String) throws -> String {
    let end = try command.run("get", name, "--store", "./s.plist")
    return String(end.output.dropLast())
  }

  static let samples: [(String, StoredValue, String)] = [
    ("p:single", 1e300, "0.5"), ("p:set", [2, 1, 1], "[1, 2]"), ("p:whole", 5.0, "5"),
    ("p:whole", 5.5, "0"), ("p:level", 99, "10"), ("p:level", 7, "7"), ("p:short", "long", "x"),
    ("p:frame", ["w": 3], #"{"title": "x", "width": 3}"#),
    ("p:theme", "night", "dark"), ("p:theme", "x", "light"), ("p:kept", "c", "unknown(c)"),
    ("p:themes", ["d": 1, "l": 2], #"{"dark": 1, "light": 2}"#),
    ("p:any", ["$date": "2026-01-31"], #"{"$$date": "2026-01-31"}"#),
  ]

  @Test("of each type, and what is printed is set again", arguments: samples)
  func values(_ name: String, _ stored: StoredValue, _ text: String) throws {
    try store([(name, stored)])
    #expect(try get(name) == text)
    let end = try command.run(
      "set", name, text, "--skip-functions", "--store", "./s.plist")
    #expect(end.code == 0, "\(end)")
    #expect(try get(name) == text)
  }

  @Test("A text may say the former name of a case, beside integers too, and a present name counts")
  func formerNames() throws {
    let set = ["set", "--store", "./s.plist"]
    #expect(try command.run(arguments: set + ["p:level2", "quiet"]).code == 0)
    #expect(try get("p:level2") == "low")
    let levels = #"{"quiet": 1, "low": 2, "3": 4}"#
    #expect(try command.run(arguments: set + ["p:levels", levels]).code == 0)
    #expect(try get("p:levels") == #"{"high": 4, "low": 2}"#)
    #expect(try command.run(arguments: set + ["p:level2", "loud"]).code != 0)
  }

  @Test("One that gives way to nil is the default, neither unreadable nor lost to an editor's text")
  func nothing() throws {
    try store([("p:brief", "long")])
    let listed = try command.run("list", "--store", "./s.plist")
    #expect(listed.code == 1, "\(listed)")
    #expect(
      listed.output.split(separator: "\n").contains {
        $0.hasPrefix("p:brief ") && $0.contains(" default; what is stored is ")
      })
    #expect(!listed.output.contains("unreadable"))
    #expect(try get("p:brief") == "")
    let explained = try command.run("explain", "p:brief", "--store", "./s.plist")
    #expect(explained.output.contains("  keychain      afterFirstUnlock\n"))
    let stored = Key<Root, String?>(StorageString("p:brief"))
    let url = command.folder.url.appending(path: "s.plist")
    #expect(DefaultsStore(url: url, watching: .never).get(stored) == "long")
  }

  @Test("A default without characters is told from none")
  func emptyDefault() throws {
    #expect(try command.run("explain", "p:empty").output.contains("  default       \"\"\n"))
    #expect(try !command.run("explain", "p:brief").output.contains("  default       \"\"\n"))
  }

  @Test("One that cannot give way to the default that a program makes is unreadable")
  func madeDefault() throws {
    try store([("p:made", 3)])
    #expect(try get("p:made") == "1.0")
    try store([("p:made", .real(.nan))])
    let listed = try command.run("list", "p:made", "--store", "./s.plist")
    #expect(listed.output.contains("unreadable"), "\(listed)")
    #expect(listed.complaints.contains("not in 0.0...1.0"), "\(listed)")
  }

  @Test("A list of a store names exactly the values that the program cannot read")
  func comparison() throws {
    let unreadable: [(String, StoredValue)] = [
      ("p:single", 1e300), ("p:whole", 5.5), ("p:theme", "x"), ("p:themes", ["x": 1]),
    ]
    let readable: [(String, StoredValue)] = [
      ("p:set", [2, 1, 1]), ("p:frame", ["w": 3]), ("p:kept", "c"), ("p:any", ["a": 1]),
    ]
    try store(unreadable + readable)
    let end = try command.run("list", "--store", "./s.plist")
    for (name, _) in unreadable { #expect(end.complaints.contains("\(name) holds "), "\(end)") }
    for (name, _) in readable { #expect(!end.complaints.contains("\(name) holds "), "\(end)") }
  }

  @Test("A misspelled field of a struct is refused, and an unknown one kept")
  func fields() throws {
    let wrong = try command.run(
      "set", "p:frame", #"{"width": 1, "titel": "a"}"#, "--store", "./s.plist")
    #expect(wrong.code == 1 && wrong.complaints.contains("did you mean 'title'?"), "\(wrong)")
    let kept = #"{"opacity": 1.0, "title": "x", "width": 3}"#
    let end = try command.run("set", "p:frame", kept, "--store", "./s.plist")
    #expect(end.code == 0, "\(end)")
    #expect(try get("p:frame") == kept)
  }

  @Test(
    "Names with any characters come back from each format", arguments: ["json", "plist", "env"])
  func names(format: String) throws {
    try store([
      ("p:a=b #c", 1), ("p:file:x\nLD_PRELOAD=/tmp/x", 5), ("p:é", 2), ("p:e\u{301}", 3),
      ("p:whole", 4),
    ])
    let exported = try command.run("export", "--format", format, "--store", "./s.plist")
    #expect(exported.code == 0)
    if format == "env" {
      #expect(exported.output.contains("\"p:a=b #c\"=1\n"), "\(exported.output)")
    }
    let imported = try command.run(
      "import", "-", "--store", "./new.plist", input: exported.output)
    #expect(imported.code == 0, "\(imported)")
    let again = try command.run("export", "--format", format, "--store", "./new.plist")
    #expect(again.output == exported.output)
  }

  @Test("A line that forges another is one name")
  func forged() {
    let name = "p:x\nLD_PRELOAD=/tmp/x"
    let line = LineText.name(name) + "=1"
    #expect(!line.contains("\n"))
    #expect(LineText.parts(of: line)?.name == name)
    #expect(LineText.parts(of: line)?.value == "1")
    let mark = "\u{301}"
    #expect(LineText.parts(of: "p:x=" + mark)?.value == mark)
    #expect("p:x=\(mark)".splitAtEqualsSign?.value == mark)
    #expect(LineText.parts(of: "\"a") == nil && LineText.parts(of: "a") == nil)
  }

  @Test("explain shows a text without characters as one")
  func explainedEmpty() throws {
    try store([("p:short", "")])
    let end = try command.run("explain", "p:short", "--store", "./s.plist")
    #expect(end.output.contains("  value         \"\", stored\n"), "\(end.output)")
  }
}
