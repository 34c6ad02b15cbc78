import Foundation
import KeywrightTestSupport
import KeywrightVerbs
import Testing

@testable import keywright_cli

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Schemas and files of somebody else's branch.
@Suite("The command is not led astray by")
struct HostileInputTests {
  @Test("a pipe in the place of a schema or a file", arguments: ["check", "lock", "schema"])
  func pipe(verb: String) throws {
    let command = try BuiltCommand()
    try #require(mkfifo(command.folder.file("Pipe.keys.json"), 0o600) == 0)
    let file = verb == "lock" ? "." : "Pipe.keys.json"
    #expect(try command.run(arguments: [verb, file]).code != 0)
  }

  @Test(
    "a link in the place of the fixtures", arguments: ["keys.fixtures", "keys.fixtures/1.0.plist"])
  func fixtures(name: String) throws {
    let command = try BuiltCommand()
    let files = FileManager.default
    try files.createDirectory(
      atPath: command.folder.file("elsewhere"), withIntermediateDirectories: false)
    if name.contains("/") {
      try files.createDirectory(
        atPath: command.folder.file("keys.fixtures"), withIntermediateDirectories: false)
    }
    try files.createSymbolicLink(
      atPath: command.folder.file(name), withDestinationPath: command.folder.file("elsewhere"))
    let end = try command.run("lock", "--release", "1.0")
    #expect(end.code == 3)
    #expect(end.complaints.contains("it is a link, through which nothing is written"))
    #expect(try files.contentsOfDirectory(atPath: command.folder.file("elsewhere")) == [])
  }

  @Test("a title that is a request of roff", arguments: [".so /etc/hostname", "'so /etc/hostname"])
  func manualPage(title: String) throws {
    let command = try BuiltCommand()
    _ = try command.folder.write(
      """
      { "version": 1, "namespace": "player", "summary": "\(title)", "keys": { "volume": {
        "type": "Int", "default": 1, "title": "\(title)", "summary": "\(title)",
        "discussion": "\(title)" } } }
      """, to: "Player.keys.json")
    let page = try command.run("document", "--format", "man", "--title", title)
    #expect(page.code == 0, "\(page.complaints)")
    let requests = page.output.split(separator: "\n").filter {
      $0.hasPrefix(".") || $0.hasPrefix("'")
    }
    #expect(requests.allSatisfy { $0.contains(/^\.(TH|SH|SS|TP|IP|PP)( |$)/) }, "\(requests)")
  }

  @Test("keys that are called as the parts of the page")
  func ids() throws {
    let names = ["search", "count", "theme", "tree", "all", "results", "more", "nothing", "keys"]
    let command = try BuiltCommand()
    let keys = names.map { #""\#($0)": { "type": "Int", "default": 1 }"# }.joined(separator: ", ")
    _ = try command.folder.write(
      #"{ "version": 1, "keys": { \#(keys) } }"#, to: "Player.keys.json")
    let end = try command.run("document")
    #expect(end.code == 0, "\(end.complaints)")
    let ids = end.output.matches(of: /id="([^"]*)"/).map { String($0.1) }
    #expect(ids.count == Set(ids).count, "\(ids.sorted())")
    #expect(Set(names).isSubset(of: ids))
  }

  @Test("the values that a secret may have, which no document shows")
  func allowedSecrets() throws {
    let command = try BuiltCommand()
    _ = try command.folder.write(
      """
      { "version": 1, "namespace": "player", "keys": { "pin": { "type": "String",
        "default": "canary1", "allowed": ["canary1", "canary2"], "sensitivity": "secret" } } }
      """, to: "Player.keys.json")
    for (format, _) in DocumentTests.files {
      let end = try command.run("document", "--format", format, "--domain", "org.example.app")
      #expect(!end.output.contains("canary") && !end.complaints.contains("canary"), "\(format)")
    }
    for verb in [["explain", "player:pin"], ["list"], ["export"]] {
      let end = try command.run(arguments: verb + ["--store", "./s.plist"])
      #expect(!end.output.contains("canary"), "\(verb): \(end.output)")
    }
  }

  @Test("a secret in the arguments, since it can come from standard input")
  func standardInput() throws {
    let command = try BuiltCommand()
    let store = ["--store", "./s.plist"]
    let set = try command.run(arguments: ["set", "player:token", "-"] + store, input: "hush\n")
    #expect(set.code == 0, "\(set.complaints)")
    let get = ["get", "player:token", "--reveal"] + store
    #expect(try command.run(arguments: get).output == "hush\n")
  }

  @Test("streams that are closed: what it prints comes into no file of its own")
  func closedStreams() throws {
    let command = try BuiltCommand()
    let shell = ChildProcess()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.currentDirectoryURL = command.folder.url
    shell.arguments = [
      "-c",
      "exec \"$0\" set player:volume 1 --json --store ./s.plist <&- >&- 2>&-", BuiltCommand.path,
    ]
    try shell.run()
    shell.waitUntilExit()
    #expect(shell.terminationStatus != 0, "its output could not be written")
    let value = try command.run("get", "player:volume", "--store", "./s.plist")
    #expect(value == BuiltCommand.End(0, "1.0\n"))
    for name in command.folder.names where name.hasPrefix("s.plist") {
      let text = String(decoding: command.folder.read(name) ?? [], as: UTF8.self)
      #expect(!text.contains("[{") && !text.contains("keywright: "), "\(name)")
    }
  }

  @Test("values that a shell would take for other words, or a terminal for commands")
  func completions() {
    let texts = ["plain", "two\nlines", "a\ttab", "\u{1B}]0;title\u{7}", "\u{202E}reversed"]
    let answer = CompletionRequest.Answer(candidates: texts.map { .init(text: $0) })
    #expect(answer.text == "words\nplain\n")
  }
}
