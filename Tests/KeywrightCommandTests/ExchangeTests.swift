import Foundation
import KeywrightTestSupport
import KeywrightVerbs
import Testing

@testable import keywright_cli

@Suite("unset, reset, explain, export, import and watch")
struct ExchangeTests {
  let command: BuiltCommand

  init() throws { command = try BuiltCommand() }

  private func fill(_ store: String = "./s.plist") throws {
    let end = try command.run(
      "set", "player:volume=0.8", "player:theme=dark", "player:born=2026-01-31T12:00:00Z",
      "player:title=A=1", #"player:counts={"a": 1}"#, "player:token=hush", "player:cover=yv4=",
      "player:equaliser:band:3=-1", "player:equaliser:preset= two\nlines", "--store", store)
    #expect(end.code == 0)
  }

  @Test("unset removes values, and says from which keys")
  func unset() throws {
    try fill()
    let end = try command.run(
      "unset", "player:volume", "player:balance", "--json", "--store", "./s.plist")
    #expect(end == .init(0, "[\"player:volume\"]\n"))
    #expect(try command.run("get", "player:volume", "--store", "./s.plist").output == "0.5\n")
    #expect(try command.run("unset", "player:x", "--store", "./s.plist").code == 1)
    let missing = try command.run("unset", "player:volume", "--store", "./none.plist")
    #expect(missing == .init(0, "", "keywright: there is no store at ./none.plist yet\n"))
    #expect(!command.folder.names.contains("none.plist"))
  }

  @Test(
    "import says where a file is not as it should be, and stores nothing",
    arguments: [
      (
        "{\n\"player\": {", 1,
        "v:2:12: error: expected a member name in double quotes, found the end of the file [json]\n"
          + "v:2:11: note: this `{` is not closed\n"
      ),
      (
        "{ \"player\": {\n\"theme\": null } }", 3,
        "keywright: v:2:10: a store has no null; leave the member out, `keywright unset` removes a value\n"
      ),
      ("player:volume=1\nhello", 3, "keywright: v: line 2 is no KEY=value\n"),
      ("", 0, "keywright: v has no value\n"),
      ("[1]", 3, "keywright: v: expected an object, found an array\n"),
      (
        "\u{FEFF}{}", 1,
        "v:1:1: error: the file begins with a byte order mark (UTF-8); save it as UTF-8 without one [encoding]\n"
      ),
    ])
  func unreadableValues(text: String, code: Int32, complaint: String) throws {
    _ = try command.folder.write(text, to: "v")
    let end = try command.run("import", "v", "--store", "./s.plist")
    #expect(end == .init(code, "", complaint))
    #expect(!command.folder.names.contains("s.plist"))
  }

  @Test("import refuses text that is not UTF-8")
  func otherEncoding() throws {
    let bytes = Array("player:volume=1\nplayer:title=caf".utf8) + [0xE9]
    try Data(bytes).write(to: command.folder.url.appending(path: "v"))
    let end = try command.run("import", "v", "--store", "./s.plist")
    #expect(end == .init(3, "", "keywright: v: line 2 is not UTF-8\n"))
  }

  @Test("unset of a namespace, a family or all needs a yes, and leaves what no schema declares")
  func unsetOfMany() throws {
    _ = try command.folder.write(
      """
      <plist><dict><key>other</key><true/><key>player:volume</key><real>1</real>
      <key>player:equaliser:band:1</key><real>1</real></dict></plist>
      """, to: "s.plist")
    #expect(try command.run("unset", "--store", "./s.plist").code == 2)
    #expect(try command.run("unset", "player", "--all", "--store", "./s.plist").code == 2)
    for names in [["--all"], ["player"], ["player:volume", "player:equaliser"]] {
      let asked = try command.run(arguments: ["unset", "--store", "./s.plist"] + names)
      #expect(asked.code == 1 && asked.output.contains("player:volume=1.0"), "\(names)")
      #expect(
        asked.complaints
          == "keywright: nothing was removed; --yes is the answer without a question\n")
    }
    for name in ["player:equaliser", "player:equaliser:band"] {
      let trial = try command.run("unset", name, "--dry-run", "--store", "./s.plist")
      #expect(trial.code == 0 && trial.output == "player:equaliser:band:1\n", "\(name)")
    }
    let part = try command.run(
      "unset", "player:equaliser:", "--yes", "--json", "--store", "./s.plist")
    #expect(part.code == 0 && part.output == "[\"player:equaliser:band:1\"]\n")
    #expect(try command.run("unset", "--all", "--yes", "--store", "./s.plist").code == 0)
    let plist = try PropertyListSerialization.propertyList(
      from: Data(command.folder.read("s.plist") ?? []), format: nil)
    let members = try #require(plist as? [String: Any])
    #expect(members.keys.sorted() == ["keywright:checkpoint", "other"])
    #expect(members["other"] as? Bool == true)
  }

  @Test("explain says what schema and store know, of a family too")
  func explain() throws {
    try fill()
    let end = try command.run("explain", "player:volume", "--store", "./s.plist")
    #expect(end.code == 0)
    #expect(
      end.output == """
        player:volume: Double
          summary       Loudness.
          value         0.8, stored
          stored        real 0.8
          default       0.5
          values        from 0 to 1
          variable      PLAYER_VOLUME
          argument      --player.volume
          declared      \(command.folder.file("Player.keys.json")):8

        """)
    let date = try command.run("explain", "player:born", "--store", "./s.plist")
    #expect(date.output.contains("stored        date(2026-01-31T12:00:00Z)\n"), "\(date.output)")
    let family = try command.run("explain", "player:equaliser:band", "--json")
    #expect(family.code == 0 && family.output.contains(#""in program": "the hook `Hooks.check`""#))
    let secret = try command.run("explain", "player:token", "--store", "./s.plist")
    #expect(!secret.output.contains("hush"))
  }

  @Test("What is exported is imported again, in each format", arguments: ["json", "plist", "env"])
  func roundTrip(format: String) throws {
    try fill()
    let first = try command.run(
      "export", "--format", format, "--reveal", "--store", "./s.plist", "--output", "out")
    #expect(first == .init(0))
    let imported = try command.run("import", "out", "--store", "./new.plist")
    #expect(imported.code == 0 && imported.output.isEmpty)
    let arguments = ["list", "--changed", "--reveal", "--json", "--store"]
    let (old, new) = (
      Command.run(arguments + [command.folder.file("s.plist"), "--schemas", command.folder.path]),
      Command.run(arguments + [command.folder.file("new.plist"), "--schemas", command.folder.path])
    )
    #expect(old == new && old.output.contains("player:equaliser:preset"))
    let again = try command.run("export", "--reveal", "--store", "./new.plist", "--output", "out")
    #expect(
      again.code == 3 && again.complaints.contains("out: there is a file, which is not replaced"))
  }

  @Test("JSON is nested, and a property list is one that other programs read")
  func formats() throws {
    try fill()
    let json = try command.run("export", "--store", "./s.plist")
    #expect(json.complaints.contains("1 private or secret value is left out"))
    let tree = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    let player = try #require(tree?["player"] as? [String: Any])
    #expect(player["volume"] as? Double == 0.8 && player["token"] == nil)
    let equaliser = try #require(player["equaliser"] as? [String: Any])
    #expect(equaliser["band"] as? [String: Double] == ["3": -1])
    let plist = try command.run("export", "--format", "plist", "--store", "./s.plist")
    let members =
      try PropertyListSerialization.propertyList(
        from: Data(plist.output.utf8), format: nil) as? [String: Any]
    #expect(members?["player:cover"] as? Data == Data([0xCA, 0xFE]))
    #expect(members?.count == 8)
  }

  @Test("A property list leaves out what XML cannot hold exactly, and says so")
  func exactness() throws {
    _ = try command.run("set", "player:born", "2026-01-31T12:00:00.5Z", "--store", "./s.plist")
    let end = try command.run("export", "--format", "plist", "--store", "./s.plist")
    #expect(end.code == 1 && !end.output.contains("player:born"))
    #expect(end.complaints.contains("player:born is left out: XML cannot hold its value exactly"))
    // A control character is in no XML, though some readers take it.
    _ = try command.run("set", "player:equaliser:preset", "a\u{1B}[2J", "--store", "./s.plist")
    let control = try command.run("export", "--format", "plist", "--store", "./s.plist")
    #expect(!control.output.contains("\u{1B}"))
    _ = try command.run(
      "set", "player:equaliser:preset", "a\r\u{9B}\u{202E}b", "--store", "./s.plist")
    let text = try command.run("export", "--format", "plist", "--store", "./s.plist").output
    #expect(text.contains("<string>a&#13;&#155;&#8238;b</string>"))
  }

  @Test("An import with mistakes names all of them, and changes nothing")
  func mistakes() throws {
    try fill()
    let file = #"{ "player": { "volume": 3, "volum": 1, "theme": "light" } }"#
    let end = try command.run("import", "-", "--store", "./s.plist", input: file)
    #expect(
      end
        == .init(
          1, "",
          """
          keywright: -:1:15: player:volume: `3`: not in 0.0...1.0
          keywright: -:1:28: no schema declares `player:volum`; did you mean `player:volume`?
          keywright: nothing was imported

          """))
    #expect(try command.run("get", "player:theme", "--store", "./s.plist").output == "dark\n")
    let trial = try command.run(
      "import", "-", "--dry-run", "--skip-unknown", "--store", "./s.plist",
      input: #"{ "player": { "volum": 1, "theme": "light", "volume": 0.8 } }"#)
    #expect(trial == .init(0, "player:theme=light\n"))
    #expect(try command.run("get", "player:theme", "--store", "./s.plist").output == "dark\n")
    #expect(try command.run("import", "none", "--store", "./s.plist").code == 3)
  }

  @Test("An import means by each member what a layer means by it")
  func members() throws {
    let file = #"""
      { "x-tool": { "volume": 1 }, "$schema": "s", "player:volume": 0.25,
        "player": { "volume": 0.75, "equaliser": true, "x-other": [1] } }
      """#
    let end = try command.run("import", "-", "--store", "./s.plist", input: file)
    #expect(
      end
        == .init(
          1, "",
          """
          keywright: -:2:15: player:volume: the key is given twice, first at -:1:46
          keywright: -:2:31: player:equaliser: true is not an object of keys
          keywright: nothing was imported

          """))
  }

  @Test("watch prints the changes of another process, and ends after as many as were asked for")
  func watch() throws {
    try fill()
    let watcher = command.process(
      ["watch", "--count", "3", "--json", "player", "--store", "./s.plist"])
    let pipe = Pipe()
    watcher.standardOutput = pipe
    try watcher.run()
    // Nothing says when the watcher is ready: changes are made until it has seen enough.
    var number = 0
    while watcher.isRunning, number < 200 {
      number += 1
      _ = try command.run("set", "player:balance", "\(number % 5)", "--store", "./s.plist")
    }
    watcher.waitUntilExit()
    #expect(watcher.terminationStatus == 0)
    let lines = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      .split(separator: "\n")
    #expect(lines.count == 3)
    for line in lines {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect(object?["key"] as? String == "player:balance")
    }
    #expect(try command.run("watch", "--count", "x", "--store", "./s.plist").code == 2)
    #expect(try command.run("watch", "--store", "./none.plist").code == 3)
  }

  @Test("A program that holds the store's values sees what the command sets, and loses nothing")
  func beside() throws {
    try fill()
    let ends = try (0..<8).map { number in
      let process = command.process(
        ["set", "player:equaliser:band:\(number)", "1", "--store", "./s.plist"])
      process.standardError = FileHandle.nullDevice
      try process.run()
      return process
    }
    for process in ends {
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
    let list = try command.run("list", "player:equaliser", "--store", "./s.plist")
    #expect(list.output.split(separator: "\n").count { $0.hasPrefix("player:equaliser:band") } == 8)
    #expect(try command.run("doctor", "--store", "./s.plist").code == 0)
  }

  @Test("Colour is for a terminal alone, and never with NO_COLOR")
  func color() {
    #expect(Ink(isTerminal: true, environment: ["TERM": "xterm"]).isColored)
    #expect(!Ink(isTerminal: true, environment: ["TERM": "xterm", "NO_COLOR": "1"]).isColored)
    #expect(!Ink(isTerminal: true, environment: ["TERM": "dumb"]).isColored)
    #expect(!Ink(isTerminal: false, environment: ["TERM": "xterm"]).isColored)
    #expect(Ink(isTerminal: false, environment: [:]).paint("a", .bold) == "a")
  }
}
