import Foundation
import Keywright
import KeywrightTestSupport
import Testing

@Suite("nil means that nothing is stored") struct NilTests {
  static let name = Key<Root, String?>("name")
  static let count = Key<Root, Int>("count", default: 3)

  private func check(_ store: some Store) throws {
    try store.set(Self.name, to: "Ada")
    try store.set(Self.name, to: nil)
    #expect(try store.contains(Self.name) == false)
    #expect(try store.read(Self.name) == nil)
    #expect(store.get(Self.name) == nil)

    store[Self.name] = "Ada"
    store[Self.name] = nil
    #expect(try store.storedKeys() == [])

    try store.set(Self.name, to: "Ada")
    try store.update(Self.name) { $0 = nil }
    #expect(try store.storedKeys() == [])

    store[Self.name, default: "B"] += "C"
    #expect(store.get(Self.name) == "BC")
    try store.transaction { try $0.set(Self.name, to: nil) }
    #expect(try store.storedKeys() == [])

    try store.set(Self.count, to: 5)
    try store.remove(Self.count)
    #expect(store.get(Self.count) == 3)
    #expect(try store.read(Self.count) == nil)
    try store.set(Self.count, to: 3)
    #expect(try store.contains(Self.count))
  }

  @Test func inMemory() throws { try check(MemoryStore()) }

  @Test func inAStoreOfOnesOwn() throws { try check(FailingStore()) }

  @Test func inAFile() throws {
    let folder = TemporaryFolder()
    let url = folder.url.appendingPathComponent("defaults.plist")
    try check(DefaultsStore(url: url))
    let again = DefaultsStore(url: url)
    #expect(try again.storedKeys() == ["count"])
  }
}

extension Store {
  /// An optional value to change in place, as with `Dictionary`.
  fileprivate subscript(key: Key<Root, String?>, default other: String) -> String {
    get { get(key) ?? other }
    nonmutating set { self[key] = newValue }
  }
}
