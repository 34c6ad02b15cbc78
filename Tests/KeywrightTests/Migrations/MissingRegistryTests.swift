import Foundation
import Keywright
import KeywrightTestSupport
import Synchronization
import Testing

private enum Shop: Namespace {
  typealias Parent = Root
  static let namespaceID = "shop"

  static let price = Key<Shop, Int>(
    "price", descriptor: KeyDescriptor(default: ._value(3), _migratedBy: "ShopKeys"))
  static let title = Key<Shop, String?>(
    "title", descriptor: KeyDescriptor(default: ._value(nil), _migratedBy: "ShopKeys"))
  static let other = Key<Shop, Int>(
    "other", descriptor: KeyDescriptor(default: ._value(1), _migratedBy: "OtherKeys"))
  static let plain = Key<Shop, Int>("plain", default: 2)

  static func shelf(_ number: Int) -> Key<Shop, Int> {
    Key(.family("shelf", KeyParameter(number)), default: ._value(0), descriptor: shelves)
  }
  static let shelves = KeyDescriptor<Int>(_migratedBy: "ShopKeys")
}

private enum ShopKeys: KeyRegistry {
  static let allKeys: [KeyDescription] = []
  static let namespaces: [any Namespace.Type] = [Shop.self]
  static let migrations = [
    Migration(from: ["shop:cost"], to: Shop.price), Migration(from: ["shop:name"], to: Shop.title),
    Migration._family(
      from: ["shop:board", "shop:plank"],
      to: AnyKey(
        _family: Key<Shop, Int>("shelf", default: 0, descriptor: Shop.shelves),
        [.integer(Int.self)])),
  ]
}

/// A store whose program forgot its registry.
@Suite("A store that is opened without a registry") struct MissingRegistryTests {
  let folder = TemporaryFolder()
  var url: URL { folder.url.appending(path: "defaults.plist") }

  @Test("says so at the first use of a key with migrations, with the line to write")
  func reading() {
    let store = DefaultsStore(url: url)
    store.onIssue { _ in }
    #expect(store.get(Shop.plain) == 2)
    #expect(store.issues.isEmpty)
    #expect(store.get(Shop.price) == 3)
    #expect(store.get(Shop.title) == nil)
    #expect(
      store.issues.map(\.description) == [
        """
        open: this store cannot do that; nothing changed. Key: 'shop:price'. Found: a store opened without it: \
        those values are not found. Expected: a store opened with ShopKeys, which brings the values of \
        earlier versions. Open it as DefaultsStore(suite: "…", keys: ShopKeys.self).
        """
      ])
    #expect(store.get(Shop.other) == 1)
    #expect(store.issues.count == 2)
  }

  @Test("says so at a set, and calls the handler with no lock held")
  func writing() throws {
    let store = DefaultsStore(url: url)
    let values = Mutex<[Int]>([])
    store.onIssue { _ in
      try? store.set(Shop.plain, to: 7)
      values.withLock { $0.append(store.get(Shop.plain)) }
    }
    try store.set(Shop.price, to: 4)
    #expect(store.get(Shop.price) == 4)
    #expect(values.withLock { $0 } == [7])
    try store.update(Shop.price) { $0 += 1 }
    #expect(store.problems.count == 1)
  }

  @Test("says so at a read, of a family, and behind a composition")
  func elsewhere() throws {
    let uses: [(DefaultsStore) throws -> Void] = [
      { _ = try $0.read(Shop.price) }, { _ = try $0.read(Shop.title) },
      { _ = $0.get(Shop.shelf(1)) }, { _ = MemoryStore().combined(with: $0).get(Shop.price) },
      { $0[Shop.price] += 1 }, { _ = $0.prefixed("user").get(Shop.price) },
    ]
    for (number, use) in uses.enumerated() {
      let store = DefaultsStore(url: folder.url.appending(path: "\(number).plist"))
      store.onIssue { _ in }
      try use(store)
      #expect(store.problems.count == 1, "use \(number)")
    }
  }

  @Test("is not one that was opened with it, by whatever handle, or that ran its migrations")
  func registered() throws {
    let first = DefaultsStore(url: url, keys: ShopKeys.self)
    let second = DefaultsStore(url: url)
    #expect(second.get(Shop.price) == 3 && second.get(Shop.shelf(2)) == 0)
    #expect(first.issues.isEmpty)
    let layers = MemoryStore().combined(with: first)
    #expect(layers.get(Shop.price) == 3 && layers.issues.isEmpty && first.issues.isEmpty)

    let third = DefaultsStore(url: folder.url.appending(path: "third.plist"))
    try third.migrate(ShopKeys.migrations)
    #expect(third.get(Shop.price) == 3 && third.issues.isEmpty)
  }

  @Test("is no store in memory, which holds nothing of an earlier version")
  func memory() {
    let store = MemoryStore()
    #expect(store.get(Shop.price) == 3 && store.issues.isEmpty)
  }

  @Test("A family's values come along, each by itself, from the newest of its names")
  func family() throws {
    let old = DefaultsStore(url: url)
    func set(_ name: String, _ value: StoredValue) throws {
      try old.set(Key<Root, StoredValue?>(StorageString(name)), to: value)
    }
    try set("shop:board:1", 10)
    try set("shop:plank:1", 11)
    try set("shop:plank:2", 12)
    try set("shop:board:-7", "no number")
    // No keys of the family.
    try set("shop:board:x", 13)
    try set("shop:board:1:2", 14)
    try set("shop:boards", 15)
    old.close()

    let store = DefaultsStore(url: url, keys: ShopKeys.self)
    #expect(store.get(Shop.shelf(1)) == 10)
    #expect(store.get(Shop.shelf(2)) == 12)
    #expect(
      try store.storedKeys() == [
        "shop:board:-7", "shop:board:1:2", "shop:board:x", "shop:boards", "shop:plank:1",
        "shop:shelf:1", "shop:shelf:2",
      ])
    #expect(store.issues.map(\.storageString) == ["shop:board:-7", "shop:shelf:1"])
    store.close()
    let again = DefaultsStore(url: url, keys: ShopKeys.self)
    #expect(again.issues.map(\.code) == [.unreadable])
  }
}
