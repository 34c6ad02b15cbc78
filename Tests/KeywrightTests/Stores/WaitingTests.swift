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
