import Foundation
import Keywright
import Testing

/// Keys with parameters, at work.
@Suite("Generated families")
struct GeneratedFamiliesTests {
  let store = MemoryStore()

  @Test("Parameters follow the storage string, escaped")
  func storageStrings() {
    #expect(Families.band(index: -3).description == "families:band:-3")
    let seen = Families.seen(user: "a:b%", in: .left, level: .high)
    #expect(seen.description == "families:seen:a%3Ab%25:left:2")
  }

  @Test("Each member of a family has a value of its own, under the family's rules")
  func members() throws {
    try store.set(Families.band(index: 1), to: 2)
    #expect(store.get(Families.band(index: 1)) == 2)
    #expect(store.get(Families.band(index: 2)) == 0)
    #expect(Families.Values(store).band(index: 1) == 2)
    let id = UUID()
    #expect(throws: StoreError.self) { try store.set(Families.limit(id: id, flag: true), to: 10) }
  }

  @Test("A family is one entry of allKeys")
  func entry() throws {
    let band = try #require(Families.allKeys.first { $0.name == "band" })
    #expect(band.isFamily && band.storageString == "families:band")
  }
}

@Suite("Generated keys of own types")
struct GeneratedOwnTypesTests {
  let store = MemoryStore()

  @Test("A computed default of a coded key is computed once, with no store's lock held")
  func computedDefault() throws {
    // The default commits: under a writer's lock that would be refused.
    try store.transaction { change in
      try change.update(Own.primer) { $0.red += 1 }
    }
    #expect(store.get(Own.primer).red == 2)
    #expect(store.get(Own.coat(index: 1)) == Paint.Colour(red: 0.5))
    try store.set(Own.coat(index: 1), to: Paint.Colour(red: 1))
    #expect(store.get(Own.coat(index: 1)).red == 1 && store.get(Own.coat(index: 2)).red == 0.5)
  }

  @Test("A type of one's own is kept in the form that its key says")
  func codings() throws {
    #expect(store.get(Own.accent) == Paint.Colour(red: 0.5))
    try store.set(Own.accent, to: Paint.Colour(red: 1))
    #expect(store.get(Own.accent).red == 1)
    #expect(store.get(Own.reply) == nil)
    try store.set(Own.reply, to: Paint.Colour(red: 0.25))
    #expect(store.get(Own.reply)?.red == 0.25)
    try store.set(Own.shade, to: [.dark])
    #expect(store.get(Own.shade) == [.dark])
    try store.set(Own.shades, to: [.light: 2])
    #expect(try store.read(Key<Root, StoredValue?>(StorageString("own:shades"))) == ["light": 2])
    try store.set(Own.finish, to: .gloss)
    #expect(try store.read(Key<Root, StoredValue?>(StorageString("own:finish"))) == 2)
    #expect(store.get(Own.finish) == .gloss)
    try store.set(Own.spot(index: 2), to: Paint.Colour(red: 0))
    #expect(store.get(Own.spot(index: 2))?.red == 0 && store.get(Own.spot(index: 1)) == nil)
  }

  @Test(
    "A function that sees the old value, and a key for memory only, are as the schema declares them"
  )
  func oldValueAndMemory() throws {
    let cache = CacheStore(capacity: 9)
    try cache.set(Own.coats, to: 3)
    try cache.set(Own.coats, to: 2)
    #expect(cache.get(Own.coats) == 3)
    try cache.set(Own.glaze, to: Paint.Colour(red: 1))
    #expect(cache.get(Own.glaze)?.red == 1)
    let error = #expect(throws: StoreError.self) {
      try MemoryStore().set(Own.glaze, to: Paint.Colour(red: 1))
    }
    #expect(error?.code == .unsupported)
  }
}
