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
      ("starts", 7), ("moved:loudness", 0.75), ("moved:seconds", 90),
      ("moved:isLeft", true), ("moved:older", " x "), ("moved:color", ["red": 0.5]),
    ]
    for (name, value) in old {
      try earlier.set(Key<Root, StoredValue?>(storageString: name), to: value)
    }
    earlier.close()

    let store = DefaultsStore(url: file, keys: KeywrightCodegenTestsKeys.self)
    #expect(store.issues.isEmpty)
    #expect(store.get(KeywrightCodegenTestsKeys.launches) == 7)
    #expect(store.get(Moved.volume) == 0.75)
    #expect(store.get(Moved.length) == .seconds(90))
    #expect(store.get(Moved.side) == .left)
    #expect(store.get(Moved.colour) == Paint.Colour(red: 0.5))
    // What may no longer be used by name in this program is moved all the same.
    #expect(store.get(Key<Root, String?>(storageString: "moved:old")) == "x")
    #expect(Set(try store.storedKeys()).isDisjoint(with: old.map(\.0)))
  }
}
