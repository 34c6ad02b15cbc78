import Foundation
import Keywright
import Testing

@Suite("Generated keys by name")
struct GeneratedKeySetTests {
  typealias Keys = KeywrightCodegenTestsKeys
  let store = MemoryStore()

  @Test("Every declared key is in the set, and every family, in the order of the declarations")
  func isComplete() {
    let declared = Keys.allKeys
    #expect(
      Keys.keySet.all.map(\.description)
        == declared.filter { !$0.isFamily }.map(\.storageString))
    #expect(
      Keys.keySet.families.map(\.description)
        == declared.filter(\.isFamily).map(\.storageString))
  }

  @Test("A key found by its name is the declared one")
  func isTheKey() throws {
    let key = try Keys.keySet.key(named: "player:volume")
    #expect(key == AnyKey(Player.volume))
    #expect(key.base is Key<Player, Double>)
    try key.set(text: "-3", in: store)
    #expect(store.get(Player.volume) == 0, "the processing clamps it")
    let inner = Keys.keySet.keys(in: Player.Equaliser.self)
    #expect(inner.contains(AnyKey(Player.Equaliser.band)) && !inner.contains(key))
  }

  @Test("A deprecated key is found, and one with a storage string of its own")
  func deprecated() throws {
    try Keys.keySet.key(named: "org.example.old").set(text: "5", in: store)
    #expect(try store.storedKeys() == ["org.example.old"])
    let weights = try Keys.keySet.key(named: "player:weights")
    #expect(weights.json(in: store) == #"{"a": [1, 2, 3], "b": []}"#)
  }

  @Test("The keys of families are found by values of their parameters, and no others")
  func families() throws {
    try Keys.keySet.key(named: "families:band:-3").set(text: "0.5", in: store)
    #expect(store.get(Families.band(index: -3)) == 0.5)
    let seen = "families:seen:a%3Ab%25:left:2"
    try Keys.keySet.key(named: seen).set(text: "2026-01-31", in: store)
    #expect(store.get(Families.seen(user: "a:b%", in: .left, level: .high)) != nil)
    let id = UUID()
    let limit = try Keys.keySet.key(named: "families:limit:\(id):true")
    #expect(throws: StoreError.self) { try limit.set(text: "10", in: store) }
    for name in [
      "families:band", "families:band:x", "families:seen:a:up:2", "families:limit:1:true",
    ] {
      #expect(throws: UnknownKey.self) { try Keys.keySet.key(named: name) }
    }
  }

  @Test("A near miss is suggested")
  func nearMiss() throws {
    let error = #expect(throws: UnknownKey.self) { try Keys.keySet.key(named: "player:volum") }
    #expect(error?.suggestion == "player:volume")
  }

  @Test("Sets of several modules are joined")
  func joined() throws {
    let launches = AnyKey(Key<Root, Int>("launches", default: 0))
    let other = AnyKey(Key<Root, Int>("other", default: 0))
    let keys = KeySet(joining: [Keys.keySet, KeySet([launches, other])])
    #expect(keys.all.count == Keys.keySet.all.count + 1)
    #expect(try keys.key(named: "other").text(in: store) == "0")
  }
}
