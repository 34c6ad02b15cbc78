import Foundation
import Keywright
import KeywrightTestSupport
import Testing

@Suite struct ReadingAndWritingTests {
  let store = MemoryStore()

  @Test func nothingStoredGivesTheDefault() {
    #expect(store.get(Animals.Cats.lion) == 0)
    #expect(store.get(Animals.kingdom) == nil)
  }

  @Test func getReturnsWhatSetStored() throws {
    try store.set(Animals.Cats.lion, to: 3)
    try store.set(Animals.Cats.names, to: ["Leo", "Elsa"])
    try store.set(Animals.kingdom, to: "mammals")
    #expect(store.get(Animals.Cats.lion) == 3)
    #expect(store.get(Animals.Cats.names) == ["Leo", "Elsa"])
    #expect(store.get(Animals.kingdom) == "mammals")
    #expect(
      try store.storedKeys() == ["animals:cats:lion", "animals:cats:names", "animals:kingdom"])
  }

  @Test func aValueThatChangesWhileItIsDecodedIsDecodedAgain() throws {
    let folder = TemporaryFolder()
    let file = DefaultsStore(url: folder.url.appending(path: "defaults.plist"))
    let stores: [any Store] = [store, file]
    for store in stores {
      let number = Key<Root, Int>("n", default: 0)
      let slow = Key<Root, Slow>("n", default: Slow(number: 0))
      try store.set(number, to: 1)
      Slow.onDecode.change { $0 = { if $0 == 1 { store[number] = 2 } } }
      #expect(store.get(slow).number == 1)
      Slow.onDecode.change { $0 = { _ in } }
      #expect(store.get(slow).number == 2)
    }
  }

  /// A type whose decoding takes so long that something happens meanwhile.
  private struct Slow: Convertible {
    static let onDecode = Shared<@Sendable (Int) -> Void> { _ in }
    let number: Int

    func encode() -> Int { number }

    static func decode(_ stored: Int) -> Slow? {
      onDecode.value(stored)
      return Slow(number: stored)
    }
  }

  @Test func settingNilRemoves() throws {
    try store.set(Animals.kingdom, to: "mammals")
    try store.set(Animals.kingdom, to: nil)
    #expect(try store.contains(Animals.kingdom) == false)
    #expect(try store.read(Animals.kingdom) == nil)
  }

  @Test func aStepChangesTheStoredValue() throws {
    try store.set(Animals.Cats.weight, to: 500)
    #expect(store.get(Animals.Cats.weight) == 300)
  }

  @Test func inPlaceChangesAreStored() {
    store[Animals.Cats.lion] += 2
    store[Animals.Cats.lion] += 3
    store[Animals.Cats.names].append("Nala")
    #expect(store[Animals.Cats.lion] == 5)
    #expect(store[Animals.Cats.names] == ["Nala"])
  }

  @Test func aTransactionIsAllOrNothing() throws {
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try store.transaction { change in
        try change.set(Animals.Cats.lion, to: 9)
        throw Stop()
      }
    }
    #expect(store.get(Animals.Cats.lion) == 0)
    try store.transaction { change in
      try change.set(Animals.Cats.lion, to: 1)
      try change.update(Animals.Cats.lion) { $0 += 1 }
      try change.set(Animals.Cats.Small.tabby, to: true)
    }
    #expect(store.get(Animals.Cats.lion) == 2)
    #expect(store.get(Animals.Cats.Small.tabby))
  }

  @Test func aValueOfAnotherTypeIsReportedOnceAndStays() throws {
    let text = Key<Animals.Cats, String>("lion", default: "?")
    try store.set(text, to: "Leo")
    #expect(store.get(Animals.Cats.lion) == 0)
    #expect(store.get(Animals.Cats.lion) == 0)
    #expect(store.issues.map(\.code) == [.unreadable])
    #expect(throws: StoreError.self) { try store.update(Animals.Cats.lion) { $0 += 1 } }
    #expect(store.get(text) == "Leo")
    try store.set(Animals.Cats.lion, to: 4)
    #expect(store.get(Animals.Cats.lion) == 4)
  }
}
