import Keywright
import KeywrightTesting
import Testing

/// Commits of a store that finds damaged bytes.
@Suite struct DamageTests {
  let store = FaultyStore()
  let key = Key<Root, Int>("count", default: 7)

  private func damage() {
    store.fail(.stored, with: StoreError(.corrupt, storageString: "count"))
  }

  @Test func settingReplacesDamage() throws {
    damage()
    try store.set(key, to: 3)
    #expect(store.get(key) == 3)
  }

  @Test func removingTakesDamage() throws {
    try store.set(key, to: 3)
    damage()
    try store.remove(key)
    #expect(try store.storedKeys() == [])
  }

  @Test func anUpdateLeavesDamage() throws {
    try store.set(key, to: 3)
    damage()
    #expect(throws: StoreError.self) { try store.update(key) { $0 += 1 } }
    #expect(store.get(key) == 3)
  }

  @Test func damageIsContained() throws {
    damage()
    #expect(try store.contains(key))
  }

  @Test func aFailureThatIsNoDamageStopsACommit() throws {
    store.fail(.stored, with: StoreError(.unavailable))
    #expect(throws: StoreError.self) { try store.set(key, to: 3) }
    #expect(try store.storedKeys() == [])
  }

  @Test func everythingIsNotRemovedWhereOthersWrote() throws {
    let store = Guest()
    let error = #expect(throws: StoreError.self) { try store.removeEverything() }
    #expect(error?.code == .unsupported)
  }
}

private struct Guest: Store {
  let core = StoreCore(name: "guest")
  var canEnumerate: Bool { false }

  func stored(_ name: StorageString) -> StoredValue? { nil }
  func storageStrings() -> [StorageString] { [] }
  func write(_ writes: [StagedWrite]) {}
}
