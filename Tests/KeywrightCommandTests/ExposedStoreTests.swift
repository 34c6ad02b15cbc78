import Foundation
import KeywrightTestSupport
import KeywrightVerbs
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

  /// A folder with a schema, and a store with its log and an earlier list in a folder that others may enter.
  private func place(file: Int, folder: Int, log: Int = 0o600) throws -> BuiltCommand {
    let command = try BuiltCommand(schema: Self.schema)
    _ = try command.folder.write("player:token=hush\n", to: "token.env")
    let inner = command.folder.file("inner")
    try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: false)
    #expect(try command.run("set", "player:volume=1", "--store", "inner/s.plist").code == 0)
    let files = FileManager.default
    try files.copyItem(atPath: inner + "/s.plist", toPath: inner + "/s.plist.earlier-1")
    try files.setAttributes([.posixPermissions: file], ofItemAtPath: inner + "/s.plist")
    let logs = try files.contentsOfDirectory(atPath: inner).filter {
      $0 == JournalFormat.journalName(for: "s.plist")
    }
    #expect(!logs.isEmpty)
    for name in logs {
      try files.setAttributes([.posixPermissions: log], ofItemAtPath: "\(inner)/\(name)")
    }
    try files.setAttributes([.posixPermissions: folder], ofItemAtPath: inner)
    return command
  }

  /// The verbs that read or write a store.
  private static let verbs = [
    "get player:volume", "list", "explain player:volume", "export", "set player:volume=0.5",
    "unset player:volume", "import token.env --dry-run", "unset --all", "document",
    "export --raw --output copy.plist", "history", "list --undeclared --schemas .",
    "restore 1 --dry-run",
  ]

  /// The modes of the list, its folder and its log.
  typealias Modes = (file: Int, folder: Int, log: Int, note: String)

  private static let notes: [Modes] = [
    (0o644, 0o755, 0o600, "a file that others may read, of mode 644"),
    (0o622, 0o755, 0o600, "a file that others may write, of mode 622"),
    (0o600, 0o755, 0o622, "a file whose log others may write, of mode 622"),
    (0o600, 0o755, 0o644, "a file whose log others may read, of mode 644"),
    (0o600, 0o777, 0o600, "a folder in which others may make files, of mode 777"),
    (0o600, 0o1777, 0o600, "a folder in which others may make files, of mode 1777"),
  ]

  @Test(
    "is called so by each verb",
    arguments: Search.part(of: verbs.flatMap { verb in notes.map { (verb, $0) } }, each: 11))
  func everyVerb(verb: String, note: Modes) throws {
    let command = try place(file: note.file, folder: note.folder, log: note.log)
    let words = verb.split(separator: " ").map(String.init)
    let end = try command.run(arguments: words + ["--store", "inner/s.plist"])
    #expect(
      end.complaints.contains("keywright: note: inner/s.plist: \(note.note)\n"), "\(end.complaints)"
    )
  }

  @Test("gets a secret with a flag alone", arguments: Search.part(of: notes, each: 3))
  func secrets(note: Modes) throws {
    for verb in [["set", "player:token=hush"], ["import", "token.env"]] {
      let command = try place(file: note.file, folder: note.folder, log: note.log)
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
    for (index, (file, folder)) in [(0o600, 0o755), (0o644, 0o700), (0o600, 0o700)].enumerated() {
      let command = try place(file: file, folder: folder)
      let end = try command.run(
        "set", "player:token", "-", "--store", "inner/s.plist", input: "hush")
      #expect(end == BuiltCommand.End(0), "\(end.complaints)")
      for verb in Search.part(of: Self.verbs, each: 3, from: index) {
        let words = verb.split(separator: " ").map(String.init)
        let end = try command.run(arguments: words + ["--store", "inner/s.plist"])
        #expect(!end.complaints.contains("that others"), "\(end.complaints)")
      }
    }
  }

  @Test(
    "by the group of its folder, unless that is the owner's alone, or by an access control list")
  func groups() {
    func folder(_ mode: UInt32, group: UInt32) -> FileStatus {
      FileStatus(
        kind: .folder, device: 1, inode: 1, size: 0, permissions: mode, owner: 7, group: group,
        links: 1, modified: 0, changed: 0)
    }
    #expect(Exposure(nil, in: folder(0o770, group: 8), user: 7) == .folder(0o770))
    #expect(Exposure(nil, in: folder(0o750, group: 8), user: 7) == nil)
    #expect(Exposure(nil, in: folder(0o770, group: 7), user: 7) == nil)
    let listed = Exposure(nil, in: folder(0o770, group: 7), user: 7, hasAccessList: true)
    #expect(listed == .folder(0o770))
  }

  @Test(
    "by the group of a real folder is called so",
    .enabled(if: geteuid() == 0, "NOT RUN: needs root"))
  func realGroup() throws {
    let command = try place(file: 0o600, folder: 0o770)
    #expect(chown(command.folder.file("inner"), 0, 1500) == 0)
    let end = try command.run("history", "--store", "inner/s.plist")
    #expect(
      end.complaints.contains("a folder in which others may make files, of mode 770"),
      "\(end.complaints)")
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
    #expect(Exposure(status(1, 0o600), log: status(2, 0o600), in: folder, user: 1) == .owner(2))
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
