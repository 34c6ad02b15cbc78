import Foundation
import KeywrightTestSupport
import Testing

/// Verbs on a path at which another program's file lies: it stays as it is, whatever the verb.
@Suite("A file of another program, named as a store")
struct ForeignStoreTests {
  static let kinds: [(kind: String, bytes: [UInt8])] = [
    ("a picture", [0x89] + Array("PNG\r\n\u{1a}\n\0\0\0\rIHDR".utf8)),
    ("a text", Array("no list\n".utf8)), ("JSON", Array(#"{ "player": {} }"#.utf8)),
    ("an archive", Array("PK\u{3}\u{4}".utf8) + [20, 0, 0, 0]),
    ("a page", Array("<!DOCTYPE html><html></html>".utf8)),
  ]

  /// Those that read, and those that change something.
  static let verbs = [
    "list", "get player:volume", "explain player:volume", "export", "doctor",
    "list --undeclared --schemas .", "export --raw --output copy.plist", "set player:volume 1",
    "unset player:volume", "unset --all --yes", "import player.env", "doctor --mend",
  ]

  @Test(
    "stays as it is, and the verb says so",
    arguments: Search.part(of: kinds.flatMap { kind in verbs.map { (kind, $0) } }, each: 5))
  func stays(_ file: (kind: String, bytes: [UInt8]), _ verb: String) throws {
    let command = try BuiltCommand()
    try FileManager.default.createDirectory(
      atPath: command.folder.file("data"), withIntermediateDirectories: false)
    let path = try command.folder.write(file.bytes, to: "data/s.plist")
    _ = try command.folder.write("player:volume=1\n", to: "player.env")
    let before = FolderContent(of: command.folder.file("data"))
    let words = verb.split(separator: " ").map(String.init)
    let end = try command.run(arguments: words + ["--store", path])
    #expect(end.code != 0, "\(end)")
    #expect(!(end.complaints + end.output).contains("damaged-1"), "\(end)")
    #expect(FolderContent(of: command.folder.file("data")) == before, "\(end)")
    #expect(command.folder.read("copy.plist") == nil)
  }
}
