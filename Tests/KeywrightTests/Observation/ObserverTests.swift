import Foundation
import Keywright
import Synchronization
import Testing

@Suite struct ObserverTests {
  typealias Cats = Animals.Cats

  let store = MemoryStore()

  @Test("An observer on a key receives its changes with their types, in order")
  func key() throws {
    let received = Gathered<[Int]>()
    let token = store.observe(Cats.lion) { received.add([$0.old, $0.new]) }
    try store.set(Cats.lion, to: 1)
    try store.set(Cats.lion, to: 2)
    try store.remove(Cats.lion)
    #expect(received.all == [[0, 1], [1, 2], [2, 0]])
    token.cancel()
  }

  @Test("A change says what was stored, where it came from, and its number")
  func details() throws {
    let received = Gathered<Change<Int>>()
    let token = store.observe(Cats.lion) { received.add($0) }
    try store.set(Cats.names, to: ["Leo"])
    try store.set(Cats.lion, to: 1)
    try store.remove(Cats.lion)
    #expect(received.all.map(\.wasStored) == [false, true])
    #expect(received.all.map(\.isRemoval) == [false, true])
    #expect(received.all.map(\.origin) == [.local, .local])
    #expect(received.all.map(\.number) == [2, 3])
    token.cancel()
  }

  @Test("An observer on a key receives no other key's changes, and no commit that changes nothing")
  func otherKeys() throws {
    let received = Gathered<Int>()
    try store.set(Cats.lion, to: 1)
    let token = store.observe(Cats.lion) { received.add($0.new) }
    try store.set(Cats.weight, to: 7)
    try store.set(Cats.lion, to: 1)
    #expect(received.all == [])
    try store.set(Cats.lion, to: 2)
    #expect(received.all == [2])
    token.cancel()
  }

  @Test("Keys with dots, separators and twins of one letter are distinguished")
  func awkwardKeys() throws {
    let ids = ["a.b", "a:b", "a%3Ab", "\u{e9}", "e\u{301}", "", "a"]
    let keys = ids.map { Key<Cats, Int>($0, default: 0) }
    let received = Gathered<String>()
    let tokens = zip(ids, keys).map { id, key in store.observe(key) { _ in received.add(id) } }
    for key in keys { try store.set(key, to: 1) }
    #expect(received.all.map { Array($0.utf8) } == ids.map { Array($0.utf8) })
    for token in tokens { token.cancel() }
  }

  @Test("An observer on a namespace receives the part of each commit that touches its subtree")
  func namespace() throws {
    let received = Gathered<[String]>()
    let token = store.observe(Cats.self) { received.add($0.changes.map(\.storageString)) }
    try store.transaction { change in
      try change.set(Animals.kingdom, to: "mammals")
      try change.set(Cats.lion, to: 1)
      try change.set(Cats.Small.tabby, to: true)
    }
    try store.set(Animals.kingdom, to: "birds")
    #expect(received.all == [["animals:cats:lion", "animals:cats:small:tabby"]])
    token.cancel()
  }

  @Test("A key with a storage string of its own belongs to the namespace that declares it")
  func verbatim() throws {
    let old = Key<Cats.Small, Int>(StorageString("oldName"), default: 0)
    let received = Gathered<String>()
    let tokens = [
      store.observe(Cats.self) { commit in received.add("cats \(commit[old]?.new ?? -1)") },
      store.observe(Cats.Small.self) { _ in received.add("small") },
    ]
    try store.set(old, to: 5)
    #expect(received.all == ["cats 5", "small"])
    for token in tokens { token.cancel() }
  }

  @Test("A namespace whose name begins like another's receives nothing of that one")
  func similarNamespaces() throws {
    let alien = Key<Animals, Int>("catsAndDogs", default: 0)
    let received = Gathered<UInt64>()
    let token = store.observe(Cats.self) { received.add($0.number) }
    try store.set(alien, to: 1)
    #expect(received.all == [])
    token.cancel()
  }

  @Test("An observer on the store, or on Root, receives every commit once, with all its changes")
  func everything() throws {
    let received = Gathered<String>()
    let tokens = [
      store.observe(Root.self) { received.add("root \($0.number) \($0.changes.count)") },
      store.observe { received.add("all \($0.number) \($0.changes.count)") },
    ]
    try store.set(Cats.lion, to: 1)
    try store.transaction { change in
      try change.set(Cats.lion, to: 2)
      try change.set(Cats.weight, to: 2)
    }
    try store.clear(Animals.self)
    #expect(
      received.all == ["root 1 1", "all 1 1", "root 2 2", "all 2 2", "root 3 2", "all 3 2"])
    for token in tokens { token.cancel() }
  }

  @Test("Clearing notifies observers of the keys and of nested namespaces")
  func clearing() throws {
    try store.set(Cats.lion, to: 4)
    try store.set(Cats.Small.tabby, to: true)
    let received = Gathered<String>()
    let tokens = [
      store.observe(Cats.lion) { received.add("lion \($0.old) \($0.new) \($0.isRemoval)") },
      store.observe(Cats.Small.self) { received.add("small \($0.changes.count)") },
    ]
    try store.clear(Animals.self)
    #expect(received.all == ["lion 4 0 true", "small 1"])
    for token in tokens { token.cancel() }
  }

  @Test("Observers are notified last, after post-commit hooks and didChange")
  func order() throws {
    let received = OrderHooks.received
    let key = Key<OrderHooks, Int>(
      "key", default: 0,
      descriptor: KeyDescriptor(didChange: { _, new in received.add("didChange \(new)") }))
    let token = store.observe(key) { received.add("observer \($0.new)") }
    try store.set(key, to: 1)
    #expect(received.all == ["hook", "didChange 1", "observer 1"])
    token.cancel()
  }

  @Test("A commit made in an observer is kept at once and delivered after those under way")
  func commitInside() throws {
    let received = Gathered<String>()
    let tokens = [
      store.observe(Cats.lion) { [store] change in
        received.add("first \(change.new)")
        guard change.new == 1 else { return }
        store[Cats.lion] = 2
        received.add("now \(store.get(Cats.lion))")
      },
      store.observe(Cats.lion) { received.add("second \($0.new)") },
    ]
    try store.set(Cats.lion, to: 1)
    #expect(received.all == ["first 1", "now 2", "second 1", "first 2", "second 2"])
    for token in tokens { token.cancel() }
  }

  @Test("A refused commit is not delivered")
  func refused() throws {
    struct Stop: Error {}
    let received = Gathered<UInt64>()
    let token = store.observe { received.add($0.number) }
    #expect(throws: StoreError.self) { try store.update(Cats.lion) { _ in throw Stop() } }
    #expect(received.all == [])
    token.cancel()
  }

  @Test("A key that is read with another type receives what `get` gives for that type")
  func otherType() throws {
    let text = Key<Cats, String>("lion", default: "?")
    let received = Gathered<String>()
    let token = store.observe(text) { received.add("\($0.old) \($0.new)") }
    try store.set(Cats.lion, to: 1)
    try store.set(text, to: "Leo")
    #expect(received.all == ["? ?", "? Leo"])
    token.cancel()
  }

  @Test("A default that becomes stored is delivered with its origin")
  func persistedDefault() {
    let key = Key<Cats, Int>(
      "born", descriptor: KeyDescriptor(default: .lazy(persist: .whenMissing) { 7 }))
    let received = Gathered<String>()
    let token = store.observe(key) { received.add("\($0.origin) \($0.new) \($0.wasStored)") }
    #expect(store.get(key) == 7)
    #expect(received.all == ["defaultValue 7 false"])
    token.cancel()
  }
}

private enum OrderHooks: PostCommitHook {
  typealias Parent = Root
  static let namespaceID = "order"
  static let received = Gathered<String>()
  static func postCommit(_ commit: Commit) { received.add("hook") }
}
