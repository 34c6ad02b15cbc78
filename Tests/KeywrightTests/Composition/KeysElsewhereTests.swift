import Foundation
import Keywright
import KeywrightStorage
import KeywrightTestSupport
import KeywrightTesting
import KeywrightUserDefaults
import Testing

/// Keys that a schema gives to another store, in every store that was opened with the registry, by every way to write
/// them.
@Suite("A key of another store") struct KeysElsewhereTests {
  private let folder = TemporaryFolder()

  private func opened() -> DefaultsStore {
    DefaultsStore(
      url: folder.url.appending(path: "d.plist"), keys: PlacedKeys.self)
  }

  @Test(
    "A secret is refused in each way to write it, and nothing is stored", arguments: Way.allCases)
  func secrets(way: Way) throws {
    let store = opened()
    let error = #expect(throws: StoreError.self) { try way.write(Vault.token, "canary", store) }
    #expect(error?.code == .unsupported && error?.storageString == "vault:token")
    #expect(error.map { "\($0)" }?.contains("'vault'") == true)
    #expect(error.map { "\($0)" }?.contains("canary") == false)
    #expect(try store.storedKeys().isEmpty)
    // The control: the same text under a key of this store.
    try way.write(Vault.name, "canary", store)
    #expect(store.get(Vault.name) == "canary")
    #expect(store.problems.allSatisfy { $0.storageString == "vault:token" })
  }

  @Test("A member of a secret family is refused as well")
  func families() throws {
    let store = opened()
    let error = #expect(throws: StoreError.self) {
      try store.set(Key<Vault, String>(.family("pin", KeyParameter("home")), default: ""), to: "1")
    }
    #expect(error?.code == .unsupported)
  }

  @Test("A secret that is still written under its former name is refused under that name")
  func formerNames() throws {
    let store = opened()
    #expect(throws: StoreError.self) { try store.set(Vault.code, to: "canary") }
    #expect(try store.storedKeys().isEmpty)
  }

  @Test("Any other key is stored, and reported once for its store")
  func others() throws {
    let store = opened()
    try store.set(Vault.size, to: 1)
    try store.set(Vault.count, to: 2)
    try store.set(Vault.size, to: 3)
    #expect(store.get(Vault.size) == 3 && store.get(Vault.count) == 2)
    #expect(store.issues.map(\.code) == [.unsupported])
    let issue = store.issues.first.map { "\($0)" } ?? ""
    #expect(issue.contains("'device'") && issue.contains("the value belongs into another store"))
    #expect(!issue.contains("nothing changed"))
  }

  @Test("A migration brings no secret into the wrong store, and leaves it where it is")
  func migrations() throws {
    let (store, old) = (opened(), MemoryStore(name: "old"))
    try old.set(Vault.token, to: "canary")
    let error = #expect(throws: (any Error).self) {
      try store.migrate(Migration.importing(from: old, Vault.token))
    }
    #expect(error.map { "\($0)" }?.contains("'vault'") == true)
    #expect(error.map { "\($0)" }?.contains("canary") == false)
    #expect(try store.storedKeys().isEmpty)
    #expect(old.get(Vault.token) == "canary")
  }

  @Test("A secret with other components before its name is one as well")
  func prefixed() throws {
    let store = opened()
    let views: [any Store] = [
      store.prefixed("t"), store.prefixed("t").prefixed("u"),
      Layers([.readingAndWriting(store.prefixed("t"))]),
    ]
    for view in views {
      #expect(throws: StoreError.self) { try view.set(Vault.token, to: "canary") }
      try view.set(Vault.name, to: "plain")
    }
    #expect(try store.storedKeys().allSatisfy { $0.hasSuffix("vault:name") })
  }

  @Test("`verify` and `explain` see one behind other components too")
  func prefixedReports() throws {
    let plain = DefaultsStore(url: folder.url.appending(path: "d.plist"))
    try plain.prefixed("t").set(Vault.token, to: "canary")
    #expect(plain.prefixed("t").verify(PlacedKeys.self).isEmpty)
    let view = opened().prefixed("t")
    #expect(view.verify(PlacedKeys.self).map(\.storageString) == ["vault:token"])
    let text = view.explain(Vault.token)
    #expect(
      text.contains("its schema names the store 'vault'") && !text.contains("canary"), "\(text)")
  }

  @Test("A removal is allowed")
  func exceptions() throws {
    let plain = DefaultsStore(url: folder.url.appending(path: "d.plist"))
    try plain.set(Vault.token, to: "old")
    let store = opened()
    #expect(store.get(Vault.token) == "old")
    try store.remove(Vault.token)
    #expect(try store.storedKeys().isEmpty)
  }

  @Test("`verify` and `explain` name a value that lies in the wrong store")
  func reports() throws {
    let plain = DefaultsStore(url: folder.url.appending(path: "d.plist"))
    try plain.set(Vault.token, to: "canary")
    #expect(plain.verify(PlacedKeys.self).isEmpty)
    let store = opened()
    let errors = store.verify(PlacedKeys.self)
    #expect(errors.map(\.storageString) == ["vault:token"])
    #expect(store.explain(Vault.token).contains("its schema names the store 'vault'"))
    #expect(!store.explain(Vault.name).contains("its schema names"))
  }

  @Test("A composition that routes is right; one that does not is the wrong store again")
  func compositions() throws {
    let (store, vault) = (opened(), MemoryStore(name: "vault"))
    let routed = Layers.routing([.store("vault", of: PlacedKeys.self, to: vault)], otherwise: store)
    try routed.set(Vault.token, to: "t")
    #expect(try vault.storedKeys() == ["vault:token"] && store.storedKeys().isEmpty)
    #expect(routed.verify(PlacedKeys.self).isEmpty)
    #expect(!routed.explain(Vault.token).contains("its schema names"))

    // The store itself, where a route chooses it.
    let chosen = Layers.routing([.store("vault", of: PlacedKeys.self, to: store)], otherwise: vault)
    try chosen.set(Vault.token, to: "t")
    #expect(try store.storedKeys() == ["vault:token"])
    try chosen.remove(Vault.token)

    for unrouted in [
      Layers([.readingAndWriting(store)]), Layers([.reading(vault), .readingAndWriting(store)]),
      Layers.routing([.store("device", of: PlacedKeys.self, to: vault)], otherwise: store),
      Layers([.readingAndWriting(Layers([.readingAndWriting(store)]))]),
    ] {
      #expect(throws: StoreError.self) { try unrouted.set(Vault.token, to: "t") }
    }
    #expect(try store.storedKeys().isEmpty)
  }

  @Test("The standard suite refuses a secret of another store as well")
  func standardSuite() throws {
    let store = UserDefaultsStore(standard: PlacedKeys.self)
    #expect(throws: StoreError.self) { try store.set(Vault.token, to: "t") }
    #expect(try store.stored("vault:token") == nil)
  }

  /// A way to give a key a value.
  enum Way: CaseIterable {
    case set, update, transaction, inPlace, byName

    fileprivate func write(
      _ key: Key<Vault, String>, _ value: String, _ store: DefaultsStore
    ) throws {
      switch self {
      case .set: try store.set(key, to: value)
      case .update: try store.update(key) { $0 = value }
      case .transaction:
        try store.transaction { try $0.set(key, to: value) }
      case .inPlace:
        // A refusal is an issue there, since nothing can be thrown.
        let before = store.issues.count
        store[key] = value
        if store.issues.count > before { throw store.issues[before] }
      case .byName: try AnyKey(key).set(text: value, in: store)
      }
    }
  }
}

private enum Vault: Namespace {
  typealias Parent = Root
  static let namespaceID = "vault"
  static let token = Key<Vault, String>(
    "token", default: "", descriptor: KeyDescriptor(sensitivity: .secret))
  static let code = Key<Vault, String>(
    "code", default: "",
    descriptor: KeyDescriptor(
      default: ._value(""), sensitivity: .secret, _names: ["vault:code", "vault:number"],
      _movesLater: true))
  static let name = Key<Vault, String>("name", default: "")
  static let size = Key<Vault, Int>("size", default: 0)
  static let count = Key<Vault, Int>("count", default: 0)
}

private enum PlacedKeys: KeyRegistry {
  static let allKeys = [
    key("token", "String", .secret, "vault"),
    key("pin", "String", .secret, "vault", isFamily: true),
    key("code", "String", .secret, "vault", movedFrom: ["vault:number"]),
    key("name", "String", .public, nil), key("size", "Int", .public, "device"),
    key("count", "Int", .private, "device"),
  ]
  static let namespaces: [any Namespace.Type] = [Vault.self]

  private static func key(
    _ name: String, _ type: String, _ sensitivity: KeyDescription.Sensitivity, _ store: String?,
    isFamily: Bool = false, movedFrom formerKeys: [String] = []
  ) -> KeyDescription {
    KeyDescription(
      storageString: "vault:\(name)", namespace: "Vault", name: name, type: type,
      form: type == "Int" ? "integer" : "string", schema: "Vault.keys.json", line: 1,
      isFamily: isFamily, sensitivity: sensitivity, formerKeys: formerKeys, store: store,
      movesLater: !formerKeys.isEmpty)
  }
}
