import Foundation
import KeywrightTestSupport
import KeywrightVerbs
import Testing

@testable import keywright_cli

@Suite("check")
struct CheckTests {
  @Test("prints what a build would print")
  func diagnostics() throws {
    let folder = TemporaryFolder()
    let good = try folder.write(
      #"{ "version": 1, "keys": { "a": { "type": "Int", "default": 1 } } }"#, to: "a.keys.json")
    let bad = try folder.write(
      #"{ "version": 1, "keys": { "b": { "type": "Itn" } } }"#, to: "b.keys.json")

    #expect(Command.run(["check", good]) == Outcome())

    let outcome = Command.run(["check", good, bad])
    #expect(outcome.code == .problems)
    #expect(
      outcome.complaints
        == "\(bad):1:43: error: unknown type `Itn`; did you mean `Int`? [unknown-type]\n")

    let json = Command.run(["check", "--format", "json", bad])
    #expect(json.output.hasPrefix("[\n") && json.output.contains("unknown-type"))
    let place = #""path": "\#(bad)", "line": 1, "column": 43, "endLine": 1, "endColumn": 46"#
    let fix = #"{"title": "Replace `Itn` with `Int`", "edits": [{\#(place), "text": "Int"}]}"#
    #expect(json.output.contains("  {\(place), ") && json.output.contains(fix), "\(json.output)")
    #expect(json.complaints.isEmpty)
  }

  @Test(
    "--fix writes the words of today for those of earlier versions, and what is stored keeps its names"
  )
  func fix() throws {
    let command = try BuiltCommand(
      schema: #"""
        { "version": 1, "namespace": "app.store", "name": "HTTPStore",
          "types": { "E": { "enum": ["a", "b"], "formerCases": { "x": "b" } } },
          "keys": {
            "allKeys": { "type": "Int?", "name": "every" },
            "b": { "name": "c", "type": "Array<Itn>", "default": [], "maxItems": 9, "unique": true },
            "d": { "type": "Optional<E>", "formerKeys": ["old:d"], "owner": "me",
              "accessibility": "whenUnlocked", "synchronizable": true } },
          "namespaces": { "in": { "name": "Inner", "hooks": { "preCommit": "check" },
            "reserved": ["old", { "key": "gone", "remove": true }] } } }
        """#)
    _ = try command.folder.write(
      #"{ "keywright": 1, "readers": "newer", "releases": [], "keys": [], "retired": [] }"#,
      to: "keys.lock.json")
    let end = try command.run("check", "--fix")
    #expect(end.code == 0 && end.output == "mended 16 problems\n", "\(end)")
    #expect(
      String(decoding: command.folder.read("Player.keys.json") ?? [], as: UTF8.self) == #"""
        { "version": 1, "namespace": "app.hTTPStore", "id": "store",
          "types": { "E": { "enum": {"a": "a", "b": {"former": ["x"]}} } },
          "keys": {
            "every": { "type": "Int?", "id": "allKeys" },
            "c": { "id": "b", "type": "[Int]", "default": [], "length": [null, 9], "processing": ["removeDuplicates"] },
            "d": { "type": "E?", "former": ["old:d"], "x-owner": "me",
              "keychain": "whenUnlockedSynchronized" } },
          "namespaces": { "inner": { "id": "in", "preCommit": "check",
            "reserved": ["old"], "erased": ["gone"] } } }
        """#)
    #expect(try command.run("check", "--fix").output == "")
    // Neither a missing default nor a name that generated code has is a word.
    let open = try command.folder.write(
      #"{ "version": 1, "keys": { "a": { "type": "Int" }, "allKeys": { "type": "Int?" } } }"#,
      to: "o.keys.json")
    #expect(try command.run("check", "--fix", open).output == "")
    try FileManager.default.removeItem(atPath: open)
    // What a lock asks is a decision, and none that a tool takes.
    _ = try command.run("lock", "--release", "1.0")
    let path = command.folder.file("Player.keys.json")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try text.replacing("\"every\"", with: "\"all\"").replacing("\"allKeys\"", with: "\"all\"")
      .write(toFile: path, atomically: true, encoding: .utf8)
    let lost = try command.run("check", "--fix", ".")
    #expect(lost.code == 1 && lost.output == "", "\(lost)")
  }

  @Test("checks the current folder if nothing is named")
  func currentFolder() throws {
    let command = try BuiltCommand(
      schema: #"{ "version": 1, "keys": { "b": { "type": "Itn" } } }"#)
    let end = try command.run("check")
    #expect(end.code == 1)
    #expect(end.complaints.contains("Player.keys.json:1:43: error: unknown type `Itn`"))
  }

  @Test("says of a file that cannot be read what it says of others, as JSON too")
  func unreadable() throws {
    let folder = TemporaryFolder()
    let bad = try folder.write(#"{ "version": 2 }"#, to: "b.keys.json")
    let missing = bad + ".keys.json"

    let outcome = Command.run(["check", bad, missing])
    #expect(outcome.code == .failed)
    #expect(
      outcome.complaints == """
        \(missing):1:1: error: the file cannot be read: No such file or directory [file]
        \(bad):1:14: error: version 2 is unknown; this generator reads version 1 [version]

        """)

    let json = Command.run(["check", "--format", "json", missing])
    #expect(json.code == .failed && json.complaints.isEmpty)
    #expect(
      json.output == """
        [
          {"path": "\(missing)", "line": 1, "column": 1, "endLine": 1, "endColumn": 1, \
        "severity": "error", "rule": "file", \
        "message": "the file cannot be read: No such file or directory", "notes": [], "fixes": []}
        ]

        """)
  }

  @Test("reports keys that were to be gone, by the day that is given or by the clock")
  func expiry() throws {
    let folder = TemporaryFolder()
    let path = try folder.write(
      #"""
      { "version": 1, "namespace": "n", "keys": { "a": { "type": "Int?", "expires": "2024-02-29" } } }
      """#, to: "a.keys.json")
    #expect(Command.run(["check", "--today", "2024-02-28", path]) == Outcome())
    let outcome = Command.run(["check", "--today", "2024-02-29", path])
    #expect(outcome.code == .success)
    #expect(
      outcome.complaints
        == "\(path):1:45: warning: key `N.a` should have been gone by 2024-02-29; remove it, and put its id "
        + "under `reserved` [expired]\n")
    #expect(Command.run(["check", "--strict", path]).code == .problems)
  }

  @Test(
    "refuses text that is no day",
    arguments: ["foo", "2026-02-30", "1", "", "2026-2-3", "2026-02-03T00:00:00Z", " 2026-02-03"])
  func today(_ day: String) throws {
    let folder = TemporaryFolder()
    let path = try folder.write(#"{ "version": 1, "keys": {} }"#, to: "a.keys.json")
    let outcome = Command.run(["check", "--today", day, path])
    #expect(outcome.code == .usage)
    #expect(
      outcome.complaints.hasPrefix("keywright: --today is a day, as in 2026-12-31, not \(day)\n"))
  }

  @Test("counts warnings as errors when it is strict")
  func strict() throws {
    let folder = TemporaryFolder()
    let path = try folder.write(
      #"{ "version": 1, "keys": { "a": { "type": "String?", "pattern": "a*" } } }"#,
      to: "a.keys.json")
    #expect(Command.run(["check", path]).code == .success)
    #expect(Command.run(["check", "--strict", path]).code == .problems)
  }
}
