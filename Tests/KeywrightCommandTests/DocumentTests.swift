import Foundation
import KeywrightTestSupport
import KeywrightVerbs
import Testing

@testable import keywright_cli

/// Documents of one schema, which has a key of each kind and hostile texts, compared with golden files that
/// a reviewer reads; `.ci/documents` has other programs read them.
@Suite("Documents")
struct DocumentTests {
  static let golden = ImportTests.golden
  static let schema = golden.appending(path: "station.keys.json")

  /// Runs the built command in a folder with the schema alone.
  static func run(_ arguments: String...) throws -> BuiltCommand.End {
    let command = try BuiltCommand()
    _ = try command.folder.write(
      String(decoding: try Data(contentsOf: schema), as: UTF8.self), to: "Player.keys.json")
    return try command.run(arguments: ["document", "--day", "2026-01-31"] + arguments)
  }

  static let files: [(format: String, name: String)] = [
    ("html", "station.html"), ("markdown", "station.md"), ("env", "station.env"),
    ("privacy", "station.privacy.md"),
  ]

  /// The formats that programs read, which `.ci/documents` has judged by them.
  static let judged = ["json-schema", "man", "settings-bundle", "preference-manifest"]

  @Test("let a file of values have a field that moves later under each of its names")
  func movingField() throws {
    let command = try BuiltCommand(
      schema: #"""
        { "version": 1, "namespace": "n",
        "types": { "S": { "struct": { "w": { "type": "Int", "former": ["v"], "moves": "later" } } } },
        "keys": { "k": { "type": "S?" } } }
        """#)
    let text = try command.run("document", "--format", "json-schema").output
    #expect(text.contains(#""w": {"#) && text.contains(#""v": {"#), "\(text)")
    #expect(!text.contains("required"), "\(text)")
  }

  @Test(
    "suggest an allowed value in one spelling, and accept it in each that a file of values may have"
  )
  func spellings() throws {
    let command = try BuiltCommand(
      schema: #"""
        { "version": 1, "namespace": "n", "keys": {
        "d": { "type": "Duration", "default": 1, "allowed": [1, 90] },
        "i": { "type": "Int", "default": 1, "allowed": [1, 90] } } }
        """#)
    let text = try command.run("document", "--format", "json-schema").output
    #expect(
      text.contains(#""anyOf": [{ "enum": ["1s", "90s"] }, { "type": ["number", "string"] }]"#),
      "\(text)")
    #expect(text.contains(#""enum": [1, 90] }"#), "\(text)")
  }

  @Test("have an end where a struct is inside itself", arguments: DocumentFormat.allCases)
  func recursion(format: DocumentFormat) throws {
    let command = try BuiltCommand(
      schema: #"""
        { "version": 1, "namespace": "n",
        "types": { "T": { "struct": { "parts": "[T]", "others": "[String: T]" } } },
        "keys": { "k": { "type": "T?" } } }
        """#)
    let end = try command.run("document", "--format", format.rawValue, "--domain", "d")
    #expect(end.code == 0 && end.output.contains("k"), "\(end)")
  }

  /// Each format of each sample schema of the generator.
  static let samples: [(file: String, format: DocumentFormat)] = {
    let folder = golden.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "KeywrightCodegenTests/Schemas")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".keys.json") }.sorted().flatMap { name in
      DocumentFormat.allCases.map { (folder.appending(path: name).path, $0) }
    }
  }()

  @Test("are made of each sample", arguments: Search.part(of: samples, each: 5))
  func sample(file: String, format: DocumentFormat) {
    let outcome = Command.run(
      ["document", "--format", format.rawValue, "--domain", "d", "--schemas", file])
    #expect(outcome.code == .success && !outcome.output.isEmpty, "\(outcome)")
  }

  @Test("for programs are those that they read")
  func digests() throws {
    let lines = try Self.judged.flatMap { format in
      let end = try Self.run("--format", format, "--domain", "org.example.station")
      #expect(end.code == 0)
      return [
        "\(format): \(digest(of: end.output))\n", "  notes: \(digest(of: end.complaints))\n",
      ]
    }
    let file = Self.golden.appending(path: "Digests.txt")
    if ProcessInfo.processInfo.environment["KEYWRIGHT_UPDATE_GOLDEN"] == "1" {
      try Data(lines.joined().utf8).write(to: file)
    }
    #expect(lines.joined() == String(decoding: try Data(contentsOf: file), as: UTF8.self))
  }

  @Test("have the text that was reviewed", arguments: files)
  func text(format: String, name: String) throws {
    let end = try Self.run("--format", format, "--domain", "org.example.station")
    #expect(end.code == 0)
    for (name, text) in [(name, end.output), (name + ".notes.txt", end.complaints)] {
      let file = Self.golden.appending(path: name)
      if text.isEmpty {
        #expect(!FileManager.default.fileExists(atPath: file.path))
        continue
      }
      if ProcessInfo.processInfo.environment["KEYWRIGHT_UPDATE_GOLDEN"] == "1" {
        try Data(text.utf8).write(to: file)
      }
      let golden = String(decoding: try Data(contentsOf: file), as: UTF8.self)
      let difference = zip(text.split(separator: "\n"), golden.split(separator: "\n"))
        .first { $0 != $1 }
      #expect(difference == nil, "\(name)")
      #expect(text == golden, "\(name) differs in length")
    }
  }

  @Test("The page of a store shows the values beside their keys, and no secret one")
  func values() throws {
    let command = try BuiltCommand()
    let store = command.folder.file("now.plist")
    let values: [String: String] = [
      "player:volume": "0.75", "player:balance": "\"<loud>\"", "player:theme": "\"light\"",
      "player:token": "\"canary-of-a-secret\"", "player:recentFiles": "[\"https://example.org/a\"]",
      "other:thing": "\"canary-of-a-stranger\"",
    ]
    let list = values.map { "<key>\($0)</key>" + propertyList($1) }.joined()
    try Data("<plist version=\"1.0\"><dict>\(list)</dict></plist>".utf8)
      .write(to: URL(filePath: store))
    let before = try Data(contentsOf: URL(filePath: store))
    let end = try command.run("document", "--store", "now.plist", "--day", "2026-01-31")
    #expect(end.code == 0)
    #expect(try Data(contentsOf: URL(filePath: store)) == before)
    #expect(!end.output.contains("canary"))
    for text in [
      "Values of <code>now.<wbr>plist</code>, 2026-01-31.",
      "1 stored value that no schema declares is left out.",
      "<dt>now</dt><dd><code>0.<wbr>75</code>, stored</dd>",
      "<dt>now</dt><dd><code>0</code>, the default, since the stored value is unreadable; what is stored is",
      "<dt>now</dt><dd>stored, not shown</dd>", "<dt>now</dt><dd>made by the program</dd>",
      "under <code>player:<wbr>recentFiles</code> until the program opens the store",
    ] { #expect(end.output.contains(text), "\(text)") }
    let plain = try command.run("document", "--day", "2026-01-31")
    #expect(!plain.output.contains("<dt>now</dt>"))
    #expect(try command.run("document", "--store", "now.plist", "--format", "man").code == 2)
  }

  private func propertyList(_ json: String) -> String {
    let text = json.filter { $0 != "\"" && $0 != "[" && $0 != "]" }
      .replacingOccurrences(of: "<", with: "&lt;").replacingOccurrences(of: ">", with: "&gt;")
    return json.hasPrefix("[")
      ? "<array><string>\(text)</string></array>"
      : json.hasPrefix("\"") ? "<string>\(text)</string>" : "<real>\(text)</real>"
  }

  @Test("A page of a damaged store says so")
  func damaged() throws {
    let command = try BuiltCommand()
    _ = try command.folder.write("bplist00 no list", to: "now.plist")
    let end = try command.run("document", "--store", "now.plist")
    #expect(end.code == 1)
    #expect(end.output.contains("The store is damaged: values may be missing."))
    #expect(end.complaints.contains("now.plist"))
  }

  @Test("are written into a file, and nothing is printed then")
  func output() throws {
    let command = try BuiltCommand()
    #expect(
      try command.run("document", "--format", "markdown", "--output", "keys.md")
        == BuiltCommand.End(0))
    #expect(command.text("keys.md").hasPrefix("# Player\n"))
    let end = try command.run("document", "--output", "no/such/folder.html")
    #expect(end.code == 3)
    #expect(end.complaints.contains("no/such/folder.html"))
    // The test may run as root, who could replace a device of the machine.
    let pipe = command.folder.file("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    #expect(
      try command.run("document", "--output", "pipe")
        == BuiltCommand.End(3, "", "keywright: pipe: it is no regular file\n"))
    var status = stat()
    #expect(stat(pipe, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
  }

  @Test("refuse what cannot be written, with an exit code")
  func refusals() throws {
    let command = try BuiltCommand()
    #expect(try command.run("document", "--format", "pdf").code == 2)
    #expect(try command.run("document", "--format", "preference-manifest").code == 2)
    #expect(try command.run("document", "--day", "yesterday").code == 2)
    #expect(try command.run("document", "more").code == 2)
    _ = try command.folder.write("{}", to: "Player.keys.json")
    let end = try command.run("document")
    #expect(end.code == 1)
    #expect(end.complaints.contains("Player.keys.json:1:1: error:"))
  }

  @Test("Each default of the variables is read by the layer that reads them")
  func variables() throws {
    let lines = try Self.run("--format", "env").output.split(separator: "\n")
    let assignments = lines.filter { $0.hasPrefix("#") && !$0.hasPrefix("# ") }
    #expect(assignments.contains("#STATION_INTERVAL=10"))
    #expect(assignments.contains("#STATION_SCALE=celsius"))
    #expect(assignments.contains("#STATION_TOKEN="))
    #expect(lines.allSatisfy { $0.hasPrefix("#") })
  }

  @Test("A variable that readers would take for another value has a line for each kind of reader")
  func quotedVariables() throws {
    let command = try BuiltCommand()
    let values = [
      "plain": "a b=c", "hash": "a #b", "quote": "'a", "both": "\"it's\"", "dollar": "$5",
      "slash": "a\\b", "braces": "${HOME}",
    ]
    let keys = values.mapValues { ["type": "String", "default": $0] }
    let schema: [String: Any] = ["version": 1, "namespace": "n", "keys": keys]
    let text = String(
      decoding: try JSONSerialization.data(withJSONObject: schema), as: UTF8.self)
    _ = try command.folder.write(text, to: "N.keys.json")
    let end = try command.run("document", "--format", "env")
    let lines = end.output.split(separator: "\n").filter { $0.hasPrefix("#N_") }
    #expect(
      Set(lines) == [
        "#N_PLAIN=a b=c", "#N_HASH=a #b", "#N_HASH='a #b'", "#N_QUOTE='a", "#N_QUOTE=\"'a\"",
        "#N_BOTH=\"it's\"", "#N_DOLLAR=$5", "#N_DOLLAR='$5'", "#N_SLASH=a\\b", "#N_BRACES=${HOME}",
        "#N_BRACES='${HOME}'",
      ])
    #expect(end.output.contains("# Quoted, for docker compose and node:\n#N_BRACES='${HOME}'"))
    #expect(end.complaints.contains("n:braces"), "\(end)")
    #expect(end.complaints.contains("n:both") && end.complaints.contains("n:slash"))
  }

  @Test("A document is written through a link, which stays")
  func links() throws {
    let command = try BuiltCommand()
    _ = try command.folder.write(
      #"{ "version": 1, "namespace": "n", "keys": { "a": { "type": "Int", "default": 1 } } }"#,
      to: "N.keys.json")
    try FileManager.default.createDirectory(
      atPath: command.folder.file("shared"), withIntermediateDirectories: true)
    for (link, target) in [("first.md", "shared/keys.md"), ("keys.md", "first.md")] {
      try FileManager.default.createSymbolicLink(
        atPath: command.folder.file(link), withDestinationPath: target)
    }
    for (link, target) in [("a", "b"), ("b", "a")] {
      try FileManager.default.createSymbolicLink(
        atPath: command.folder.file(link), withDestinationPath: target)
    }
    for _ in 0..<2 {
      let end = try command.run(
        "document", "--output", command.folder.file("keys.md"))
      #expect(end.code == 0)
      let text = try String(contentsOfFile: command.folder.file("shared/keys.md"), encoding: .utf8)
      #expect(text.contains("n:a"))
      #expect(
        try FileManager.default.destinationOfSymbolicLink(atPath: command.folder.file("keys.md"))
          == "first.md")
    }
    let circle = try command.run("document", "--output", command.folder.file("a"))
    #expect(circle.code != 0 && circle.complaints.contains("/a: "))
  }

  @Test("Release notes have what was added, changed and removed")
  func changelog() throws {
    let command = try BuiltCommand()
    let old = #"""
      { "version": 1, "namespace": "n", "keys": {
        "a": { "type": "Int", "default": 1 }, "b": { "type": "Int", "default": 1 } } }
      """#
    let new = #"""
      { "version": 1, "namespace": "n", "keys": {
        "a": { "type": "Int", "default": 2 }, "c": { "type": "String?" } } }
      """#
    try FileManager.default.createDirectory(
      atPath: command.folder.file("old"), withIntermediateDirectories: true)
    try FileManager.default.createDirectory(
      atPath: command.folder.file("new"), withIntermediateDirectories: true)
    _ = try command.folder.write(old, to: "old/N.keys.json")
    _ = try command.folder.write(new, to: "new/N.keys.json")
    let end = try command.run(
      "diff", "--format", "markdown", "--title", "1.1", "old", "new")
    #expect(end.code == 0)
    let text = end.output
    #expect(text.hasPrefix("## 1.1\n"))
    #expect(text.contains("### Added\n\n- "))
    #expect(text.contains("### Changed\n\n- "))
    #expect(text.contains("### Removed\n\n- "))
    let none = try command.run("diff", "--format", "markdown", "old", "old")
    #expect(none.output == "## Keys\n\nNo key changes.\n")
  }
}
