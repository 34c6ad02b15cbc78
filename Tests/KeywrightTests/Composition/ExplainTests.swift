import Keywright
import KeywrightTesting
import Testing

@Suite("explain") struct ExplainTests {
  private let weight = Key<Explained, Double>(
    "weight", default: 0.5,
    descriptor: KeyDescriptor(processing: [.clamp(0...9)], constraints: [.range(0...9)]))
  private let token = Key<Explained, String>("token", default: "-")

  @Test func aKeyIsExplainedLayerByLayer() throws {
    let user = MemoryStore(name: "user")
    let shipped = MemoryStore(name: "shipped")
    let store = Layers([
      .reading(ArgumentsLayer(["--explained.weight=heavy"])), .readingAndWriting(user),
      .reading(shipped),
    ])
    try shipped.set(Key<Explained, Int>("weight", default: 0), to: 3)
    try store.set(weight, to: 12)
    #expect(
      store.explain(weight) == """
        explained:weight, a Double
          value        9.0, from layer 2
          layer 1      'arguments', read: "heavy", not readable as Double: not a number
          layer 2      'user', read and written: 9.0, read as 9.0; commit 1, through a composition
          layer 3      'shipped', read: 3, read as 3.0; commit 1, local
          default      0.5
          processing   clamp 0.0...9.0
          constraints  a value in 0.0...9.0
          declared     Zoo.keys.json:7, How heavy.
          last commit  1, local
        """)
    #expect(store.issues.isEmpty)
  }

  @Test func aPlainStoreIsExplainedToo() {
    #expect(
      MemoryStore().explain(Zoo.lions) == """
        zoo:lions, an Int
          value        the default
          stored       nothing
          default      0
          last commit  none among the last 256 changes of this process
        """)
  }

  @Test func valuesHaveTheTextThatPeopleWrite() throws {
    let wait = Key<Explained, Duration>("wait", default: .seconds(90))
    let store = MemoryStore()
    try store.set(wait, to: .milliseconds(1_500))
    let text = store.explain(wait)
    #expect(text.contains("value        \(wait.text(of: .milliseconds(1_500)) ?? "")\n"), "\(text)")
    #expect(text.contains("default      \(wait.text(of: .seconds(90)) ?? "")\n"), "\(text)")
    #expect(
      text.contains("stored       \(StoredValue.array([1, 500_000_000_000_000_000])), read as"),
      "\(text)")
  }

  @Test func secretsAreNotShown() throws {
    let front = MemoryStore()
    let store = front.combined(with: MemoryStore())
    try store.set(token, to: "hush")
    #expect(!store.explain(token).contains("hush"))
    #expect(store.explain(token).contains("a value that is secret"))
    try front.set(Key<Explained, [String]>("token", default: []), to: ["hush"])
    #expect(!store.explain(token).contains("hush"))
  }

  @Test func explainingComputesAndStoresNothing() throws {
    let key = Key<Explained, Int>(
      "lazy",
      descriptor: KeyDescriptor(
        default: .lazy(persist: .whenMissing) {
          Issue.record("computed")
          return 1
        }))
    let store = MemoryStore()
    #expect(store.explain(key).contains("computed when it is first needed"))
    #expect(try store.storedKeys().isEmpty)
  }

  @Test func anUnavailableLayerSaysSo() {
    let broken = FaultyStore("broken")
    broken.fail(at: .look)
    #expect(
      Layers([.reading(broken)]).explain(Zoo.lions).contains("'broken', read: cannot be read: full")
    )
  }
}

private enum Explained: Namespace {
  typealias Parent = Root
  static let namespaceID = "explained"
  static let allKeys = [
    KeyDescription(
      storageString: "explained:weight", namespace: "Explained", name: "weight", type: "Double",
      form: "real", summary: "How heavy.", schema: "Zoo.keys.json", line: 7),
    KeyDescription(
      storageString: "explained:token", namespace: "Explained", name: "token", type: "String",
      form: "string", schema: "Zoo.keys.json", line: 8, sensitivity: .secret),
  ]
}
