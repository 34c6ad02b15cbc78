import Keywright
import KeywrightTestSupport
import KeywrightTesting
import Testing

@Suite("A route to a store of single keys") struct SeveralCommitsTests {
  private let folder = TemporaryFolder()
  private let rest = MemoryStore(name: "rest")
  private let files: FileStore
  private let store: Layers

  init() {
    files = FileStore(folder: folder.url)
    store = Layers.routing([.namespace(Zoo.self, to: files)], otherwise: rest)
  }

  @Test("leaves transactions, amendments and clear to the other stores of the routing")
  func othersStay() throws {
    try store.transaction { change in
      try change.set(Animals.Cats.lion, to: 1)
      try change.set(Animals.Cats.weight, to: 2)
    }
    #expect(try rest.storedKeys().count == 2)
    let commits = Gathered<Int>()
    let token = rest.observe { commits.add($0.changes.count) }
    try store.clear(Animals.self)
    token.cancel()
    #expect(commits.all == [2])
    let error = #expect(throws: StoreError.self) {
      try store.transaction { change in
        try change.set(Zoo.lions, to: 1)
        try change.set(Zoo.tigers, to: 2)
      }
    }
    #expect(error?.code == .unsupported)
  }

  @Test("leaves amendments of two keys to the other stores of the routing")
  func amendments() throws {
    try store.set(Amended.first, to: 1)
    #expect(store.get(Amended.second) == 2)
    #expect(try rest.storedKeys() == ["amended:first", "amended:second"])
    let files = Layers.routing([.namespace(Amended.self, to: files)], otherwise: rest)
    let error = #expect(throws: StoreError.self) { try files.set(Amended.first, to: 3) }
    #expect(error?.code == .unsupported)
    #expect(try files.read(Amended.first) == nil)
  }

  @Test("is cleared by a commit for each key, and so is a composition over it")
  func clearing() throws {
    for cleared in [files.prefixed("x"), files.prefixed("y").fallback(to: rest), store] {
      try cleared.set(Zoo.lions, to: 1)
      try cleared.set(Zoo.tigers, to: 2)
      try cleared.clear(Zoo.self)
      #expect(try cleared.storedKeys() == [])
    }
    try files.set(Zoo.lions, to: 1)
    try files.set(Zoo.tigers, to: 2)
    try files.removeEverything()
    #expect(try files.storedKeys() == [])
  }

  @Test("One call clears a routed composition, and a registry over several routes")
  func oneCall() throws {
    func fill() throws {
      try store.set(Zoo.lions, to: 1)
      try store.set(Zoo.tigers, to: 2)
      try store.set(Animals.Cats.lion, to: 3)
    }
    try fill()
    try store.removeEverything()
    #expect(try store.storedKeys() == [])
    try fill()
    try store.clear(SeveralKeys.self)
    #expect(try store.storedKeys() == [])
  }

  @Test("An error names the keys that were not cleared; the others are")
  func failure() throws {
    let faulty = FaultyStore(MemoryStore(name: "faulty"))
    let store = Layers.routing([.namespace(Zoo.self, to: faulty)], otherwise: rest)
    try store.set(Zoo.lions, to: 1)
    try store.set(Animals.Cats.lion, to: 3)
    faulty.fail(.write, with: StoreError(.full))
    let error = #expect(throws: StoreError.self) { try store.removeEverything() }
    #expect(error?.code == .full)
    #expect(error?.found == "1 not cleared: 'zoo:lions'")
    #expect(error?.description.contains("nothing changed") == false)
    #expect(try store.storedKeys() == ["zoo:lions"])
  }
}

private enum Amended: Namespace, PreCommitHook {
  typealias Parent = Root
  static let namespaceID = "amended"
  static let first = Key<Amended, Int>("first", default: 0)
  static let second = Key<Amended, Int>("second", default: 0)

  static func preCommit(_ commit: inout PendingCommit) throws {
    if let change = commit[first] { commit.amend(second, to: change.new + 1) }
  }
}

private enum SeveralKeys: KeyRegistry {
  static let allKeys = ["zoo:lions", "zoo:tigers", "animals:cats:lion"].map {
    KeyDescription(
      storageString: $0, namespace: "", name: $0, type: "Int", form: "integer",
      schema: "Zoo.keys.json", line: 1)
  }
  static let namespaces: [any Namespace.Type] = [Zoo.self, Animals.self]
}
