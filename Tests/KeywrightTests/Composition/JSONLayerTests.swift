import Foundation
import KeywrightTestSupport
import Testing

@testable import Keywright
@testable import KeywrightStorage

@Suite("A JSON layer") struct JSONLayerTests {
  enum Player: Namespace {
    typealias Parent = Root
    static let namespaceID = "player"
    static let volume = Key<Player, Double>(
      "volume", default: 0.5, descriptor: KeyDescriptor(constraints: [.range(0...1)]))
    static let name = Key<Player, String?>("name")
    static let hosts = Key<Player, [Host]>("hosts", default: [])
    static let pin = Key<Player, Int>(
      "pin", default: 0,
      descriptor: KeyDescriptor(constraints: [.range(0...9999)], sensitivity: .secret))
    static func band(_ index: Int8) -> Key<Player, Double> {
      Key(.family("band", KeyParameter(index)), default: 0)
    }
    static let keys = KeySet([
      AnyKey(volume), AnyKey(name), AnyKey(hosts), AnyKey(pin),
      AnyKey(_family: Key<Player, Double>("band", default: 0), [.integer(Int8.self)]),
      AnyKey(Key<Root, Int>(StorageString("org.example.old"), default: 1)),
    ])
  }
  struct Host: Codable, Convertible, Equatable { var host: String, port: Int? }

  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/settings.json" }

  private func layer(
    _ text: String? = nil, allowing additions: JSONLayer.Additions = []
  ) throws -> JSONLayer {
    if let text { try write(text) }
    let layer = JSONLayer(
      url: URL(filePath: path), keys: Player.keys, allowing: additions)
    layer.onIssue { _ in }
    return layer
  }

  private func write(_ text: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
  }

  private func messages(_ layer: JSONLayer) -> [String] {
    layer.issues.map { "\($0)".replacing(path, with: "settings.json") }
  }

  @Test func ofFormerNamesTheNewestCountsAndIDsMayBeWrittenAsTheyAre() throws {
    let size = Key<Root, Int>(
      StorageString("player:size"), default: 0,
      descriptor: KeyDescriptor(_names: ["player:size", "player:b", "player:a"]))
    let odd = Key<Player, Int>("a:100%", default: 0)
    let mine = Key<Player, Int>("x-mine", default: 0)
    try write(#"{ "player": { "a": 1, "b": 2, "a:100%": 3, "x-mine": 4, "x-no": 5 } }"#)
    let layer = JSONLayer(
      url: URL(filePath: path), keys: KeySet([AnyKey(size), AnyKey(odd), AnyKey(mine)]))
    layer.onIssue { _ in }
    #expect(layer.get(size) == 2 && layer.get(odd) == 3 && layer.get(mine) == 4)
    #expect(layer.unknownNames == [])
  }

  @Test func valuesAreReadByTheirPaths() throws {
    let layer = try layer(
      """
      { "$schema": "settings.schema.json", "x-note": [null],
        "player": { "volume": 1, "name": null, "band": { "3": -2.5 },
                    "hosts": [{"host": "a", "port": null}] },
        "player:band:-4": 4, "org.example.old": 7 }
      """)
    #expect(layer.get(Player.volume) == 1)
    #expect(layer.get(Player.name) == nil)
    #expect(layer.get(Player.band(3)) == -2.5)
    #expect(layer.get(Player.band(-4)) == 4)
    #expect(layer.get(Player.hosts) == [Host(host: "a", port: nil)])
    #expect(layer.get(Key<Root, Int>(StorageString("org.example.old"), default: 1)) == 7)
    #expect(layer.issues.isEmpty && layer.unknownNames.isEmpty)
    #expect(try layer.storedKeys().count == 5)
  }

  @Test func aMissingFileHasNoValues() throws {
    let layer = try layer()
    #expect(layer.get(Player.volume) == 0.5)
    #expect(layer.issues.isEmpty)
  }

  @Test func additionsAreAllowedOnRequestAlone() throws {
    let text = "{ // loud\n  \"player\": { \"volume\": 1, }, # end\n}"
    let layer = try layer(text, allowing: [.comments, .trailingCommas])
    #expect(layer.get(Player.volume) == 1 && layer.issues.isEmpty)
    let strict = try self.layer(text)
    #expect(strict.get(Player.volume) == 0.5)
    #expect(
      messages(strict) == [
        "settings.json:1:3: JSON has no comments.",
        "settings.json:2:26: a comma before the end of a list; JSON has none there.",
        "settings.json:2:31: JSON has no comments.",
        "settings.json:2:29: a comma before the end of a list; JSON has none there.",
      ])
  }

  @Test(arguments: [
    (#"{"player": {"volume": 2}}"#, "settings.json:1:23: not in 0.0...1.0."),
    (#"{"player": {"volume": "2"}}"#, "settings.json:1:23: a string is not a number."),
    (
      #"{"player:hosts": [{"host": "a"}, {"port": 1}]}"#,
      "settings.json:1:34: [1].host is missing."
    ),
    (
      #"{"player": {"hosts": [{"host": 1}]}}"#,
      "settings.json:1:32: [0].host: 1 is not a string."
    ),
    (#"{"player": {"volume": 1e999}}"#, "settings.json:1:23: 1e999 is out of range."),
    (
      #"{"player": {"pin": 12345}}"#,
      "settings.json:1:20: a value that is secret, expected Int."
    ),
    (#"{"player": 1}"#, "settings.json:1:12: the number 1 is not an object of keys."),
    (
      "{\"player:volume\": 1,\n \"player\": {\"volume\": 1}}",
      "settings.json:2:13: the key is given twice, first at settings.json:1:2."
    ),
  ]) func aWrongValueIsReportedAtItsPlace(text: String, message: String) throws {
    let layer = try layer(text)
    let advice = " Correct the value, or leave it out; until then the last good one counts."
    #expect(messages(layer) == [message + advice])
    #expect(layer.get(Player.volume) == 0.5)
  }

  @Test func aTextThatIsNoJSONIsReportedAtItsPlace() throws {
    let layer = try layer("{\n  \"player\": {\n")
    #expect(
      messages(layer) == [
        "settings.json:3:1: expected a member name in double quotes, found the end of the file; "
          + "the `{` at line 2, column 13 is not closed."
      ])
    try write("[]")
    try layer.refresh()
    #expect(messages(layer).last == "settings.json:1:1: an array is not an object of keys.")
  }

  @Test func whileThereWasNoGoodValueReadThrows() throws {
    let layer = try layer(#"{"player": {"volume": 2}}"#)
    let error = #expect(throws: StoreError.self) { try layer.read(Player.volume) }
    #expect(error?.code == .unreadable && error?.source == "\(path):1:23")
    #expect(try layer.contains(Player.volume))
    let layers = Layers([.reading(layer), .reading(MemoryStore())])
    #expect(layers.get(Player.volume) == 0.5)
    #expect(throws: StoreError.self) { try layers.read(Player.volume) }
  }

  @Test func anInvalidEditChangesNothing() throws {
    let layer = try layer(#"{"player": {"volume": 0.25, "name": "a"}}"#)
    try write(#"{"player": {"volume": 7, "name": "b"}}"#)
    try layer.refresh()
    #expect(layer.get(Player.volume) == 0.25 && layer.get(Player.name) == "b")
    try write(#"{"player": {"volume": 0.75, "#)
    try layer.refresh()
    #expect(layer.get(Player.volume) == 0.25 && layer.get(Player.name) == "b")
    // The wrong value of the last readable text was reported when it came; its place is gone.
    #expect(messages(layer).count == 2)
    #expect(messages(layer).last?.contains("found the end of the file") == true)
    try write(#"{"player": {"name": "c"}}"#)
    try layer.refresh()
    #expect(layer.get(Player.volume) == 0.5 && layer.get(Player.name) == "c")
    try FileManager.default.removeItem(atPath: path)
    try layer.refresh()
    #expect(layer.get(Player.name) == nil)
  }

  @Test func unknownNamesAreReportedWithSuggestions() throws {
    let layer = try layer(
      """
      {"player": {"volum": 1, "band": {"x": 1}},
       "playr": {"volume": 1}}
      """)
    let found = layer.unknownNames.map { "\($0)".replacing(path, with: "settings.json") }
    #expect(
      found == [
        "settings.json:1:13: 'player:volum': no key has this name; did you mean 'player:volume'?",
        "settings.json:1:34: 'player:band:x': no key has this name; did you mean 'player:band:<Int8>'?",
        "settings.json:2:2: 'playr': no key has this name; did you mean 'player'?",
      ])
    #expect(throws: InvalidInput.self) { try layer.check() }
    #expect(layer.issues.count == 3)
  }

  @Test func observersAreNotifiedOfAnEdit() async throws {
    let layer = try layer(#"{"player": {"volume": 0.25}}"#)
    let store = Layers([.reading(layer), .readingAndWriting(MemoryStore())])
    try write(#"{"player": {"volume": 0.75}}"#)
    for await value in store.values(of: Player.volume) where value == 0.75 { break }
    #expect(layer.get(Player.volume) == 0.75)
  }

  @Test func aLinkIsFollowedAndReplaced() async throws {
    let manager = FileManager.default
    for (name, volume) in [("one", "0.25"), ("two", "0.75")] {
      try manager.createDirectory(
        atPath: folder.path + "/" + name, withIntermediateDirectories: true)
      try Data("{\"player:volume\": \(volume)}".utf8)
        .write(to: URL(filePath: folder.path + "/\(name)/settings.json"))
    }
    // As Kubernetes mounts a configuration.
    try manager.createSymbolicLink(
      atPath: folder.path + "/data", withDestinationPath: "one")
    try manager.createSymbolicLink(atPath: path, withDestinationPath: "data/settings.json")
    let layer = try layer()
    #expect(layer.get(Player.volume) == 0.25)
    try manager.createSymbolicLink(atPath: folder.path + "/new", withDestinationPath: "two")
    #expect(rename(folder.path + "/new", folder.path + "/data") == 0)
    let store = Layers([.reading(layer)])
    for await value in store.values(of: Player.volume) where value == 0.75 { break }
  }

  @Test func aCompositionsHandlerReceivesEachBadEditOnce() throws {
    try write(#"{ "player": { "volume": 2 } }"#)
    // The thread of a watcher may report an edit after this one has reported the next.
    let file = Unwatched(.file(path), keys: Player.keys)
    let layers = Layers([.reading(file), .readingAndWriting(MemoryStore())])
    let received = Protected<[String]>([])
    layers.onIssue { issue in received.withLock { $0.append(issue.source ?? "") } }
    for text in ["{ ", #"{ "player": { "volume": 3 } }"#, #"{ "player": { "volume": 4 } }"#] {
      try write(text)
      try file.files.refresh()
      #expect(layers.get(Player.volume) == 0.5)
    }
    let places = received.withLock { $0.map { $0.replacing(path, with: "") } }
    #expect(places == [":1:3", ":1:25", ":1:25"])
    // The first one was reported before there was a handler, and is no news to the composition.
    #expect(layers.issues.map(\.code).allSatisfy { $0 == .unreadable })
  }

  @Test func aTextThatIsBeingWrittenIsNoMistake() throws {
    try write(#"{ "player": { "volume": 0.25 } }"#)
    let file = Unwatched(.file(path), keys: Player.keys)
    for text in ["", #"{ "player": { "vol"#] {
      try write(text)
      #expect(file.files.look() == .busy)
    }
    try write(#"{ "player": { "volume": 0.75 } }"#)
    #expect(file.files.look() == .news)
    #expect(file.get(Player.volume) == 0.75 && file.issues.isEmpty)
    // One that stays so is one.
    try write("")
    var looks = 1
    while file.files.look() == .busy { looks += 1 }
    #expect(looks == 10 && file.get(Player.volume) == 0.75)
    #expect(file.issues.map(\.code) == [.unreadable])
  }

  @Test func aCompositionThatIsGoneReceivesNothing() throws {
    try write(#"{ "player": { "volume": 1 } }"#)
    let file = Unwatched(.file(path), keys: Player.keys)
    let received = Protected(0)
    do {
      let layers = Layers([.reading(file), .readingAndWriting(MemoryStore())])
      layers.onIssue { _ in received.withLock { $0 += 1 } }
      try write(#"{ "player": { "volume": 2 } }"#)
      try file.files.refresh()
      #expect(received.withLock { $0 } == 1)
      #expect(layers.get(Player.volume) == 1)
    }
    try write(#"{ "player": { "volume": 3 } }"#)
    try file.files.refresh()
    #expect(received.withLock { $0 } == 1)
  }

  @Test func eachBadEditIsPrintedInItsOwnWords() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let folder = TemporaryFolder()
      let url = URL(filePath: folder.path + "/settings.json")
      let file = JSONLayer(url: url, keys: Player.keys)
      let layers = Layers([.reading(file), .readingAndWriting(MemoryStore())])
      for value in ["2", "3", "3", "1", "2"] {
        let text = #"{ "player": { "volume": \#(value) } }"#
        try Data(text.utf8).write(to: url, options: .atomic)
        try file.refresh()
        _ = layers.get(Player.volume)
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let lines = text.split(separator: "\n").filter { $0.contains("settings.json") }
    // An edit that changes no byte is none.
    #expect(lines.count == 3, "\(lines)")
    for line in lines {
      #expect(line.contains("/settings.json:1:25: not in 0.0...1.0. Correct the value"))
      #expect(!line.contains("layers") && !line.contains("store"))
    }
  }

  @Test func allWrongValuesAreThrownTogether() throws {
    let layer = try layer(#"{ "player": { "volume": 2, "name": 5, "pin": 1 } }"#)
    let error = #expect(throws: InvalidInput.self) { try layer.check() }
    #expect(error?.values.map(\.storageString) == ["player:name", "player:volume"])
  }
}
