import Foundation
import Keywright
import KeywrightTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct SlotTests {
  typealias Cats = Animals.Cats

  let store = MemoryStore()

  @Test("A slot reads, writes, changes in place and resets")
  func access() throws {
    let lion = store.slot(Cats.lion)
    #expect(lion.get() == 0)
    #expect(!lion.isStored)
    try lion.set(3)
    lion.value += 2
    #expect(try lion.update { $0 * 10 } == 50)
    #expect(lion.value == 5)
    #expect(try lion.storedValue() == 5)
    #expect(lion.isStored)
    #expect(store.get(Cats.lion) == 5)
    try lion.reset()
    #expect(try lion.storedValue() == nil)
    #expect(lion.value == 0)
    #expect(lion.storageString == "animals:cats:lion")
  }

  @Test("A slot of an optional key: nil removes")
  func optional() throws {
    let kingdom = store.slot(Animals.kingdom)
    try kingdom.set("mammals")
    kingdom.value?.append("!")
    #expect(kingdom.get() == "mammals!")
    kingdom.value = nil
    #expect(!kingdom.isStored)
  }

  @Test("A slot's type names neither the store's nor the namespace's")
  func typeErased() throws {
    let folder = TemporaryFolder()
    let stores: [any Store] = [store, DefaultsStore(url: folder.url.appending(path: "a.plist"))]
    let slots: [Slot<Int>] = stores.map { $0.slot(Cats.lion) }
    for (number, slot) in slots.enumerated() { try slot.set(number + 1) }
    #expect(stores.map { $0.get(Cats.lion) } == [1, 2])
  }

  @Test("What cannot be thrown goes to the store's handler, and the value stays")
  func failures() throws {
    let whole = Key<Cats, Int>(
      "whole", default: 1, descriptor: KeyDescriptor(constraints: [.range(0...9)]))
    let reported = Gathered<StoreError.Code>()
    // A busy machine makes any commit long.
    store.onIssue { if $0.code != .busy { reported.add($0.code) } }
    let slot = store.slot(whole)
    slot.value = 10
    slot.value += 20
    #expect(reported.all == [.constraint, .constraint])
    #expect(slot.value == 1)
    #expect(slot.issues.count { $0.code != .busy } == 2)
    #expect(store.slot(Cats.lion).issues.isEmpty)
    let error = #expect(throws: StoreError.self) { try slot.set(10) }
    #expect(error?.code == .constraint)
  }

  @Test("A value of another type is stored, and unreadable")
  func unreadable() throws {
    store.onIssue { _ in }
    try store.set(Key<Cats, String>("lion", default: ""), to: "Leo")
    let lion = store.slot(Cats.lion)
    #expect(lion.isStored)
    #expect(lion.get() == 0)
    let error = #expect(throws: StoreError.self) { try lion.storedValue() }
    #expect(error?.code == .unreadable)
  }

  @Test("A slot is observed as its key is")
  func observed() async throws {
    let lion = store.slot(Cats.lion)
    let received = Gathered<Int>()
    let token = lion.observe { received.add($0.new) }
    let changes = lion.changes
    var values = lion.values.makeAsyncIterator()
    #expect(await values.next() == 0)
    try lion.set(4)
    #expect(await values.next() == 4)
    var iterator = changes.makeAsyncIterator()
    #expect(await iterator.next()?.value == 4)
    #expect(received.all == [4])
    token.cancel()
  }

  @Test("A key type of one's own works through a slot, with its processing")
  func ownKeyType() throws {
    struct Doubling: ProcessingKeyType {
      let key = Key<Cats, Int>("doubled", default: 0)
      func process(_ value: Int) -> Int { value * 2 }
    }
    let slot = store.slot(Doubling())
    let received = Gathered<Int>()
    let token = slot.observe { received.add($0.new) }
    try slot.set(4)
    #expect(slot.get() == 8)
    #expect(received.all == [8])
    token.cancel()
  }
}
