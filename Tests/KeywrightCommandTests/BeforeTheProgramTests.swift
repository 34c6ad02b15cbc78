import Foundation
import Keywright
import KeywrightTestSupport
import KeywrightVerbs
import Testing

@testable import keywright_cli

/// Compares what the command says of a store that an earlier release wrote with what the program has once it has opened
/// it: the keys of both are written down for the test, those of the program as its generated code has them.
@Suite("Before a program has opened a store that an earlier release wrote, the command")
struct BeforeTheProgramTests {
  /// A change between two releases.
  struct Change: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The members of the namespace `n` in the schema of the new release.
    let schema: String
    /// What the earlier release stored.
    let stored: [String: String]
    /// What the program does when it opens the store.
    let migrations: [Migration]
    /// The keys of the program.
    let keys: [AnyKey]
    /// The key that is in question.
    let name: String
    /// Whether the command can do as the program does.
    var isKnown = true
  }

  private static func key(_ name: String, _ value: Int = 1) -> Key<Root, Int> {
    Key(StorageString(name), default: value)
  }

  private static let clamped = Key<Root, Int>(
    StorageString("n:new"), default: 1, descriptor: KeyDescriptor(processing: [.clamp(0...5)]))
  private static let small = Key<Root, Int>(
    StorageString("n:new"), default: 1, descriptor: KeyDescriptor(constraints: [.range(0...5)]))
  private static let band = AnyKey(
    _family: Key<Root, Int>(StorageString("n:band"), default: 1), [.integer(Int.self)])

  static let changes = [
    Change(
      testDescription: "of no key", schema: #""new": { "type": "Int", "default": 1 }"#,
      stored: ["n:new": "7"], migrations: [], keys: [AnyKey(key("n:new"))], name: "n:new"),
    Change(
      testDescription: "of a name",
      schema: #""new": { "type": "Int", "default": 1, "former": ["n:old"] }"#,
      stored: ["n:old": "7"], migrations: [Migration(from: ["n:old"], to: key("n:new"))],
      keys: [AnyKey(key("n:new"))], name: "n:new"),
    Change(
      testDescription: "of a name, twice",
      schema: #""new": { "type": "Int", "default": 1, "former": ["n:old", "n:older"] }"#,
      stored: ["n:old": "7", "n:older": "8"],
      migrations: [Migration(from: ["n:old", "n:older"], to: key("n:new"))],
      keys: [AnyKey(key("n:new"))], name: "n:new"),
    Change(
      testDescription: "of a name that both releases wrote",
      schema: #""new": { "type": "Int", "default": 1, "former": ["n:old"] }"#,
      stored: ["n:old": "7", "n:new": "9"],
      migrations: [Migration(from: ["n:old"], to: key("n:new"))],
      keys: [AnyKey(key("n:new"))], name: "n:new"),
    Change(
      testDescription: "of a name and the processing",
      schema: #"""
        "new": { "type": "Int", "default": 1, "former": ["n:old"],
          "range": [0, 5], "outside": "clamp" }
        """#,
      stored: ["n:old": "7"], migrations: [Migration(from: ["n:old"], to: clamped)],
      keys: [AnyKey(clamped)], name: "n:new"),
    Change(
      testDescription: "of a name, to one with a range that the value violates",
      schema: #""new": { "type": "Int", "default": 1, "former": ["n:old"], "range": [0, 5] }"#,
      stored: ["n:old": "7"], migrations: [Migration(from: ["n:old"], to: small)],
      keys: [AnyKey(small)], name: "n:new", isKnown: false),
    Change(
      testDescription: "of a name, for which the former one stays",
      schema: #"""
        "new": { "type": "Int", "default": 1, "former": ["n:old"], "moves": "later" }
        """#,
      stored: ["n:old": "7"], migrations: [],
      keys: [
        AnyKey(
          Key<Root, Int>(
            StorageString("n:new"),
            descriptor: KeyDescriptor(
              default: ._value(1), _names: ["n:new", "n:old"], _movesLater: true)))
      ], name: "n:new"),
    Change(
      testDescription: "of a family's name",
      schema: #"""
        "band": { "type": "Int", "default": 1, "parameters": { "index": "Int" },
          "former": ["n:tape"] }
        """#,
      stored: ["n:tape:3": "7"], migrations: [._family(from: ["n:tape"], to: band)], keys: [band],
      name: "n:band:3"),
    Change(
      testDescription: "of a type, by a function",
      schema: #"""
        "new": { "type": "Int", "default": 1, "former": ["n:old"], "migrate": "Old.number" }
        """#,
      stored: ["n:old": "7"],
      migrations: [Migration(from: ["n:old"], to: key("n:new")) { (old: Int) in old * 2 }],
      keys: [AnyKey(key("n:new"))], name: "n:new", isKnown: false),
    Change(
      testDescription: "of a default, in a store of an earlier user",
      schema: #"""
        "new": { "type": "Int", "default": 1, "defaultFor": "new" }
        """#,
      stored: ["n:other": "3"],
      migrations: [
        ._keeping(
          7, for: key("n:new"), since: "a release after 1", after: ["1"], of: "Module")
      ],
      keys: [AnyKey(key("n:new"))], name: "n:new"),
    Change(
      testDescription: "of a default, in a store of a new user",
      schema: #"""
        "new": { "type": "Int", "default": 1, "defaultFor": "new" }
        """#,
      stored: [:],
      migrations: [
        ._keeping(
          7, for: key("n:new"), since: "a release after 1", after: ["1"], of: "Module")
      ],
      keys: [AnyKey(key("n:new"))], name: "n:new"),
  ]

  /// A folder with the store of the earlier release and the schema of the new one.
  private func place(_ change: Change) throws -> BuiltCommand {
    let command = try BuiltCommand(
      schema: #"{ "version": 1, "namespace": "n", "keys": { \#(change.schema) } }"#)
    _ = try command.folder.write(
      """
      { "keywright": 1, "readers": "newer", "releases": [{"release": "1"}],
        "keys": [{"key": "n:new", "in": "1", "name": "N.new", "type": "Int", "default": 7}],
        "retired": [] }
      """, to: "keys.lock.json")
    let members = change.stored.map { "<key>\($0)</key><integer>\($1)</integer>" }
    _ = try command.folder.write(
      "<plist version=\"1.0\"><dict>\(members.joined())</dict></plist>", to: "s.plist")
    return command
  }

  /// What the program has.
  private func program(
    _ change: Change, in command: BuiltCommand
  ) throws -> (text: String, isStored: Bool) {
    let store = DefaultsStore(url: command.folder.url.appending(path: "s.plist"), watching: .never)
    defer { store.close() }
    store.onIssue { _ in }
    try store.migrate(change.migrations)
    let key = try KeySet(change.keys).key(named: change.name)
    return (try #require(key.text(in: store)), try key.isStored(in: store))
  }

  private func run(_ command: BuiltCommand, _ words: String...) throws -> BuiltCommand.End {
    try command.run(arguments: words + ["--store", "./s.plist"])
  }

  @Test(
    "shows what the program will have, in each verb", arguments: Search.part(of: changes, each: 2))
  func shown(_ change: Change) throws {
    let command = try place(change)
    let name = change.name
    let get = try run(command, "get", name)
    let list = try run(command, "list")
    let explained = try run(command, "explain", name)
    let exported = try run(command, "export", "--format", "env", "--defaults")
    let before = command.text("s.plist")
    #expect(command.folder.names == ["Player.keys.json", "keys.lock.json", "s.plist"])

    let (text, isStored) = try program(change, in: command)
    guard change.isKnown else {
      // The command does not have the value, and says so.
      for end in [get, exported] { #expect(end.complaints.contains("`n:old`"), "\(end)") }
      for end in [list, explained] { #expect(end.output.contains("`n:old`"), "\(end)") }
      return
    }
    let source = isStored ? "stored" : "default"
    #expect(get.output == text + "\n", "\(before)")
    #expect(
      list.output.split(separator: "\n").contains {
        $0.hasPrefix("\(name)=\(text) ") && $0.contains("  \(source)")
      } || !isStored && name.hasPrefix("n:band"), "\(list)")
    #expect(exported.output == "\(name)=\(text)\n", "\(exported)")
    #expect(explained.output.contains("  value         \(text), \(source)"), "\(explained)")
  }

  @Test(
    "writes what the program then has", arguments: Search.part(of: changes, each: 2, from: 1))
  func written(_ change: Change) throws {
    let name = change.name
    for words in [["set", name, "4"], ["import", "v.env"]] {
      let command = try place(change)
      _ = try command.folder.write("\(name)=4\n", to: "v.env")
      let end = try command.run(arguments: words + ["--store", "./s.plist"])
      #expect(end.code == 0, "\(end)")
      #expect(try program(change, in: command).text == "4", "\(words)")
    }
    // An earlier default is nothing that was stored.
    if change.migrations.isEmpty || !change.stored.isEmpty, change.stored["n:other"] == nil {
      let command = try place(change)
      let end = try run(command, "unset", name)
      #expect(end.code == 0, "\(end)")
      #expect(try program(change, in: command) == ("1", false))
    }
  }

  @Test("would show other values if it read the store alone", arguments: changes)
  func control(_ change: Change) throws {
    let command = try place(change)
    let arguments = try Arguments(
      ["--schemas", command.folder.path], options: List.description.options)
    let catalog = try SchemaSearch.catalog(arguments)
    let location = try StoreLocation(command.folder.file("s.plist"))
    let key = try catalog.key(named: change.name)
    let alone = try StoredValues(location, nil)[key]
    let brought = try StoredValues(location, catalog)[key]
    let changes = [
      "of a name", "of a name, twice", "of a name and the processing",
      "of a family's name", "of a default, in a store of an earlier user",
    ]
    #expect((alone != brought) == changes.contains(change.testDescription))
  }
}
