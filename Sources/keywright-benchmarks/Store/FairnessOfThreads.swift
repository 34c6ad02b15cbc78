import Foundation
import Keywright
import Synchronization

/// The share of each of sixteen threads that commit to one store as fast as they can, and how long one of
/// them waits.
///
/// A wait is counted in turns of other threads, between a thread's call and its own turn. Times say more
/// about the system, which takes the processor from a thread for milliseconds.
enum FairnessOfThreads {
  private enum Bench: Namespace {
    typealias Parent = Root
    static let namespaceID = "bench"
    static let value = Key<Bench, Int>("value", default: 0)
  }

  private static let threads = 16
  private static let duration = Duration.seconds(1)

  /// The turns of other threads before each commit of one thread.
  private typealias Waits = [Int32]

  static func run() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "keywright-benchmark-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    measure("MemoryStore", MemoryStore())
    measure("DefaultsStore", DefaultsStore(url: folder.appending(path: "a.plist")))
  }

  private static func measure(_ name: String, _ store: some Store) {
    let alone = waits(of: 1, in: store)[0].count
    let waits = waits(of: threads, in: store)
    let all = waits.reduce(0) { $0 + $1.count }
    let least = Double((waits.map(\.count).min() ?? 0) * threads) / Double(all)
    print(
      "\(name), \(threads) threads: \(figure(Double(all) / Double(alone))) times the sets of one")
    print("  the least of a thread, by a fair share: \(figure(least))")
    let sorted = waits.joined().sorted()
    let last = sorted.count - 1
    let wait = { (position: Int) in Double(sorted[position]) / Double(threads) }
    // The longest is of a thread that lost its processor before it asked for the lock.
    let longest = wait(last - last / 100_000)
    print(
      "  a wait, by a fair one of \(threads) turns: one of 1,000 \(figure(wait(last - last / 1_000)))"
    )
    print("  one of 100,000: \(figure(longest)); at most 10: \(longest <= 10 ? "yes" : "NO")")
    print("  the longest: \(figure(wait(last)))")
  }

  private static func waits(of threads: Int, in store: some Store) -> [Waits] {
    let waits = Mutex<[Waits]>([])
    let end = ContinuousClock.now + duration
    let group = DispatchGroup()
    for _ in 0..<threads {
      group.enter()
      Thread.detachNewThread {
        var own: Waits = []
        own.reserveCapacity(4_000_000 / threads)
        while ContinuousClock.now < end {
          let before = store.get(Bench.value)
          var turn = before
          try? store.update(Bench.value) {
            turn = $0
            $0 += 1
          }
          own.append(Int32(clamping: turn - before))
        }
        waits.withLock { $0.append(own) }
        group.leave()
      }
    }
    group.wait()
    return waits.withLock { $0 }
  }

  private static func figure(_ number: Double) -> String { String(format: "%.2f", number) }
}
