import Keywright
import Testing

/// What a store of one's own can do that knows only the public interface.
@Suite struct StoreOfOnesOwnTests {
  @Test func itReportsIssues() throws {
    let store = PlainStore()
    let name: StorageString = "x"
    for _ in 0..<2 { store.core.report(StoreError(.corrupt, storageString: "x"), once: name) }
    store.core.reloaded()
    store.core.report(StoreError(.corrupt, storageString: "x"), once: name)
    store.core.report(StoreError(.full))
    #expect(store.issues.map(\.code) == [.corrupt, .corrupt, .full])
  }

  @Test func itKeepsValuesAsTheyAre() throws {
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
}

/// Keeps values as they are, and counts its commits with an `endCommit()` that returns nothing.
private enum Counter {
  static let n = Key<Root, Int>("n", default: 0)
}

private final class PlainStore: Store {
  let core = StoreCore(name: "plain")
  let begun = Shared(0)
  let ended = Shared(0)
  private let values = Shared<[StorageString: any Sendable]>([:])

  var keepsStoredForms: Bool { false }

  func stored(_ name: StorageString) -> StoredValue? { nil }

  func contains(_ name: StorageString) -> Bool { values.value[name] != nil }

  func storageStrings() -> [StorageString] { Array(values.value.keys) }

  func peek<Value: Sendable>(_ name: StorageString, as type: Value.Type) -> Peek<Value> {
    guard let value = values.value[name] else { return .nothing }
    return (value as? Value).map(Peek.value) ?? .unknown
  }

  func beginCommit() { begun.change { $0 += 1 } }

  func endCommit() { ended.change { $0 += 1 } }

  func keep(_ changes: [KeptChange]) {
    values.change { values in
      for change in changes { values[change.name] = change.value }
    }
  }
}
