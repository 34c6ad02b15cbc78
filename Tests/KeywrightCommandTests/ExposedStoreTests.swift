import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage
@testable import keywright_cli

@Suite("A store that other users reach")
struct ExposedStoreTests {
  private static let schema = """
    { "version": 1, "namespace": "player", "keys": {
      "volume": { "type": "Double", "default": 0.5 },
      "token": { "type": "String?", "sensitivity": "secret" } } }
    """

  /// A folder with a schema, and a store in a folder that others may enter.
  private func place(file: Int, folder: Int) throws -> BuiltCommand {
    let command = try BuiltCommand(schema: Self.schema)
    _ = try command.folder.write("player:token=hush\n", to: "token.env")
    let inner = command.folder.file("inner")
    try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: false)
    #expect(try command.run("set", "player:volume=1", "--store", "inner/s.plist").code == 0)
    let files = FileManager.default
    try files.setAttributes([.posixPermissions: file], ofItemAtPath: inner + "/s.plist")
    try files.setAttributes([.posixPermissions: folder], ofItemAtPath: inner)
    return command
  }

  /// The verbs that read or write a store.
  private static let verbs = [
    "get player:volume", "list", "explain player:volume", "export", "set player:volume=0.5",
    "unset player:volume", "import token.env --dry-run", "watch --count 1 player:volume",
    "reset --all",
  ]

  private static let notes: [(file: Int, folder: Int, note: String)] = [
    (0o644, 0o755, "a file that others may read, of mode 644"),
    (0o622, 0o755, "a file that others may write, of mode 622"),
    (0o600, 0o777, "a folder in which others may make files, of mode 777"),
    (0o600, 0o1777, "a folder in which others may make files, of mode 1777"),
  ]

  @Test("is called so by each verb", arguments: verbs.filter { !$0.hasPrefix("watch") }, notes)
  func everyVerb(verb: String, note: (file: Int, folder: Int, note: String)) throws {
    let command = try place(file: note.file, folder: note.folder)
    let words = verb.split(separator: " ").map(String.init) + ["--store", "inner/s.plist"]
    let end = try command.run(arguments: words)
    #expect(
      end.complaints.contains("keywright: note: inner/s.plist: \(note.note)\n"), "\(end.complaints)"
    )
  }

  @Test("gets a secret with a flag alone", arguments: notes)
  func secrets(note: (file: Int, folder: Int, note: String)) throws {
    let command = try place(file: note.file, folder: note.folder)
    for verb in [["set", "player:token=hush"], ["import", "token.env"]] {
      let call = verb + ["--store", "inner/s.plist"]
      let end = try command.run(arguments: call)
      #expect(end.code == 1)
      #expect(
        end.complaints.contains(
          "player:token: it is secret, and inner/s.plist is \(note.note); --exposed stores it"),
        "\(end.complaints)")
      #expect(!(try command.run("export", "--store", "inner/s.plist").output.contains("hush")))
      #expect(try command.run(arguments: call + ["--exposed"]).code == 0)
      #expect(try command.run("unset", "player:token", "--store", "inner/s.plist").code == 0)
    }
  }

  @Test("is no store of this user alone, nor one behind a folder of this user alone")
  func control() throws {
    for (file, folder) in [(0o600, 0o755), (0o644, 0o700), (0o600, 0o770)] {
      let command = try place(file: file, folder: folder)
      let end = try command.run("set", "player:token=hush", "--store", "inner/s.plist")
      #expect(end == BuiltCommand.End(0), "\(end.complaints)")
    }
  }

  @Test("of another user is the same, but the superuser may write there")
  func owner() {
    func status(_ owner: UInt32, _ mode: UInt32) -> FileStatus {
      FileStatus(
        kind: .regular, device: 1, inode: 1, size: 0, permissions: mode, owner: owner, group: 0,
        links: 1, modified: 0, changed: 0)
    }
    let folder = status(1, 0o700)
    #expect(Exposure(status(2, 0o600), in: folder, user: 1) == .owner(2))
    #expect(Exposure(status(1, 0o600), in: folder, user: 1) == nil)
    #expect(Exposure(nil, in: status(0, 0o1777), user: 1) == .folder(0o1777))
    #expect(Exposure(nil, in: nil, user: 1) == nil)
  }

  @Test(
    "that the superuser makes in a user's folder says who cannot write it",
    .enabled(if: geteuid() == 0, "NOT RUN: needs root"))
  func superuser() throws {
    let command = try BuiltCommand()
    let inner = command.folder.file("inner")
    try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: false)
    #expect(chown(inner, 1500, 1500) == 0)
    let end = try command.run("set", "player:volume=1", "--store", "inner/s.plist")
    #expect(end.complaints.contains("user 1500, whose folder it lies in, cannot write it"))
    let own = try command.run("set", "player:volume=1", "--store", "own.plist")
    #expect(own.complaints == "keywright: made the store own.plist\n")
  }
}
