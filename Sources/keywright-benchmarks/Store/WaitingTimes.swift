import Foundation
import Keywright
import Synchronization

/// Commits without an observer, and threads of async calls, where many commit at once.
enum WaitingTimes {
  private enum Bench: Namespace {
    typealias Parent = Root
    static let namespaceID = "bench"
    static let value = Key<Bench, Int>("value", default: 0)
  }

  /// The threads that called it.
  private final class Threads: Sendable {
    private let all = Mutex<Set<ObjectIdentifier>>([])

    var count: Int { all.withLock { $0.count } }

    func noteCurrent() {
      _ = all.withLock { $0.insert(ObjectIdentifier(Thread.current)) }
    }
  }

  static func run(_ arguments: [String]) throws {
    nobody()
    try calls()
  }

  /// Four threads that commit to a store without observers.
  private static func nobody() {
    let (threads, count) = (4, 100_000)
    let store = MemoryStore()
    // Counted below, not printed.
    store.onIssue { _ in }
    let one = Timing.least(of: 3) {
      for _ in 0..<count { try? store.update(Bench.value) { $0 += 1 } }
    }
    let four = Timing.least(of: 3) {
      DispatchQueue.concurrentPerform(iterations: threads) { _ in
        for _ in 0..<count { try? store.update(Bench.value) { $0 += 1 } }
      }
    }
    let ratio = String(format: "%.2f", Double(threads) * one / four)
    let reports = store.issues.count { $0.operation == "observe" }
    print("MemoryStore, four threads and no observer: \(ratio) times the updates of one")
    print(
      "  reports that notifications wait: \(reports); at most 0: \(reports == 0 ? "yes" : "NO")")
  }

  /// A thousand async calls that each wait for the disk.
  private static func calls() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "keywright-benchmark-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = DefaultsStore(url: folder.appending(path: "a.plist"), durability: .durable)
    try store.set(Bench.value, to: 0)
    let count = 1_000
    let one = try Timing.once {
      for _ in 0..<count { try store.update(Bench.value) { $0 += 1 } }
    }
    let threads = Threads()
    let all = Timing.once {
      let done = DispatchSemaphore(value: 0)
      Task {
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<count {
            group.addTask {
              try? await store.performBlocking { store in
                threads.noteCurrent()
                try store.update(Bench.value) { $0 += 1 }
              }
            }
          }
        }
        done.signal()
      }
      done.wait()
    }
    let most = threads.count
    let ratio = String(format: "%.2f", all / one)
    print(
      "DefaultsStore, \(count) durable async updates: \(ratio) times as long as one after another")
    print("  threads: \(most); at most 64: \(most <= 64 ? "yes" : "NO")")
  }
}
