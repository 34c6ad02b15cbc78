import Foundation
import KeywrightTestSupport
import Testing

/// The tool that a package's plugins run.
@Suite("The tool of the plugins")
struct LockToolTests {
  /// Runs the tool in the folder of a command.
  private static func run(_ line: String, in place: BuiltCommand) throws -> BuiltCommand.End {
    try place.run(
      arguments: line.split(separator: " ").map(String.init),
      program: URL(filePath: BuiltCommand.path).deletingLastPathComponent()
        .appending(path: "keywright-lock").path)
  }

  /// Calls of its verbs, with their codes.
  static let calls: [(line: String, code: Int32)] = [
    ("check Player.keys.json", 0), ("check --locked old", 1), ("check --jsn .", 2),
    ("check none.keys.json", 3), ("lock old", 0), ("lock --release 1.0 --json .", 0),
    ("lock --accept n:a old", 2), ("lock none", 3), ("diff old new", 1), ("diff --json old old", 0),
    ("diff none new", 3), ("--help check", 0), ("check --help", 0),
    ("help lock", 0), ("--version", 0), ("lcok old", 2),
  ]

  @Test("prints what the command prints, and leaves the same files", arguments: calls)
  func isTheSame(line: String, code: Int32) throws {
    let (place, other) = (try EveryVerbTests.place(), try EveryVerbTests.place())
    let end = try Self.run(line, in: place)
    #expect(end.code == code, "\(end)")
    // The command has more verbs in its list.
    let command = try other.run(arguments: line.split(separator: " ").map(String.init))
    if !line.hasPrefix("--help") { #expect(end == command) }
    for file in ["old/keys.lock.json", "keys.lock.json", "keys.fixtures/1.0.plist"] {
      #expect(place.text(file) == other.text(file), "\(file)")
    }
  }

  @Test("has no other verb, and no store")
  func noMore() throws {
    let place = try EveryVerbTests.place()
    #expect(try Self.run("list --store ./s.plist", in: place).code == 2)
    let end = try Self.run("diff s.plist old", in: place)
    let reason = "it is a property list, where a schema or a lock is wanted"
    #expect(end == .init(3, "", "keywright: s.plist: \(reason)\n"))
  }

  @Test("prints into no file that takes the place of a closed stream")
  func closedStreams() throws {
    let place = try EveryVerbTests.place()
    _ = try Self.run("lock old", in: place)
    let lock = place.text("old/keys.lock.json")
    let tool = URL(filePath: BuiltCommand.path).deletingLastPathComponent()
      .appending(path: "keywright-lock").path
    let other = try EveryVerbTests.place()
    let end = try other.run(
      arguments: ["-c", "'\(tool)' lock old >&- 2>&- <&-"], program: "/bin/sh")
    #expect(end.code == 3, "\(end)")
    #expect(other.text("old/keys.lock.json") == lock && !lock.isEmpty)
  }
}
