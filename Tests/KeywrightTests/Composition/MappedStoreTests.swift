import Foundation
import Keywright
import KeywrightTestSupport
import KeywrightTesting
import Testing

/// Puts each value's text, its bytes turned, behind the storage string and a number that is new each time.
struct ToyCipher: StoredMapping {
  struct Refusal: Error {}

  let numbers = Shared(0)

  func encode(_ value: StoredValue, for name: StorageString) throws -> StoredValue {
    if value == .string("refused") { throw Refusal() }
    let number = numbers.change { number in
      number += 1
      return number
    }
    return .array([
      .integer(Int64(number)), .string(name.string),
      .data(try value.propertyList().map { $0 ^ 0x5a }),
    ])
  }

  func decode(_ value: StoredValue, for name: StorageString) throws -> StoredValue {
    guard case .array(let parts) = value.content, parts.count == 3,
      parts[1] == .string(name.string), case .data(let bytes) = parts[2].content
    else { throw Refusal() }
    return try StoredValue(propertyList: bytes.map { $0 ^ 0x5a })
  }
}

@Suite("A store around a store that maps its values") struct MappedStoreTests {
  let base = MemoryStore(name: "base")
  let cipher = ToyCipher()
  private var store: Layers { base.mappingStored(cipher) }

  @Test func valuesAreMappedOnTheWayInAndOut() throws {
    let store = store
    try store.set(Zoo.lions, to: 3)
    try store.set(Zoo.motto, to: "roar")
    #expect(store.get(Zoo.lions) == 3)
    #expect(try store.read(Zoo.motto) == "roar")
    #expect(
      try store.update(Zoo.lions) {
        $0 += 1; return $0
      } == 4)
    #expect(try store.storedKeys() == ["zoo:lions", "zoo:motto"])
    base.onIssue { _ in }
    #expect(base.get(Zoo.lions) == 0)
    #expect(throws: StoreError.self) { try base.read(Zoo.motto) }
    try store.remove(Zoo.lions)
    #expect(try !base.contains(Zoo.lions))
  }

  @Test("A value that is set again changes nothing, though its kept form would be another")
  func unchanged() throws {
    let store = store
    try store.set(Zoo.lions, to: 3)
    let kept = base.stored(Zoo.lions.storageString)
    try store.set(Zoo.lions, to: 3)
    #expect(base.stored(Zoo.lions.storageString) == kept)
    #expect(cipher.numbers.value == 1)
  }

  @Test("The base's typed values are never taken for the mapped store's, nor the other way round")
  func typedCells() throws {
    let store = store
    try store.set(Zoo.motto, to: "roar")
    base.onIssue { _ in }
    store.onIssue { _ in }
    #expect(base.get(Zoo.motto) == "none")
    #expect(store.get(Zoo.motto) == "roar")
    try base.set(Zoo.motto, to: "plain")
    #expect(base.get(Zoo.motto) == "plain")
    #expect(store.get(Zoo.motto) == "none")
    #expect(throws: StoreError.self) { try store.update(Zoo.motto) { $0 += "!" } }
    try store.set(Zoo.motto, to: "again")
    #expect(store.get(Zoo.motto) == "again")
  }

  @Test("Observers of each see its own values")
  func observers() throws {
    let store = store
    let (outer, inner) = (Shared<[String]>([]), Shared<[String]>([]))
    let tokens = [
      store.observe(Zoo.motto) { change in outer.change { $0.append(change.new) } },
      base.observe { commit in
        for change in commit.changes {
          inner.change { $0.append(change.stored.map { "\($0)" } ?? "nothing") }
        }
      },
    ]
    try store.set(Zoo.motto, to: "roar")
    let other = base.mappingStored(cipher)
    try other.set(Zoo.motto, to: "purr")
    #expect(outer.value == ["roar", "purr"])
    #expect(inner.value.count == 2)
    #expect(inner.value.allSatisfy { !$0.contains("roar") && !$0.contains("purr") })
    withExtendedLifetime(tokens) {}
  }

  @Test("A cache before it, names before it, and a mapping of a mapping")
  func composed() throws {
    let cache = CacheStore(capacity: 8)
    let both = cache.combined(with: base.prefixed("user").mappingStored(cipher))
    try both.set(Zoo.lions, to: 3)
    #expect(both.get(Zoo.lions) == 3)
    #expect(try base.storedKeys() == ["user:zoo:lions"])
    try cache.removeEverything()
    #expect(both.get(Zoo.lions) == 3)
    #expect(cache.get(Zoo.lions) == 3)
    let twice = base.mappingStored(cipher).mappingStored(cipher)
    try twice.set(Zoo.motto, to: "roar")
    #expect(twice.get(Zoo.motto) == "roar")
    let once = base.mappingStored(cipher)
    once.onIssue { _ in }
    #expect(once.get(Zoo.motto) == "none")
  }

  @Test func aValueThatTheMappingRefusesChangesNothing() throws {
    let store = store
    try store.set(Zoo.motto, to: "roar")
    let error = #expect(throws: StoreError.self) { try store.set(Zoo.motto, to: "refused") }
    #expect(error?.code == .unencodable)
    #expect(store.get(Zoo.motto) == "roar")
  }

  @Test func overACacheItIsUnsupported() throws {
    let store = CacheStore(capacity: 8).mappingStored(cipher)
    let error = #expect(throws: StoreError.self) { try store.set(Zoo.motto, to: "roar") }
    #expect(error?.code == .unsupported)
    #expect(throws: StoreError.self) { try store.read(Zoo.motto) }
  }

  @Test("Migrations run on the mapped store, and their records stay as they are")
  func migrations() throws {
    let store = store
    let old = Key<Zoo, Int>(StorageString("lionsOfOld"), default: 0)
    try store.set(old, to: 7)
    try store.migrate([Migration(from: ["lionsOfOld"], to: Zoo.lions)])
    #expect(store.get(Zoo.lions) == 7)
    #expect(try !base.contains(old))
    try store.migrate([Migration(from: ["lionsOfOld"], to: Zoo.lions)])
    #expect(store.get(Zoo.lions) == 7)
  }

  @Test func aFileHoldsNothingElse() throws {
    let folder = TemporaryFolder()
    let file = DefaultsStore(url: folder.url.appending(path: "defaults.plist"))
    try file.mappingStored(cipher).set(Zoo.motto, to: "canary")
    try file.flush(compacting: true)
    file.close()
    for url in try FileManager.default.contentsOfDirectory(
      at: folder.url, includingPropertiesForKeys: nil)
    {
      #expect(try !Data(contentsOf: url).contains(Data("canary".utf8)))
    }
    let again = DefaultsStore(url: folder.url.appending(path: "defaults.plist"))
    #expect(again.mappingStored(cipher).get(Zoo.motto) == "canary")
  }
}

extension Data {
  fileprivate func contains(_ other: Data) -> Bool { range(of: other) != nil }
}
