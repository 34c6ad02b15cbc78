import Foundation
import Keywright
import Testing

/// Values of earlier versions, in a store that is opened with the generated registry.
@Suite("Generated migrations")
struct GeneratedMigrationsTests {
  let file = FileManager.default.temporaryDirectory
    .appending(path: "keywright migrations \(UUID().uuidString)/defaults.plist")

  @Test("A value is found under its former names, and converted where its type was another")
  func values() throws {
    defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
    let earlier = DefaultsStore(url: file)
    let old: [(String, StoredValue)] = [
      ("starts", 7), ("ego", 8), ("moved:loudness", 0.75), ("moved:seconds", 90),
      ("moved:isLeft", true), ("moved:older", " x "), ("moved:color", ["red": 0.5]),
    ]
    for (name, value) in old {
      try earlier.set(Key<Root, StoredValue?>(StorageString(name)), to: value)
    }
    earlier.close()

    let store = DefaultsStore(url: file, keys: KeywrightCodegenTestsKeys.self)
    #expect(store.issues.allSatisfy { $0.code == .busy })
    #expect(store.get(KeywrightCodegenTestsKeys.launches) == 7)
    #expect(store.get(KeywrightCodegenTestsKeys.`self`) == 8)
    #expect(store.get(Moved.volume) == 0.75)
    #expect(store.get(Moved.length) == .seconds(90))
    #expect(store.get(Moved.side) == .left)
    #expect(store.get(Moved.colour) == Paint.Colour(red: 0.5))
    // A deprecated key, which this program may not use by name, is migrated too.
    #expect(store.get(Key<Root, String?>(StorageString("moved:old"))) == "x")
    #expect(Set(try store.storedKeys()).isDisjoint(with: old.map(\.0)))
  }

  @Test("A value is brought over from the store that kept it before")
  func stores() throws {
    typealias Keys = KeywrightCodegenTestsKeys
    let (cache, settings) = (MemoryStore(name: "cache"), MemoryStore(name: "settings"))
    try settings.set(Moved.token, to: "t")
    try cache.set(Key<Root, Int?>(StorageString("moved:spanSeconds")), to: 90)
    let store = MemoryStore()
    let report = try store.migrate(
      Keys.migrations(fromDefault: settings) + Keys.migrations(fromCache: cache))
    #expect(report.issues.isEmpty && report.migrated == ["moved:token", "moved:span"])
    #expect(store.get(Moved.token) == "t" && store.get(Moved.span) == .seconds(90))
    #expect(settings.get(Moved.token) == "t")
  }

  @Test("The values of a family are moved in code, as the refusal of the schema says")
  func families() throws {
    let store = MemoryStore()
    for (name, value) in [("families:gain:-3", 0.25), ("families:gain:12", 0.5)] {
      try store.set(Key<Root, Double?>(StorageString(name)), to: value)
    }
    let former = "families:gain:"
    try store.migrate(
      store.storedKeys().filter { $0.hasPrefix(former) }.compactMap { name in
        Int(name.dropFirst(former.count)).map { index in
          Migration(from: [name], to: Families.band(index: index))
        }
      })
    #expect(store.get(Families.band(index: -3)) == 0.25)
    #expect(store.get(Families.band(index: 12)) == 0.5)
    #expect(try store.storedKeys() == ["families:band:-3", "families:band:12"])
  }
}
