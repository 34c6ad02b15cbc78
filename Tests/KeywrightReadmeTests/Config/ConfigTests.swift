import Foundation
import Keywright
import Testing

typealias AppKeys = KeywrightReadmeTestsKeys

/// The terminal program of the article on the command line, environment and files.
@Suite("The config example")
struct ConfigTests {
  private let user = MemoryStore()
  private let file = FileManager.default.temporaryDirectory
    .appending(path: "keywright-config-\(UUID()).json")

  private func run(
    _ arguments: String..., environment: [String: String] = [:], file text: String = "{}"
  ) throws -> String {
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try Config(
      arguments: arguments, environment: environment, file: file, user: user
    ).run()
  }

  private func message(
    _ arguments: String..., environment: [String: String] = [:], file text: String = "{}"
  ) throws -> String {
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    do {
      return try "no error: "
        + Config(arguments: arguments, environment: environment, file: file, user: user).run()
    } catch {
      return "\(error)".replacing(file.path(percentEncoded: false), with: "settings.json")
    }
  }

  @Test("Every setting is listed with its layer")
  func list() throws {
    try user.set(Pane.launches, to: 3)
    let text = try run(
      "--player.volume=0.25", "list", environment: ["APP_PANE_THEME": "dark"],
      file: #"{"player": {"nickname": "Ada", /* for the party */ }}"#)
    #expect(
      Set(text.split(separator: "\n")) == [
        "pane:launches = 3 (user)", "player:volume = 0.25 (arguments)",
        "pane:theme = dark (environment)", "player:nickname = Ada (file)",
      ])
  }

  @Test("A setting is read, set with its rules, and reset")
  func set() throws {
    #expect(try run("get", "player:volume") == "0.5")
    #expect(try run("set", "player:volume", "7") == "")
    #expect(try run("get", "player:volume") == "1.0", "the processing clamps it")
    #expect(try run("reset", "player:volume") == "")
    #expect(try run("get", "player:volume") == "0.5")
    let forced = try run(
      "set", "player:volume", "0.75", environment: ["APP_PLAYER_VOLUME": "0.25"])
    #expect(forced == "player:volume stays 0.25: environment comes first")
    #expect(user.get(Player.volume) == 0.75)
    let why = try run("why", "player:volume", file: #"{"player:volume": 0.125}"#)
    #expect(why.hasPrefix("player:volume, a Double\n  value        0.125, from layer 3\n"))
  }

  @Test("What is wrong is said where it was written")
  func messages() throws {
    #expect(
      try message("get", "player:volum")
        == "there is no key \"player:volum\"; did you mean 'player:volume'?")
    #expect(
      try message("set", "pane:theme", "drak")
        == """
        set: the text is not a value of the key's type; nothing changed. Key: 'pane:theme'. \
        Found: "drak". Cause: not one of system, light, dark; did you mean 'dark'?
        """)
    #expect(
      try message("list", "--player.volum=1")
        == "--player.volum: no key has this name; did you mean '--player.volume'?")
    #expect(
      try message("list", environment: ["APP_PANE_THEM": "dark"])
        == "APP_PANE_THEM: no key has this name; did you mean 'APP_PANE_THEME'?")
    #expect(
      try message("list", file: #"{"pane": {"them": "dark"}}"#)
        == "settings.json:1:11: 'pane:them': no key has this name; "
        + "did you mean 'pane:theme'?")
    #expect(
      try message("list", "--pane.theme=drak", "--player.volum=1") == """
        --player.volum: no key has this name; did you mean '--player.volume'?
        --pane.theme=drak: not one of system, light, dark; did you mean 'dark'? \
        Correct the argument, or leave it out.
        """)
    #expect(try message("lst").hasPrefix("usage: config list"))
  }

  @Test("The article shows the program, which has fewer than 80 lines")
  func article() throws {
    let path = "Sources/Keywright/Keywright.docc/Command-line-environment-and-files.md"
    let article = try String(
      contentsOf: ReadmeTests.root.appending(path: path), encoding: .utf8)
    let program = try String(
      contentsOf: ReadmeTests.here.appending(path: "Config/Config.swift"), encoding: .utf8)
    #expect(article.contains("```swift\n\(program)```\n"))
    #expect(program.split(separator: "\n", omittingEmptySubsequences: false).count <= 80)
  }
}
