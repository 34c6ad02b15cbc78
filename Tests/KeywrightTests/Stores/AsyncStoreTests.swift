import Foundation
import KeywrightTestSupport
import Testing

@testable import Keywright

@Suite struct AsyncStoreTests {
  private let store = MemoryStore()
  private let count = Key<Root, Int>("count", default: 0)

  @Test func aTaskWaitsForACommit() async throws {
    let new = try await store.performBlocking { store in
      try store.update(count) { value -> Int in
        value += 1
        return value
      }
    }
    #expect(new == 1)
    #expect(store.get(count) == 1)
  }

  @Test func aTaskReadsWhatIsStored() async throws {
    let name = Key<Root, String?>("name")
    #expect(try await store.async.get(count) == 0)
    #expect(try await store.async.read(count) == nil)
    #expect(try await store.async.get(name) == nil)
    #expect(try await store.async.read(name) == nil)
    try await store.async.set(count, to: 3)
    try await store.async.set(name, to: "n")
    #expect(try await store.async.get(count) == 3)
    #expect(try await store.async.read(count) == 3)
    let read: String? = try await store.async.read(name)
    #expect(read == "n")
  }

  @Test func anErrorOfTheBodyIsThrown() async {
    struct Nonsense: Error {}
    await #expect(throws: Nonsense.self) {
      try await store.performBlocking { _ in throw Nonsense() }
    }
  }

  @Test func manyTasksMayWaitAtOnce() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<50 {
        group.addTask { [store, count] in
          try await store.performBlocking { try $0.update(count) { $0 += 1 } }
        }
      }
      try await group.waitForAll()
    }
    #expect(store.get(count) == 50)
  }

  @Test func commitsHaveFormsForTasks() async throws {
    let folder = TemporaryFolder()
    let store = DefaultsStore(url: folder.url.appending(path: "a.plist"), durability: .durable)
    try await store.async.set(count, to: 1)
    let new = try await store.async.update(count) { value -> Int in
      value += 1
      return value
    }
    #expect(new == 2)
    try await store.async.transaction { try $0.set(count, to: $0.get(count) + 1) }
    #expect(store.get(count) == 3)
    try await store.async.flush(compacting: true)
    try await store.async.remove(count)
    #expect(try !store.contains(count))
  }

  @Test func aTaskThatWasCancelledBeforeItsTurnCommitsNothing() async throws {
    let task = Task { [store, count] in
      withUnsafeCurrentTask { $0?.cancel() }
      try await store.async.set(count, to: 7)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(store.get(count) == 0)
  }

  @Test("A thousand calls need 64 threads at most, also where each of them waits")
  func fewThreads() async throws {
    let threads = Shared<Set<ThreadID>>([])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<1_000 {
        group.addTask { [store, count] in
          try await store.performBlocking { store in
            threads.change { _ = $0.insert(.current) }
            usleep(1_000)
            try store.update(count) { $0 += 1 }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(store.get(count) == 1_000)
    #expect(threads.value.count <= 64)
  }
}
