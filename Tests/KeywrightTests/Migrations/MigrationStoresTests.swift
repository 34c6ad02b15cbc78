import Foundation
import Keywright
import KeywrightTestSupport
import Testing

private enum Shop: Namespace {
  typealias Parent = Root
  static let namespaceID = "shop"

  static let price = Key<Shop, Int>("price", default: 0)
  static let oldPrice = Key<Root, Int>(StorageString("cost"), default: 0)
}

private enum ShopKeys: KeyRegistry {
  static let allKeys = [description(type: "Int", line: 3)]
  static var namespaces: [any Namespace.Type] { [Shop.self] }
  static let migrations = [Migration(from: ["cost"], to: Shop.price)]

  static func description(type: String, line: Int) -> KeyDescription {
    KeyDescription(
      storageString: "shop:price", namespace: "Shop", name: "price", type: type, form: "integer",
      schema: "Shop.keys.json", line: line)
  }
}

private enum OtherKeys: KeyRegistry {
  static let allKeys = [ShopKeys.description(type: "String", line: 9)]
  static var namespaces: [any Namespace.Type] { [Shop.self] }
}

@Suite("Migrations in other stores") struct MigrationStoresTests {
  let folder = TemporaryFolder()
  var url: URL { folder.url.appending(path: "settings.plist") }

  @Test func openingWithARegistryMigrates() throws {
    let old = DefaultsStore(url: url)
    try old.set(Shop.oldPrice, to: 7)
    old.close()
    let store = DefaultsStore(url: url, keys: ShopKeys.self)
    #expect(store.get(Shop.price) == 7)
    try store.remove(Shop.price)
    store.close()
    #expect(DefaultsStore(url: url, keys: ShopKeys.self).get(Shop.price) == 0)
  }

  @Test func aRegistryGoesWithEveryOtherArgument() throws {
    let old = DefaultsStore(url: url)
    try old.set(Shop.oldPrice, to: 7)
    old.close()
    let store = DefaultsStore(
      url: url, keys: ShopKeys.self, durability: .durable, lockTimeout: .seconds(1),
      watching: .never)
    #expect(store.get(Shop.price) == 7)
  }

  @Test func contradictingRegistriesAreReported() {
    let store = DefaultsStore(url: url, keys: ShopKeys.self, OtherKeys.self)
    #expect(store.issues.map(\.storageString) == ["shop:price"])
    #expect(store.issues.first?.found == "String, in Shop.keys.json, line 9")
    #expect(DefaultsStore(url: url, keys: ShopKeys.self, ShopKeys.self).issues.count == 1)
  }

  @Test func refreshMigratesWhatCouldNotBeOpened() throws {
    let old = DefaultsStore(url: url)
    try old.set(Shop.oldPrice, to: 7)
    old.close()
    let aside = folder.url.appending(path: "aside")
    try FileManager.default.moveItem(at: url, to: aside)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    let store = DefaultsStore(url: url, keys: ShopKeys.self)
    #expect(store.get(Shop.price) == 0)
    try FileManager.default.removeItem(at: url)
    try FileManager.default.moveItem(at: aside, to: url)
    try store.refresh()
    #expect(store.get(Shop.price) == 7)
  }

  @Test func aFolderOfFilesMigratesKeyByKey() throws {
    let store = FileStore(folder: folder.url)
    try store.set(Shop.oldPrice, to: 7)
    #expect(try store.migrate(ShopKeys.migrations).migrated == ["shop:price"])
    #expect(try store.storedKeys() == ["shop:price"])
    try store.remove(Shop.price)
    try store.set(Shop.oldPrice, to: 8)
    #expect(try store.migrate(ShopKeys.migrations) == MigrationReport())
  }

  @Test func aViewHasRecordsOfItsOwn() throws {
    let base = MemoryStore()
    let (one, two) = (base.prefixed("one"), base.prefixed("two"))
    for view in [one, two] {
      try view.set(Shop.oldPrice, to: 7)
      #expect(try view.migrate(ShopKeys.migrations).migrated == ["shop:price"])
      #expect(view.get(Shop.price) == 7)
    }
    #expect(try one.storedKeys() == ["shop:price"])
    #expect(try base.storedKeys() == ["one:shop:price", "two:shop:price"])
    try base.removeEverything()
    #expect(try one.migrate(ShopKeys.migrations) == MigrationReport())
    try base.set(Shop.oldPrice, to: 8)
    #expect(try base.migrate(ShopKeys.migrations).migrated == ["shop:price"])
  }

  @Test func aCompositionThatRoutesKeepsTheFormerValue() throws {
    let (shop, rest) = (MemoryStore(), MemoryStore())
    let store = Layers.routing([.namespace(Shop.self, to: shop)], otherwise: rest)
    try store.set(Shop.oldPrice, to: 7)
    #expect(try store.migrate(ShopKeys.migrations).migrated == ["shop:price"])
    #expect(shop.get(Shop.price) == 7)
    #expect(rest.get(Shop.oldPrice) == 7)
    try store.remove(Shop.price)
    #expect(try store.migrate(ShopKeys.migrations) == MigrationReport())
  }

  @Test func anotherStoreIsImportedOnceAndNeverWritten() throws {
    let (old, store) = (MemoryStore(name: "old"), MemoryStore())
    try old.set(Shop.oldPrice, to: 7)
    try old.set(Animals.kingdom, to: "mammals")
    let imports =
      [Migration(from: ["cost"], in: old, to: Shop.price) { (price: Int) in price * 100 }]
      + Migration.importing(from: old, Animals.kingdom, Animals.Cats.lion)
    #expect(try store.migrate(imports).migrated == ["shop:price", "animals:kingdom"])
    #expect(store.get(Shop.price) == 700)
    #expect(store.get(Animals.kingdom) == "mammals")
    #expect(try old.storedKeys() == ["animals:kingdom", "cost"])
    try store.remove(Animals.kingdom)
    #expect(try store.migrate(imports) == MigrationReport())
  }

  @Test func processesThatOpenAtOnceMigrateOnce() async throws {
    let path = url.path
    let old = DefaultsStore(url: url)
    for index in 0..<50 { try old.set(Numbered.old(index), to: index) }
    old.close()
    async let one: Void = migrateAndCount(path)
    async let two: Void = migrateAndCount(path)
    _ = await (one, two)
    let store = DefaultsStore(url: url)
    for index in 0..<50 { #expect(store.get(Numbered.new(index)) == index + 2) }
    #expect(try store.storedKeys().count == 50)
  }

  /// Adds one to each migrated value, so that a value migrated twice would lose an addition.
  private func migrateAndCount(_ path: String) async {
    await #expect(processExitsWith: .success) { [path = path as String] in
      let store = DefaultsStore(url: URL(filePath: path), lockTimeout: .seconds(60))
      for index in 0..<50 {
        try store.migrate([Migration(from: ["old:\(index)"], to: Numbered.new(index))])
        try store.update(Numbered.new(index)) { $0 += 1 }
      }
      // A busy machine makes a commit hold the lock for long.
      try #require(store.issues.allSatisfy { $0.code == .busy })
    }
  }
}

private enum Numbered {
  static func old(_ index: Int) -> Key<Root, Int> {
    Key(StorageString("old:\(index)"), default: 0)
  }

  static func new(_ index: Int) -> Key<Root, Int> {
    Key(StorageString("new:\(index)"), default: -1)
  }
}
