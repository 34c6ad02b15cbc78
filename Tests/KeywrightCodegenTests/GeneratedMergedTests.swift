import Foundation
import Keywright
import Testing

/// A namespace of two files, at work.
@Suite("Generated namespaces of several files")
struct GeneratedMergedTests {
  let store = MemoryStore()

  @Test("A values struct has the keys of all files, whatever their types need")
  func values() {
    let merged = Merged.Values(store)
    merged.place = Locale(identifier: "fr_CA")
    #expect(store.get(Merged.place)?.identifier == "fr_CA")
    merged.day = .distantPast
    #expect(merged.day == .distantPast)
    #expect(merged.calls == ["call": 1])
  }

  @Test("Hooks that two files name are both called, also one that never throws")
  func hooks() throws {
    let received = Listener.Received()
    try Listener.$received.withValue(received) { try store.set(Merged.calls, to: [:]) }
    #expect(received.all == ["1"] && store.get(Merged.calls) == ["none": 0])
  }

  @Test("Hooks may be named like what they are given, or like hooks")
  func hookNames() throws {
    let received = Listener.Received()
    try Listener.$received.withValue(received) { try store.set(Own.finish, to: .gloss) }
    #expect(received.all == ["before", "after"])
  }

  @Test("A struct's default may leave out fields that a later struct has defaults for")
  func defaults() {
    let outer = store.get(Merged.outer)
    #expect(outer.inner.x == 1 && outer.seen?[.left]?.map(\.x) == [2, 1])
  }

  @Test("A struct's dictionary by an enum is stored as a dictionary")
  func dictionaries() throws {
    let outer = Merged.Outer(seen: [.right: [Merged.Inner(x: 3)]])
    try store.set(Merged.outer, to: outer)
    #expect(store.get(Merged.outer) == outer)
    let stored = try store.read(Key<Root, StoredValue?>(StorageString("merged:outer")))
    #expect(stored == ["inner": ["x": 1], "seen": ["2": [["x": 3]]]])
  }

  @Test("What is public is seen although its outer namespaces are only named on the way")
  func far() {
    #expect(store.get(Far.Off.Places.count) == 3)
  }
}
