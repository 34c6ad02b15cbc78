import Foundation
import Testing

@testable import Keywright

@Suite("Keys by name") struct AnyKeyTests {
  enum Player: PreCommitHook {
    typealias Parent = Root
    static let namespaceID = "player"
    static let volume = Key<Player, Double>(
      "volume", default: 0.5,
      descriptor: KeyDescriptor(processing: [.clamp(0...2)], constraints: [.range(0...1)]))
    static let name = Key<Player, String?>(
      "name", descriptor: KeyDescriptor(processing: [.trim]))
    static let pin = Key<Player, Int>(
      "pin", default: 0,
      descriptor: KeyDescriptor(constraints: [.range(0...9999)], sensitivity: .secret))
    static func band(_ index: Int8) -> Key<Player, Double> {
      Key(.family("band", KeyParameter(index)), default: 0)
    }
    static let bands = AnyKey(
      _family: Key<Player, Double>("band", default: 0), [.integer(Int8.self)])
    static func preCommit(_ commit: inout PendingCommit) throws {
      if let name = commit[name], name.new == "nobody" { throw Veto() }
    }
    struct Veto: Error {}
  }

  private let keys = KeySet([
    AnyKey(Player.volume), AnyKey(Player.name), AnyKey(Player.pin), Player.bands,
  ])
  private let store = MemoryStore()

  @Test func aKeyIsReadAndSetAsText() throws {
    let key = try keys.key(named: "player:volume")
    #expect(key.text(in: store) == "0.5")
    #expect(key.defaultText == "0.5")
    #expect(try key.storedText(in: store) == nil)
    try key.set(text: "0.25", in: store)
    #expect(store.get(Player.volume) == 0.25)
    #expect(key.json(in: store) == "0.25")
    try key.set(json: "1", in: store)
    #expect(try key.storedText(in: store) == "1.0")
    try key.reset(in: store)
    #expect(try !key.isStored(in: store))
    #expect(key.explain(in: store).hasPrefix("player:volume, a Double"))
    #expect(ObjectIdentifier(key.valueType) == ObjectIdentifier(Double.self))
  }

  @Test func aSetByNameIsATypedSet() throws {
    let key = try keys.key(named: "player:volume")
    #expect(throws: StoreError.self) { try key.set(text: "1.5", in: store) }
    let name = try keys.key(named: "player:name")
    try name.set(text: "  Ada ", in: store)
    #expect(store.get(Player.name) == "Ada")
    let veto = #expect(throws: StoreError.self) { try name.set(text: "nobody", in: store) }
    #expect(veto?.underlying is Player.Veto)
    try name.set(json: " null", in: store)
    #expect(store.get(Player.name) == nil)
    #expect(name.text(in: store) == nil)
  }

  @Test func aWrongTextChangesNothing() throws {
    let key = try keys.key(named: "player:volume")
    let error = #expect(throws: StoreError.self) { try key.set(text: "loud", in: store) }
    #expect(error?.code == .malformed)
    #expect(
      error?.description == """
        set: the text is not a value of the key's type; nothing changed. Key: 'player:volume'. \
        Found: "loud". Cause: not a number.
        """)
    #expect(try store.storedKeys().isEmpty)
  }

  @Test func aSecretIsNotShown() throws {
    let key = try keys.key(named: "player:pin")
    for text in ["hush", "12345"] {
      let error = #expect(throws: StoreError.self) { try key.set(text: text, in: store) }
      #expect(error?.description.contains(text) == false)
    }
    try key.set(text: "1234", in: store)
    #expect(key.shownText(in: store) == "a value that is secret")
    #expect(key.text(in: store) == "1234")
    #expect(!key.explain(in: store).contains("1234"))
  }

  @Test func aSecretThatIsNotSetIsNone() throws {
    let secret = Key<Player, String?>("token", descriptor: KeyDescriptor(sensitivity: .secret))
    let key = AnyKey(secret)
    #expect(key.shownText(in: store) == nil)
    #expect(store.report(KeySet([key])).contains("secret") == false)
    try store.set(secret, to: "hush")
    #expect(key.shownText(in: store) == "a value that is secret")
  }

  @Test func aFamilysKeysAreFound() throws {
    let key = try keys.key(named: "player:band:3")
    try key.set(text: "-2.5", in: store)
    #expect(store.get(Player.band(3)) == -2.5)
    for name in [
      "player:band", "player:band:x", "player:band:03", "player:band:300", "player:band:3:4",
    ] {
      #expect(throws: UnknownKey.self) { try keys.key(named: name) }
    }
    #expect(try keys.keys(storedIn: store).map(\.description).contains("player:band:3"))
    #expect(keys.families.map(\.description) == ["player:band"])
  }

  @Test func parametersAreChecked() {
    enum Side: String { case left }
    enum Level: Int { case low = 1 }
    let id = UUID().uuidString
    #expect(KeyParameterForm.string.isValid(""))
    #expect(KeyParameterForm.boolean.isValid("true") && !KeyParameterForm.boolean.isValid("1"))
    #expect(KeyParameterForm.uuid.isValid(id) && !KeyParameterForm.uuid.isValid(id.lowercased()))
    let side = KeyParameterForm.rawValue(Side.self)
    #expect(side.isValid("left") && !side.isValid("right"))
    let level = KeyParameterForm.rawValue(Level.self)
    #expect(level.isValid("1") && !level.isValid("01") && !level.isValid("2"))
    let family = AnyKey(_family: Key<Root, Int>("of", default: 0), [.string, .boolean])
    #expect(family.member(named: "of:a%3Ab:true")?.description == "of:a%3Ab:true")
    #expect(family.member(named: "of:a:b:true") == nil)
  }

  @Test func aNearMissIsSuggested() {
    let error = #expect(throws: UnknownKey.self) { try keys.key(named: "player:volum") }
    #expect(
      error?.description == "there is no key \"player:volum\"; did you mean 'player:volume'?")
    let other = #expect(throws: UnknownKey.self) { try keys.key(named: "weather") }
    #expect(other?.description == "there is no key \"weather\"")
    for name in ["player:band", "player:bnd", "player:band:x", "player:band:3:4"] {
      let family = #expect(throws: UnknownKey.self) { try keys.key(named: name) }
      #expect(
        family?.description == "there is no key \"\(name)\"; did you mean 'player:band:<Int8>'?")
    }
  }

  @Test func changesAreObserved() throws {
    let key = try keys.key(named: "player:volume")
    let received = Gathered<String>()
    let token = key.observe(in: store) { old, new in
      received.add("\(old ?? "-") \(new ?? "-")")
    }
    try store.set(Player.volume, to: 1)
    try key.reset(in: store)
    #expect(received.all == ["0.5 1.0", "1.0 0.5"])
    token.cancel()
  }

  @Test func layersSayWhereAValueComesFrom() throws {
    let layers = Layers([
      .reading(ArgumentsLayer(["--player.volume=0.75"])), .readingAndWriting(store, name: "user"),
    ])
    let key = try keys.key(named: "player:volume")
    #expect(key.source(in: layers)?.name == "arguments")
    #expect(key.isForced(in: layers))
    #expect(key.text(in: layers) == "0.75")
    #expect(keys.keys(in: Player.self).count == 3)
  }
}
