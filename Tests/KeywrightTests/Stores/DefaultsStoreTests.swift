import Foundation
import Keywright
import KeywrightTestSupport
import Testing

@Suite struct DefaultsStoreTests {
  let folder = TemporaryFolder()

  @Test func aSecondOpeningRemembers() throws {
    let url = folder.url.appending(path: "a/b/settings.plist")
    let store = DefaultsStore(url: url)
    try store.set(Animals.Cats.lion, to: 3)
    store.close()
    #expect(DefaultsStore(url: url).get(Animals.Cats.lion) == 3)
  }

  @Test func handlesOnOneFileShareTheirValues() throws {
    let url = folder.url.appending(path: "settings.plist")
    let (one, two) = (DefaultsStore(url: url), DefaultsStore(url: url))
    try one.set(Animals.kingdom, to: "mammals")
    #expect(two.get(Animals.kingdom) == "mammals")
    #expect(one.core === two.core)
  }

  @Test func foundationReadsTheFile() throws {
    let url = folder.url.appending(path: "settings.plist")
    let store = DefaultsStore(url: url)
    try store.set(Animals.Cats.lion, to: 3)
    try store.set(Animals.Cats.names, to: ["Leo"])
    try store.flush(compacting: true)
    let tree = try PropertyListSerialization.propertyList(
      from: Data(contentsOf: url), format: nil)
    let members = try #require(tree as? [String: Any])
    #expect(members["animals:cats:lion"] as? Int == 3)
    #expect(members["animals:cats:names"] as? [String] == ["Leo"])
  }

  @Test func anInvalidSuiteNameGivesAnUnavailableStore() {
    let store = DefaultsStore(suite: "../escape")
    #expect(store.get(Animals.Cats.lion) == 0)
    #expect(throws: StoreError.self) { try store.set(Animals.Cats.lion, to: 1) }
    #expect(throws: StoreError.self) { try store.read(Animals.Cats.lion) }
  }

  @Test func aDamagedFileIsKeptAsideAndReported() throws {
    let url = folder.url.appending(path: "settings.plist")
    try Data("bplist00 but not really one".utf8).write(to: url)
    // Nobody is writing it any more.
    try TemporaryFolder.backdate(url.path)
    let store = DefaultsStore(url: url)
    #expect(store.issues.map(\.code) == [.corrupt])
    try store.set(Animals.Cats.lion, to: 1)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    let kept = try #require(names.first { $0.contains("damaged") })
    #expect(
      try Data(contentsOf: folder.url.appending(path: kept))
        == Data("bplist00 but not really one".utf8))
  }
}
