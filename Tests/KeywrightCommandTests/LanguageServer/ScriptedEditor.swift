import Foundation
import KeywrightEvolution
import KeywrightSchema
import KeywrightTestSupport
import KeywrightVerbs

@testable import KeywrightLanguageServer
@testable import keywright_cli

/// An editor whose messages are written down, in memory: it sends the next ones when the server waits for
/// them.
struct ScriptedEditor: MessageChannel {
  /// The bytes that it sends at once, one after the other.
  var sent: [[UInt8]]
  /// What the server had written each time it waited.
  private(set) var received: [String] = []
  private var output = ""

  init(sent: [[UInt8]]) {
    self.sent = sent.reversed()
  }

  mutating func read(waits: Bool, from editor: pid_t?) -> [UInt8]? {
    guard waits else { return [] }
    received.append(output)
    output = ""
    return sent.popLast()
  }

  mutating func write(_ text: String) throws { output += text }

  /// A message with its header.
  static func framed(_ text: String) -> [UInt8] {
    Array("Content-Length: \(text.utf8.count)\r\n\r\n\(text)".utf8)
  }

  /// The texts of messages without their headers.
  static func texts(in output: String) -> [String] {
    var reader = MessageReader()
    reader.append(Array(output.utf8))
    var texts: [String] = []
    while let item = reader.next() {
      switch item {
      case .success(let bytes): texts.append(String(decoding: bytes, as: UTF8.self))
      case .failure(let fault): texts.append("NO MESSAGE: \(fault.reason)")
      }
    }
    return texts
  }

  /// Runs a server for bytes that are sent one after the other.
  ///
  /// - Returns: The messages of the server for each of them, and its exit code.
  static func run(_ sent: [[UInt8]]) throws -> (messages: [[String]], code: ExitCode) {
    var server = LanguageServer(
      channel: ScriptedEditor(sent: sent),
      session: ServerSession(today: "2026-01-31", facts: LanguageServerVerb.facts))
    let code = try server.run()
    var channel = server.channel
    _ = channel.read(waits: true, from: nil)
    return (channel.received.dropFirst().map(texts), code)
  }
}

/// A session with a server, as a file of `Golden/Sessions` has it: files of a folder, then what the editor
/// sends (`>`) and what the server answers (`<`).
///
/// `FOLDER` is the name of the folder in the protocol. Lines of the editor that follow one another are sent
/// at once.
struct RecordedSession {
  let name: String
  private let path: String
  private let lines: [String]

  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../Golden/Sessions").standardizedFileURL

  static var names: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".txt") }.sorted()
  }

  init(_ name: String) throws {
    self.name = name
    path = Self.folder.appending(path: name).path
    lines = try String(contentsOfFile: path, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The whole text, with the answers that the server gives now.
  func replayed() throws -> (recorded: String, now: String) {
    let folder = TemporaryFolder()
    let place = DocumentURI.uri(of: OpenTexts.realPath(of: folder.path))
    try writeFiles(to: folder)
    var steps: [[UInt8]] = []
    for (index, line) in lines.enumerated() where line.hasPrefix("> ") {
      let message = #"{"jsonrpc":"2.0",\#(line.dropFirst(3))"#
      let bytes = ScriptedEditor.framed(message.replacing("FOLDER", with: place))
      if index > 0, lines[index - 1].hasPrefix("> ") {
        steps[steps.count - 1] += bytes
      } else {
        steps.append(bytes)
      }
    }
    let (messages, _) = try ScriptedEditor.run(steps)
    var text: [String] = []
    var step = 0
    for (index, line) in lines.enumerated() where !line.hasPrefix("< ") {
      text.append(line)
      let isLast = index + 1 == lines.count || !lines[index + 1].hasPrefix("> ")
      if line.hasPrefix("> "), isLast {
        let answers = step < messages.count ? messages[step] : []
        text += answers.map { "< \($0.replacing(place, with: "FOLDER"))" }
        step += 1
      }
    }
    return (lines.joined(separator: "\n"), text.joined(separator: "\n"))
  }

  /// Makes the files of lines that begin with `|`, and the links.
  private func writeFiles(to folder: TemporaryFolder) throws {
    var name = ""
    var texts: [String: String] = [:]
    var links: [[String]] = []
    for line in lines {
      if line.hasPrefix("file ") {
        name = String(line.dropFirst("file ".count))
      } else if line.hasPrefix("| ") {
        texts[name, default: ""] += line.dropFirst(2) + "\n"
      } else if line.hasPrefix("link ") {
        links.append(line.split(separator: " ").map(String.init))
      }
    }
    let files = FileManager.default
    for (name, text) in texts {
      let parent = URL(filePath: folder.file(name)).deletingLastPathComponent()
      try files.createDirectory(at: parent, withIntermediateDirectories: true)
      _ = try folder.write(text, to: name)
    }
    for words in links where words.count == 3 {
      try files.createSymbolicLink(atPath: folder.file(words[1]), withDestinationPath: words[2])
    }
  }

  func record(_ text: String) throws {
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }
}
