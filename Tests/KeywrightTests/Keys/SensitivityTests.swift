import Keywright
import Testing

/// The messages about a key that is declared secret without a namespace, whose declaration no namespace
/// lists: the key itself carries how much of it may be shown.
@Suite("A secret key without a namespace") struct SensitivityTests {
  private static let secret = "hunter2"
  private let pin = Key<Root, Int>(
    "pin", default: 0,
    descriptor: KeyDescriptor(constraints: [.range(0...9)], sensitivity: .secret))
  private let token = Key<Root, String?>(
    "token", descriptor: KeyDescriptor(constraints: [.length(...3)], sensitivity: .secret))

  private func expectHidden(_ text: String, _ place: SourceLocation = #_sourceLocation) {
    #expect(!text.contains(Self.secret), sourceLocation: place)
    #expect(text.contains("a value that is secret"), sourceLocation: place)
  }

  @Test("is not shown in an error of a refused value")
  func refused() throws {
    let error = #expect(throws: StoreError.self) { try MemoryStore().set(token, to: Self.secret) }
    expectHidden("\(try #require(error))")
  }

  @Test("is not shown in an issue, an error, or what explains it, where it cannot be read")
  func unreadable() throws {
    let store = MemoryStore()
    store.onIssue { _ in }
    try store.set(Key<Root, String>("pin", default: ""), to: Self.secret)
    #expect(store.get(pin) == 0)
    expectHidden("\(try #require(store.issues.first))")
    let error = #expect(throws: StoreError.self) { try store.read(pin) }
    expectHidden("\(try #require(error))")
    #expect(!store.explain(pin).contains(Self.secret))
  }

  @Test("is not shown by a text layer that cannot read it")
  func text() throws {
    let layer = EnvironmentLayer(prefix: "APP", environment: ["APP_PIN": Self.secret])
    let error = #expect(throws: StoreError.self) { try layer.read(pin) }
    expectHidden("\(try #require(error))")
  }

  @Test("is not shown by what explains it, nor is its default")
  func explained() throws {
    let key = Key<Root, String>(
      "password", default: Self.secret, descriptor: KeyDescriptor(sensitivity: .secret))
    let store = MemoryStore()
    expectHidden(store.explain(key))
    try store.set(key, to: Self.secret + "!")
    expectHidden(store.explain(key))
  }

  @Test("is not shown by print or dump of a change, of a commit, or of what an observer receives")
  func observed() throws {
    let key = Key<Root, String>(
      "password", default: "none", descriptor: KeyDescriptor(sensitivity: .secret))
    for store: any Store in [MemoryStore(), CacheStore(capacity: 9)] {
      let texts = Shared<[String]>([])
      let tokens = [
        store.observe(key) { change in texts.change { $0 += shown(change) } },
        store.observe { commit in
          texts.change { $0 += shown(commit) + commit.changes.flatMap(shown) }
          texts.change { $0 += shown(commit[key] as Any) }
        },
      ]
      try store.set(key, to: Self.secret)
      try store.set(key, to: Self.secret + "!")
      for token in tokens { token.cancel() }
      #expect(texts.value.count >= 12)
      for text in texts.value { expectHidden(text) }
    }
  }

  @Test("stays secret when it is transformed, coded, or has a prefix")
  func derived() throws {
    let store = MemoryStore()
    store.onIssue { _ in }
    try store.set(Key<Root, Int>("token", default: 0), to: 1)
    let coded = Key<Root, [Int]>(
      "token", default: [], coding: .propertyList, descriptor: KeyDescriptor(sensitivity: .secret))
    _ = store.get(coded)
    expectHidden("\(try #require(store.issues.first))")
    let doubled = pin.transformed(by: Doubled(), default: 0)
    let error = #expect(throws: StoreError.self) { try store.set(doubled, to: 1_000_003) }
    let text = "\(try #require(error))"
    #expect(!text.contains("00003") && text.contains("a value that is secret"))
    let view = store.prefixed("user")
    let other = #expect(throws: StoreError.self) { try view.set(token, to: Self.secret) }
    expectHidden("\(try #require(other))")
  }

  private struct Doubled: Transformer {
    func encode(_ value: Int) throws -> Int { value * 2 }
    func decode(_ value: Int) throws -> Int { value / 2 }
  }

  @Test("is described without its default")
  func described() {
    let description = KeyDescription(
      storageString: "password", namespace: "", name: "password", type: "String", form: "string",
      default: Self.secret, schema: "App.keys.json", line: 3, sensitivity: .secret)
    #expect(description.default == nil)
  }
}

/// A value as `print` and as `dump` show it.
@Sendable private func shown(_ value: some Any) -> [String] {
  var text = ""
  dump(value, to: &text)
  return ["\(value)", text]
}
