import Keywright
import Testing

@Suite struct ObservedKeyTests {
  private enum Watching: Namespace {
    typealias Parent = Root
    static let namespaceID = "watching"
    @TaskLocal static var notified: Gathered<String>?

    static let size = Key<Watching, Int>(
      "size", default: 1,
      descriptor: KeyDescriptor(
        willChange: { notified?.add("will \($0) \($1)") },
        didChange: { notified?.add("did \($0) \($1)") }))
    static let other = Key<Watching, Int>("other", default: 0)

    static let bandDescriptor = KeyDescriptor<Int>(didChange: { notified?.add("band \($0) \($1)") })
    static func band(_ index: Int) -> Key<Watching, Int> {
      Key(.family("band", KeyParameter(index)), default: 0, descriptor: bandDescriptor)
    }

    static var observedKeys: [any KeyType] {
      [size, Key<Watching, Int>(.family("band"), default: 0, descriptor: bandDescriptor)]
    }
    static let allKeys = [
      KeyDescription(
        storageString: "watching:band", namespace: "Watching", name: "band", type: "Int",
        form: "integer", schema: "", line: 1, isFamily: true)
    ]
  }

  @Test(arguments: [false, true]) func clearingTellsTheKeysThatWatch(_ isView: Bool) throws {
    let base = MemoryStore()
    let store: any Store = isView ? base.prefixed("user") : base
    try store.set(Watching.size, to: 4)
    try store.set(Watching.other, to: 2)
    let notified = Gathered<String>()
    try Watching.$notified.withValue(notified) { try store.clear(Watching.self) }
    #expect(notified.all == ["will 4 1", "did 4 1"])
    #expect(try store.storedKeys().isEmpty)
  }

  @Test func clearingTellsTheKeysOfAFamily() throws {
    let store = MemoryStore()
    try store.set(Watching.band(1), to: 4)
    try store.set(Watching.band(22), to: 5)
    let notified = Gathered<String>()
    try Watching.$notified.withValue(notified) { try store.clear(Watching.self) }
    #expect(Set(notified.all) == ["band 4 0", "band 5 0"])
  }

  private enum Registry: KeyRegistry {
    @TaskLocal static var notified: Gathered<String>?
    static let size = Key<Root, Int>(
      "size", default: 1, descriptor: KeyDescriptor(didChange: { notified?.add("\($0) \($1)") }))
    static let allKeys = [
      KeyDescription(
        storageString: "size", namespace: "", name: "size", type: "Int", form: "integer",
        schema: "",
        line: 1)
    ]
    static let namespaces: [any Namespace.Type] = []
    static var observedKeys: [any KeyType] { [size] }
  }

  @Test func clearingAllKeysOfATargetTellsThoseWithoutANamespace() throws {
    let store = MemoryStore()
    try store.set(Registry.size, to: 4)
    let notified = Gathered<String>()
    try Registry.$notified.withValue(notified) { try store.clear(Registry.self) }
    #expect(notified.all == ["4 1"])
  }
}
