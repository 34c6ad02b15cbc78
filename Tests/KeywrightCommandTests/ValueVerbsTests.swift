import Foundation
import KeywrightStorage
import KeywrightTestSupport
import KeywrightVerbs
import Testing

@testable import keywright_cli

@Suite("get, set and list")
struct ValueVerbsTests {
  let command: BuiltCommand

  init() throws { command = try BuiltCommand() }

  @Test(
    "A change that would be refused is refused with --dry-run too",
    arguments: [
      "set player:volume=1 --store ./s.plist", "unset player:volume --store ./s.plist",
      "unset --all --yes --store ./s.plist",
      "set player:volume=1 --because x --store ./new.plist",
      "set player:volume=1 --because x --here --store secrets:org.example.none",
      "set player:volume=1 player:theme=dark --here --store secrets:org.example.none",
    ])
  func refusedTrial(line: String) throws {
    let command = try BuiltCommand()
    _ = try command.folder.write("bplist00 is no list", to: "s.plist")
    let words = line.split(separator: " ").map(String.init)
    let (end, trial) = (
      try command.run(arguments: words), try command.run(arguments: words + ["--dry-run"])
    )
    #expect(end.code != 0 && trial.code == end.code, "\(end), \(trial)")
    #expect(trial.complaints == end.complaints)
  }

  @Test("A value outside of its range is refused with the range, and no store is made")
  func range() throws {
    let end = try command.run("set", "player:volume", "2", "--store", "org.example.player")
    #expect(end == .init(1, "", "keywright: player:volume: `2`: not in 0.0...1.0\n"))
    #expect(command.folder.names == ["Player.keys.json"])
  }

  /// The path of a store with a byte that is not as it was written, in its list or in its list and its journal.
  private func makeDamagedStore(isSound: Bool = false) throws -> String {
    _ = try command.run("set", "player:volume", "0.8", "--store", "./s.plist")
    if !isSound {
      var journal = try #require(command.folder.read("s.plist.journal"))
      let name = try #require(journal.firstRange(of: Array("player:volume".utf8)))
      journal[name.lowerBound] ^= 1
      _ = try command.folder.write(journal, to: "s.plist.journal")
    }
    var bytes = try #require(command.folder.read("s.plist"))
    bytes[12] ^= 1
    return try command.folder.write(bytes, to: "s.plist")
  }

  @Test("A damaged list hides no value, and keeps none from being written")
  func damagedList() throws {
    let path = try makeDamagedStore(isSound: true)
    let read = try command.run("get", "player:volume", "--store", path)
    #expect(read.code == 0 && read.output == "0.8\n")
    #expect(read.complaints.contains("All commits are in use, from the journal."))
    let written = try command.run("set", "player:volume", "0.5", "--store", path)
    #expect(written.code == 0)
    #expect(try command.run("get", "player:volume", "--store", path).output == "0.5\n")
  }

  @Test(
    "A reader of a damaged store is told so",
    arguments: [["list"], ["get", "player:volume"], ["export"], ["explain", "player:volume"]])
  func damage(_ arguments: [String]) throws {
    let path = try makeDamagedStore()
    let end = try command.run(arguments: arguments + ["--store", path])
    #expect(end.code == 1)
    #expect(end.complaints.hasPrefix("keywright: \(path).journal: "))
    #expect(
      end.complaints.hasSuffix(
        " [corrupt, reading]. Values that cannot be read are missing here; `keywright doctor "
          + "--store \(path)` says what can be read\n"))
  }

  @Test(
    "A damaged store is not changed",
    arguments: [
      ["set", "player:volume", "1"], ["unset", "player:volume"], ["unset", "--all", "--yes"],
      ["import", "values.json"],
    ])
  func refusedDamage(_ arguments: [String]) throws {
    let path = try makeDamagedStore()
    let bytes = command.folder.read("s.plist")
    _ = try command.folder.write(#"{ "player": { "volume": 1 } }"#, to: "values.json")
    let end = try command.run(arguments: arguments + ["--store", path])
    #expect(end.code == 3 && end.output.isEmpty)
    #expect(
      end.complaints.hasSuffix(
        " [corrupt, reading]. Nothing was written; `keywright doctor --store \(path)` says what can be read\n"
      ))
    #expect(command.folder.read("s.plist") == bytes)
  }

  @Test("What a damaged store has lost is unknown", arguments: ["list", "unset"])
  func unknownLosses(_ verb: String) throws {
    let path = try makeDamagedStore()
    let end = try command.run(verb, "--undeclared", "--schemas", ".", "--store", path)
    #expect(end.code == 3 && end.complaints.contains("[corrupt, reading]. Nothing was written"))
  }

  #if os(Linux)
    @Test("Output that cannot be written is a failure, and no crash")
    func fullDisk() throws {
      let process = command.process(["--help"])
      let complaints = Pipe()
      let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
      process.standardOutput = full
      process.standardError = complaints
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationReason == .exit && process.terminationStatus == 3)
      #expect(
        String(decoding: complaints.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
          == "keywright: standard output: No space left on device\n")
    }
  #endif

  @Test("Words that are no value and its key are explained")
  func tooManyWords() throws {
    let end = try command.run("set", "player:title", "two", "words", "--store", "./s.plist")
    #expect(end.code == 2)
    #expect(
      end.complaints.hasPrefix(
        "keywright: 3 arguments where two are wanted, KEY VALUE; quote a value with spaces\n"))
  }

  @Test("What is set in a suite is got, listed and in the file")
  func suite() throws {
    let store = "org.example.player"
    let path = command.folder.file("config/org.example.player/defaults.plist")
    let set = try command.run("set", "player:volume", "0.8", "--store", store)
    #expect(set == .init(0, "", "keywright: made the store \(path)\n"))
    #expect(try command.run("get", "player:volume", "--store", store) == .init(0, "0.8\n"))
    #expect(
      try command.run("list", "--changed", "--store", store)
        == .init(0, "player:volume=0.8  stored\n"))
    let plist = try PropertyListSerialization.propertyList(
      from: Data(contentsOf: URL(filePath: path)), format: nil)
    var members = try #require(plist as? [String: Double])
    #expect(members.removeValue(forKey: "keywright:checkpoint") != nil)
    #expect(members == ["player:volume": 0.8])
  }

  @Test("Declared steps run, and several keys are one commit: all or none")
  func steps() throws {
    let refused = try command.run(
      "set", "player:balance=9", "player:theme=drak", "--store", "./s.plist")
    #expect(
      refused
        == .init(
          1, "",
          "keywright: player:theme: `drak`: not one of system, light, dark; did you mean 'dark'?\n")
    )
    #expect(!command.folder.names.contains("s.plist"))
    _ = try command.run(
      "set", "player:balance=9", "player:title= abcde ", "player:theme=dark", "--store", "./s.plist"
    )
    let got = try command.run(
      "get", "player:balance", "player:title", "player:theme", "--store", "./s.plist")
    #expect(got == .init(0, "player:balance=5\nplayer:title=ABCDE\nplayer:theme=dark\n"))
  }

  @Test(
    "A value that is printed reads back",
    arguments: [
      ("player:volume", "0.1"), ("player:balance", "-5"), ("player:theme", "light"),
      ("player:title", "A B"), ("player:install", "0F0E0D0C-0B0A-0908-0706-050403020100"),
      ("player:window", #"{"height": 0.1, "theme": "dark", "width": 3.0}"#),
      ("player:sleep", "0.25s"), ("player:born", "2026-01-31T12:00:00.5Z"),
      ("player:cover", "yv4="), ("player:tags", #"["a,b", "c"]"#),
      ("player:counts", #"{"a": 1, "é": -2}"#), ("player:recent", #"["https://example.org"]"#),
      ("player:equaliser:band:-3", "2.5"),
    ])
  func readsBack(key: String, text: String) throws {
    #expect(try command.run("set", key, text, "--store", "./s.plist").code == 0)
    #expect(try command.run("get", key, "--store", "./s.plist") == .init(0, text + "\n"))
  }

  @Test("Keys and namespaces that nobody declares are refused with the one meant")
  func unknown() throws {
    let samples: [([String], String)] = [
      (
        ["get", "player:volum"], "no schema declares `player:volum`; did you mean `player:volume`?"
      ),
      (
        ["get", "player:equaliser:band"],
        "`player:equaliser:band` is a family of keys: `player:equaliser:band:INDEX` (Int)"
      ),
      (
        ["get", "player:equaliser:band:x"],
        "`player:equaliser:band:x` is no key of the family `player:equaliser:band:INDEX` (Int)"
      ),
      (
        ["list", "palyer"], "no schema declares `palyer`; did you mean `player`?"
      ),
      (
        ["get", "player:equaliser"],
        "`player:equaliser` is a namespace; `keywright list player:equaliser` lists its keys"
      ),
    ]
    for (arguments, reason) in samples {
      let outcome = Command.run(
        arguments + ["--store", "/nowhere.plist", "--schemas", command.folder.path])
      #expect(outcome.code == .problems && outcome.output.isEmpty)
      #expect(outcome.complaints.hasPrefix("keywright: \(reason)"))
    }
  }

  @Test("A secret value is shown only if that is asked for, and never in a refusal")
  func secrets() throws {
    let refused = try command.run("set", "player:token", "hu", "--store", "./s.plist")
    #expect(refused.code == 1 && !refused.complaints.contains("hu`"))
    _ = try command.run("set", "player:token", "hush", "--store", "./s.plist")
    #expect(try command.run("get", "player:token", "--store", "./s.plist").output == "<secret>\n")
    let list = try command.run("list", "--json", "--store", "./s.plist")
    #expect(list.code == 0 && !list.output.contains("hush"))
    let revealed = try command.run("get", "player:token", "--reveal", "--store", "./s.plist")
    #expect(revealed.output == "hush\n")
  }

  @Test("What a person should know of a value that was stored is told")
  func told() throws {
    let schema = #"""
      { "version": 1, "namespace": "player", "keys": {
        "volume": { "type": "Double", "default": 0.5, "range": [0, 1], "outside": "clamp" },
        "note": { "type": "String?" },
        "token": { "type": "String?", "sensitivity": "secret" } } }
      """#
    _ = try command.folder.write(schema, to: "Player.keys.json")
    func run(_ words: String..., input: String? = nil) throws -> BuiltCommand.End {
      try command.run(arguments: words + ["--store", "./s.plist"], input: input)
    }
    #expect(try run("set", "player:volume", "1").code == 0)
    #expect(
      try run("set", "player:volume", "1.5")
        == .init(0, "", "keywright: note: processed to player:volume=1.0\n"))
    #expect(
      try run("get", "player:note") == .init(1, "", "keywright: `player:note` has no value\n"))
    let secret = try run("set", "player:token", "hush")
    #expect(
      secret
        == .init(
          0, "",
          "keywright: note: `player:token` is secret, and other users can see arguments, which a "
            + "shell keeps in its history; - reads it from standard input\n"))
    #expect(try run("set", "player:token", "-", input: "hush\n") == .init(0, "", ""))
    // A line of a list reads back.
    let text = "two\nlines \"quoted\" = x"
    #expect(try run("set", "player:note", text) == .init(0, "", ""))
    let list = try run("list", "player:note").output
    let line = try #require(list.firstRange(of: "  stored").map { list[..<$0.lowerBound] })
    #expect(try run("unset", "player:note").code == 0)
    #expect(try run("set", String(line)) == .init(0, "", ""))
    #expect(try run("get", "player:note").output == text + "\n")
  }

  @Test("A key that the program processes is refused unless that is skipped; hooks are named")
  func functions() throws {
    let refused = try command.run("set", "player:nickname", "x", "--store", "./s.plist")
    #expect(
      refused
        == .init(
          1, "",
          "keywright: player:nickname: `Nicknames.normalise` processes the value; the command cannot "
            + "run it, --skip-functions stores the value without\n"))
    let told = try command.run(
      "set", "player:nickname", " x ", "--skip-functions", "--store", "./s.plist")
    #expect(told.code == 0)
    #expect(
      told.complaints.contains(
        "keywright: note: the step `Nicknames.normalise` of the program does not run in the command\n"
      ))
    #expect(try command.run("get", "player:nickname", "--store", "./s.plist").output == "x\n")
    let hook = try command.run("set", "player:equaliser:preset", "loud", "--store", "./s.plist")
    #expect(
      hook
        == .init(
          0, "",
          "keywright: note: the hook `Hooks.check` of the program does not run in the command\n"))
  }

  @Test("Reading changes nothing, and says what cannot be read")
  func reading() throws {
    let plist = "<plist><dict><key>player:volume</key><string>loud</string></dict></plist>"
    let path = try command.folder.write(plist, to: "s.plist")
    let end = try command.run("get", "player:volume", "--store", path)
    #expect(end.code == 1 && end.output == "0.5\n")
    #expect(end.complaints.contains("holds a string in \(path), which is no Double"))
    #expect(try command.run("list", "--store", path).code == 1)
    #expect(command.folder.names == ["Player.keys.json", "s.plist"])
    #expect(command.text("s.plist") == plist)
    let missing = try command.run("get", "player:volume", "--store", "./none.plist")
    #expect(missing == .init(0, "0.5\n", "keywright: there is no store at ./none.plist yet\n"))
    let broken = try command.folder.write("bplist00nonsense", to: "b.plist")
    #expect(try command.run("set", "player:volume", "1", "--store", broken).code == 3)
    #expect(command.text("b.plist") == "bplist00nonsense")
  }

  @Test("A key that an older version left under a former name is pointed out")
  func formerKey() throws {
    let path = try command.folder.write(
      "<plist><dict><key>player:recentFiles</key><array/></dict></plist>", to: "s.plist")
    let list = try command.run("list", "player", "--store", path)
    #expect(
      list.output.contains("stored, under `player:recentFiles` until the program opens the store\n")
    )
  }

  @Test("A key that the program keeps in another store, or in none, is pointed out")
  func ownStore() throws {
    let schema = #"""
      { "version": 1, "namespace": "player", "keys": {
        "token": { "type": "Int?", "store": "vault" },
        "cache": { "type": "Cache.Entry?", "coding": "memory" } } }
      """#
    _ = try command.folder.write(schema, to: "Player.keys.json")
    let note = "keywright: note: the program keeps `player:token` in its store `vault`\n"
    _ = try command.folder.write("player:token=1\n", to: "v.env")
    for words in [["set", "player:token", "1"], ["import", "v.env"]] {
      let refused = try command.run(arguments: words + ["--store", "./s.plist"])
      #expect(refused.code == 1 && command.folder.read("s.plist") == nil)
      #expect(
        refused.complaints.hasPrefix(
          "keywright: player:token: the program keeps it in its store `vault`, which --store has to "
            + "name; --here stores it in ./s.plist all the same\n"))
    }
    let set = try command.run("set", "player:token", "1", "--here", "--store", "./s.plist")
    #expect(set == .init(0, "", note + "keywright: made the store ./s.plist\n"))
    let get = try command.run("get", "player:token", "--store", "./s.plist")
    #expect(get == .init(0, "1\n", note))
    let none = try command.run("get", "player:cache", "--store", "./s.plist")
    #expect(
      none.complaints == "keywright: note: the program stores no `player:cache`\n"
        + "keywright: `player:cache` has no value\n")
    #expect(try command.run("unset", "player:token", "--store", "./s.plist").code == 0)
    let list = try command.run("list", "--json", "--store", "./s.plist")
    #expect(list.output.contains(#""store": "vault""#))
  }

  @Test("Schemas with errors, wrong arguments and absent schemas have codes of their own")
  func codes() throws {
    _ = try command.folder.write(#"{ "version": 2 }"#, to: "Bad.keys.json")
    let bad = try command.run("list", "--store", "./s.plist")
    #expect(bad.code == 1 && bad.complaints.contains("Bad.keys.json:1:14: error: version 2"))
    let usage = try command.run("get", "player:volume")
    #expect(usage.code == 2)
    #expect(usage.complaints.hasPrefix("keywright: --store is missing: a suite, as in"))
    let none = try command.run(
      "list", "--store", "./s.plist", "--schemas", "/nowhere/none.keys.json")
    #expect(none.code == 3)
  }
}
