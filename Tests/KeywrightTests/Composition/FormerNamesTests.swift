import Foundation
import Keywright
import KeywrightTestSupport
import Testing

/// Values that people wrote under the names of earlier versions.
@Suite("A former name of a key")
struct FormerNamesTests {
  static let volume = Key<Root, Double>(
    StorageString("player:volume"), default: 0.5,
    descriptor: KeyDescriptor(_names: ["player:volume", "audio:loudness"]))

  static func band(_ index: Int) -> Key<Root, Int?> {
    Key(
      StorageString("player:bands:\(index)"),
      descriptor: KeyDescriptor(_names: ["player:bands", "player:band"]))
  }

  static let family = AnyKey(
    _family: Key<Root, Int?>(
      StorageString("player:bands"),
      descriptor: KeyDescriptor(_names: ["player:bands", "player:band"])), [.integer(Int.self)])
  static let keys = KeySet([AnyKey(volume), family])

  @Test("is read as a variable, in both namings, and reported once")
  func environment() {
    for naming in [EnvironmentLayer.Naming.keywright, .swiftConfiguration] {
      let layer = EnvironmentLayer(
        prefix: "APP", naming: naming,
        environment: ["APP_AUDIO_LOUDNESS": "0.8", "APP_PLAYER_BAND_3": "7"])
      #expect(layer.get(Self.volume) == 0.8)
      #expect(layer.get(Self.volume) == 0.8)
      #expect(layer.get(Self.band(3)) == 7)
      #expect(layer.get(Self.band(4)) == nil)
      #expect(layer.issues.map(\.code) == [.renamed, .renamed])
      #expect("\(layer.issues[0])".contains("APP_PLAYER_VOLUME"))
      #expect(layer.unknownNames(among: Self.keys).isEmpty)
    }
  }

  @Test("gives way to the present one in one layer, and the order of layers comes first")
  func order() {
    let both = EnvironmentLayer(
      prefix: "", environment: ["AUDIO_LOUDNESS": "0.8", "PLAYER_VOLUME": "0.9"])
    #expect(both.get(Self.volume) == 0.9)
    #expect(both.issues.isEmpty)
    let arguments = ArgumentsLayer(["--audio.loudness=0.7"])
    let store = Layers([.reading(arguments), .reading(both)])
    #expect(store.get(Self.volume) == 0.7)
    #expect(store.source(of: Self.volume)?.name == "arguments")
    #expect(arguments.remaining(besides: Self.keys).isEmpty)
  }

  @Test("is reported with its place, if the text is none of the key's")
  func mistake() {
    let arguments = ArgumentsLayer(["--audio.loudness=loud"])
    #expect(arguments.get(Self.volume) == 0.5)
    #expect(arguments.issues.contains { "\($0)".contains("--audio.loudness=loud") })
  }

  @Test("is read in a file of JSON, where the present one counts before it")
  func json() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func layer(_ text: String) throws -> JSONLayer {
      let url = folder.appending(path: "\(UUID().uuidString).json")
      try Data(text.utf8).write(to: url)
      return JSONLayer(url: url, keys: Self.keys)
    }
    let former = try layer(#"{ "audio": { "loudness": 0.8 }, "player": { "band": { "3": 7 } } }"#)
    #expect(former.get(Self.volume) == 0.8)
    #expect(former.get(Self.band(3)) == 7)
    #expect(former.unknownNames.isEmpty)
    #expect(former.issues.map(\.code) == [.renamed, .renamed])
    let both = try layer(#"{ "audio:loudness": 0.8, "player": { "volume": 0.9 } }"#)
    #expect(both.get(Self.volume) == 0.9)
  }

  @Test("of a family of two parameters is read in a file of JSON")
  func jsonOfTwoParameters() throws {
    let descriptor = KeyDescriptor<Int?>(_names: ["player:grid", "player:matrix"])
    let family = AnyKey(
      _family: Key<Root, Int?>(StorageString("player:grid"), descriptor: descriptor),
      [.integer(Int.self), .integer(Int.self)])
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(#"{ "player": { "matrix": { "1": { "2": 5 } } } }"#.utf8).write(to: url)
    let layer = JSONLayer(url: url, keys: KeySet([family]))
    let key = Key<Root, Int?>(
      StorageString("player:grid:1:2"),
      descriptor: KeyDescriptor(_names: ["player:grid", "player:matrix"]))
    #expect(layer.get(key) == 5)
    #expect(layer.unknownNames.isEmpty)
    #expect(layer.issues.map(\.code) == [.renamed])
  }

  @Test("keeps an administrator's value in force")
  func managed() throws {
    let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let folder = root.appending(path: "app/policies/managed")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: root) }
    try Data(#"{ "audio": { "loudness": 0.8 } }"#.utf8).write(to: folder.appending(path: "a.json"))
    let policies = ManagedLayer(id: "app", keys: Self.keys, root: root.path)
    let user = MemoryStore()
    try user.set(Self.volume, to: 0.1)
    let store = Layers([.reading(policies), .readingAndWriting(user)])
    #expect(store.get(Self.volume) == 0.8)
    #expect(store.isForced(Self.volume))
    #expect(policies.issues.map(\.code) == [.renamed])
  }

  @Test("leads to the key by name, unless two had it")
  func byName() throws {
    #expect(try Self.keys.key(named: "audio:loudness").storageString.string == "player:volume")
    #expect(try Self.keys.key(named: "player:band:3").storageString.string == "player:bands:3")
    let other = Key<Root, Double>(
      StorageString("other"), default: 0,
      descriptor: KeyDescriptor(_names: ["other", "audio:loudness"]))
    let keys = KeySet([AnyKey(Self.volume), AnyKey(other)])
    #expect(throws: UnknownKey.self) { try keys.key(named: "audio:loudness") }
    let taken = KeySet([
      AnyKey(Self.volume), AnyKey(Key<Root, Int?>(StorageString("audio:loudness"))),
    ])
    #expect(try taken.key(named: "audio:loudness").storageString.string == "audio:loudness")
  }

  /// A key that had another type, too: whole minutes, or nothing for less.
  static let pause = Key<Root, String>(
    StorageString("player:pause"), default: "none",
    descriptor: KeyDescriptor(
      constraints: [.length(...4)], _names: ["player:pause", "player:minutes"],
      _former: Migration._Conversion<String> { (minutes: Int) in
        if minutes < 0 { throw TooShort() }
        return "\(minutes) m"
      }._form))
  static let sound = Key<Root, String>(
    StorageString("player:sound"), default: "on",
    descriptor: KeyDescriptor(
      _names: ["player:sound", "player:muted"],
      _former: Migration._Conversion<String> { (muted: Bool) in muted ? "off" : "on" }._form))

  struct TooShort: Error {}

  @Test("takes a value of the earlier type, which the function of its migration converts")
  func converted() throws {
    let keys = KeySet([AnyKey(Self.pause), AnyKey(Self.sound)])
    let layer = EnvironmentLayer(prefix: "", environment: ["PLAYER_MINUTES": "5"])
    for _ in 1...2 { #expect(layer.get(Self.pause) == "5 m") }
    #expect(layer.issues.map(\.code) == [.renamed])
    #expect(
      layer.issues[0].advice
        == "Write 'PLAYER_PAUSE' with a value of today's type; a value under the former name is converted."
    )
    let both = EnvironmentLayer(
      prefix: "", environment: ["PLAYER_MINUTES": "5", "PLAYER_PAUSE": "9 m"])
    #expect(both.get(Self.pause) == "9 m" && both.issues.isEmpty)
    // Not of the earlier type, refused by the function, and against a constraint of today's.
    for text in ["5 m", "-1", "100"] {
      let layer = EnvironmentLayer(prefix: "", environment: ["PLAYER_MINUTES": text])
      #expect(throws: StoreError.self) { try layer.read(Self.pause) }
    }
    // The flag that it was takes no word.
    let arguments = ArgumentsLayer(["--player.muted", "next", "--player.minutes", "7"])
    #expect(arguments.get(Self.sound) == "off" && arguments.get(Self.pause) == "7 m")
    #expect(arguments.remaining(besides: keys) == ["next"])
    #expect(arguments.unknownNames(among: keys).isEmpty)
    #expect(throws: UnknownKey.self) { try keys.key(named: "player:minutes") }

    let folder = TemporaryFolder()
    let url = folder.url.appending(path: "a.json")
    try Data(#"{ "player": { "minutes": 6, "muted": true } }"#.utf8).write(to: url)
    let file = JSONLayer(url: url, keys: keys)
    #expect(file.get(Self.pause) == "6 m" && file.get(Self.sound) == "off")
    #expect(file.unknownNames.isEmpty)
  }

  enum Theme: String, Codable, Convertible, CodingKeyRepresentable, CaseIterable {
    case dark

    init?(rawValue: String) {
      guard ["dark", "black", "ebony"].contains(rawValue) else { return nil }
      self = .dark
    }
  }

  @Test("of a dictionary's key gives way to the present one, whichever comes first")
  func dictionary() throws {
    let store = MemoryStore()
    let key = Key<Root, [Theme: Int]>(StorageString("seen"), default: [:])
    let raw = Key<Root, [String: Int]>(StorageString("seen"), default: [:])
    try store.set(raw, to: ["black": 1, "dark": 2])
    #expect(store.get(key) == [.dark: 2])
    try store.set(raw, to: ["black": 1])
    #expect(store.get(key) == [.dark: 1])
  }

  /// Cases with numbers, as a generated enum has them in a struct.
  enum Level: Int, Codable, Convertible, CodingKeyRepresentable {
    case low = 1
    case high = 2

    init?(rawValue: Int) {
      switch rawValue {
      case 1: self = .low
      case 2, 3: self = .high
      default: return nil
      }
    }
  }

  struct Seen: Codable, Convertible, Equatable {
    var themes: [Theme: Int] = [:]
    var levels: [Level: [Theme: Int]] = [:]
    var lists: [[Theme: Int]]?
  }

  @Test(
    "of a dictionary's key gives way to the present one inside a struct and its collections too")
  func dictionaryInside() throws {
    let store = MemoryStore()
    let key = Key<Root, Seen>(StorageString("seen"), default: Seen())
    let raw = Key<Root, StoredValue?>(StorageString("seen"))
    try store.set(
      raw,
      to: [
        "themes": ["black": 1, "dark": 2],
        "levels": ["3": [:], "2": ["black": 3, "dark": 4], "1": [:]],
        "lists": [["dark": 5], ["dark": 6, "black": 7], ["black": 8]],
      ])
    let seen = Seen(
      themes: [.dark: 2], levels: [.low: [:], .high: [.dark: 4]],
      lists: [[.dark: 5], [.dark: 6], [.dark: 8]])
    #expect(try store.read(key) == seen)
    try store.set(raw, to: ["themes": ["black": 1, "ebony": 2], "levels": [:]])
    #expect(throws: StoreError.self) { try store.read(key) }
  }

  @Test("of a dictionary's key gives way to the present one in a text")
  func dictionaryInText() throws {
    let key = AnyKey(Key<Root, [Theme: Int]>(StorageString("seen"), default: [:]))
    let (typed, store) = (
      Key<Root, [Theme: Int]>(StorageString("seen"), default: [:]), MemoryStore()
    )
    try key.set(text: #"{"ebony": 3, "dark": 2, "black": 1}"#, in: store)
    #expect(store.get(typed) == [.dark: 2])
    try key.set(text: #"{"black": 1}"#, in: store)
    #expect(store.get(typed) == [.dark: 1])
    #expect(throws: StoreError.self) { try key.set(text: #"{"black": 1, "ebony": 2}"#, in: store) }
  }
}
