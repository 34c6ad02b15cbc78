import Foundation
import Keywright
import Testing

/// Generated code of a schema that has changed since values were stored.
@Suite("Generated evolution")
struct GeneratedEvolutionTests {
  typealias Keys = KeywrightCodegenTestsKeys

  /// A store with what an earlier version stored, opened with today's keys.
  private func migrated(_ old: [String: StoredValue]) throws -> MemoryStore {
    let store = MemoryStore()
    for (name, value) in old {
      try store.set(Key<Root, StoredValue?>(StorageString(name)), to: value)
    }
    #expect(try store.migrate(Keys.migrations).issues.isEmpty)
    return store
  }

  private func stored(_ name: String, in store: MemoryStore) -> StoredValue? {
    store.get(Key<Root, StoredValue?>(StorageString(name)))
  }

  @Test("A namespace of another name brings all its values along, nested ones too")
  func namespaces() throws {
    let store = try migrated(["old:evolved:theme": "dark", "old:evolved:inner:deep": 5])
    #expect(store.get(Evolved.theme) == .dark)
    #expect(store.get(Evolved.Inner.deep) == 5)
    #expect(try store.storedKeys().allSatisfy { $0.hasPrefix("evolved:") })
  }

  @Test("A family comes along under its former names and its namespace's, and keeps its parameters")
  func families() throws {
    let id = "6F9619FF-8B86-4D01-B42D-00CF4FC964FF"
    let store = try migrated([
      "evolved:band:-3:a%3Ab:dark": 0.25, "old:evolved:gain:4::system": 0.5,
      "old:evolved:seen:\(id):true:2": .date(secondsSince2001: 0),
      "old:evolved:seen:\(id):true:9": .date(secondsSince2001: 0),
    ])
    #expect(store.get(Evolved.gain(index: -3, name: "a:b", theme: .dark)) == 0.25)
    #expect(store.get(Evolved.gain(index: 4, name: "", theme: .system)) == 0.5)
    let by = try #require(UUID(uuidString: id))
    #expect(store.get(Evolved.seen(by: by, twice: true, level: .high)) != nil)
    // No level of that number is known.
    #expect(try store.contains(Key<Root, Date?>(StorageString("old:evolved:seen:\(id):true:9"))))
  }

  @Test("A store that is opened without the registry reports the keys that have migrations")
  func missingRegistry() throws {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "keywright evolution \(UUID().uuidString)/defaults.plist")
    defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
    let store = DefaultsStore(url: file)
    store.onIssue { _ in }
    #expect(store.get(Evolved.speed) == 1)
    #expect(
      store.issues.map(\.advice) == [
        "Open it as DefaultsStore(suite: \"…\", keys: KeywrightCodegenTestsKeys.self)."
      ])
  }

  @Test("A former raw value is read as the case it has become")
  func formerCases() throws {
    let store = try migrated([
      "evolved:theme": "grey", "evolved:level": 3, "evolved:mode": "z",
    ])
    #expect(store.get(Evolved.theme) == .dark)
    #expect(store.get(Evolved.level) == .high)
    #expect(store.get(Evolved.mode) == .b)
    #expect(store.issues.isEmpty)
    #expect(Evolved.Theme(rawValue: "pink") == nil)
  }

  @Test("A text may say the former name of a case beside integers, as a value and inside a struct")
  func formerNames() throws {
    let variables = EnvironmentLayer(
      prefix: "APP",
      environment: ["APP_EVOLVED_LEVEL": "quiet", "APP_EVOLVED_RANK": "first"])
    #expect(variables.get(Evolved.level) == .low)
    #expect(variables.get(Evolved.rank) == .one)
    let arguments = ArgumentsLayer(["--evolved.level=quiet"])
    #expect(arguments.get(Evolved.level) == .low)
    let store = MemoryStore()
    let key = try Keys.keySet.key(named: "evolved:frame")
    try key.set(text: #"{"wide": 1, "ranks": {"quiet": 3}}"#, in: store)
    #expect(store.get(Evolved.frame)?.ranks == [.low: 3])
    #expect(throws: (any Error).self) {
      try Keys.keySet.key(named: "evolved:level").set(text: "silent", in: store)
    }
  }

  @Test("An unknown raw value is read as such, and written back as it was")
  func unknown() throws {
    let store = try migrated([
      "evolved:mode": "later", "evolved:rank": 9, "evolved:modes": ["x": "later", "y": "A"],
    ])
    #expect(store.get(Evolved.mode) == .unknown("later"))
    #expect(store.get(Evolved.rank) == .unknown(9))
    #expect(store.get(Evolved.modes) == ["x": .unknown("later"), "y": .a])
    try store.update(Evolved.modes) { $0["z"] = .b }
    #expect(stored("evolved:modes", in: store) == ["x": "later", "y": "A", "z": "B"])
    #expect(Evolved.Mode.allCases == [.a, .b])
    #expect(store.issues.allSatisfy { $0.code == .busy })
  }

  @Test("A field of another name is read under its former ones, the newest first")
  func fields() throws {
    let store = try migrated(["evolved:frame": ["w": 3, "height": 4, "title": "x"]])
    #expect(store.get(Evolved.frame) == .init(wide: 3, high: 4, name: "x"))
    let both = try migrated(["evolved:frame": ["width": 2, "w": 3]])
    #expect(both.get(Evolved.frame) == .init(wide: 2))
    let none = try migrated(["evolved:frame": ["high": 3]])
    #expect(none.get(Evolved.frame) == nil)
    #expect(throws: StoreError.self) { try none.read(Evolved.frame) }
  }

  @Test("Former names and cases count inside the text of a struct, wherever the text comes from")
  func texts() throws {
    let text =
      #"{"w": 3, "title": "x", "marks": {"grey": 1, "system": 2}, "ranks": {"3": 4, "low": 5}}"#
    let frame = Evolved.Frame(
      wide: 3, name: "x", marks: [.dark: 1, .system: 2], ranks: [.high: 4, .low: 5])
    let store = MemoryStore()
    try Keys.keySet.key(named: "evolved:frame").set(text: text, in: store)
    #expect(store.get(Evolved.frame) == frame)
    let variables = EnvironmentLayer(prefix: "", environment: ["EVOLVED_FRAME": text])
    #expect(variables.get(Evolved.frame) == frame)
    #expect(ArgumentsLayer(["--evolved.frame=\(text)"]).get(Evolved.frame) == frame)
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(#"{ "old": { "evolved": { "frame": \#(text) } } }"#.utf8).write(to: url)
    #expect(JSONLayer(url: url, keys: Keys.keySet).get(Evolved.frame) == frame)
  }

  @Test("A field that moves later is stored under its newest former name, and read under all")
  func laterField() throws {
    let store = try migrated(["evolved:frame": ["wide": 1, "d": 4]])
    #expect(store.get(Evolved.frame)?.deep == 4)
    try store.update(Evolved.frame) { $0?.deep = 5 }
    #expect(stored("evolved:frame", in: store) == ["wide": 1, "high": 6, "depth": 5])
    let moved = try migrated(["evolved:frame": ["wide": 1, "deep": 7, "depth": 5]])
    #expect(moved.get(Evolved.frame)?.deep == 7)
  }

  @Test("A key that moves later needs no registry, and is stored under its newest former name")
  func laterKeys() throws {
    let store = MemoryStore()
    try store.set(Evolved.treble, to: 0.5)
    try store.set(Evolved.bass(index: 3), to: 4)
    #expect(try store.storedKeys() == ["evolved:high", "evolved:low:3"])
    #expect(store.get(Evolved.treble) == 0.5 && store.get(Evolved.bass(index: 3)) == 4)
    #expect(try Keys.keySet.key(named: "evolved:treble").storedText(in: store) == "0.5")
    #expect(store.verify(Keys.self, reading: Keys.keySet).isEmpty)
    try store.clear(Evolved.self)
    #expect(try store.storedKeys().isEmpty)
    #expect(store.issues.isEmpty)
  }

  @Test("An installation from before a release keeps its default; a new one gets the new")
  func defaults() throws {
    let earlier = try migrated(["evolved:theme": "dark"])
    #expect(earlier.get(Evolved.volume) == 0.5)
    #expect(earlier.get(Evolved.pause) == .seconds(1))
    // Decided once: a value that is removed later is that of today.
    try earlier.remove(Evolved.volume)
    try earlier.migrate(Keys.migrations)
    #expect(earlier.get(Evolved.volume) == 0.8)

    let chosen = try migrated(["evolved:volume": 0.1])
    #expect(chosen.get(Evolved.volume) == 0.1)

    let fresh = try migrated([:])
    #expect(fresh.get(Evolved.volume) == 0.8)
    try fresh.set(Evolved.theme, to: .dark)
    try fresh.migrate(Keys.migrations)
    #expect(fresh.get(Evolved.volume) == 0.8)
  }

  @Test("The values of a family that nobody wants any more are removed, and nothing beside them")
  func sweepFamily() throws {
    let store = try migrated([
      "evolved:bands:3": 1, "evolved:bands:a:b": "x", "old:evolved:bands:1": true,
      "evolved:bandsaw": 2,
    ])
    let stored = try store.storedKeys().filter { $0.contains("bands") }
    #expect(stored == ["evolved:bandsaw"])
  }

  @Test("A value that nobody wants any more is removed, whoever stored it again")
  func sweep() throws {
    let store = try migrated([
      "evolved:token": "secret", "old:evolved:token": "older", "evolved:plain": 1,
    ])
    let stored = try store.storedKeys()
    #expect(stored.contains("evolved:plain"))
    #expect(!stored.contains { $0.hasSuffix(":token") })
    try store.set(Key<Root, String?>(StorageString("evolved:token")), to: "again")
    try store.migrate(Keys.migrations)
    #expect(try !store.storedKeys().contains("evolved:token"))
  }
}
