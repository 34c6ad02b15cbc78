import Foundation
import Keywright
import Testing

@Suite("What errors say") struct StoreErrorTests {
  struct Cause: Error, CustomStringConvertible { let description = "because" }

  @Test(
    arguments: [
      (.refused, "the commit was refused by the program's own code; nothing changed."),
      (.constraint, "the value does not satisfy a constraint of its key; nothing changed."),
      (.unencodable, "the value cannot be stored; nothing changed."),
      (.unreadable, "what is stored is not of the key's type; it was left as it is."),
      (.reentrant, "a commit from inside another commit is not possible; nothing changed."),
      (.busy, "the store was busy for too long."),
      (.full, "there is no space for it; nothing changed."),
      (.readOnly, "the store can only be read; nothing changed."),
      (.unavailable, "the store cannot be reached; nothing changed."),
      (.corrupt, "stored bytes are damaged; they were kept."),
      (.overridden, "an edit and a commit changed the same value; the one that lost was kept."),
      (.uncertain, "it was not confirmed that the commit is kept."),
      (.unsupported, "this store cannot do that; nothing changed."),
      (.closed, "the store was closed; nothing changed."),
    ] as [(StoreError.Code, String)])
  func sentence(_ code: StoreError.Code, _ sentence: String) {
    #expect(StoreError(code).description == sentence)
  }

  @Test func everyPart() {
    let error = StoreError(
      .full, storageString: "a:b", operation: "set", path: "/x.plist", systemError: ENOSPC,
      expected: "space", found: "none", advice: "Free some.", underlying: Cause())
    #expect(
      error.description == """
        set: there is no space for it; nothing changed. Key: 'a:b'. File: /x.plist. Found: none. \
        Expected: space. System: No space left on device. Cause: because. Free some.
        """)
  }

  @Test func reasonOfTheSystemOnce() {
    let error = StoreError(
      .full, path: "/x.plist", systemError: ENOSPC, found: "No space left on device")
    #expect(
      error.description == """
        there is no space for it; nothing changed. File: /x.plist. Found: No space left on device.
        """)
  }

  /// Failures of a store in memory, and the whole message.
  static let messages: [(@Sendable (MemoryStore) throws -> Void, String)] = [
    (
      { try $0.set(House.Kitchen.Drawer.spoons, to: 51) },
      """
      set: the value does not satisfy a constraint of its key; nothing changed. Key: \
      'house:kitchen:drawer:spoons'. Found: 51. Expected: a value in 0...50.
      """
    ),
    (
      { try $0.update(House.rooms) { _ in throw Cause() } },
      """
      update: the commit was refused by the program's own code; nothing changed. Key: \
      'house:rooms'. Cause: because.
      """
    ),
    (
      { store in try store.update(House.rooms) { _ in try store.remove(House.rooms) } },
      """
      a commit from inside another commit is not possible; nothing changed. Commit after the one \
      under way: from a post-commit hook, `didChange` or an observer, or amend the commit in a \
      pre-commit hook.
      """
    ),
    (
      { store in
        try store.set(Key<House, String>("rooms", default: ""), to: "many")
        try store.update(House.rooms) { $0 += 1 }
      },
      """
      update: what is stored is not of the key's type; it was left as it is. Key: 'house:rooms'. \
      Found: "many". Expected: Int. `set` or `remove` replaces it on purpose; nothing else does.
      """
    ),
    (
      { try $0.set(Key<House, Date>("built", default: .distantPast), to: .notFinite) },
      """
      set: the value cannot be stored; nothing changed. Key: 'house:built'. Found: a date of inf \
      seconds. Expected: a finite date. Make the value optional, so that nil can stand for no date.
      """
    ),
    (
      { try $0.clear(Root.self) },
      """
      clear: this store cannot do that; nothing changed. Found: Root. Expected: a namespace below \
      Root. `removeEverything()` removes all that the store holds.
      """
    ),
  ]

  @Test(arguments: messages.indices)
  func message(_ index: Int) {
    let (fail, message) = Self.messages[index]
    let error = #expect(throws: StoreError.self) { try fail(MemoryStore()) }
    #expect(error?.description == message)
  }

  @Test("the 257th issue displaces the first")
  func issuesAreBounded() {
    let store = FailingStore()
    store.onIssue { _ in }
    for number in 0..<257 {
      store.failNext(StoreError(.full, found: "\(number)"))
      store[Key<Root, Int>("rooms", default: 0)] = number
    }
    #expect(store.problems.count == 256)
    #expect(store.problems.first?.found == "1")
  }
}

extension Date {
  fileprivate static let notFinite = Date(timeIntervalSinceReferenceDate: .infinity)
}
