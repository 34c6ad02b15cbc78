import Foundation
import Keywright
import KeywrightTestSupport
import KeywrightTesting
import KeywrightUserDefaults
import Testing

/// `read` gives one level of optional, for a key of an optional type too; the inferred types are the test.
@Suite("The type that read infers") struct ReadingTypesTests {
  private let plain = Key<Zoo, Int>("lions", default: 0)
  private let optional = Key<Zoo, String?>("motto")
  private let folder = TemporaryFolder()

  /// A wrong level of optional does not compile: `count` is a member of `String` alone.
  private func length(_ value: String) -> Int { value.count }
  private func exact<Value>(_ value: Value?, _ type: Value.Type) -> Value? { value }

  private func check(through store: some ReadableStore) throws {
    if let motto = try store.read(optional) { #expect(length(motto) == motto.count) }
    #expect(exact(try store.read(optional), String.self) == nil)
    #expect(exact(try store.read(plain), Int.self) == nil)
  }

  private func check(any store: any ReadableStore) throws {
    if let motto = try store.read(optional) { #expect(length(motto) == motto.count) }
    #expect(exact(try store.read(optional), String.self) == nil)
    #expect(exact(try store.read(plain), Int.self) == nil)
  }

  @Test("of every store and view is the key's, with one level of optional")
  func stores() throws {
    let memory = MemoryStore()
    if let motto = try memory.read(optional) { _ = length(motto) }
    let cache = CacheStore(capacity: 1)
    if let motto = try cache.read(optional) { _ = length(motto) }
    let defaults = DefaultsStore(url: folder.url.appending(path: "a.plist"))
    if let motto = try defaults.read(optional) { _ = length(motto) }
    let files = FileStore(folder: folder.url.appending(path: "files"))
    if let motto = try files.read(optional) { _ = length(motto) }
    let layers = memory.combined(with: files)
    if let motto = try layers.read(optional) { _ = length(motto) }
    let view = memory.readOnly()
    if let motto = try view.read(optional) { _ = length(motto) }
    let environment = EnvironmentLayer(prefix: "X", environment: [:])
    if let motto = try environment.read(optional) { _ = length(motto) }
    let arguments = ArgumentsLayer([])
    if let motto = try arguments.read(optional) { _ = length(motto) }
    let faulty = FaultyStore()
    if let motto = try faulty.read(optional) { _ = length(motto) }
    let own = StoreOfOnesOwn()
    if let motto = try own.read(optional) { _ = length(motto) }
    let suite = UserDefaultsSuite("keywright-tests-\(UUID().uuidString)")
    if let motto = try suite.read(optional) { _ = length(motto) }
    let user = UserDefaultsStore(suite: "keywright-tests-\(UUID().uuidString)")
    if let motto = try user.read(optional) { _ = length(motto) }
    let all: [any ReadableStore] = [
      memory, cache, defaults, files, layers, view, environment, arguments, faulty, own, suite,
      user,
    ]
    for store in all {
      try check(any: store)
      try check(through: store)
    }
  }

  @Test("of slots and of two stores side by side is the same")
  func slots() throws {
    let store = MemoryStore()
    try store.set(optional, to: "roar")
    let slot = store.slot(optional)
    if let motto = try slot.storedValue() { #expect(length(motto) == 4) }
    #expect(exact(try store.slot(plain).storedValue(), Int.self) == nil)
    let (first, second) = try zip(store, MemoryStore()).read(optional)
    if let first { #expect(length(first) == 4) }
    #expect(exact(second, String.self) == nil)
    let wrapped = Stored(optional, in: store)
    if let motto = try wrapped.projectedValue.storedValue() { #expect(length(motto) == 4) }
  }

  @Test("in code that is generic over the value's type is Swift's V?")
  func generic() throws {
    func read<Value>(_ key: Key<Zoo, Value>) throws -> Value? { try MemoryStore().read(key) }
    let nothing: String?? = try read(optional)
    #expect(nothing == .none)
  }
}

private final class StoreOfOnesOwn: Store {
  let core = StoreCore(name: "own")
  func stored(_ name: StorageString) -> StoredValue? { nil }
  func storageStrings() -> [StorageString] { [] }
  func write(_ writes: [StagedWrite]) throws(StoreError) { throw StoreError(.readOnly) }
}
