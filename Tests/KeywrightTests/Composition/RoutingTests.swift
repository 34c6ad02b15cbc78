import Keywright
import KeywrightTesting
import Testing

@Suite("A router") struct RoutingTests {
  let vault = FaultyStore("vault")
  let animals = MemoryStore(name: "animals")
  let rest = MemoryStore(name: "rest")

  private var store: Layers {
    Layers.routing(
      [
        .sensitivity(.secret, of: RoutedKeys.self, to: vault),
        .namespace(Animals.self, to: animals),
      ],
      otherwise: rest)
  }

  private let token = Key<Animals, String>("token", default: "")

  @Test func eachKeyIsKeptByTheFirstRouteThatTakesIt() throws {
    try store.set(token, to: "t")
    try store.set(Animals.Cats.lion, to: 1)
    try store.set(Zoo.lions, to: 2)
    #expect(try vault.storedKeys() == ["animals:token"])
    #expect(try animals.storedKeys() == ["animals:cats:lion"])
    #expect(try rest.storedKeys() == ["zoo:lions"])
    #expect(store.get(token) == "t")
    #expect(try store.storedKeys() == ["animals:cats:lion", "animals:token", "zoo:lions"])
  }

  @Test("A route by the name of a store takes the keys that the schema declares for it")
  func declaredStores() throws {
    let store = Layers.routing([.store("vault", of: RoutedKeys.self, to: vault)], otherwise: rest)
    try store.set(token, to: "t")
    try store.set(Zoo.lions, to: 2)
    #expect(try vault.storedKeys() == ["animals:token"])
    #expect(try rest.storedKeys() == ["zoo:lions"])
  }

  @Test("A route by the name of no store says which names there are")
  func unknownStores() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Route.store("valt", of: RoutedKeys.self, to: MemoryStore())
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("no key of RoutedKeys has the store 'valt'; there are 'vault'"))
  }

  @Test func aKeyOfAFamilyIsRoutedLikeTheFamily() throws {
    let store = store
    try store.set(Key<Root, String>(StorageString("pins:home"), default: ""), to: "1")
    #expect(try vault.storedKeys() == ["pins:home"])
  }

  @Test func aKeyOfANamespaceBelowGoesTheWayOfItsNamespace() throws {
    let store = Layers.routing([.namespace(Manor.self, to: animals)], otherwise: rest)
    let token = store.observe(Manor.self) { #expect($0.changes.count == 1) }
    try store.set(Manor.Cellar.old, to: 1)
    token.cancel()
    #expect(try animals.storedKeys() == ["oldName"] && rest.storedKeys() == [])
    try store.clear(Manor.self)
    #expect(try animals.storedKeys() == [])
  }

  @Test func aStoreThatFailsDoesNotHinderTheOthers() throws {
    vault.fail(at: .begin, .look)
    try store.set(Zoo.lions, to: 2)
    #expect(store.get(Zoo.lions) == 2)
    #expect(throws: StoreError.self) { try store.set(token, to: "t") }
  }

  @Test func aCommitThatGoesToTwoStoresIsRefused() throws {
    let store = store
    let error = #expect(throws: StoreError.self) {
      try store.transaction { change in
        try change.set(Zoo.lions, to: 1)
        try change.set(Animals.Cats.lion, to: 2)
      }
    }
    #expect(error?.code == .unsupported)
    #expect(try store.storedKeys().isEmpty)
    try store.set(Zoo.lions, to: 1)
  }

  @Test func aStoreOfOneRouteAnswersForNoOther() throws {
    try rest.set(Animals.Cats.lion, to: 9)
    #expect(store.get(Animals.Cats.lion) == 0)
    #expect(try store.storedKeys().isEmpty)
  }
}

private enum RoutedKeys: KeyRegistry {
  static let allKeys = [
    KeyDescription(
      storageString: "animals:token", namespace: "Animals", name: "token", type: "String",
      form: "string", schema: "Zoo.keys.json", line: 1, sensitivity: .secret, store: "vault"),
    KeyDescription(
      storageString: "pins", namespace: "Root", name: "pin", type: "String",
      form: "string", schema: "Zoo.keys.json", line: 2, isFamily: true, sensitivity: .secret),
  ]
  static let namespaces: [any Namespace.Type] = [Animals.self]
}

/// A namespace made by hand, which lists what is below it and no keys.
private enum Manor: Namespace {
  typealias Parent = Root
  static let namespaceID = "manor"
  static let nestedNamespaces: [any Namespace.Type] = [Cellar.self]

  enum Cellar: Namespace {
    typealias Parent = Manor
    static let namespaceID = "cellar"
    static let old = Key<Cellar, Int>(StorageString("oldName"), default: 0)
    static let allKeys = [
      KeyDescription(
        storageString: "oldName", namespace: "Manor.Cellar", name: "old", type: "Int",
        form: "integer", schema: "Manor.keys.json", line: 1)
    ]
  }
}
