import Foundation
import Keywright
import Testing

@Suite struct WaitingTests {
  private let store = MemoryStore()
  private let count = Key<Root, Int>("count", default: 0)

  @Test func aTaskWaitsForACommit() async throws {
    let new = try await store.waiting { store in
      try store.update(count) { value -> Int in
        value += 1
        return value
      }
    }
    #expect(new == 1)
    #expect(store.get(count) == 1)
  }

  @Test func whatTheBodyThrowsIsThrown() async {
    struct Nonsense: Error {}
    await #expect(throws: Nonsense.self) { try await store.waiting { _ in throw Nonsense() } }
  }

  @Test func manyTasksMayWaitAtOnce() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<50 {
        group.addTask { [store, count] in
          try await store.waiting { try $0.update(count) { $0 += 1 } }
        }
      }
      try await group.waitForAll()
    }
    #expect(store.get(count) == 50)
  }
}

@Suite struct WatchedKeyTests {
  private enum Watching: Namespace {
    typealias Parent = Root
    static let namespaceID = "watching"
    @TaskLocal static var told: Gathered<String>?

    static let size = Key<Watching, Int>(
      "size", default: 1,
      descriptor: KeyDescriptor(
        willChange: { told?.add("will \($0) \($1)") }, didChange: { told?.add("did \($0) \($1)") }))
    static let other = Key<Watching, Int>("other", default: 0)
    static var watchedKeys: [any KeyType] { [size] }
  }

  @Test(arguments: [false, true]) func clearingTellsTheKeysThatWatch(_ isView: Bool) throws {
    let base = MemoryStore()
    let store: any Store = isView ? base.prefixed("user") : base
    try store.set(Watching.size, to: 4)
    try store.set(Watching.other, to: 2)
    let told = Gathered<String>()
    try Watching.$told.withValue(told) { try store.clear(Watching.self) }
    #expect(told.all == ["will 4 1", "did 4 1"])
    #expect(try store.storedKeys().isEmpty)
  }
}
