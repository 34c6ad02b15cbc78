import Foundation
import KeywrightTestSupport
import Testing

/// The sessions of the article *The command*, run one after the other.
@Suite("The article on the command")
struct CommandArticleTests {
  private static let article = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources/Keywright/Keywright.docc/The-command.md")

  /// The code blocks of a language.
  private static func blocks(_ language: String, in text: String) -> [String] {
    text.components(separatedBy: "```\(language)\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
  }

  /// Each command with what it prints.
  private static func sessions(_ text: String) -> [(command: String, output: [String])] {
    var sessions: [(command: String, output: [String])] = []
    for line in text.split(separator: "\n").map(String.init) {
      if line.hasPrefix("$ ") {
        sessions.append((String(line.dropFirst(2)), []))
      } else {
        sessions[sessions.count - 1].output.append(line)
      }
    }
    return sessions
  }

  @Test("Every command prints what the article shows")
  func sessions() throws {
    let text = try String(contentsOf: Self.article, encoding: .utf8)
    let command = try BuiltCommand()
    try FileManager.default.removeItem(atPath: command.folder.file("Player.keys.json"))
    let schema = try #require(Self.blocks("json", in: text).first)
    _ = try command.folder.write(schema, to: "Player.keys.json")
    try FileManager.default.createSymbolicLink(
      atPath: command.folder.file("keywright"), withDestinationPath: BuiltCommand.path)
    let sessions = Self.blocks("console", in: text).flatMap(Self.sessions)
    #expect(sessions.count > 10)
    for session in sessions {
      let process = command.process([])
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = ["-c", "PATH=\(command.folder.path):$PATH; " + session.command]
      let pipe = Pipe()
      (process.standardOutput, process.standardError) = (pipe, pipe)
      try process.run()
      process.waitUntilExit()
      let output = String(
        decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      let lines = output.split(separator: "\n").map(String.init)
      #expect(lines.count == session.output.count, "\(session.command) prints \(output)")
      for (line, wanted) in zip(lines, session.output) {
        // `…` stands for what differs from place to place.
        let isSame =
          wanted.hasSuffix("…") ? line.hasPrefix(wanted.dropLast()) : line == wanted
        #expect(isSame, "\(session.command) prints \(line), not \(wanted)")
      }
    }
  }

  @Test("What stands there for habits of other tools is a call that does it")
  func habits() throws {
    let text = try String(contentsOf: Self.article, encoding: .utf8)
    let table = try #require(text.components(separatedBy: "### Habits of other tools").last)
      .components(separatedBy: "### ")[0]
    let rows = table.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
    let calls = rows.flatMap { row in
      row.split(separator: "|")[1].split(separator: "`").filter { $0.hasPrefix("keywright ") }
    }
    #expect(calls.count > 15)
    for call in calls {
      let words = call.split(separator: " ").dropFirst().map(String.init)
      // These wait for somebody, or need a cluster.
      if ["watch", "edit", "browse", "revert"].contains(words[0]) {
        #expect(try BuiltCommand().run(arguments: [words[0], "--help"]).code == 0, "\(call)")
        continue
      }
      let command = try EveryVerbTests.place()
      _ = try command.folder.write(#"{ "player": { "volume": 0.6 } }"#, to: "player.json")
      let end = try command.run(arguments: words + ["--store", "h.plist"])
      #expect(end.code == 0, "\(call): \(end)")
    }
  }
}
