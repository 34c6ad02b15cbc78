import Foundation
import Keywright
import KeywrightTestSupport
import Testing

@Suite("Lazy defaults") struct LazyDefaultTests {
  let store = MemoryStore()

  private static func key<Value: Convertible>(
    _ id: String, persist: DefaultValue<Value>.Persistence = .never,
    _ body: @escaping @Sendable () -> Value
  ) -> Key<Root, Value> {
    Key(id, descriptor: KeyDescriptor(default: .lazy(persist: persist, body)))
  }

  @Test("is computed once, however many threads ask")
  func once() {
    let calls = Shared(0)
    let key = Self.key("n") { () -> Int in
      calls.change { $0 += 1 }
      return 7
    }
    let values = Shared<[Int]>([])
    onThreads(8) { [store] _ in
      let value = store.get(key)
      values.change { $0.append(value) }
    }
    #expect(values.value == Array(repeating: 7, count: 8))
    #expect(calls.value == 1)
  }

  @Test("is not computed while a value is stored")
  func notNeeded() throws {
    let key = Self.key("n") { () -> Int in
      Issue.record("computed")
      return 7
    }
    try store.set(Key<Root, Int>("n", default: 0), to: 3)
    #expect(store.get(key) == 3)
    try store.set(key, to: 4)
    try store.update(key) { $0 += 1 }
    store[key] += 1
    try store.transaction { try $0.set(key, to: try $0.get(key) + 1) }
    #expect(store.get(key) == 7)
  }

  /// Ways to need a default, each with a store and a key with a lazy default.
  static let needs: [String: @Sendable (MemoryStore, Key<Root, Int>) throws -> Void] = [
    "get": { store, key in #expect(store.get(key) == 7) },
    "set": { store, key in try store.set(key, to: 8) },
    "update": { store, key in try store.update(key) { $0 += 1 } },
    "in place": { store, key in store[key] += 1 },
    "transaction": { store, key in
      try store.transaction { try $0.set(key, to: try $0.get(key) + 1) }
    },
    "a caught read in a transaction": { store, key in
      try store.transaction { try $0.set(key, to: ((try? $0.get(key)) ?? 0) + 1) }
    },
    "get in an update closure": { store, key in
      try store.update(House.rooms) { $0 = store.get(key) }
      #expect(store.get(House.rooms) == 7)
    },
    "get in an in-place access": { store, key in
      func change(_ value: inout Int) { value += store.get(key) }
      change(&store[House.rooms])
      #expect(store.get(House.rooms) == 8)
    },
    "get in a hook": { store, key in
      let journal = Journal()
      journal.preCommit["house"] = { $0.amend(House.rooms, to: store.get(key)) }
      try journal.listening { try store.set(House.rooms, to: 2) }
      #expect(store.get(House.rooms) == 7)
    },
    "get in process": { store, key in
      let journal = Journal()
      journal.onProcess = { $0 + store.get(key) }
      try journal.listening { try store.set(House.Kitchen.pots, to: 2) }
      #expect(store.get(House.Kitchen.pots.key) == 9)
    },
    "get in willChange": { store, key in
      let journal = Journal()
      journal.onWillChange = { _, _ in _ = store.get(key) }
      try journal.listening { try store.set(House.Kitchen.pots, to: 2) }
      #expect(store.get(House.Kitchen.pots.key) == 2)
    },
    "the key's defaultValue": { _, key in #expect(key.defaultValue == 7) },
  ]

  @Test("is computed with no lock held: it may commit to the same store", arguments: needs.keys)
  func mayCommit(_ need: String) throws {
    let store = self.store
    let key = Self.key("n") { () -> Int in
      store[Animals.Cats.lion] += 5
      return 7
    }
    try Self.needs[need]?(store, key)
    #expect(store.get(Animals.Cats.lion) == 5)
    #expect(store.problems.map(\.description) == [])
  }

  @Test("a thread that computes it and commits, and one that needs it in a hook, both finish")
  func noDeadlock() {
    let store = self.store
    let computing = DispatchSemaphore(value: 0)
    let hooked = DispatchSemaphore(value: 0)
    let key = Self.key("n") { () -> Int in
      computing.signal()
      hooked.wait()
      store[House.Cellar.bottles] = 5
      return 7
    }
    let seen = Shared(0)
    onThreads(2) { number in
      if number == 0 {
        _ = store.get(key)
      } else {
        computing.wait()
        try? store.update(House.rooms) {
          hooked.signal()
          $0 = store.get(key)
        }
        seen.change { $0 = store.get(House.rooms) }
      }
    }
    #expect(seen.value == 7)
    #expect(store.get(House.Cellar.bottles) == 5)
  }

  @Test("one that a hook adds to the commit is computed before the hooks below see it")
  func addedByAHook() throws {
    let journal = Journal()
    let key = Key<House, Int>("lazy", descriptor: KeyDescriptor(default: .lazy { 7 }))
    journal.preCommit["house"] = { [journal] commit in
      commit.amend(key, to: 9)
      let change = try #require(commit[key])
      journal.note("\(change.old) \(change.new)")
    }
    try journal.listening { try store.set(House.rooms, to: 2) }
    #expect(store.get(key) == 9)
    #expect(journal.take().contains("7 9"))
  }

  @Test("a key whose default is new each time gives an error instead of no end")
  func newEachTime() {
    let store = self.store
    var key: Key<Root, Int> { Self.key("n") { 7 } }
    let error = #expect(throws: StoreError.self) {
      try store.update(House.rooms) { $0 = store.get(key) }
    }
    #expect(error?.code == .unavailable)
    #expect(store.get(House.rooms) == 1)
  }

  @Test("whenMissing is stored by the first get, and agreed by all threads")
  func whenMissing() throws {
    let folder = TemporaryFolder()
    let url = folder.url.appending(path: "defaults.plist")
    let found = Shared<Set<UUID>>([])
    onThreads(8) { _ in
      // A key of its own, as another module would have: the store decides, not the key.
      let key = Self.key("install", persist: .whenMissing) { UUID() }
      let value = DefaultsStore(url: url).get(key)
      found.change { _ = $0.insert(value) }
    }
    #expect(found.value.count == 1)
    let kept = try DefaultsStore(url: url).read(Self.key("install") { UUID() })
    #expect(kept == found.value.first)
  }

  @Test("whenMissing is a commit of its own origin, with processing and hooks")
  func whenMissingIsACommit() {
    let journal = Journal()
    let key = Key<House, Int>(
      "n",
      descriptor: KeyDescriptor(
        default: .lazy(persist: .whenMissing) { 70 }, processing: [.clamp(0...50)]))
    journal.postCommit["house"] = { [journal] commit in journal.note("\(commit.origin)") }
    journal.listening { #expect(store.get(key) == 50) }
    #expect(journal.take() == ["pre house", "post house", "defaultValue"])
  }

  @Test("whenMissing never replaces an unreadable value")
  func neverOverUnreadable() throws {
    try store.set(Key<Root, String>("n", default: ""), to: "text")
    let key = Self.key("n", persist: .whenMissing) { 7 }
    #expect(store.get(key) == 7)
    #expect(store.stored("n") == "text")
    #expect(store.problems.map(\.code) == [.unreadable])
  }

  @Test("whenMissing that cannot be written gives the value and reports")
  func cannotBeWritten() {
    let store = FailingStore()
    store.failNext(StoreError(.full))
    let key = Self.key("n", persist: .whenMissing) { 7 }
    #expect(store.get(key) == 7)
    #expect(store.problems.map(\.code) == [.full])
    #expect(store.content.isEmpty)
  }

  @Test("one that needs itself stops with a message")
  func needsItself() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let store = MemoryStore()
      _ = store.get(Circle.key(in: store))
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("the default of the key 'circle' needs itself"))
  }

  @Test("two that need each other, on two threads, stop with a message")
  func needEachOther() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let store = MemoryStore()
      onThreads(2) { number in
        _ = store.get(number == 0 ? Pair.left(store) : Pair.right(store))
      }
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("needs itself"))
  }
}

private enum Circle {
  private static let made = Shared<Key<Root, Int>?>(nil)

  static func key(in store: MemoryStore) -> Key<Root, Int> {
    let key = Key<Root, Int>(
      "circle", descriptor: KeyDescriptor(default: .lazy { made.value.map(store.get) ?? 0 }))
    made.change { $0 = key }
    return key
  }
}

private enum Pair {
  private static let started = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
  private static let keys = Shared<[Key<Root, Int>]>([])

  private static func both(_ store: MemoryStore) -> [Key<Root, Int>] {
    keys.change { keys in
      if keys.isEmpty {
        keys = [0, 1].map { number in
          Key(
            "pair\(number)",
            descriptor: KeyDescriptor(
              default: .lazy {
                (number == 0 ? started.0 : started.1).signal()
                (number == 0 ? started.1 : started.0).wait()
                return store.get(both(store)[1 - number])
              }))
        }
      }
      return keys
    }
  }

  static func left(_ store: MemoryStore) -> Key<Root, Int> { both(store)[0] }
  static func right(_ store: MemoryStore) -> Key<Root, Int> { both(store)[1] }
}
