import Foundation
import KeywrightTestSupport
import Testing

@testable import Keywright

/// Properties that a composition takes over from its stores.
@Suite struct LayerRulesTests {
  let folder = TemporaryFolder()

  @Test func aCompositionOverFilesRefusesSeveralKeys() throws {
    let files = FileStore(folder: folder.url)
    for store in [files.prefixed("x"), CacheStore(capacity: 9).combined(with: files)] {
      let error = #expect(throws: StoreError.self) {
        try store.transaction { change in
          try change.set(Zoo.lions, to: 1)
          try change.set(Zoo.tigers, to: 2)
        }
      }
      #expect(error?.code == .unsupported)
      #expect(try store.storedKeys().isEmpty)
      try store.set(Zoo.lions, to: 1)
      try store.remove(Zoo.lions)
    }
  }

  @Test func aCompositionOverASharedStoreRefusesToRemoveEverything() throws {
    let store = MemoryStore().combined(with: SharedStore())
    let error = #expect(throws: StoreError.self) { try store.removeEverything() }
    #expect(error?.code == .unsupported)
  }

  private struct SharedStore: Store {
    let base = MemoryStore()
    var core: StoreCore { base.core }
    var canEnumerate: Bool { false }
    func stored(_ name: StorageString) -> StoredValue? { base.stored(name) }
    func storageStrings() -> [StorageString] { base.storageStrings() }
    func write(_ changes: [StagedWrite]) { base.write(changes) }
  }

  @Test func aViewHasTheSettingsOfItsHandle() throws {
    let url = folder.url.appending(path: "settings.plist")
    let quick = DefaultsStore(url: url).prefixed("user")
    let durable = DefaultsStore(url: url, durability: .durable).prefixed("user")
    #expect(quick.core !== durable.core)
    #expect(durable.core === DefaultsStore(url: url, durability: .durable).prefixed("user").core)
    let writer = durable.layers[0].writer as? DefaultsStore
    #expect(writer?.durability == .durable)
    try quick.set(Zoo.lions, to: 3)
    #expect(durable.get(Zoo.lions) == 3)
  }

  @Test func filesAreLockedInTheOrderOfTheirPaths() throws {
    let urls = ["b", "a", "c"].map { folder.url.appending(path: "\($0).plist") }
    let stores = urls.map { DefaultsStore(url: $0) }
    let memory = MemoryStore()
    let store = Layers(
      [.readingAndWriting(memory)] + stores.map { .readingAndWriting($0) }, name: "all")
    let locked = store.stack.lockables(of: [0, 1, 2, 3])
    #expect(
      locked.map { $0.core.name.split(separator: "/").last } == [
        "memory", "a.plist", "b.plist", "c.plist",
      ])
  }

  @Test func aDamagedFileUnderACompositionIsReplacedOnPurpose() throws {
    let files = FileStore(folder: folder.url, lockTimeout: .seconds(3_600))
    files.onIssue { _ in }
    let store = MemoryStore().combined(with: files)
    store.onIssue { _ in }
    for change in [{ try store.set(Zoo.lions, to: 5) }, { try store.remove(Zoo.lions) }] {
      try files.set(Zoo.lions, to: 4)
      let file = folder.url.appending(path: "zoo+lions.plist")
      try Data("no value".utf8).write(to: file)
      // Nobody is writing it any more.
      try TemporaryFolder.backdate(file.path)
      #expect(throws: StoreError.self) { try store.update(Zoo.lions) { $0 += 1 } }
      try change()
    }
    #expect(try store.read(Zoo.lions) == nil)
  }
}

@Suite struct OptionalDefaultTests {
  @Test func aDescriptorsDefaultCounts() throws {
    let store = MemoryStore()
    let nick = Key<Zoo, String?>(
      "nick", descriptor: KeyDescriptor(default: .lazy(persist: .whenMissing) { "Leo" }))
    #expect(store.get(nick) == "Leo")
    #expect(try store.read(nick) == "Leo")
    let plain = Key<Zoo, Int?>("count", descriptor: KeyDescriptor(constraints: [.range(0...3)]))
    #expect(store.get(plain) == nil)
  }
}

private enum Vault: PreCommitHook {
  typealias Parent = Root
  static let namespaceID = "vault"
  static let pin = Key<Vault, Int>(
    "pin", default: 0, descriptor: KeyDescriptor(constraints: [.range(0...9999)]))
  static let pinAsText = Key<Vault, String>("pin", default: "")
  static let own = Key<Vault, Int>(StorageString("own"), default: 0)

  static let allKeys = [
    described("vault:pin", .secret), described("own", .public),
  ]

  static func described(
    _ name: String, _ sensitivity: KeyDescription.Sensitivity
  ) -> KeyDescription {
    KeyDescription(
      storageString: name, namespace: "Vault", name: "pin", type: "Int", form: "integer",
      schema: "Vault.keys.json", line: 1, sensitivity: sensitivity)
  }

  static func preCommit(_ commit: inout PendingCommit) throws {
    if commit[own] != nil { throw Veto() }
  }

  struct Veto: Error {}
}

private enum VaultKeys: KeyRegistry {
  static var allKeys: [KeyDescription] { Vault.allKeys }
  static var namespaces: [any Namespace.Type] { [Vault.self] }
}

@Suite struct SensitiveValueTests {
  @Test func errorsDoNotShowSecrets() throws {
    for store: any Store in [MemoryStore(), MemoryStore().prefixed("user")] {
      store.onIssue { _ in }
      let refused = #expect(throws: StoreError.self) { try store.set(Vault.pin, to: 123_456) }
      #expect(refused?.found == "a value that is secret")
      try store.set(Vault.pinAsText, to: "hunter2")
      #expect(store.get(Vault.pin) == 0)
      #expect(store.problems.map(\.found) == ["a value that is secret"])
      #expect(!store.issues.map(\.description).joined().contains("hunter2"))
    }
    let text = EnvironmentLayer(prefix: "", environment: ["VAULT_PIN": "hunter2"])
    let error = #expect(throws: StoreError.self) { try text.read(Vault.pin) }
    #expect(error.map { "\($0)".contains("hunter2") } == false)
  }

  @Test func clearingARegistryAsksTheHooksOfAKeyWithAStringOfItsOwn() throws {
    let store = MemoryStore()
    try store.set(Key<Root, Int>(StorageString("own"), default: 0), to: 1)
    #expect(throws: StoreError.self) { try store.clear(VaultKeys.self) }
    #expect(throws: StoreError.self) { try store.clear(Vault.self) }
    #expect(try store.storedKeys() == ["own"])
  }
}
