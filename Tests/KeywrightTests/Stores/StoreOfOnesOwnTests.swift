import Keywright
import Testing

/// A store that knows only the public interface.
@Suite struct StoreOfOnesOwnTests {
  @Test func itReportsIssues() throws {
    let store = PlainStore()
    let name: StorageString = "x"
    for _ in 0..<2 { store.core.report(StoreError(.corrupt, storageString: "x"), once: name) }
    store.core.didReload()
    store.core.report(StoreError(.corrupt, storageString: "x"), once: name)
    store.core.report(StoreError(.full))
    #expect(store.issues.map(\.code) == [.corrupt, .corrupt, .full])
  }

  @Test func itStoresEncodedValues() throws {
    let store = PlainStore()
    let title = Key<Root, String?>("title")
    try store.set(title, to: "Pi")
    try store.update(Counter.n) { $0 += 2 }
    #expect(store.get(title) == "Pi")
    #expect(store.get(Counter.n) == 2)
    try store.set(title, to: nil)
    #expect(try !store.contains(title))
    #expect(try store.storedKeys() == ["n"])
  }

  @Test func anEndWithNothingToWaitForIsCalled() throws {
    let store = PlainStore()
    try store.set(Counter.n, to: 1)
    _ = try? store.transaction { _ in throw StoreError(.refused) }
    #expect(store.begun.value == 2)
    #expect(store.ended.value == 2)
  }

  @Test func aStoreWithTheCoreOfAnotherOneIsAskedToWrite() throws {
    let memory = CountingStore(base: MemoryStore())
    try memory.set(Counter.n, to: 1)
    let cache = CountingStore(base: CacheStore(capacity: 10))
    try cache.set(Counter.n, to: 1)
    #expect(memory.count.value == 1)
    #expect(cache.count.value == 1)
    #expect(memory.get(Counter.n) + cache.get(Counter.n) == 2)
  }

  /// A commit that had its number before it is written would be an old one for such an observer,
  /// which might have read the old value.
  @Test func anObserverThatComesDuringTheWriteReceivesTheCommit() throws {
    let store = PlainStore()
    let changes = Shared<[Int]>([])
    let token = Shared<ObservationToken?>(nil)
    store.willWrite.change {
      $0 = { [unowned store] in
        #expect(store.get(Counter.n) == 0)
        let added = store.observe(Counter.n) { change in changes.change { $0.append(change.new) } }
        token.change { $0 = added }
      }
    }
    try store.set(Counter.n, to: 1)
    withExtendedLifetime(token) {}
    #expect(changes.value == [1])
  }
}

private enum Counter {
  static let n = Key<Root, Int>("n", default: 0)
}

/// Counts what it writes to another store.
private struct CountingStore<Base: Store>: Store {
  let base: Base
  let count = Shared(0)
  var core: StoreCore { base.core }

  func stored(_ name: StorageString) throws(StoreError) -> StoredValue? { try base.stored(name) }

  func storageStrings() throws(StoreError) -> [StorageString] { try base.storageStrings() }

  func write(_ writes: [StagedWrite]) throws(StoreError) {
    count.change { $0 += 1 }
    try base.write(writes)
  }
}

/// Counts its commits.
private final class PlainStore: Store {
  let core = StoreCore(name: "plain")
  let begun = Shared(0)
  let ended = Shared(0)
  /// Called once, before something is written.
  let willWrite = Shared<(@Sendable () -> Void)?>(nil)
  private let values = Shared<[StorageString: StoredValue]>([:])

  func stored(_ name: StorageString) -> StoredValue? { values.value[name] }

  func storageStrings() -> [StorageString] { Array(values.value.keys) }

  func beginCommit() { begun.change { $0 += 1 } }

  func endCommit() -> CommitWait? {
    ended.change { $0 += 1 }
    return nil
  }

  func write(_ writes: [StagedWrite]) {
    let willWrite = willWrite.change { willWrite in
      defer { willWrite = nil }
      return willWrite
    }
    willWrite?()
    values.change { values in
      for write in writes { values[write.name] = write.stored }
    }
  }
}
