import Foundation
import Keywright
import KeywrightSchema
import Testing

/// The code generated from the sample schemas, at work against the runtime.
@Suite("Generated keys")
struct GeneratedKeysTests {
  let store = MemoryStore()

  @Test("A key's default is what the schema says")
  func defaults() {
    #expect(store.get(Player.volume) == 0.5)
    #expect(store.get(Player.theme) == .system)
    #expect(store.get(Player.nickname) == nil)
    #expect(store.get(Player.window) == Player.Frame(width: 800, height: 600))
    #expect(store.get(Types.int) == .min)
    #expect(store.get(Types.uint) == .max)
    #expect(store.get(Types.minus).sign == .minus)
    #expect(store.get(Types.float) == 0.1)
    #expect(store.get(Types.tiny) == .leastNormalMagnitude)
    #expect(store.get(Types.tinyFloat) == -.leastNormalMagnitude)
    #expect(store.get(Types.colour) == .green)
  }

  @Test("A default with no plain literal is made from its stored form")
  func storedDefaults() throws {
    #expect(store.get(Types.date) == Date(timeIntervalSinceReferenceDate: 86_400.5))
    #expect(store.get(Types.data) == Data([0, 1, 2, 255]))
    #expect(store.get(Types.decimal) == Decimal(string: "12.5"))
    #expect(store.get(Types.url) == URL(string: "https://example.org/a?b=%20c"))
    #expect(store.get(Types.uuid) == UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8"))
    #expect(store.get(Types.duration) == .milliseconds(1500))
    #expect(store.get(Types.array) == [1, 2, 3])
    #expect(store.get(Types.set) == [.red])
    #expect(store.get(Types.dictionary) == ["a": [.max], "": []])
    #expect(store.get(Types.numbered) == [-1: 1, 2: 0.5])
    #expect(store.get(Types.coloured) == [.green: "grass"])
    #expect(store.get(Types.nested) == ["a": [[[1]]]])
    #expect(store.get(Types.forest).first?.leaves.first?.name == "b")
    #expect(store.get(Types.pair).when == Date(timeIntervalSinceReferenceDate: 0))
    #expect(store.get(Types.tally).counts == [:])
  }

  @Test("A key carries the steps, constraints and hooks of its schema")
  func processing() throws {
    try store.set(Player.nickname, to: "  ADA ")
    #expect(store.get(Player.nickname) == "ada")
    try store.set(Player.volume, to: 7)
    #expect(store.get(Player.volume) == 0.9)
    #expect(throws: StoreError.self) { try store.set(Types.tiny, to: -1e-306) }
    try store.set(Types.tinyFloat, to: -2)
    #expect(store.get(Types.tinyFloat) == -1)
    try store.set(Types.sorted, to: [3, 1, 3, 2, 5])
    #expect(store.get(Types.sorted) == [1, 2, 3])
    try store.set(Types.floored, to: -1)
    #expect(store.get(Types.floored) == 0)
  }

  @Test("Storage strings are the ids from the root down")
  func storageStrings() {
    #expect(Player.volume.description == "player:volume")
    #expect(Player.Equaliser.Deep.preset.description == "player:equaliser:deep:preset")
    #expect(KeywrightCodegenTestsKeys.launches.description == "launches")
  }

  @Test("The registry lists every key once, with its place")
  func registry() throws {
    let keys = KeywrightCodegenTestsKeys.allKeys
    #expect(Set(keys.map(\.storageString)).count == keys.count)
    let volume = try #require(keys.first { $0.storageString == "player:volume" })
    #expect(volume.namespace == "Player" && volume.name == "volume" && volume.type == "Double")
    #expect(volume.schema == "Schemas/Player.keys.json" && volume.summary == "Loudness.")
    #expect(Player.Equaliser.allKeys.map(\.name) == ["band", "preset"])
    #expect(Player.nestedNamespaces.count == 1)
  }

  @Test("Hostile text comes out as it went in")
  func hostileText() throws {
    let file = GoldenTests.schemas.appending(path: "Hostile.keys.json")
    let schema = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
    let keys = try #require(schema["keys"] as? [String: [String: Any]])
    let generated = [
      "plain": Hostile.plain, "backslash": Hostile.backslash, "lines": Hostile.lines,
      "comment": Hostile.comment, "controls": Hostile.controls, "bidi": Hostile.bidi,
      "bom": Hostile.bom, "combining": Hostile.combining, "emoji": Hostile.emoji,
      "astral": Hostile.astral, "raw": Hostile.raw, "percent": Hostile.percent,
      "private": Hostile.private,
    ]
    #expect(generated.count == keys.count - 1)
    for (name, key) in generated {
      let expected = try #require(keys[name]?["default"] as? String)
      #expect(Array(store.get(key).utf8) == Array(expected.utf8), "\(name)")
      let described = Hostile.allKeys.first { $0.name == name }
      #expect(described.map { Array($0.summary.utf8) } == Array(expected.utf8), "\(name)")
    }
  }

  @Test("A text with every category of Unicode comes out of every place as it went in")
  func hostilePlaces() throws {
    let file = GoldenTests.schemas.appending(path: "Places.keys.json")
    let schema = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
    let text = try #require(schema["summary"] as? String)
    let id = try #require(schema["id"] as? String)
    func bytes(_ text: String?) -> [UInt8]? { text.map { Array($0.utf8) } }
    for (place, found) in [
      ("default", store.get(Places.allowed)), ("raw value", Places.Raw.one.rawValue),
      ("field", store.get(Places.box).text), ("list", store.get(Places.list)[0]),
      ("set", store.get(Places.set).first),
      ("dictionary", store.get(Places.dictionary).first?.value),
      ("name in a dictionary", store.get(Places.dictionary).first?.key),
      ("in a dictionary of cases", store.get(Places.raws)[.one]),
      ("name in a field", store.get(Places.box).texts.first?.key),
      ("family", store.get(Places.family(text: text))),
    ] {
      #expect(bytes(found) == bytes(text), "\(place)")
    }
    #expect(bytes(store.get(Places.boxes)[0].text) == bytes(text + "2"))
    #expect(bytes(Places.Raw.two.rawValue) == bytes(id + "2"))
    #expect(bytes(Places.namespaceID) == bytes(id))
    #expect(bytes(Places.whole.description) == bytes(id))
    let escaped = id.replacing("%", with: "%25").replacing(":", with: "%3A")
    let inner = Places.Inner.value.description
    #expect(bytes(inner) == bytes([escaped, escaped, escaped].joined(separator: ":")))

    let life = try #require(Places.allKeys.first { $0.name == "life" })
    #expect(bytes(life.formerKeys.first) == bytes(id + ":former"))
    let gone = try #require(Places.allKeys.first { $0.name == "gone" })
    #expect(bytes(gone.deprecated) == bytes(text))

    // The constraints hold the texts as they are.
    try store.set(Places.allowed, to: text)
    #expect(throws: StoreError.self) { try store.set(Places.allowed, to: "y") }
    try store.set(Places.pattern, to: "\"(boom)א\u{200E}")
    #expect(throws: StoreError.self) { try store.set(Places.pattern, to: "x") }
  }

  @Test("Names that mean something to Swift work as names")
  func landmines() throws {
    #expect(store.get(Landmines.`init`) == 1)
    #expect(store.get(Landmines.`self`) == 1)
    #expect(store.get(Landmines.words) == .default)
    try store.set(Landmines.words, to: .`init`)
    #expect(store.get(Landmines.words) == Landmines.Words.`init`)
    #expect(store.get(Landmines.wordy).`self` == 49)
    #expect(store.get(Landmines.Names.StringKeys.value) == "x")
  }
}

/// The words that change what is generated.
@Suite("Keys of every keyword")
struct GeneratedGrammarTests {
  let store = MemoryStore()

  @Test("Name, id and storage string each replace their own part")
  func names() {
    #expect(Words.category.description == "old%3Awords:class")
    #expect(Words.legacy.description == "org.example.legacy:key")
  }

  @Test("Raw values are what is stored")
  func rawValues() throws {
    #expect(Words.Level.loud.rawValue == -5)
    #expect(Words.Colour.red.rawValue == "#f00")
    #expect(store.get(Words.levels) == [.loud, .quiet])
    #expect(store.get(Words.colours) == [.red, .grün])
  }

  @Test("A field that is not stored has its default")
  func fieldDefaults() throws {
    #expect(store.get(Words.frame) == Words.Frame(container: 3))
    let old = try JSONDecoder().decode(Words.Frame.self, from: Data(#"{"container": 1}"#.utf8))
    #expect(old.width == 800 && old.title == "Untitled" && old.levels == [.quiet, .loud])
    #expect(old.note == nil)
  }

  @Test("A computed default is asked once, and stored where the schema says so")
  func computedDefaults() throws {
    let first = store.get(Words.install)
    #expect(try store.read(Words.install) == first)
    #expect(store.get(Words.greeting) == "Hello")
    #expect(try store.read(Words.greeting) == nil)
  }

  @Test("A key's life is in its description")
  func lifecycle() throws {
    let token = try #require(Words.allKeys.first { $0.name == "token" })
    #expect(token.sensitivity == .secret && token.expires == "2027-01-01")
    #expect(token.formerKeys == ["words:password"])
  }
}

@Suite("Values structs")
struct ValuesStructTests {
  @Test("A values struct reads and writes its store, in place and in nested namespaces")
  func readsAndWrites() {
    let store = MemoryStore()
    let player = Player.Values(store)
    player.volume += 0.25
    #expect(store.get(Player.volume) == 0.75)
    player.equaliser.band = 2
    #expect(store.get(Player.Equaliser.band) == 2)
    player.nickname = "Ada"
    #expect(player.nickname == "ada")
  }
}
