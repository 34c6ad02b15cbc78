import Foundation
import Keywright
import KeywrightTestSupport
import KeywrightTesting
import Synchronization
import Testing

/// The key as three releases declare it: under its first name, under both, under its last name.
private enum Radio: Namespace {
  typealias Parent = Root
  static let namespaceID = "radio"

  static let old = Key<Radio, Int>("loudness", default: 0)
  static let both = Key<Radio, Int>("volume", descriptor: later)
  static let new = Key<Radio, Int>("volume", default: 0)
  static let migration = Migration(from: ["radio:loudness"], to: new)

  static func band(_ number: Int) -> Key<Radio, Int> {
    Key(.family("band", KeyParameter(number)), default: ._value(0), descriptor: bands)
  }

  private static let later = KeyDescriptor<Int>(
    default: ._value(0), _names: ["radio:volume", "radio:loudness"], _movesLater: true)
  private static let bands = KeyDescriptor<Int>(
    default: ._value(0), _names: ["radio:band", "radio:gain"], _movesLater: true)
}

/// Programs that rename a key in two steps while older ones run.
@Suite("A key that moves later") struct LaterMovesTests {
  private static let stores: [@Sendable (TemporaryFolder) -> any Store] = [
    { _ in MemoryStore() },
    { DefaultsStore(url: $0.url.appending(path: "a.plist")) },
    { FileStore(folder: $0.url) },
    { _ in Layers([.readingAndWriting(MemoryStore())]) },
  ]

  @Test("is put back under its former name, of a pair whose other store refuses")
  func pair() throws {
    let (store, other) = (MemoryStore(), FaultyStore("other"))
    let pair = zip(store.slot(Radio.both), other.slot(Radio.new))
    try pair.set((1, 2))
    #expect(try store.storedKeys() == ["radio:loudness"])
    other.fail(at: .write)
    let error = #expect(throws: StoreError.self) { try pair.set((3, 4)) }
    #expect(error?.code != .uncertain)
    #expect(pair.get() == (1, 2) && store.get(Radio.old) == 1)
  }

  @Test(
    "is written where older programs find it, and read where later ones put it",
    arguments: 0..<4)
  func steps(_ index: Int) throws {
    func check(_ store: some Store) throws {
      try store.set(Radio.both, to: 5)
      #expect(store.get(Radio.old) == 5 && store.get(Radio.both) == 5)
      try store.set(Radio.old, to: 6)
      #expect(store.get(Radio.both) == 6)
      #expect(try store.read(Radio.both) == 6 && store.contains(Radio.both))
      #expect(try AnyKey(Radio.both).isStored(in: store))
      try store.update(Radio.both) { $0 += 1 }
      #expect(store.get(Radio.old) == 7)
      #expect(try store.storedKeys() == ["radio:loudness"])

      try store.migrate([Radio.migration])
      #expect(store.get(Radio.both) == 7 && store.get(Radio.new) == 7)
      try store.set(Radio.both, to: 8)
      #expect(store.get(Radio.new) == 8)
      #expect(try store.storedKeys() == ["radio:volume"])

      // The later program asks the former name no more.
      try store.remove(Radio.both)
      #expect(store.get(Radio.new) == 0)
      try store.set(Radio.both, to: 9)
      #expect(store.get(Radio.new) == 9)
    }
    let folder = TemporaryFolder()
    try check(Self.stores[index](folder))
  }

  @Test("is removed from both names")
  func removal() throws {
    let store = MemoryStore()
    try store.set(Radio.old, to: 1)
    try store.set(Radio.new, to: 2)
    #expect(store.get(Radio.both) == 2)
    try store.remove(Radio.both)
    #expect(store.get(Radio.both) == 0)
    #expect(try store.storedKeys().isEmpty)
  }

  @Test("is observed under both names, and once where it moves")
  func observing() throws {
    let store = MemoryStore()
    let seen = Mutex<[Int]>([])
    let token = store.observe(Radio.both) { change in seen.withLock { $0.append(change.new) } }
    try store.set(Radio.both, to: 1)
    try store.set(Radio.old, to: 2)
    try store.migrate([Radio.migration])
    try store.set(Radio.new, to: 3)
    #expect(seen.withLock(\.self) == [1, 2, 2, 3])
    token.cancel()
  }

  @Test("is one key in a transaction, and for hooks")
  func transaction() throws {
    let store = MemoryStore()
    try store.set(Radio.old, to: 4)
    let token = store.observe(Radio.self) { commit in
      #expect(commit[Radio.both]?.old == 4 && commit[Radio.both]?.new == 6)
    }
    try store.transaction { transaction in
      try transaction.set(Radio.both, to: transaction.get(Radio.both) + 1)
      try transaction.set(Radio.both, to: transaction.get(Radio.both) + 1)
    }
    #expect(store.get(Radio.old) == 6)
    token.cancel()
    let other = store.observe(Radio.self) { commit in
      #expect(commit[Radio.both]?.new == 7)
    }
    try store.set(Radio.old, to: 7)
    other.cancel()
  }

  @Test("is written in each layer where that has it")
  func layers() throws {
    let (user, shipped) = (MemoryStore(), MemoryStore())
    try user.set(Radio.old, to: 1)
    try shipped.set(Radio.new, to: 2)
    let layers = Layers([.readingAndWriting(user), .readingAndWriting(shipped)])
    #expect(layers.get(Radio.both) == 1)
    try layers.set(Radio.both, to: 3)
    #expect(try user.storedKeys() == ["radio:loudness"] && shipped.storedKeys() == ["radio:volume"])
    #expect(user.get(Radio.old) == 3 && shipped.get(Radio.new) == 3)
  }

  @Test("is never left in a cache that learns nothing of its former name")
  func cache() throws {
    let store = MemoryStore()
    let front = CacheStore(capacity: 8).combined(with: store)
    try front.set(Radio.both, to: 1)
    #expect(front.get(Radio.both) == 1)
    try store.set(Radio.old, to: 2)
    #expect(front.get(Radio.both) == 2)
    // One that the cache has by the former name goes.
    try front.set(Radio.old, to: 3)
    try front.update(Radio.both) { $0 += 1 }
    #expect(front.get(Radio.both) == 4 && front.get(Radio.old) == 4)
  }

  @Test("is found by name, of a family by its parameters")
  func byName() throws {
    let store = MemoryStore()
    let keys = KeySet([AnyKey(Radio.both)])
    try keys.key(named: "radio:volume").set(text: "3", in: store)
    #expect(try keys.key(named: "radio:loudness").shownText(in: store) == "3")
    #expect(try keys.key(named: "radio:volume").storedText(in: store) == "3")
    try store.set(Radio.band(2), to: 5)
    #expect(try store.storedKeys() == ["radio:gain:2", "radio:loudness"])
    #expect(store.get(Radio.band(2)) == 5 && store.get(Radio.band(3)) == 0)
  }
}
