import Foundation
import Keywright
import KeywrightStorage
import KeywrightTestSupport
import KeywrightTesting
import Testing

/// What counts for a stored value that a constraint refuses.
@Suite("A key that says what counts on reading") struct OnReadTests {
  private static let clamped = KeyDescriptor<Int>(
    constraints: [.range(0...10)], onRead: .process(.clamp(0...10)))
  private static let defaulted = KeyDescriptor<Int>(
    constraints: [.range(0...10)], onRead: .useDefault)
  private static let computed = Key<Root, Int>(
    StorageString("n"), default: .lazy { 5 }, descriptor: defaulted)
  private static let optional = KeyDescriptor<Int?>(
    constraints: [.range(0...10)], onRead: .useDefault)

  private var clamp: Key<Root, Int> {
    Key(StorageString("n"), default: 3, descriptor: Self.clamped)
  }
  private var fallBack: Key<Root, Int> {
    Key(StorageString("n"), default: 3, descriptor: Self.defaulted)
  }
  private var plain: Key<Root, Int> { Key(StorageString("n"), default: 3) }

  let folder = TemporaryFolder()

  /// A store with a value that an editor wrote.
  private func store(_ stored: Int) throws -> DefaultsStore {
    let url = folder.url.appending(path: "\(UUID().uuidString).plist")
    try PropertyListSerialization.data(fromPropertyList: ["n": stored], format: .xml, options: 0)
      .write(to: url)
    return DefaultsStore(url: url)
  }

  @Test func givesTheNearestValueOrTheDefault() throws {
    let store = try store(99)
    #expect(store.get(clamp) == 10 && store.get(fallBack) == 3)
    #expect(store.get(Key<Root, Int?>(StorageString("n"), descriptor: Self.optional)) == nil)
    #expect(store.get(plain) == 99, "the stored bytes stay")
    #expect(try self.store(-5).get(clamp) == 0)
    #expect(try self.store(7).get(clamp) == 7)
    #expect(try store.read(clamp) == 10)
  }

  @Test func countsInEachKindOfStore() throws {
    let files = FileStore(folder: folder.url.appending(path: "values"))
    try files.set(plain, to: 99)
    let memory = try MemoryStore.isolated(holding: ["n": 99])
    for store in [try store(99), files, memory] as [any Store] {
      store.onIssue { _ in }
      #expect(store.get(clamp) == 10 && store.get(fallBack) == 3, "\(store)")
      #expect(store.issues.filter { $0.code == .constraint }.count == 1, "\(store)")
      try store.update(clamp) { $0 -= 1 }
      #expect(store.get(plain) == 9, "\(store)")
    }
  }

  @Test func countsBehindACache() throws {
    let store = try store(99)
    let layers = CacheStore(capacity: 8).combined(with: store)
    for _ in 0..<2 { #expect(layers.get(clamp) == 10 && layers.get(fallBack) == 3) }
    try layers.set(clamp, to: 10)
    #expect(store.get(plain) == 10)
  }

  @Test func isReportedOnceForEachLoad() throws {
    let store = try store(99)
    for _ in 1...3 { #expect(store.get(clamp) == 10) }
    #expect(store.issues.map(\.code) == [.constraint])
    #expect(store.issues.first?.found?.contains("99") == true)
    #expect(try self.store(7).issues.isEmpty)
    #expect(store.explain(clamp).contains("not in 0...10"))
  }

  @Test func isWhereAnUpdateBegins() throws {
    let store = try store(99)
    try store.update(clamp) { $0 -= 1 }
    #expect(store.get(plain) == 9)
    let other = try self.store(99)
    try other.update(fallBack) { $0 += 1 }
    #expect(other.get(plain) == 4)
  }

  @Test func isWrittenByASetOfTheValueThatIsShown() throws {
    let store = try store(99)
    try store.set(clamp, to: 10)
    #expect(store.get(plain) == 10)
  }

  @Test func isWhatObserversHadBefore() throws {
    let store = try store(99)
    let seen = Protected<[String]>([])
    let observation = store.observe(clamp) { change in
      seen.withLock { $0.append("\(change.old) \(change.new)") }
    }
    try store.set(clamp, to: 4)
    observation.cancel()
    #expect(seen.withLock { $0 } == ["10 4"])
  }

  @Test func isUnreadableUntilTheDefaultIsComputed() throws {
    let store = try store(99)
    #expect(throws: StoreError.self) { try store.read(Self.computed) }
    #expect(store.get(Self.computed) == 5)
  }

  @Test func refusesTextsAsBefore() throws {
    let layer = ArgumentsLayer(["--n=99"])
    let layers = Layers([.reading(layer), .readingAndWriting(MemoryStore())])
    #expect(layers.get(clamp) == 3)
    #expect(throws: StoreError.self) { try AnyKey(clamp).set(text: "99", in: MemoryStore()) }
  }

  @Test func holdsBehindATransformer() throws {
    struct Doubled: Transformer {
      func encode(_ value: Int) -> Int { value / 2 }
      func decode(_ base: Int) -> Int { base * 2 }
    }
    #expect(try store(99).get(clamp.transformed(by: Doubled(), default: 0)) == 20)
  }
}
