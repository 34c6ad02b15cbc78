import Foundation
import KeywrightTestSupport
import KeywrightVerbs
import Testing

@testable import keywright_cli

/// `--policies`: what an administrator says beside what is stored.
@Suite("policies")
struct PoliciesTests {
  private let command: BuiltCommand

  init() throws {
    command = try BuiltCommand()
    for (level, text) in [
      ("managed", #"{ "player:volume": 0.25, "player:equaliser:band:9": 1 }"#),
      ("recommended", #"{ "player": { "volume": 0.75, "theme": "dark" } }"#),
    ] {
      let folder = command.folder.url.appending(path: "etc/app/policies/\(level)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      _ = try command.folder.write(text, to: "etc/app/policies/\(level)/a.json")
    }
    #expect(try command.run("set", "player:volume=1", "--store", "./s.plist").code == 0)
  }

  private func run(_ arguments: String...) throws -> BuiltCommand.End {
    try command.run(arguments: arguments + ["--store", "./s.plist", "--policies", "./etc/app"])
  }

  @Test("A managed value comes before the stored one, a recommended one before the default")
  func order() throws {
    let list = try run("list").output
    for line in [
      #/player:volume=0.25 +managed/#, #/player:theme=dark +recommended/#,
      #/player:equaliser:band:9=1.0 +managed/#,
    ] {
      #expect(try line.firstMatch(in: list) != nil, "\(list)")
    }
    #expect(try run("get", "player:volume").output == "0.25\n")
    let explained = try run("explain", "player:volume").output
    #expect(explained.contains("0.25, managed") && explained.contains("real 1.0"), "\(explained)")
    #expect(try command.run("get", "player:volume", "--store", "./s.plist").output == "1.0\n")
    #expect(try run("set", "player:theme=light").code == 2)
    _ = try command.run("set", "player:theme=light", "--store", "./s.plist")
    #expect(try run("get", "player:theme").output == "light\n")
  }

  @Test("browse changes no managed value, and says what an administrator recommends")
  func browse() throws {
    let arguments = try Arguments(
      ["--schemas", command.folder.path, "--policies", command.folder.file("etc/app")],
      options: Browse.description.options)
    let catalog = try SchemaSearch.catalog(arguments)
    let values = StoredValues([]).under(try Policies(arguments, catalog))
    var state = try BrowseState(values, BrowseSettings(catalog: catalog, store: "s.plist"))
    #expect(state.chosen?.value(reveal: false) == "0.25")
    #expect(!state.take(.text("+")).stores)
    #expect(state.message?.text == "read-only: an administrator's value comes first")
    for _ in 0..<2 { _ = state.take(.down) }
    #expect(state.chosen?.source == "recommended")
    #expect(state.take(.text("+")).stores)
  }

  @Test("Each reading verb tells of policies that others may write")
  func exposed() throws {
    let folder = command.folder.file("etc/app/policies")
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder)
    for words in [["list"], ["get", "player:volume"], ["explain", "player:volume"]] {
      let end = try command.run(
        arguments: words + ["--store", "./s.plist", "--policies", "./etc/app"])
      #expect(end.code == 0 && end.complaints.contains("policies that others may write"), "\(end)")
    }
  }

  @Test("A folder that does not exist is told of, and a mistake in a file with its place")
  func mistakes() throws {
    let none = try command.run(
      "get", "player:volume", "--store", "./s.plist", "--policies", "./none")
    #expect(none.output == "1.0\n" && none.complaints.contains("there is no"), "\(none)")
    _ = try command.folder.write(#"{ "player:volume": 7 }"#, to: "etc/app/policies/managed/a.json")
    let wrong = try run("get", "player:volume")
    #expect(wrong.output == "1.0\n" && wrong.complaints.contains("a.json:1:"), "\(wrong)")
    for id in ["", ".", "..", "/"] {
      let end = try command.run(
        "get", "player:volume", "--store", "./s.plist", "--policies", id)
      #expect(end.code == 2, "\(end)")
    }
  }
}

extension BrowseEffect {
  fileprivate var stores: Bool {
    if case .store = self { true } else { false }
  }
}
