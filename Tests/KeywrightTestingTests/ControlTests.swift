import Keywright
import KeywrightTesting
import Testing

/// Stores that are broken on purpose: each must be caught by the behaviour meant for it.
@Suite struct ControlTests {
  static let meant: [(ControlStore.Defect, String)] = [
    (.ignoresWrites, "writing: a value set is given"),
    (.ignoresRemovals, "writing: nil removes"),
    (.mergesTwins, "names: canonically equal names are two keys"),
    (.ignoresCase, "names: names that differ in case are two keys"),
    (.cutsNames, "names: names of 300 and 5,000 bytes are kept apart"),
    (.staleReads, "writing: a second value replaces the first"),
    (.throwsForMissing, "reading: nothing stored is not contained"),
    (.storesOnRead, "reading: reading stores nothing"),
    (.readsOnce, "reading: a stored value is given again"),
    (.readsBooleansAsIntegers, "reading: a boolean is not a number"),
    (.findsNoValue, "reading: a stored value is given"),
    (.listsNothing, "reading: every stored string is listed once, and no other"),
    (.listsTwice, "reading: every stored string is listed once, and no other"),
    (.listsRemoved, "writing: removing takes the key off the list"),
    (.dropsOthers, "writing: setting one key leaves the others"),
    (.dropsSecondKey, "atomic: a transaction keeps every key"),
    (.storesWholeReals, "reading: a stored form is given bit for bit"),
    (.skipsTwinStrings, "writing: a form replaces one that is almost the same"),
    (.normalisesZero, "reading: a stored form is given bit for bit"),
    (.cutsLongStrings, "writing: a large value is kept"),
    (.sharesWithAll, "writing: two new stores have nothing in common"),
    (.forgetsWhenReopened, "durable: a value survives"),
    (.roundsDatesWhenReopened, "durable: every stored form survives bit for bit"),
    (.readsASnapshot, "shared: what one sets the other reads"),
    (.failsForHistory, "reading: earlier values are listed, or said to be unsupported"),
    (.clearsWithHistory, "writing: removing earlier values leaves the present ones alone"),
    (.keepsHistory, "writing: removing earlier values leaves the present ones alone"),
  ]

  /// The parts of a store that the behaviours of a name are about.
  private static let parts: [String: StoreConformance.Parts] = [
    "reading": .reading, "writing": .writing, "names": .writing, "atomic": .atomic,
    "durable": [.writing, .durable], "shared": [.writing, .shared],
  ]

  @Test("a defect is caught by the behaviour meant for it", arguments: meant)
  func defectIsCaught(_ defect: ControlStore.Defect, _ behaviour: String) async throws {
    let parts = try #require(Self.parts[String(behaviour.prefix { $0 != ":" })])
    let error = try #require(
      await #expect(throws: ConformanceError.self) {
        try await StoreConformance.check(parts, at: Shelf.init) { ControlStore(defect, on: $0) }
      })
    #expect(error.failures.map(\.behaviour).contains(behaviour), "\(error)")
  }

  @Test func theControlWithoutADefectPasses() async throws {
    try await StoreConformance.check(at: Shelf.init) { ControlStore(.none, on: $0) }
  }

  @Test func everyDefectIsTried() {
    let tried = Set(Self.meant.map(\.0)).union([
      .none, .keepsHalfOfTheRefused, .refusesSeveral, .keepsOneKey,
    ])
    #expect(tried == Set(ControlStore.Defect.allCases))
  }

  @Test func severalKeysRefusedByHalfAreCaught() async throws {
    let error = try #require(
      await #expect(throws: ConformanceError.self) {
        try await StoreConformance.check([.reading, .writing]) {
          ControlStore(.keepsHalfOfTheRefused)
        }
      })
    #expect(
      error.failures.map(\.behaviour).contains(
        "unsupported: a transaction of several keys is refused whole"))
  }

  @Test func aStoreOfOneKeyAtATimePasses() async throws {
    try await StoreConformance.check([.reading, .writing]) { ControlStore(.keepsOneKey) }
  }

  @Test func aStoreThatRefusesSeveralKeysTooLateIsCaught() async throws {
    let error = try #require(
      await #expect(throws: ConformanceError.self) {
        try await StoreConformance.check([.reading, .writing]) { ControlStore(.refusesSeveral) }
      })
    #expect(
      error.failures.map(\.behaviour) == [
        "unsupported: clearing several keys is a commit for each",
        "unsupported: a veto of one key leaves it and clears the others",
        "unsupported: nobody is called for a refused commit",
      ])
  }

  @Test func aStoreThatClaimsToBeAtomicIsCaught() async throws {
    let error = try #require(
      await #expect(throws: ConformanceError.self) {
        try await StoreConformance.check { ControlStore(.refusesSeveral) }
      })
    #expect(error.failures.map(\.behaviour).contains("atomic: a transaction keeps every key"))
  }

  @Test func aStoreThatCannotBeMadeIsCaught() async {
    await #expect(throws: ConformanceError.self) {
      try await StoreConformance.check { () throws -> MemoryStore in throw StoreError(.full) }
    }
  }
}
