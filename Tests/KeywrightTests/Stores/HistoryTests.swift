import Foundation
import Keywright
import KeywrightTestSupport
import Testing

/// Earlier values of a store, and the return to them.
@Suite struct HistoryTests {
  private enum Lamp: Namespace {
    typealias Parent = Root
    static let namespaceID = "lamp"
    static let power = Key<Lamp, Int>(
      "power", default: 0,
      descriptor: KeyDescriptor(didChange: { Lamp.log?.add("power \($0) \($1)") }))
    static let color = Key<Lamp, String?>("color")
    static var observedKeys: [any KeyType] { [power] }
    @TaskLocal static var log: Gathered<String>?
  }

  private static func declaration(
    _ name: String, _ sensitivity: KeyDescription.Sensitivity = .public
  ) -> KeyDescription {
    KeyDescription(
      storageString: "lamp:\(name)", namespace: "Lamp", name: name, type: "Int", form: "integer",
      schema: "", line: 1, sensitivity: sensitivity)
  }

  private enum LampKeys: KeyRegistry {
    static let allKeys = [declaration("power"), declaration("color")]
    static let namespaces: [any Namespace.Type] = [Lamp.self]
  }

  private enum MovedKeys: KeyRegistry {
    static let allKeys = LampKeys.allKeys
    static let namespaces = LampKeys.namespaces
    static let migrations = [Migration(from: ["lamp:watts"], to: Lamp.power)]
  }

  private enum SecretKeys: KeyRegistry {
    static let allKeys = [declaration("power"), declaration("color", .secret)]
    static let namespaces: [any Namespace.Type] = [Lamp.self]
  }

  private let folder = TemporaryFolder()
  private var url: URL { folder.url.appending(path: "d.plist") }
  private var kept: [String] { folder.names.filter { $0.contains(".earlier-") } }

  private func commit(_ powers: ClosedRange<Int>, to store: DefaultsStore) throws {
    for power in powers {
      try store.set(Lamp.power, to: power)
      try store.compact()
    }
  }

  @Test func aStoreThatIsOpenedWithItsRegistryKeepsEarlierValues() throws {
    let store = DefaultsStore(url: url, keys: LampKeys.self)
    try commit(1...3, to: store)
    let history = try store.history
    #expect(try history.map { try $0.values().get(Lamp.power) } == [1, 2])
    #expect(history.map(\.date) == history.map(\.date).sorted())
    #expect(abs(history[0].date.timeIntervalSinceNow) < 3_600)
    #expect(history.allSatisfy { !$0.isBeforeUpdate })
  }

  @Test("an editor that read an earlier list undoes no commit", arguments: [true, false])
  func editorOfAnEarlierList(savesInPlace: Bool) throws {
    let store = DefaultsStore(url: url, keys: LampKeys.self)
    try store.set(Lamp.color, to: "red")
    try commit(1...1, to: store)
    let read = try PropertyListSerialization.propertyList(
      from: try Data(contentsOf: url), format: nil)
    var members = try #require(read as? [String: Any])
    try commit(2...3, to: store)
    members["lamp:color"] = "blue"
    let edited = try PropertyListSerialization.data(
      fromPropertyList: members, format: .xml, options: 0)
    try edited.write(to: url, options: savesInPlace ? [] : .atomic)
    try store.refresh()
    #expect(store.get(Lamp.power) == 3)
    #expect(store.get(Lamp.color) == "blue")
    #expect(store.problems.isEmpty)
    store.close()
    let next = DefaultsStore(url: url)
    #expect(next.get(Lamp.power) == 3)
    #expect(next.get(Lamp.color) == "blue")
  }

  @Test func returningIsACommitWithHooksAndObservers() throws {
    let store = DefaultsStore(url: url, keys: LampKeys.self)
    try commit(1...1, to: store)
    try store.transaction {
      try $0.set(Lamp.power, to: 2)
      try $0.set(Lamp.color, to: "red")
    }
    try store.compact()
    let log = Gathered<String>()
    let token = store.observe(Lamp.color) { log.add("color \($0.new ?? "nil")") }
    let changed = try Lamp.$log.withValue(log) { try store.restore(store.history[0]) }
    token.cancel()
    #expect(changed == ["lamp:color", "lamp:power"])
    #expect(store.get(Lamp.power) == 1)
    #expect(store.get(Lamp.color) == nil)
    #expect(Set(log.all) == ["power 2 1", "color nil"])
    #expect(try store.restore(store.history[0]) == [])
  }

  @Test("what a store held before a return is kept once")
  func keptOnce() throws {
    let store = DefaultsStore(url: url, keys: LampKeys.self)
    try commit(1...3, to: store)
    try store.restore(store.history[0])
    try store.compact()
    try store.restore(store.history[0])
    try store.compact()
    let powers = try store.history.map { try $0.values().get(Lamp.power) }
    #expect(powers == [1, 2, 3])
    try store.set(Lamp.power, to: 4)
    try store.compact()
    #expect(try store.history.map { try $0.values().get(Lamp.power) } == powers + [1])
  }

  @Test func returningCanBeUndoneAlsoForValuesThatNoListHolds() throws {
    let store = DefaultsStore(url: url, keys: LampKeys.self)
    try commit(1...1, to: store)
    try store.set(Lamp.power, to: 2)
    try store.set(Lamp.color, to: "red")
    try commit(3...3, to: store)
    try store.set(Lamp.power, to: 4)
    _ = try store.restore(store.history[0])
    #expect(store.get(Lamp.power) == 1)
    let last = try #require(try store.history.last)
    #expect(try last.values().get(Lamp.power) == 4)
    _ = try store.restore(last)
    #expect(store.get(Lamp.power) == 4)
    #expect(store.get(Lamp.color) == "red")
  }

  @Test func someKeysReturnAlone() throws {
    let store = DefaultsStore(url: url, keys: LampKeys.self)
    try store.set(Lamp.color, to: "red")
    try commit(1...1, to: store)
    try store.set(Lamp.color, to: "blue")
    try commit(2...2, to: store)
    #expect(try store.restore(store.history[0], only: [AnyKey(Lamp.color)]) == ["lamp:color"])
    #expect(store.get(Lamp.color) == "red")
    #expect(store.get(Lamp.power) == 2)
  }

  @Test func valuesOfFormerKeysReturnUnderTheirPresentNames() throws {
    let old = DefaultsStore(url: url, keys: LampKeys.self)
    try old.set(Key<Lamp, Int>("watts", default: 0), to: 60)
    old.close()
    let log = Gathered<String>()
    let store = DefaultsStore(url: url, keys: MovedKeys.self)
    try store.set(Lamp.power, to: 7)
    try Lamp.$log.withValue(log) {
      let before = try #require(try store.history.last)
      #expect(before.isBeforeUpdate)
      #expect(try before.values().get(Lamp.power) == 60)
      #expect(log.all == [])
      #expect(try store.restore(before) == ["lamp:power"])
    }
    #expect(log.all == ["power 7 60"])
    #expect(try store.storedKeys() == ["lamp:power"])
    store.close()
    let again = DefaultsStore(url: url, keys: MovedKeys.self)
    #expect(again.get(Lamp.power) == 60)
  }

  private enum WidenedKeys: KeyRegistry {
    static let allKeys = LampKeys.allKeys + [declaration("height")]
    static let namespaces = LampKeys.namespaces
  }

  private enum ReleasedKeys: KeyRegistry {
    static let allKeys = LampKeys.allKeys
    static let namespaces = LampKeys.namespaces
    static let migrations = [Migration._opened(by: "Lamp", in: "2.0")]
  }

  /// A registry as generated code has it, after a case was added to an enum.
  private enum RecasedKeys: KeyRegistry {
    static let allKeys = KeyDescription._list(
      namespace: "Lamp",
      rows: """
        {"storageString":"lamp:power","name":"power","type":"Int","form":"integer","schema":"","line":1}
        {"storageString":"lamp:color","name":"color","type":"Int","typeDigest":"a","form":"integer",\
        "schema":"","line":1}
        """)
    static let namespaces = LampKeys.namespaces
  }

  @Test(
    "The first commit of another registry or release keeps the state before it, and no other commit does",
    arguments: [WidenedKeys.self, ReleasedKeys.self, RecasedKeys.self] as [any KeyRegistry.Type])
  func update(registry: any KeyRegistry.Type) throws {
    for power in 1...2 {
      let old = DefaultsStore(url: url, keys: LampKeys.self)
      try old.set(Lamp.power, to: power)
      try old.set(Lamp.color, to: "\(power)")
      old.close()
    }
    #expect(try DefaultsStore(url: url).history.allSatisfy { !$0.isBeforeUpdate })
    for power in 3...5 {
      let new = DefaultsStore(url: url, keys: registry)
      try new.set(Lamp.power, to: power)
      try new.set(Lamp.color, to: nil)
      let updates = try new.history.filter(\.isBeforeUpdate)
      #expect(try updates.map { try $0.values().get(Lamp.power) } == [2])
      #expect(try updates.map { try $0.values().get(Lamp.color) } == ["2"])
      #expect(try new.storedKeys() == ["lamp:power"])
      new.close()
    }
    let old = DefaultsStore(url: url, keys: LampKeys.self)
    #expect(old.get(Lamp.power) == 5)
    old.close()
    #expect(try DefaultsStore(url: url).history.filter(\.isBeforeUpdate).count == 1)
  }

  @Test func aFirstCommitIsNoUpdateAndOneWithoutRegistriesIsNone() throws {
    let store = DefaultsStore(url: url, keys: LampKeys.self)
    try store.set(Lamp.power, to: 1)
    store.close()
    let command = DefaultsStore(url: url)
    try command.set(Lamp.power, to: 2)
    command.close()
    let again = DefaultsStore(url: url, keys: LampKeys.self)
    try again.set(Lamp.power, to: 3)
    #expect(try again.history.allSatisfy { !$0.isBeforeUpdate })
  }

  @Test func aSecretThatWasReplacedStaysWhenEarlierValuesComeBack() throws {
    let store = DefaultsStore(url: url, keys: SecretKeys.self, history: .kept)
    try store.set(Lamp.color, to: "first")
    try commit(1...2, to: store)
    try store.set(Lamp.color, to: "second")
    try commit(3...4, to: store)
    let earlier = try #require(try store.history.first)
    #expect(try earlier.values().get(Lamp.color) == nil)
    #expect(try store.restore(earlier) == ["lamp:power"])
    #expect(store.get(Lamp.color) == "second")
    #expect(try store.restore(earlier, only: [AnyKey(Lamp.color)]) == [])
    // One that is there is still removed by name.
    try store.remove(Lamp.color)
    #expect(store.get(Lamp.color) == nil)
  }

  @Test func aStoreWithSecretsKeepsNoneUnlessItIsAsked() throws {
    let store = DefaultsStore(url: url, keys: SecretKeys.self)
    try commit(1...3, to: store)
    store.close()
    #expect(kept.isEmpty)
    let asked = DefaultsStore(url: url, keys: SecretKeys.self, history: .kept)
    try asked.set(Lamp.color, to: "old secret")
    try commit(4...6, to: asked)
    #expect(try asked.history.map { try $0.values().get(Lamp.color) }.last == "old secret")
    try asked.set(Lamp.color, to: "new secret")
    asked.close()
    for name in folder.names {
      let text = String(decoding: folder.read(name) ?? [], as: UTF8.self)
      #expect(!text.contains("old secret"), "\(name)")
    }
    #expect(kept.count >= 3)
  }

  @Test func earlierValuesStayWhenAKeyBecomesSecretButNotThoseOfTheSecret() throws {
    let before = DefaultsStore(url: url, keys: LampKeys.self)
    try before.set(Lamp.color, to: "not yet secret")
    try commit(1...3, to: before)
    before.close()
    let names = kept
    let store = DefaultsStore(url: url, keys: SecretKeys.self)
    try commit(4...6, to: store)
    #expect(kept == names)
    #expect(try store.history.map { try $0.values().get(Lamp.power) } == [1, 2])
    #expect(try store.history.allSatisfy { try $0.values().get(Lamp.color) == nil })
    #expect(store.get(Lamp.color) == "not yet secret")
  }

  @Test func removingEverythingRemovesEarlierValues() throws {
    let store = DefaultsStore(url: url, keys: LampKeys.self)
    try commit(1...3, to: store)
    try store.removeEverything()
    #expect(try store.history.isEmpty)
    #expect(kept.isEmpty)
    try commit(4...5, to: store)
    for earlier in try store.history {
      #expect(try earlier.values().get(Lamp.power) == 0 || earlier.values().get(Lamp.power) == 4)
    }
  }

  @Test func clearingKeepsThem() throws {
    let store = DefaultsStore(url: url, keys: LampKeys.self)
    try commit(1...1, to: store)
    try store.clear(LampKeys.self)
    try store.compact()
    try store.restore(#require(try store.history.last))
    #expect(store.get(Lamp.power) == 1)
  }

  @Test func earlierValuesThatAreGoneSaySo() throws {
    let store = DefaultsStore(url: url, keys: LampKeys.self)
    try commit(1...2, to: store)
    let earlier = try store.history[0]
    try FileManager.default.removeItem(at: earlier.url)
    #expect(throws: StoreError.self) { try store.restore(earlier) }
    #expect(store.get(Lamp.power) == 2)
  }

  @Test func otherStoresSayThatTheyKeepNone() throws {
    let stores: [any Store] = [
      MemoryStore(), CacheStore(capacity: 4), FileStore(folder: folder.url),
      MemoryStore().combined(with: MemoryStore()),
      DefaultsStore(url: url).prefixed("user"),
    ]
    for store in stores {
      let error = #expect(throws: StoreError.self) { try store.history }
      #expect(error?.code == .unsupported)
      try store.removeHistory()
    }
  }
}
