import Foundation
import Keywright
import KeywrightTestSupport
import KeywrightTesting
import Testing

/// Every store of the library passes the suite.
@Suite struct ConformanceTests {
  @Test func memoryStorePasses() async throws {
    try await StoreConformance.check { MemoryStore() }
  }

  @Test func defaultsStorePasses() async throws {
    try await StoreConformance.check(
      at: { TemporaryFolder() },
      open: { DefaultsStore(url: $0.url.appending(path: "defaults.plist")) },
      close: { $0.close() })
  }

  @Test func cacheStorePasses() async throws {
    try await StoreConformance.check { CacheStore(capacity: 10_000) }
  }

  @Test func faultyCacheWithoutFaultsPasses() async throws {
    try await StoreConformance.check { FaultyStore(CacheStore(capacity: 10_000)) }
  }

  @Test func faultyStoreWithoutFaultsPasses() async throws {
    try await StoreConformance.check { FaultyStore() }
  }

  @Test func aStoreThatCanOnlyBeReadPasses() async throws {
    try await StoreConformance.checkReading { Frozen(contents: $0) }
  }

  @Test func aReadOnlyStoreThatIgnoresWritesIsCaught() async throws {
    let error = try #require(
      await #expect(throws: ConformanceError.self) {
        try await StoreConformance.checkReading { Frozen(contents: $0, isSilent: true) }
      })
    #expect(error.failures.map(\.behaviour).contains("unsupported: setting is refused"))
  }

  @Test func namesAreUniqueAndManyEnough() {
    let names = StoreConformance.behaviourNames
    #expect(Set(names).count == names.count)
    #expect(names.count >= 60)
  }

  @Test func theErrorNamesEveryBrokenBehaviour() async throws {
    let error = try #require(
      await #expect(throws: ConformanceError.self) {
        try await StoreConformance.check { ControlStore(.ignoresRemovals) }
      })
    for failure in error.failures { #expect("\(error)".contains(failure.behaviour)) }
    #expect("\(error)".hasPrefix("ControlStore breaks \(error.failures.count) of "))
  }
}

private struct Frozen: Store {
  let core = StoreCore(name: "frozen")
  let contents: [StorageString: StoredValue]
  var isSilent = false

  func stored(_ name: StorageString) -> StoredValue? { contents[name] }
  func storageStrings() -> [StorageString] { Array(contents.keys) }

  func beginCommit() throws(StoreError) {
    if !isSilent { throw StoreError(.readOnly, operation: "commit") }
  }

  func write(_ writes: [StagedWrite]) {}
}
