import Foundation
import KeywrightTestSupport
import KeywrightVerbs
import Testing

@testable import keywright_cli

/// Every verb as a process: its output for people and for programs, its exit codes, the files that it
/// leaves.
@Suite("Every verb")
struct EveryVerbTests {
  /// A folder with a package, two versions of its schema, a store, and files to import.
  static func place() throws -> BuiltCommand {
    let command = try BuiltCommand()
    let folder = command.folder
    for name in ["old", "new", "Package/Sources/App"] {
      try FileManager.default.createDirectory(
        atPath: folder.file(name), withIntermediateDirectories: true)
    }
    let old = #"{ "version": 1, "namespace": "n", "keys": { "a": { "type": "Int?" } } }"#
    _ = try folder.write(old, to: "old/N.keys.json")
    _ = try folder.write(old.replacing("\"a\"", with: "\"b\""), to: "new/N.keys.json")
    let plist = """
      <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>
      <key>player:volume</key><real>0.25</real><key>gone</key><string>x</string></dict></plist>
      """
    _ = try folder.write(plist, to: "s.plist")
    _ = try folder.write(plist, to: "h.plist")
    _ = try folder.write(plist.replacing("0.25", with: "0.75"), to: "h.plist.earlier-1")
    // `history` says when they were written, to the minute.
    for (name, age) in [("h.plist", 1.0), ("h.plist.earlier-1", 2)] {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1.7e9 - age * 86_400)],
        ofItemAtPath: folder.file(name))
    }
    for (name, text) in files { _ = try folder.write(text, to: name) }
    return command
  }

  /// A file of each kind that a schema is made from.
  static let files = [
    ("v.json", #"{ "player": { "volume": 0.75 } }"#),
    ("Keys.swift", #"@AppStorage("isDark") var isDark = false"#),
    (
      "pane.plist",
      """
      <plist><dict><key>PreferenceSpecifiers</key><array><dict><key>Type</key>
      <string>PSToggleSwitchSpecifier</string><key>Key</key><string>a</string><key>Title</key>
      <string>A</string><key>DefaultValue</key><true/></dict></array></dict></plist>
      """
    ),
    (
      "manifest.plist",
      """
      <plist><dict><key>pfm_subkeys</key><array><dict><key>pfm_name</key><string>a</string>
      <key>pfm_type</key><string>boolean</string></dict></array></dict></plist>
      """
    ),
    (
      "a.gschema.xml",
      """
      <schemalist><schema id="org.example.a" path="/org/example/a/"><key name="dark" type="b">
      <default>true</default></key></schema></schemalist>
      """
    ),
    (
      "a.kcfg",
      """
      <kcfg><kcfgfile name="arc"/><group name="General"><entry name="Dark" type="Bool">
      <default>true</default></entry></group></kcfg>
      """
    ),
    (
      "Package/Package.swift",
      """
      // swift-tools-version: 6.1
      import PackageDescription
      let package = Package(name: "App", targets: [.executableTarget(name: "App")])

      """
    ), ("Package/Sources/App/main.swift", "print(1)\n"),
  ]

  /// Calls of all verbs, with the code, and a part of the output for people.
  static let calls: [(line: String, code: Int32, part: String)] = [
    ("check Player.keys.json", 0, ""), ("lock old", 0, "old/keys.lock.json: 1 key, 1 draft"),
    ("lock --release 1.0 old", 0, "keys.fixtures/1.0.plist: 1 value as release 1.0 stores them"),
    ("diff old new", 1, "n:a"),
    ("list --undeclared --schemas . --store ./s.plist", 1, "gone: string"),
    ("unset --undeclared --schemas . --store ./s.plist", 1, "gone: string"),
    ("unset --undeclared gone --dry-run --schemas . --store ./s.plist", 0, "gone"),
    ("unset --undeclared gone --yes --schemas . --store ./s.plist", 0, ""),
    ("list --store ./s.plist", 0, "player:volume=0.25"),
    ("get player:volume --store ./s.plist", 0, "0.25"),
    ("set player:volume 1 --store ./s.plist", 0, ""),
    ("unset player:volume --store ./s.plist", 0, ""), ("edit player --store ./s.plist", 0, ""),
    ("unset --all --store ./s.plist", 1, "player:volume=0.25"),
    ("unset player --yes --store ./s.plist", 0, ""),
    ("explain player:volume", 0, "summary       Loudness."),
    ("export --store ./s.plist", 0, #""volume": 0.25"#),
    ("import v.json --dry-run --store ./s.plist", 0, "player:volume=0.75"),
    ("import v.json --store ./s.plist", 0, ""),
    ("document --format markdown", 0, "player:volume"),
    ("document --format settings-bundle --output Root.plist", 0, ""),
    ("schema a.gschema.xml", 0, #""dark""#),
    ("schema a.kcfg", 0, #""dark""#),
    ("schema pane.plist", 0, #""a": { "type": "Bool""#),
    ("schema manifest.plist", 0, #""a": { "type": "Bool?" }"#),
    ("schema s.plist", 0, #""gone": { "type": "String?" }"#),
    ("schema v.json", 0, #""volume": { "type": "Double", "default": 0.75 }"#),
    ("schema Keys.swift", 0, #""isDark": { "type": "Bool", "default": false }"#),
    ("init Package", 1, "Package/Package.swift:"), ("doctor --store ./s.plist", 0, "s.plist"),
    ("export --raw --output copy.plist --store ./s.plist", 0, "2 values in copy.plist"),
    ("doctor --store etcd://127.0.0.1:1/shop", 1, "nobody listens at 127.0.0.1:1"),
    ("set player:volume 1 --dry-run --store ./s.plist", 0, "player:volume=1.0"),
    ("unset player:volume --dry-run --store ./s.plist", 0, "player:volume"),
    ("history --store h.plist", 0, "2 values\n"),
    ("restore 1 --dry-run --store h.plist", 0, "+ player:volume=0.75"),
    ("restore 1 --store h.plist", 1, "+ player:volume=0.75"),
    ("restore 1 --yes --store h.plist", 0, ""),
    ("completions bash", 0, "_keywright"), ("completions zsh", 0, "_keywright"),
    ("completions fish", 0, "complete -c keywright"),
  ]

  @Test("prints what people read, and JSON for programs", arguments: calls)
  func output(line: String, code: Int32, part: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let plain = try Self.place().run(arguments: words)
    #expect(plain.code == code, "\(plain)")
    #expect(part.isEmpty ? plain.output.isEmpty : plain.output.contains(part), "\(plain)")
    let json = try Self.place().run(arguments: words + ["--json"])
    #expect(json.code == code, "\(json)")
    #expect(throws: Never.self, "\(json)") {
      _ = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
    }
  }

  /// The calls that name their store.
  static let ofStores = (calls.map(\.line) + unreadable + ofClusters).filter {
    $0.contains(" --store ") && !$0.hasPrefix("document")
  }

  @Test(
    "finds the store that a variable names as the one of the option",
    arguments: Search.part(of: ofStores, each: 7))
  func variable(line: String) throws {
    func end(_ words: [String], _ environment: [String: String]) throws -> BuiltCommand.End {
      let place = try Self.place()
      let process = place.process(words, environment)
      let (output, complaints) = (Pipe(), Pipe())
      (process.standardOutput, process.standardError) = (output, complaints)
      try process.run()
      let texts = [output, complaints].map {
        String(decoding: $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
          .replacing(place.folder.path, with: "FOLDER")
          .replacing(/removed-[0-9TZ-]+/, with: "removed-NOW")
      }
      process.waitUntilExit()
      return .init(process.terminationStatus, texts[0], texts[1])
    }
    let words = line.split(separator: " ").map(String.init)
    let option = try #require(words.firstIndex(of: "--store"))
    let others = Array(words[..<option] + words[(option + 2)...])
    let named = try end(words, ["KEYWRIGHT_STORE": ""])
    #expect(try end(others, ["KEYWRIGHT_STORE": words[option + 1]]) == named)
    // And the option goes before the variable.
    #expect(try end(words, ["KEYWRIGHT_STORE": "./other.plist"]) == named)
  }

  @Test("is in the calls, and takes --json")
  func all() {
    for verb in Command.verbs where !verb.description.isHidden {
      // It speaks the protocol of editors, which is JSON.
      if verb == LanguageServerVerb.self { continue }
      let words = verb.word
      #expect(verb.description.options.contains { $0.name == "json" }, "\(words)")
      // They end with the program, or with their input: tests of their own have these.
      if verb == Watch.self || verb == Browse.self { continue }
      let isCalled = Self.calls.contains { $0.line.hasPrefix(words + " ") }
      #expect(isCalled || Self.ofClusters.contains { $0.hasPrefix(words + " ") }, "\(words)")
    }
  }

  /// Calls with a file that is not there, or cannot be written.
  static let unreadable = [
    "check none.keys.json", "lock none", "diff none new",
    "list --undeclared --schemas . --store none.plist",
    "unset --undeclared --yes --export none/gone.plist --schemas . --store ./s.plist",
    "list --store ./s.plist --schemas none.keys.json",
    "get player:volume --store ./s.plist --schemas none.keys.json",
    "set player:volume 1 --new --store /proc/none/s.plist", "import none.json --store ./s.plist",
    "edit --store ./s.plist --schemas none.keys.json", "watch --store ./none.plist",
    "explain player:volume --schemas none.keys.json",
    "export --output none/v.json --store ./s.plist", "document --output none/keys.html",
    "schema --from gsettings none", "schema --from kcfg none", "schema --from settings-bundle none",
    "schema --from preference-manifest none", "schema --from plist none", "schema --from json none",
    "schema --from swift none", "init none",
    "doctor --store none.plist", "export --raw --output copy.plist --store none.plist",
    "export --raw --output none/copy.plist --store s.plist", "history --store none.plist",
    "restore 1 --store none.plist",
  ]

  @Test("has the code 3 for a file that cannot be read or written", arguments: unreadable)
  func files(line: String) throws {
    for json in [[], ["--json"]] {
      let end = try Self.place().run(
        arguments: line.split(separator: " ").map(String.init) + json)
      #expect(end.code == 3, "\(end)")
      #expect(end.complaints.contains("none") || !end.output.isEmpty, "\(end)")
    }
  }

  /// Calls of verbs that need a cluster, which `Tests/Etcd/run` has.
  static let ofClusters = [
    "history --store etcd://127.0.0.1:1/shop", "revert 7 --store etcd://127.0.0.1:1/shop",
    "freeze why --store etcd://127.0.0.1:1/shop", "thaw --store etcd://127.0.0.1:1/shop",
    "get player:volume --store etcd://127.0.0.1:1/shop",
    "set player:volume 1 --store etcd://127.0.0.1:1/shop",
  ]

  @Test("has the code 3 for a cluster that does not answer, and says why", arguments: ofClusters)
  func unanswered(line: String) throws {
    let end = try Self.place().run(arguments: line.split(separator: " ").map(String.init))
    #expect(end.code == 3 && end.output.isEmpty, "\(end)")
    #expect(end.complaints.contains("nobody listens at 127.0.0.1:1"), "\(end)")
  }

  /// Names of stores on etcd that lack something, with what is said of them.
  static let incomplete = [
    ("etcd://", "a host"), ("etcd:///shop", "a host"), ("etcd://a", "the prefix"),
    ("etcd://a/", "the prefix"), ("etcds://u:secret@a/shop", "ETCDCTL_PASSWORD hold it"),
  ]

  @Test("has the code 2 for a cluster that is named in part", arguments: incomplete)
  func incompleteName(name: String, reason: String) throws {
    let end = try Self.place().run(arguments: ["list", "--store", name])
    #expect(end.code == 2 && end.complaints.contains(reason), "\(end)")
    #expect(!end.complaints.contains("secret"))
  }

  @Test("that needs a cluster, or gives a reason, has the code 2 for another store")
  func otherStores() throws {
    for line in ["revert 7", "thaw", "freeze why", "set player:volume 1 --because x"] {
      let words = line.split(separator: " ").map(String.init) + ["--store", "./s.plist"]
      let end = try Self.place().run(arguments: words)
      #expect(end.code == 2 && end.complaints.contains("etcd"), "\(end)")
    }
  }

  @Test("has the code 2 for wrong arguments, and its usage")
  func usage() throws {
    let command = try BuiltCommand()
    for verb in Command.verbs where !verb.description.isHidden {
      let end = try command.run(arguments: [verb.word, "--no-such-option"])
      #expect(end.code == 2 && end.output.isEmpty, "\(end)")
      #expect(end.complaints.contains("unknown option --no-such-option"), "\(end)")
      #expect(end.complaints.contains("usage: keywright " + verb.word + " [options]"))
    }
  }

  @Test("leaves the files that it is about, and no others")
  func leaves() throws {
    for line in [
      "list --store ./s.plist", "get player:volume --store ./s.plist", "export --store ./s.plist",
      "explain player:volume --store ./s.plist", "doctor --store s.plist",
      "list --undeclared --schemas . --store s.plist",
      "unset --undeclared --schemas . --store s.plist",
      "set player:volume 2 --store ./s.plist", "set player:volume 2 --store ./new.plist",
      "get player:volume --store ./new.plist", "unset player:volume --store ./new.plist",
      "import v.json --dry-run --store ./s.plist",
      "set player:volume 1 --dry-run --store ./new.plist",
      "unset player:volume --dry-run --store ./s.plist", "unset --all --store ./s.plist",
      "history --store h.plist", "restore 1 --dry-run --store h.plist", "restore 1 --store h.plist",
    ] {
      let place = try Self.place()
      let (names, list) = (place.folder.names, place.text("s.plist"))
      _ = try place.run(arguments: line.split(separator: " ").map(String.init))
      #expect(place.folder.names == names && place.text("s.plist") == list, "\(line)")
    }
  }
}
