import Foundation
import Keywright
import Synchronization

/// The share of each of sixteen threads that commit to one store as fast as they can.
enum Fairness {
  private enum Bench: Namespace {
    typealias Parent = Root
    static let namespaceID = "bench"
    static let value = Key<Bench, Int>("value", default: 0)
  }

  private static let threads = 16
  private static let duration = Duration.seconds(1)

  /// The commits of one thread, and the longest of them.
  private struct Share {
    var commits = 0
    var longest = Duration.zero
  }

  static func run() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "keywright-benchmark-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try measure("MemoryStore", MemoryStore())
    try measure("DefaultsStore", DefaultsStore(url: folder.appending(path: "a.plist")))
  }

  private static func measure(_ name: String, _ store: some Store) throws {
    let alone = share(of: 1, in: store)[0].commits
    let shares = share(of: threads, in: store)
    let all = shares.reduce(0) { $0 + $1.commits }
    let least = Double((shares.map(\.commits).min() ?? 0) * threads) / Double(all)
    let longest = (shares.map(\.longest).max() ?? .zero) / .microseconds(1)
    let fair = Double(threads) * (duration / .microseconds(1)) / Double(all)
    let ratio = figure(Double(all) / Double(alone))
    print("\(name), \(threads) threads: \(ratio) times the sets of one")
    print("  the least of a thread, by a fair share: \(figure(least))")
    print("  the longest set: \(figure(longest)) µs, \(figure(longest / fair)) times a fair share")
  }

  private static func share(of threads: Int, in store: some Store) -> [Share] {
    let shares = Mutex<[Share]>([])
    let end = ContinuousClock.now + duration
    let group = DispatchGroup()
    for _ in 0..<threads {
      group.enter()
      Thread.detachNewThread {
        var share = Share()
        var now = ContinuousClock.now
        while now < end {
          try? store.update(Bench.value) { $0 += 1 }
          let next = ContinuousClock.now
          share.longest = max(share.longest, next - now)
          share.commits += 1
          now = next
        }
        shares.withLock { $0.append(share) }
        group.leave()
      }
    }
    group.wait()
    return shares.withLock { $0 }
  }

  private static func figure(_ number: Double) -> String { String(format: "%.2f", number) }
}
