import Keywright
import KeywrightTestSupport
import KeywrightTesting
import Testing

@Suite struct FaultyStoreTests {
  let store = FaultyStore()
  let key = Key<Root, Int>("count", default: 7)

  @Test func theNthWriteFails() throws {
    store.fail(.write, after: 2, with: StoreError(.full))
    try store.set(key, to: 1)
    try store.set(key, to: 2)
    #expect(code { try store.set(key, to: 3) } == .full)
    #expect(store.get(key) == 2)
    try store.set(key, to: 4)
    #expect(store.get(key) == 4)
    #expect(store.count(of: .write) == 4)
  }

  @Test func aFailedReadGivesTheDefaultAndIsReported() throws {
    try store.set(key, to: 1)
    store.onIssue { _ in }
    store.fail(.stored, with: StoreError(.unavailable))
    #expect(store.get(key) == 7)
    #expect(store.get(key) == 1)
    #expect(store.issues.map(\.code) == [.unavailable])
  }

  @Test func aFailedBeginningLeavesTheStoreUsable() throws {
    store.fail(.beginCommit, times: 2, with: StoreError(.busy))
    #expect(code { try store.set(key, to: 1) } == .busy)
    #expect(code { try store.set(key, to: 1) } == .busy)
    try store.set(key, to: 1)
    #expect(store.get(key) == 1)
  }

  @Test func aFailedListingIsThrown() throws {
    store.fail(.storageStrings, times: .max, with: StoreError(.unavailable))
    #expect(code { _ = try store.storedKeys() } == .unavailable)
    #expect(code { _ = try store.storedKeys() } == .unavailable)
    store.mend()
    #expect(try store.storedKeys() == [])
  }

  private func code(_ body: () throws -> Void) -> StoreError.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? StoreError)?.code
    }
  }
}
