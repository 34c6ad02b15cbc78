import Keywright
import Testing

@Suite("A store in front of another") struct CombinedTests {
  let front = MemoryStore(name: "front")
  let back = MemoryStore(name: "back")

  @Test func aCommitWritesBoth() throws {
    try front.combined(with: back).set(Zoo.lions, to: 3)
    #expect(front.get(Zoo.lions) == 3)
    #expect(back.get(Zoo.lions) == 3)
  }

  @Test func theFrontIsReadFirst() throws {
    try front.set(Zoo.lions, to: 1)
    try back.set(Zoo.lions, to: 2)
    #expect(front.combined(with: back).get(Zoo.lions) == 1)
  }

  @Test func aGetFillsTheFrontFromTheBack() throws {
    try back.set(Zoo.lions, to: 2)
    let store = front.combined(with: back)
    #expect(store.get(Zoo.lions) == 2)
    #expect(front.stored("zoo:lions") == 2)
  }

  @Test func readingDoesNotFillWhatIsNowhere() throws {
    #expect(front.combined(with: back).get(Zoo.lions) == 0)
    #expect(try front.storedKeys().isEmpty)
  }

  @Test func removingRemovesFromBoth() throws {
    let store = front.combined(with: back)
    try store.set(Zoo.lions, to: 3)
    try store.remove(Zoo.lions)
    #expect(store.get(Zoo.lions) == 0)
    #expect(try front.storedKeys().isEmpty)
    #expect(try back.storedKeys().isEmpty)
  }

  @Test func anUnreadableFrontIsReportedPassedByAndKept() throws {
    try front.set(Zoo.lionsAsText, to: "many")
    try back.set(Zoo.lions, to: 2)
    let store = front.combined(with: back)
    store.onIssue { _ in }
    #expect(store.get(Zoo.lions) == 2)
    #expect(store.get(Zoo.lions) == 2)
    #expect(store.issues.map(\.code) == [.unreadable])
    #expect(front.get(Zoo.lionsAsText) == "many")
    #expect(throws: StoreError.self) { try store.read(Zoo.lions) }
  }

  @Test func anUpdateDoesNotReplaceAnUnreadableFront() throws {
    try front.set(Zoo.lionsAsText, to: "many")
    try back.set(Zoo.lions, to: 2)
    let store = front.combined(with: back)
    let error = #expect(throws: StoreError.self) { try store.update(Zoo.lions) { $0 += 1 } }
    #expect(error?.code == .unreadable)
    #expect(front.get(Zoo.lionsAsText) == "many")
    #expect(back.get(Zoo.lions) == 2)
  }

  @Test func setReplacesAnUnreadableFrontOnPurpose() throws {
    try front.set(Zoo.lionsAsText, to: "many")
    let store = front.combined(with: back)
    try store.set(Zoo.lions, to: 5)
    #expect(front.get(Zoo.lions) == 5)
  }

  @Test("A set of what the back holds mends a front that differs")
  func aDividedPairIsMended() throws {
    try front.set(Zoo.lions, to: 1)
    try back.set(Zoo.lions, to: 2)
    let store = front.combined(with: back)
    try store.set(Zoo.lions, to: 1)
    #expect(back.get(Zoo.lions) == 1)
    try back.set(Zoo.lions, to: 2)
    try store.set(Zoo.lions, to: 2)
    #expect(store.get(Zoo.lions) == 2)
  }

  @Test func backedByWritesTheFrontAlone() throws {
    try back.set(Zoo.lions, to: 2)
    let store = front.backed(by: back)
    try store.set(Zoo.lions, to: 3)
    #expect(back.get(Zoo.lions) == 2)
    try store.remove(Zoo.lions)
    #expect(store.get(Zoo.lions) == 2)
  }

  @Test func pushingWritesAStoreThatIsNeverRead() throws {
    let store = front.pushing(to: back.writeOnly())
    try back.set(Zoo.tigers, to: 9)
    try store.set(Zoo.lions, to: 3)
    #expect(back.get(Zoo.lions) == 3)
    #expect(store.get(Zoo.tigers) == 0)
  }

  @Test func aViewThatOnlyWritesIsALayer() throws {
    let third = MemoryStore(name: "third")
    let store = Layers([
      .readingAndWriting(front), .writing(back.writeOnly(), name: "mirror"),
      .reading(third.readOnly()),
    ])
    try third.set(Zoo.tigers, to: 9)
    try store.set(Zoo.lions, to: 3)
    #expect(store.layers[1].name == "mirror")
    #expect(back.get(Zoo.lions) == 3)
    #expect(store.get(Zoo.tigers) == 9)
    #expect(try third.storedKeys().count == 1)
  }

  @Test func aFallbackIsNeverCopied() throws {
    try back.set(Zoo.lions, to: 2)
    #expect(front.fallback(to: back).get(Zoo.lions) == 2)
    #expect(try front.storedKeys().isEmpty)
  }

  @Test func updatesFromManyThreadsAreAllCounted() async {
    let store = front.combined(with: back)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { for _ in 0..<100 { try? store.update(Zoo.lions) { $0 += 1 } } }
      }
    }
    #expect(front.get(Zoo.lions) == 400)
    #expect(back.get(Zoo.lions) == 400)
  }

  @Test("Two compositions that hold their stores in opposite order do not wait for each other")
  func oppositeOrders() async {
    let (one, two) = (front.combined(with: back), back.combined(with: front))
    await withTaskGroup(of: Void.self) { group in
      for store in [one, two, one, two] {
        group.addTask { for _ in 0..<200 { try? store.update(Zoo.lions) { $0 += 1 } } }
      }
    }
    #expect(front.get(Zoo.lions) == 800)
  }

  @Test func aStoreMayStandTwice() throws {
    let store = front.combined(with: front)
    try store.set(Zoo.lions, to: 3)
    #expect(store.get(Zoo.lions) == 3)
  }
}
