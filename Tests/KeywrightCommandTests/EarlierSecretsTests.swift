import Foundation
import KeywrightTestSupport
import KeywrightVerbs
import Testing

@testable import keywright_cli

@Suite("Secrets and kept lists, by the command")
struct EarlierSecretsTests {
  private static let schema = """
    { "version": 1, "namespace": "player", "keys": {
      "volume": { "type": "Double", "default": 0.5 },
      "token": { "type": "String?", "sensitivity": "secret", "former": ["player:pass"] } } }
    """

  private func store() throws -> BuiltCommand {
    let command = try BuiltCommand(schema: Self.schema)
    #expect(try run(command, "set player:volume=1").code == 0)
    // A list that a program kept.
    try FileManager.default.copyItem(
      atPath: command.folder.file("s.plist"), toPath: command.folder.file("s.plist.earlier-1"))
    #expect(try run(command, "set player:token=CANARY").code == 0)
    return command
  }

  private func run(_ command: BuiltCommand, _ words: String) throws -> BuiltCommand.End {
    try command.run(
      arguments: words.split(separator: " ").map(String.init) + ["--store", "./s.plist"])
  }

  @Test(arguments: ["unset player:token", "set player:token=other", "unset --all --yes"])
  func whatIsReplacedLeavesThem(_ verb: String) throws {
    let command = try store()
    #expect(try run(command, verb).code == 0)
    #expect(try run(command, "set player:volume=0.3").code == 0)
    for name in command.folder.names where name.hasPrefix("s.plist") {
      #expect(!command.text(name).contains("CANARY"), "\(name)")
    }
  }

  @Test func differencesHideThemWithoutASchemaAndUnderFormerNames() throws {
    let command = try store()
    _ = try command.folder.write(
      "<plist><dict><key>player:pass</key><string>CANARY</string></dict></plist>",
      to: "s.plist.earlier-2")
    for words in ["restore 1 --dry-run", "restore 2 --dry-run", "restore 2 --dry-run --json"] {
      for hasSchema in [true, false] {
        let schema = hasSchema ? Self.schema : #"{ "version": 1, "keys": {} }"#
        _ = try command.folder.write(schema, to: "Player.keys.json")
        let end = try run(command, words)
        #expect(end.code == 0 && (end.output + end.complaints).contains("player:"), "\(end)")
        #expect(!(end.output + end.complaints).contains("CANARY"), "\(words): \(end)")
      }
    }
  }

  @Test func aNumberThatNoStoreReachesIsNone() throws {
    let command = try store()
    try FileManager.default.copyItem(
      atPath: command.folder.file("s.plist"),
      toPath: command.folder.file("s.plist.earlier-9999999999999999999"))
    let end = try command.run("history", "--store", "./s.plist")
    #expect(end.code == 0 && !end.output.contains("9999999"), "\(end)")
  }

  @Test func aPipeIsNoSchema() throws {
    let command = try BuiltCommand()
    let path = command.folder.file("Pipe.keys.json")
    #expect(mkfifo(path, 0o600) == 0)
    let writer = open(path, O_RDWR)
    defer { close(writer) }
    let end = try command.run("check", ".")
    #expect(end.code == 3 && end.complaints.contains("it is a pipe, not a regular file"), "\(end)")
  }
}
