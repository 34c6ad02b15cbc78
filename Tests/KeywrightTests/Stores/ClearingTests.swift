import Foundation
import Keywright
import KeywrightTestSupport
import Testing

@Suite struct ClearingTests {
  let store = MemoryStore()

  init() throws {
    try store.set(Animals.kingdom, to: "mammals")
    try store.set(Animals.Cats.lion, to: 1)
    try store.set(Animals.Cats.Small.tabby, to: true)
    try store.set(Key<Root, Int>("animals:catsup", default: 0), to: 2)
    try store.set(Key<Root, Int>("other", default: 0), to: 3)
  }

  @Test func clearingANamespaceTakesWhatIsBelowIt() throws {
    try store.clear(Animals.Cats.self)
    #expect(try store.storedKeys() == ["animals%3Acatsup", "animals:kingdom", "other"])
  }

  @Test("A store opened again, in which no key was used yet, clears the values of an earlier one")
  func clearingAfresh() throws {
    let folder = TemporaryFolder()
    let url = folder.url.appending(path: "defaults.plist")
    let band = Key<Animals.Cats, Int>(.family("band", KeyParameter(3)), default: 0)
    let earlier = DefaultsStore(url: url)
    try earlier.set(Animals.kingdom, to: "mammals")
    try earlier.set(Animals.Cats.Small.tabby, to: true)
    try earlier.set(band, to: 4)
    earlier.close()
    let later = DefaultsStore(url: url)
    try later.clear(Animals.Cats.self)
    #expect(try later.storedKeys() == ["animals:kingdom"])
    later.close()
    let last = DefaultsStore(url: url)
    try last.removeEverything()
    #expect(try last.storedKeys() == [])
  }

  @Test("A folder of files is cleared by namespace, one file at a time")
  func clearingAFolderAfresh() throws {
    let folder = TemporaryFolder()
    do {
      let earlier = FileStore(folder: folder.url)
      try earlier.set(Animals.Cats.lion, to: 1)
      try earlier.set(Animals.kingdom, to: "mammals")
    }
    let later = FileStore(folder: folder.url)
    try later.clear(Animals.Cats.self)
    #expect(try later.storedKeys() == ["animals:kingdom"])
  }

  @Test func clearingRootIsRefused() throws {
    #expect(throws: StoreError.self) { try store.clear(Root.self) }
    #expect(try store.storedKeys().count == 5)
  }

  @Test func removeEverythingTakesAll() throws {
    try store.removeEverything()
    #expect(try store.storedKeys() == [])
  }

  @Test func clearingARegistryTakesWhatItDeclares() throws {
    try store.clear(ZooKeys.self)
    #expect(
      try store.storedKeys() == ["animals%3Acatsup", "animals:cats:small:tabby", "animals:kingdom"])
  }
}

private enum ZooKeys: KeyRegistry {
  static let allKeys = ["animals:cats:lion", "other"].map {
    KeyDescription(
      storageString: $0, namespace: "Animals", name: $0, type: "Int", form: "integer",
      schema: "Zoo.keys.json", line: 1)
  }
  static let namespaces: [any Namespace.Type] = [Animals.self]
}
