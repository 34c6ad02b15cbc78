import Foundation
import Keywright
import KeywrightSchema
import KeywrightTestSupport
import KeywrightVerbs
import Testing

@testable import keywright_cli

/// The ways in from what programs have: settings bundles, manifests, files of values, keys in Swift.
@Suite("Importing values and settings")
struct ValueImportTests {
  @Test("Brackets without end in Swift are no type, and take no time")
  func depth() throws {
    let brackets = String(repeating: "[", count: 200_000)
    let file = "static let a = Key<\(brackets)>(\"a\", default: 1)\n@AppStorage(\"b\") var b = 1\n"
    let end = try schema("swift", [("Keys.swift", file)])
    #expect(end.code == 0 && end.output.contains(#""b": { "type": "Int", "default": 1 }"#))
  }

  @Test(
    "Of a commit that holds the lock for long, the author of a program is told, and no user of the command"
  )
  func advice() {
    let slow = StoreError(.busy, operation: "commit", advice: "Do slow work before the commit.")
    #expect(!slow.isForPeople)
    #expect(!StoreError(.exposed).isForPeople)
    #expect(StoreError(.busy, operation: "merging").isForPeople)
    #expect(StoreError(.corrupt).isForPeople)
  }

  @Test("Values of keys that are gone, and of a name older than another one, are left out and told")
  func leftOut() throws {
    let command = try BuiltCommand(
      schema: #"""
        { "version": 1, "namespace": "player", "reserved": ["old", "band"], "keys": {
          "c": { "type": "Int", "default": 0, "former": ["player:b", "player:a"] } } }
        """#)
    let text = #"{ "player": { "old": 1, "band": { "3": 1 }, "a": 7, "b": 8 } }"#
    let end = try command.run("import", "-", "--store", "s.plist", input: text)
    #expect(end.code == 0, "\(end.complaints)")
    for note in [
      "note: `player:old` is left out: its key is gone",
      "is left out: its key is gone",
      "note: `player:a` is left out: it is called `player:c` now, for which the file has a newer value",
    ] {
      #expect(end.complaints.contains(note), "\(end.complaints)")
    }
    #expect(try command.run("get", "player:c", "--store", "s.plist").output == "8\n")
    let misspelled = try command.run(
      "import", "-", "--store", "s.plist", input: #"{ "player": { "d": 1 } }"#)
    #expect(misspelled.code == 1)
  }

  /// Runs `schema` on files of a folder, and checks the schema that it prints.
  private func schema(_ format: String, _ files: [(String, String)]) throws -> BuiltCommand.End {
    let command = try BuiltCommand()
    for (name, text) in files { _ = try command.folder.write(text, to: name) }
    let end = try command.run(arguments: ["schema", "--from", format] + files.map(\.0))
    if end.code == 0 {
      let source = SourceFile(path: "", text: end.output)
      #expect(SchemaChecker.check([source], module: "Module").diagnostics.isEmpty, "\(end.output)")
    }
    return end
  }

  @Test("A format that does not show is asked for, and several in one call are refused")
  func formats() throws {
    let command = try BuiltCommand()
    for (name, text) in [("a.txt", "x"), ("v.json", #"{ "a": 1 }"#), ("K.swift", "let a = 1")] {
      _ = try command.folder.write(text, to: name)
    }
    for (files, words) in [
      (["a.txt"], "a.txt:1: error: its format does not show: say it with --from"),
      (
        ["v.json", "K.swift"], "v.json:1: error: files of several formats in one call: json, swift"
      ),
      (["--from", "json", "v.json", "v.json"], "one file of the format json in a call"),
    ] {
      let end = try command.run(arguments: ["schema"] + files)
      #expect(end.code == 1 && end.complaints.contains(words), "\(end)")
    }
    let other = try command.run("schema", "--namespace", "a", "v.json")
    #expect(other.code == 2 && other.complaints.contains("--namespace is for a .kcfg"), "\(other)")
    let piped = try command.run("schema", "-", input: #" { "a": 1 }"#)
    #expect(piped.code == 0 && piped.output.contains(#""a": { "type""#), "\(piped)")
  }

  @Test(
    "Exported and imported again gives the same",
    arguments: ["settings-bundle", "preference-manifest"])
  func roundTrip(format: String) throws {
    func export(_ schema: String) throws -> String {
      let command = try BuiltCommand()
      _ = try command.folder.write(schema, to: "Player.keys.json")
      let end = try command.run(
        "document", "--format", format, "--domain", "org.example.station", "--day", "2026-01-31")
      #expect(end.code == 0)
      return end.output
    }
    let original = String(decoding: try Data(contentsOf: DocumentTests.schema), as: UTF8.self)
    let file = try export(original)
    let schema = try schema(format, [("file.plist", file)])
    #expect(schema.code == 0)
    let again = try export(schema.output)
    // A summary of the whole is in no key.
    let lines = zip(again.split(separator: "\n"), file.split(separator: "\n"))
    #expect(lines.first { $0 != $1 } == nil)
    #expect(again == file)
    #expect(try self.schema(format, [("file.plist", again)]).output == schema.output)
  }

  @Test(
    "Enums of integers, in fields and in collections, are the same again",
    arguments: ["settings-bundle", "preference-manifest"])
  func enumerations(format: String) throws {
    let original = #"""
      { "version": 1, "namespace": "m",
        "types": {
          "Speed": { "enum": { "slow": { "rawValue": 1, "title": "As a snail" }, "fast": 3 } },
          "Theme": { "enum": ["light", "dark"] },
          "Look": { "struct": {
            "theme": "Theme", "speed": { "type": "Speed", "default": "fast" }, "size": "Int" } } },
        "keys": {
          "speed": { "type": "Speed", "default": "slow" },
          "look": { "type": "Look", "default": { "theme": "dark", "size": 3 } },
          "themes": { "type": "[Theme]", "default": ["dark", "light"] },
          "speeds": { "type": "[String: Speed]", "default": { "a": "fast" } } } }
      """#
    func export(_ schema: String) throws -> String {
      let command = try BuiltCommand()
      _ = try command.folder.write(schema, to: "Player.keys.json")
      return try command.run("document", "--format", format, "--domain", "org.example.m").output
    }
    let file = try export(original)
    #expect(file.contains("As a snail"))
    let schema = try schema(format, [("file.plist", file)])
    #expect(schema.output.contains(#""asASnail": { "rawValue": 1, "title": "As a snail" }"#))
    // A case of another name has the same title.
    #expect(try export(schema.output) == file, "\(schema)")
  }

  @Test("A default that lacks a required field is left out, and a key that no schema can have")
  func refused() throws {
    let file = """
      <plist><dict><key>pfm_subkeys</key><array>
      <dict><key>pfm_name</key><string>place</string><key>pfm_type</key><string>dictionary</string>
      <key>pfm_default</key><dict><key>x</key><integer>1</integer></dict>
      <key>pfm_subkeys</key><array>
      <dict><key>pfm_name</key><string>x</string><key>pfm_type</key><string>integer</string></dict>
      <dict><key>pfm_name</key><string>y</string><key>pfm_type</key><string>integer</string>
      <key>pfm_require</key><string>always</string></dict></array></dict>
      <dict><key>pfm_name</key><string>low</string><key>pfm_type</key><string>integer</string>
      <key>pfm_default</key><integer>1</integer><key>pfm_range_min</key><integer>5</integer></dict>
      <dict><key>pfm_name</key><string>good</string><key>pfm_type</key><string>boolean</string></dict>
      <dict><key>pfm_name</key><string>port</string><key>pfm_type</key><string>integer</string>
      <key>pfm_range_min</key><string>1024</string><key>pfm_range_max</key><string>many</string></dict>
      </array></dict></plist>
      """
    let end = try schema("preference-manifest", [("file.plist", file)])
    #expect(end.code == 0)
    #expect(end.output.contains(#""place": { "type": "Place?" }"#), "\(end)")
    #expect(end.output.contains(#""good": { "type": "Bool?" }"#))
    #expect(!end.output.contains(#""low""#))
    #expect(end.complaints.contains("key `place`: its default is of another type, and left out"))
    #expect(end.complaints.contains("key `low`: no schema can have it: "))
    #expect(end.output.contains(#""port": { "type": "Int?", "range": [1024, null] }"#), "\(end)")
    #expect(
      end.complaints.contains(
        "key `port`: its `pfm_range_max` is no bound of the type `Int`, and is left out"))
    #expect(end.complaints.hasSuffix("keywright: 3 keys imported, 1 left out, 3 notes\n"))
  }

  @Test("A JSON Schema is no file of values")
  func jsonSchema() throws {
    let command = try BuiltCommand(schema: "{}")
    let text =
      #"{"$schema": "http://json-schema.org/draft-07/schema#", "properties": {"a": {"type": "integer"}}}"#
    _ = try command.folder.write(text, to: "s.json")
    let end = try command.run("schema", "s.json")
    #expect(
      end.code == 1 && end.complaints.contains("s.json:1: error: it is a JSON Schema"), "\(end)")
  }

  @Test("The manifest of a VS Code extension is no file of values")
  func extensionManifest() throws {
    let file = #"{ "name": "x", "contributes": { "configuration": { "properties": {} } } }"#
    let end = try schema("json", [("package.json", file)])
    #expect(end.code == 1 && end.output.isEmpty)
    #expect(end.complaints.contains("package.json:1: "), "\(end)")
    #expect(end.complaints.contains("the manifest of a VS Code extension"))
  }

  @Test("A defaults file gives types, exact storage strings, and notes where a type is uncertain")
  func propertyList() throws {
    let file = """
      <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>
      <key>launchCount</key><integer>12</integer><key>didOnboard</key><integer>1</integer>
      <key>player:volume</key><real>0.25</real><key>100%</key><string>x</string>
      <key>server</key><string>https://example.org</string><key>last</key><date>2026-01-01T00:00:00Z</date>
      <key>tags</key><array><string>a</string></array><key>mixed</key><array><string>a</string><integer>1</integer></array>
      <key>NSWindow Frame main</key><string>0 0 1 1</string></dict></plist>
      """
    let end = try schema("plist", [("file.plist", file)])
    #expect(end.code == 0)
    for part in [
      #""launchCount": { "type": "Int?" }"#, #""didOnboard": { "type": "Int?" }"#,
      #""volume": { "type": "Double?" }"#, #""storageString": "100%", "type": "String?""#,
      #""last": { "type": "Date?" }"#, #""tags": { "type": "[String]?" }"#,
    ] {
      #expect(end.output.contains(part), "\(part) in \(end.output)")
    }
    #expect(!end.output.contains("NSWindow"))
    for part in [
      "key `didOnboard`: 0 and 1 may also stand for a Bool", "key `server`: it may be a URL",
      "key `mixed`: its elements are of several types", "key `NSWindow Frame main`: it belongs",
    ] {
      #expect(end.complaints.contains(part), "\(part) in \(end.complaints)")
    }
    #expect(try schema("plist", [("file.plist", "no list")]).code == 1)
    #expect(try BuiltCommand().run("schema", "missing.plist").code == 3)
  }

  @Test("A JSON file gives namespaces, and defaults")
  func json() throws {
    let file = """
      { "$schema": "x", "name": "a", "server": { "port": 80, "hosts": ["a"], "tls": true, "x-y": 1 },
        "ratio": 0.5, "none": null, "list": [] }
      """
    let end = try schema("json", [("file.json", file)])
    #expect(end.code == 0)
    for part in [
      #""name": { "type": "String", "default": "a" }"#,
      #""port": { "type": "Int", "default": 80 }"#,
      #""hosts": { "type": "[String]", "default": ["a"] }"#,
      #""tls": { "type": "Bool", "default": true }"#,
      #""ratio": { "type": "Double", "default": 0.5 }"#,
    ] {
      #expect(end.output.contains(part), "\(part) in \(end.output)")
    }
    #expect(end.complaints.contains("key `list`: it is empty"))
    #expect(try schema("json", [("file.json", "[1]")]).code == 1)
    #expect(try schema("json", [("file.json", "{")]).code == 1)
  }

  @Test("Keys in Swift keep their exact storage strings")
  func swift() throws {
    let file = #"""
      extension Defaults.Keys {
        // static let old = Key<Int>("old", default: 1)
        static let quality = Key<Double>("image quality", default: 0.8)
        static let name = Key<String?>("user.name")
        static let size = Key<Int>("size", default: Sizes.large)
        static let mode = Key<Mode>("mode", default: .fast)
        static let tags = Key<[String]>(
          "tags", default: [], suite: .group)
      }
      extension DefaultsKeys {
        var launchCount: DefaultsKey<Int> { .init("launchCount", defaultValue: 0) }
        let token = DefaultsKey<String?>("auth:token")
        let other: DefaultsKey<Int>
        func unrelated() { print("other") }
      }
      struct Pane: View {
        @AppStorage("isDark", store: .group) private var isDark = false
        @AppStorage("title") var heading: String = "Hello, \"you\""
        @AppStorage("count")
        var count: Int?
      }
      """#
    let end = try schema("swift", [("Keys.swift", file)])
    #expect(end.code == 0, "\(end.complaints)")
    for part in [
      #""quality": { "id": "image quality", "type": "Double", "default": 0.8 }"#,
      #""id": "user.name", "type": "String?""#, #""size": { "type": "Int?" }"#,
      #""tags": { "type": "[String]", "default": [] }"#,
      #""launchCount": { "type": "Int", "default": 0 }"#, #""token": { "type": "String?" }"#,
      #""isDark": { "type": "Bool", "default": false }"#,
      #""heading": { "id": "title", "type": "String", "default": "Hello, \"you\"" }"#,
      #""count": { "type": "Int?" }"#,
    ] {
      #expect(end.output.contains(part), "\(part) in \(end.output)")
    }
    #expect(!end.output.contains("old") && !end.output.contains("other"))
    #expect(end.complaints.contains("Keys.swift:5: note: key `size`: its default is no plain"))
    #expect(end.complaints.contains("Keys.swift:6: note: key `mode`: its type `Mode` is none"))
  }
  @Test("Swift with line ends of two characters, and Swift in another encoding")
  func otherLines() throws {
    let file =
      "static let a = Key<Int>(\"a\", default: 1)\r\nstatic let b = Key<Int>(\"b\", default: 2)\r\n"
    let end = try schema("swift", [("Keys.swift", file)])
    #expect(end.complaints == "keywright: 2 keys imported, 0 notes\n")
    let command = try BuiltCommand()
    try command.folder.write(Array(file.utf8) + [0xE9], to: "Keys.swift")
    #expect(
      try command.run("schema", "Keys.swift")
        == .init(1, "", "Keys.swift:1: error: this is not UTF-8, as Swift is\n"))
  }
}
