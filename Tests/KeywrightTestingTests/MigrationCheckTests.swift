import Foundation
import Keywright
import KeywrightTestSupport
import KeywrightTesting
import Testing

/// Stores of released programs, opened with today's keys.
@Suite("Migration check")
struct MigrationCheckTests {
  enum App: Namespace {
    typealias Parent = Root
    static let namespaceID = "app"

    static let volume = Key<App, Double>("volume", default: 0.5)
    static let count = Key<App, Int8>("count", default: 0)
    static let theme = Key<App, Theme>("theme", default: .system)
  }

  enum Theme: String, Convertible, Sendable { case system, dark }

  /// The registry that the generator writes for a target.
  enum AppKeys: KeyRegistry {
    static let allKeys = [
      KeyDescription(
        storageString: "app:volume", namespace: "App", name: "volume", type: "Double", form: "real",
        schema: "App.keys.json", line: 1, formerKeys: ["app:loudness"]),
      KeyDescription(
        storageString: "app:count", namespace: "App", name: "count", type: "Int8", form: "integer",
        schema: "App.keys.json", line: 2),
      KeyDescription(
        storageString: "app:theme", namespace: "App", name: "theme", type: "App.Theme",
        form: "string", schema: "App.keys.json", line: 3),
    ]
    static let keySet = KeySet([AnyKey(App.volume), AnyKey(App.count), AnyKey(App.theme)])
    static let namespaces: [any Namespace.Type] = [App.self]
    static var migrations: [Migration] { [Migration(from: ["app:loudness"], to: App.volume)] }
  }

  let folder = TemporaryFolder()

  private func fixture(_ release: String, _ members: String) throws {
    _ = try folder.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict>\(members)</dict></plist>
      """, to: "\(release).plist")
  }

  private var check: MigrationCheck {
    MigrationCheck(fixtures: folder.url, keys: AppKeys.self, reading: AppKeys.keySet)
  }

  @Test("opens the store of each release with today's keys, and leaves the files alone")
  func releases() throws {
    try fixture("1.0", "<key>app:loudness</key><real>0.75</real>")
    try fixture("1.1", "<key>app:volume</key><real>0.75</real>")
    let before = folder.read("1.0.plist")
    var seen: [String] = []
    try check.run { store, release in
      #expect(store.get(App.volume) == 0.75)
      seen.append(release)
    }
    #expect(seen == ["1.0", "1.1"])
    #expect(folder.read("1.0.plist") == before)
    #expect(folder.names == ["1.0.plist", "1.1.plist"])
  }

  @Test("reports what today's keys do not read, and what the test throws, by release")
  func failures() throws {
    struct Unexpected: Error {}
    try fixture("1.0", "<key>app:loudness</key><string>loud</string>")
    try fixture("2.0", "<key>app:count</key><integer>1000</integer>")
    try fixture("3.0", "<key>app:count</key><integer>100</integer>")
    let error = try #require(throws: MigrationError.self) {
      try check.run { _, release in if release == "3.0" { throw Unexpected() } }
    }
    #expect(Set(error.failures.map(\.release)) == ["1.0", "2.0", "3.0"])
    #expect(error.description.contains("app:count"))
  }

  @Test("reports a case that is gone")
  func goneCase() throws {
    try fixture("1.0", "<key>app:theme</key><string>black</string>")
    try fixture("2.0", "<key>app:theme</key><string>dark</string>")
    let error = try #require(throws: MigrationError.self) { try check.run() }
    #expect(error.failures.map(\.release) == ["1.0"])
    #expect(error.description.contains("app:theme"))
  }

  @Test("adds to a release's store what only the program can make")
  func record() throws {
    try fixture("1.0", "<key>app:volume</key><real>0.75</real>")
    try check.record("1.0") { try $0.set(App.count, to: 7) }
    try check.run { store, _ in
      #expect(store.get(App.count) == 7)
      #expect(store.get(App.volume) == 0.75)
    }
    #expect(folder.names == ["1.0.plist"])
  }

  @Test("never changes what a release has stored", arguments: [nil, "1.0", "1.1"])
  func recordedTwice(last: String?) throws {
    let folder = TemporaryFolder()
    if let last {
      _ = try folder.write(WrittenLock.text(["0.9": [], last: ["0.9"]]), to: "keys.lock.json")
    }
    let text = """
      <plist version="1.0"><dict><key>app:volume</key><real>0.75</real></dict></plist>
      """
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "keys.fixtures"), withIntermediateDirectories: false)
    _ = try folder.write(text, to: "keys.fixtures/1.0.plist")
    let check = MigrationCheck(
      fixtures: folder.url.appending(path: "keys.fixtures"), keys: AppKeys.self,
      reading: AppKeys.keySet)
    guard last != "1.1" else {
      let error = #expect(throws: MigrationError.self) {
        try check.record("1.0") { try $0.set(App.count, to: 7) }
      }
      #expect(error?.description.contains("1.1") == true)
      return #expect(folder.read("keys.fixtures/1.0.plist") == Array(text.utf8))
    }
    try check.record("1.0") { try $0.set(App.count, to: 7) }
    // The same program again, and that of the next release.
    try check.record("1.0") { try $0.set(App.count, to: 7) }
    let recorded = folder.read("keys.fixtures/1.0.plist")
    for change in [
      { (store: DefaultsStore) in try store.set(App.count, to: 8) },
      { (store: DefaultsStore) in try store.remove(App.volume) },
    ] {
      let error = #expect(throws: MigrationError.self) { try check.record("1.0", change) }
      #expect(error?.description.contains("another value for app:") == true)
    }
    #expect(folder.read("keys.fixtures/1.0.plist") == recorded)
  }

  @Test(
    "makes the store of the last release of a branch alone",
    arguments: [("1.0", false), ("1.1", true), ("2.0", true), ("3.0", false)])
  func branches(release: String, isLast: Bool) throws {
    _ = try folder.write(
      WrittenLock.text(["1.0": [], "1.1": ["1.0"], "2.0": ["1.0"]]), to: "keys.lock.json")
    let fixtures = folder.url.appending(path: "keys.fixtures")
    try FileManager.default.createDirectory(at: fixtures, withIntermediateDirectories: false)
    let text = "<plist version=\"1.0\"><dict/></plist>"
    _ = try folder.write(text, to: "keys.fixtures/\(release).plist")
    let check = MigrationCheck(fixtures: fixtures, keys: AppKeys.self)
    do {
      try check.record(release) { try $0.set(App.count, to: 7) }
      #expect(isLast)
    } catch let error as MigrationError {
      #expect(!isLast && error.description.contains("that is 1.1 or 2.0"), "\(error)")
      #expect(folder.read("keys.fixtures/\(release).plist") == Array(text.utf8))
    }
  }

  @Test("writes through no link", arguments: [true, false])
  func link(ofFile: Bool) throws {
    let outside = TemporaryFolder()
    let text = "<plist version=\"1.0\"><dict/></plist>"
    _ = try outside.write(text, to: "1.0.plist")
    let fixtures = folder.url.appending(path: "keys.fixtures")
    let files = FileManager.default
    if ofFile {
      try files.createDirectory(at: fixtures, withIntermediateDirectories: false)
      try files.createSymbolicLink(
        at: fixtures.appending(path: "1.0.plist"),
        withDestinationURL: outside.url.appending(path: "1.0.plist"))
    } else {
      try files.createSymbolicLink(at: fixtures, withDestinationURL: outside.url)
    }
    let check = MigrationCheck(fixtures: fixtures, keys: AppKeys.self)
    let error = #expect(throws: MigrationError.self) {
      try check.record("1.0") { try $0.set(App.count, to: 7) }
    }
    #expect(error?.description.contains("is a link") == true)
    #expect(outside.read("1.0.plist") == Array(text.utf8))
  }

  @Test("A store is verified without a change of it")
  func verify() throws {
    let store = MemoryStore()
    #expect(store.verify(AppKeys.self).isEmpty)
    try store.set(App.volume, to: 1)
    try store.set(Key<Root, Int>(StorageString("app:count"), default: 0), to: 1000)
    #expect(store.verify(AppKeys.self).map(\.storageString) == ["app:count"])
    try store.remove(App.volume)
    try store.set(Key<Root, Double?>(StorageString("app:loudness")), to: 1)
    #expect(store.verify(AppKeys.self).map(\.storageString) == ["app:volume", "app:count"])
    try store.set(Key<Root, String?>(StorageString("app:theme")), to: "black")
    #expect(store.verify(AppKeys.self).map(\.storageString) == ["app:volume", "app:count"])
    let typed = store.verify(AppKeys.self, reading: AppKeys.keySet)
    #expect(typed.map(\.storageString) == ["app:volume", "app:count", "app:theme"])
    #expect(store.issues.isEmpty)
    try store.migrate(AppKeys.migrations)
    #expect(store.verify(AppKeys.self).map(\.storageString) == ["app:count"])
  }
}
