import Foundation
import KeywrightTestSupport
import KeywrightVerbs
import Testing

@testable import keywright_cli

@Suite("The store of a verb without --store")
struct StoreSearchTests {
  private func run(_ command: BuiltCommand, _ words: String...) throws -> BuiltCommand.End {
    try command.run(arguments: words)
  }

  /// A package whose program opens some suites.
  private func package(opening suites: String...) throws -> BuiltCommand {
    let command = try BuiltCommand()
    _ = try command.folder.write("// swift-tools-version: 6.1\n", to: "Package.swift")
    let sources = command.folder.file("Sources/App")
    try FileManager.default.createDirectory(atPath: sources, withIntermediateDirectories: true)
    try FileManager.default.moveItem(
      atPath: command.folder.file("Player.keys.json"), toPath: sources + "/Player.keys.json")
    let calls = suites.map { "  let s = DefaultsStore(\n    suite: \"\($0)\", keys: A.self)\n" }
    _ = try command.folder.write(calls.joined(), to: "Sources/App/App.swift")
    return command
  }

  @Test func isTheSuiteThatTheProgramOpens() throws {
    let command = try package(opening: "org.example.player")
    let set = try run(command, "set", "player:volume=1")
    #expect(set.code == 0)
    #expect(
      set.complaints.hasPrefix(
        "keywright: note: the store is org.example.player, of Sources/App/App.swift:1\n"))
    #expect(try run(command, "get", "player:volume") == BuiltCommand.End(0, "1.0\n"))
    #expect(try run(command, "explain", "player:volume").output.contains("1.0, stored"))
  }

  @Test func isAskedForWhereTheProgramOpensSeveral() throws {
    let command = try package(opening: "org.example.a", "org.example.b")
    let end = try run(command, "list")
    #expect(end.code == 2)
    #expect(
      end.complaints.hasPrefix(
        "keywright: --store is missing; the program here opens "
          + "org.example.a (Sources/App/App.swift:1), org.example.b (Sources/App/App.swift:3)\n"))

  }

  @Test func isTheOneOfTheEnvironment() throws {
    let command = try package(opening: "org.example.player")
    #expect(try run(command, "set", "player:volume=1", "--store", "./other.plist").code == 0)
    let process = command.process(
      ["get", "player:volume"], ["KEYWRIGHT_STORE": command.folder.file("other.plist")])
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    process.waitUntilExit()
    #expect(output.fileHandleForReading.readDataToEndOfFile() == Data("1.0\n".utf8))
  }

  @Test func isRefusedBesideOneOfNearlyItsName() throws {
    let command = try package()
    #expect(try run(command, "set", "player:volume=1", "--store", "org.example.player").code == 0)
    let reason = "there is no store `org.exmaple.player`; did you mean `org.example.player`?"
    for (words, advice) in [
      (["set", "player:volume=0"], "; --new makes it"), (["unset", "player:volume"], ""),
      (["import", "Player.keys.json"], "; --new makes it"), (["doctor", "--mend"], ""),
      (["edit"], "; --new makes it"), (["restore", "yesterday"], ""), (["browse"], ""),
      (["get", "player:volume"], ""), (["list"], ""), (["export"], ""),
    ] {
      let end = try command.run(arguments: words + ["--store", "org.exmaple.player"])
      #expect(end == .init(1, "", "keywright: \(reason)\(advice)\n"), "\(words)")
    }
    let new = try run(command, "set", "player:volume=0", "--new", "--store", "org.exmaple.player")
    #expect(new.code == 0)
    #expect(
      try run(command, "get", "player:volume", "--store", "org.example.player").output == "1.0\n")
  }

  @Test func isMadeInAFolderThatIsThere() throws {
    let command = try package()
    let path = command.folder.file("none/s.plist")
    let end = try run(command, "set", "player:volume=1", "--store", path)
    #expect(
      end
        == .init(
          1, "", "keywright: there is no folder \(command.folder.file("none")); --new makes it\n"))
    #expect(try run(command, "get", "player:volume", "--store", path).output == "0.5\n")
    #expect(try run(command, "set", "player:volume=1", "--new", "--store", path).code == 0)
  }

  @Test(arguments: ["lst --help", "--help lst", "lst -h"])
  func anUnknownVerbIsAnErrorWithHelpToo(_ words: String) throws {
    let command = try BuiltCommand()
    let end = try command.run(arguments: words.split(separator: " ").map(String.init))
    #expect(end.code == (words.hasPrefix("--") ? 0 : 2))
    if end.code == 2 {
      #expect(end.complaints.hasPrefix("keywright: no verb `lst`; did you mean `list`?"))
    }
  }

  @Test func helpTakesAVerb() throws {
    let command = try BuiltCommand()
    #expect(try run(command, "help", "list") == run(command, "list", "--help"))
  }

  @Test(arguments: [
    ("DefaultsStore(suite: \"a\")", ["a"]), ("DefaultsStore( // x\n suite: \"a\")", ["a"]),
    ("DefaultsStore(\n\n  suite:\"a.b\")", ["a.b"]), ("DefaultsStore(suite: name)", []),
    ("DefaultsStore(suite: \"a\\(b)\")", []), ("DefaultsStore(suite: \"", []),
    ("DefaultsStore(suite: \"a\nb\")", []), ("DefaultsStore(suite: \"etcd://h:1/p\")", []),
    ("DefaultsStore(suite: \"../../x\")", []), ("DefaultsStore(suite: \"/x.plist\")", []),
    ("DefaultsStore(suite: \"x.plist\")", []), ("// DefaultsStore(suite: \"a\")", []),
    ("//\nDefaultsStore(suite: \"a\")", ["a"]), ("DefaultsStore(DefaultsStore(suite: \"a\"", ["a"]),
    ("let u = \"https://x\"; DefaultsStore(suite: \"a\")", ["a"]),
    ("/* DefaultsStore(suite: \"a\") */", []),
  ])
  func suites(text: String, found: [String]) {
    #expect(StoreSearch.suites(in: text).map(\.suite) == found)
  }
}
