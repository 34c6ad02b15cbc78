import Foundation
import Keywright
import KeywrightStorage
import KeywrightTestSupport
import KeywrightTesting
import Testing

@Suite("A folder of raw files") struct RawFileTests {
  enum Album: Namespace {
    typealias Parent = Root
    static let namespaceID = "album"
    static let cover = Key<Album, Data?>("cover.png")
    static let notes = Key<Album, String>("notes.txt", default: "")
    static let year = Key<Album, Int>("year", default: 0)
    static let tracks = Key<Album, [String]>("tracks.plist", default: [])
    static let page = Key<Album, Page?>("page.json", coding: .json)
    static let home = Key<Album, URL?>("home")
  }

  struct Page: Codable, Equatable, Sendable {
    var title: String
    var size: Int
  }

  let folder = TemporaryFolder()
  private var values: URL { folder.url.appending(path: "values") }
  private var store: FileStore { FileStore(folder: values, contents: .raw) }

  private func file(_ name: String) -> URL { values.appending(path: name) }

  @Test("The bytes of a file are the value")
  func bytes() throws {
    try store.set(Album.cover, to: Data([0x89, 0x50, 0, 0xff]))
    try store.set(Album.notes, to: "Grüße\n")
    try store.set(Album.page, to: Page(title: "One", size: 2))
    try store.set(Album.tracks, to: ["a", "b"])
    try store.set(Album.home, to: URL(string: "https://example.org"))
    #expect(try Data(contentsOf: file("album+cover.png")) == Data([0x89, 0x50, 0, 0xff]))
    #expect(try Data(contentsOf: file("album+notes.txt")) == Data("Grüße\n".utf8))
    #expect(try Data(contentsOf: file("album+home")) == Data("https://example.org".utf8))
    let page = try JSONDecoder().decode(Page.self, from: Data(contentsOf: file("album+page.json")))
    #expect(page == Page(title: "One", size: 2))
    let tracks = try PropertyListSerialization.propertyList(
      from: Data(contentsOf: file("album+tracks.plist")), format: nil)
    #expect(tracks as? [String] == ["a", "b"])

    #expect(store.get(Album.cover) == Data([0x89, 0x50, 0, 0xff]))
    #expect(store.get(Album.notes) == "Grüße\n")
    #expect(store.get(Album.page) == Page(title: "One", size: 2))
    #expect(store.get(Album.tracks) == ["a", "b"])
    #expect(store.get(Album.home)?.host() == "example.org")
    #expect(try store.storedKeys().count == 5)
    #expect(store.issues.isEmpty)
  }

  @Test("What other programs write is read, whatever it is, and changed in place")
  func writtenByOthers() throws {
    try FileManager.default.createDirectory(at: values, withIntermediateDirectories: true)
    try Data("one".utf8).write(to: file("album+notes.txt"))
    try Data([0xff, 0xfe]).write(to: file("album+cover.png"))
    try FileManager.default.createDirectory(at: file("folder"), withIntermediateDirectories: true)
    try Data().write(to: file(".hidden"))
    #expect(store.get(Album.notes) == "one")
    #expect(store.get(Album.cover) == Data([0xff, 0xfe]))
    try store.update(Album.notes) { $0 += ", two" }
    #expect(try Data(contentsOf: file("album+notes.txt")) == Data("one, two".utf8))
    #expect(try store.storedKeys() == ["album:cover.png", "album:notes.txt"])
  }

  @Test("A text that is no text is unreadable, and stays until it is set on purpose")
  func unreadable() throws {
    try store.set(Album.cover, to: Data([0xff]))
    let text = Key<Album, String>("cover.png", default: "none")
    let raw = store
    raw.onIssue { _ in }
    #expect(raw.get(text) == "none")
    #expect(throws: StoreError.self) { try raw.update(text) { $0 += "!" } }
    #expect(raw.get(Album.cover) == Data([0xff]))
    try raw.set(text, to: "now")
    #expect(raw.get(text) == "now")
  }

  @Test("What no raw file can hold is refused before anybody is notified")
  func refused() throws {
    let numbers = Key<Album, Int>("number", default: 0)
    let long = Key<Album, String>(String(repeating: "x", count: 250), default: "")
    for body in [
      { try store.set(numbers, to: 3) }, { try store.set(long, to: "x") },
      {
        try FileStore(folder: values, contents: .raw, names: .plain).set(
          Key<Album, String>(StorageString("a/b"), default: ""), to: "x")
      },
    ] {
      let error = #expect(throws: StoreError.self) { try body() }
      #expect(error?.code == .unsupported)
    }
    #expect(store.get(long) == "")
  }

  @Test("What no raw file can hold is refused through a composition too")
  func refusedBelow() throws {
    let routed = Layers.routing([.namespace(Album.self, to: store)], otherwise: MemoryStore())
    let numbers = Key<Album, Int>("number", default: 0)
    let long = Key<Album, String>(String(repeating: "x", count: 250), default: "")
    let codes = [
      error { try routed.set(numbers, to: 3) }, error { try routed.set(long, to: "x") },
    ]
    #expect(codes == [.unsupported, .unsupported])
    #expect(try store.storedKeys().isEmpty)
  }

  private func error(_ body: () throws -> Void) -> StoreError.Code? {
    do { try body() } catch { return (error as? StoreError)?.code }
    return nil
  }

  @Test("Folders of other libraries open as they are")
  func names() throws {
    try FileManager.default.createDirectory(at: values, withIntermediateDirectories: true)
    let name = "Read me?"
    try Data("plain".utf8).write(to: file(name))
    try Data("coded".utf8).write(to: file(Data(name.utf8).base64EncodedString()))
    let key = Key<Root, String>(StorageString(name), default: "")
    let plain = FileStore(folder: values, contents: .raw, names: .plain)
    #expect(plain.get(key) == "plain")
    #expect(try plain.storedKeys().contains(name))
    for names in [FileStore.Names.base64, .base64URL] {
      let coded = FileStore(folder: values, contents: .raw, names: names)
      #expect(coded.get(key) == "coded")
      #expect(try coded.storedKeys() == [name])
    }
    try plain.remove(key)
    #expect(!FileManager.default.fileExists(atPath: file(name).path))
  }

  @Test("Files of swift-sharing and of Persist are read in place, and stay theirs")
  func filesOfOthers() throws {
    try FileManager.default.createDirectory(at: values, withIntermediateDirectories: true)
    let pages = [Page(title: "One", size: 1), Page(title: "Two", size: 2)]
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(pages).write(to: file("pages.json"))
    try Data([0, 0xff, 1]).write(to: file("foo"))
    let files = FileStore(folder: values, contents: .raw, names: .plain)
    let shared = Key<Root, [Page]>("pages.json", default: [], coding: .json)
    let persisted = Key<Root, Data?>(StorageString("foo"))
    #expect(files.get(shared) == pages)
    #expect(files.get(persisted) == Data([0, 0xff, 1]))
    try files.update(shared) { $0.removeLast() }
    let read = try JSONDecoder().decode([Page].self, from: Data(contentsOf: file("pages.json")))
    #expect(read == [pages[0]])
    try files.set(persisted, to: Data([2]))
    #expect(try Data(contentsOf: file("foo")) == Data([2]))
    try files.remove(persisted)
    #expect(!FileManager.default.fileExists(atPath: file("foo").path))
  }

  @Test("A Codable value in a JSON file stays a file that others read")
  func jsonFile() throws {
    try FileManager.default.createDirectory(at: values, withIntermediateDirectories: true)
    let url = file("settings.json")
    try JSONEncoder().encode(Page(title: "One", size: 1)).write(to: url)
    let files = FileStore(folder: values, contents: .raw, names: .plain)
    let settings = Key<Root, Page>(
      "settings.json", default: Page(title: "", size: 0), coding: .json)
    #expect(files.get(settings).title == "One")
    try files.update(settings) { $0.size = 2 }
    let read = try JSONDecoder().decode(Page.self, from: Data(contentsOf: url))
    #expect(read == Page(title: "One", size: 2))
  }

  @Test(
    "Names of every kind lead back to their strings",
    arguments: [
      "a", "A:b", "with space", "é", "%", "", ".x", "a+b", "a/b", "x.temporary-abcdefghijk",
    ])
  func roundTrip(string: String) throws {
    for names in [FileStore.Names.escaped, .plain, .base64, .base64URL] {
      let raw = FileStore(
        folder: folder.url.appending(path: "\(names)"), contents: .raw, names: names)
      let key = Key<Root, String>(StorageString(string), default: "")
      do {
        try raw.set(key, to: "value")
      } catch {
        #expect(error.code == .unsupported)
        continue
      }
      #expect(raw.get(key) == "value")
      #expect(try raw.storedKeys() == [string])
      #expect(throws: StoreError.self) { try raw.removeEverything() }
      try raw.remove(key)
      #expect(try raw.storedKeys() == [])
    }
  }

  @Test("A file that another program leaves under a name that looks temporary stays")
  func temporaryNames() throws {
    try FileManager.default.createDirectory(at: values, withIntermediateDirectories: true)
    try Data("theirs".utf8).write(to: file("notes.temporary-1"))
    try store.set(Album.notes, to: "ours")
    #expect(try Data(contentsOf: file("notes.temporary-1")) == Data("theirs".utf8))
  }

  @Test("The store keeps every promise of a store that holds texts and data")
  func behindACache() throws {
    let cache = CacheStore(capacity: 8)
    let both = cache.combined(with: store)
    try both.set(Album.notes, to: "one")
    #expect(cache.get(Album.notes) == "one")
    try store.set(Album.notes, to: "two")
    #expect(both.get(Album.notes) == "two")
    #expect(try both.read(Album.notes) == "two")
    try both.update(Album.notes) { $0 += "!" }
    #expect(store.get(Album.notes) == "two!")
    #expect(both.problems.isEmpty)
  }
}
