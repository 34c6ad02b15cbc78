import Keywright
import KeywrightTesting
import Testing

@Suite("When a layer fails") struct FailureTests {
  let front = FaultyStore("front")
  let back = FaultyStore("back")

  private func pair() throws -> Layers {
    let store = Layers([.readingAndWriting(front), .readingAndWriting(back)])
    try store.set(Zoo.lions, to: 1)
    store.onIssue { _ in }
    return store
  }

  private func failure(_ store: Layers) -> StoreError? {
    do throws(StoreError) {
      try store.set(Zoo.lions, to: 2)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [FaultyStore.Step.begin, .write, .look])
  func aFailingFrontLeavesBothAsTheyWere(_ step: FaultyStore.Step) throws {
    let store = try pair()
    front.fail(at: step)
    #expect(failure(store)?.code == .full)
    front.fail()
    #expect(front.get(Zoo.lions) == 1)
    #expect(back.get(Zoo.lions) == 1)
  }

  @Test(arguments: [FaultyStore.Step.begin, .write, .look])
  func aFailingBackLeavesBothAsTheyWere(_ step: FaultyStore.Step) throws {
    let store = try pair()
    back.fail(at: step)
    #expect(failure(store)?.code == .full)
    back.fail()
    #expect(front.get(Zoo.lions) == 1)
    #expect(back.get(Zoo.lions) == 1)
  }

  @Test func aWriteThatCannotBeUndoneIsUncertain() throws {
    let store = try pair()
    front.fail(at: .write)
    back.fail(at: .undo)
    let error = failure(store)
    #expect(error?.code == .uncertain)
    #expect(error?.found == "the commit in 'back' and not in 'front'")
    #expect(
      error?.description == """
        commit: the commit was made in part. Found: the commit in 'back' and not in 'front'. \
        Expected: all layers written or none. Cause: write: there is no space for it. Commit again \
        once the layer can be written.
        """)
    #expect(store.get(Zoo.lions) == 1)
  }

  @Test func aFailureReleasesEveryLock() throws {
    let store = try pair()
    for step in FaultyStore.Step.allCases {
      front.fail(at: step)
      _ = failure(store)
      front.fail()
      back.fail(at: step)
      _ = failure(store)
      back.fail()
    }
    // One commit could not begin in each store; all that began have ended.
    #expect(front.count(of: .beginCommit) - 1 == front.count(of: .confirm))
    #expect(back.count(of: .beginCommit) - 1 == back.count(of: .confirm))
    try store.set(Zoo.lions, to: 7)
    try front.set(Zoo.lions, to: 8)
    try back.set(Zoo.lions, to: 9)
  }

  @Test func theErrorNamesTheLayer() throws {
    let store = try pair()
    back.fail(at: .write)
    #expect(failure(store)?.description.contains("'back'") == true)
  }

  @Test func aLayerThatCannotTellIsPassedByAndReported() throws {
    let store = try pair()
    front.fail(at: .look)
    #expect(store.get(Zoo.lions) == 1)
    #expect(store.issues.map(\.code) == [.full])
    #expect(throws: StoreError.self) { try store.read(Zoo.lions) }
  }

  @Test func layersThatFailAlikeAreOneReport() throws {
    let store = try pair()
    front.fail(at: .look)
    back.fail(at: .look)
    for _ in 0..<2 { #expect(store.get(Zoo.lions) == 0) }
    #expect(store.issues.map(\.code) == [.full])
    let advice = store.issues.first?.advice ?? ""
    #expect(advice.contains("Layers of 'layers' ('front', 'back') were skipped."))
  }

  @Test func aLayerThatFailsLaterIsReportedToo() throws {
    let store = try pair()
    back.fail(at: .look)
    front.fail(at: .look)
    _ = store.get(Zoo.lions)
    front.fail()
    try front.remove(Zoo.lions)
    _ = store.get(Zoo.lions)
    #expect(store.issues.count == 2)
  }

  @Test func aFrontThatCannotBeFilledCostsNothing() throws {
    try back.set(Zoo.lions, to: 4)
    front.fail(at: .write)
    let store = front.combined(with: back)
    store.onIssue { _ in }
    #expect(store.get(Zoo.lions) == 4)
    #expect(store.issues.map(\.code) == [.full])
    front.fail()
    #expect(store.get(Zoo.lions) == 4)
    #expect(front.get(Zoo.lions) == 4)
  }

  @Test func aTransactionThatFailsLeavesEveryKeyOfEveryLayer() throws {
    let store = try pair()
    front.fail(at: .write)
    #expect(throws: StoreError.self) {
      try store.transaction { change in
        try change.set(Zoo.lions, to: 5)
        try change.set(Zoo.tigers, to: 6)
      }
    }
    #expect(back.get(Zoo.lions) == 1)
    #expect(back.get(Zoo.tigers) == 0)
  }

  @Test(arguments: [false, true])
  func aLayerThatCannotConfirmACommitMakesItUncertain(_ isFront: Bool) throws {
    let store = try pair()
    (isFront ? front : back).fail(at: .confirm)
    let error = failure(store)
    #expect(error?.code == .uncertain)
    let name = isFront ? "front" : "back"
    #expect(error?.advice == "The commit is in all layers; not confirmed: '\(name)'.")
    #expect(store.get(Zoo.lions) == 2)
    #expect(back.get(Zoo.lions) == 2)
  }

  @Test func layersThatAreOnlyReadRefuseACommit() {
    let store = Layers([.reading(front)])
    #expect(failure(store)?.code == .readOnly)
  }
}
