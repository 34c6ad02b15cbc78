import Foundation
import Keywright

/// The longest `set` while a store grows to a million values, and beside a `trim`.
enum GrowthTimes {
  private enum Bench: Namespace {
    typealias Parent = Root
    static let namespaceID = "bench"
  }

  private static let count = 1_000_000

  static func run(_ arguments: [String]) throws {
    let keys = (0..<count).map { Key<Bench, Int>("value\($0)", default: 0) }
    print("microseconds of one set while a store grows to \(count) values")
    try grow("MemoryStore", MemoryStore(), keys)
    let cache = CacheStore(capacity: count)
    let before = resident()
    try grow("CacheStore", cache, keys)
    print("  resident, MB: \(resident() - before) with the values")
    try trim(cache, keys[0])
    print("  resident, MB: \(resident() - before) after trim(to: 0)")
  }

  private static func grow(_ name: String, _ store: some Store, _ keys: [Key<Bench, Int>]) throws {
    var times: [Double] = []
    times.reserveCapacity(keys.count)
    var last = ContinuousClock.now
    for key in keys {
      try store.set(key, to: 1)
      let now = ContinuousClock.now
      times.append((now - last) / .microseconds(1))
      last = now
    }
    times.sort()
    print("\(name): \(figures(times))")
  }

  /// Sets of one thread while another one removes everything.
  private static func trim(_ cache: CacheStore, _ key: Key<Bench, Int>) throws {
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let taken = ContinuousClock().measure { cache.trim(to: 0) }
      print("  trim(to: 0): \(String(format: "%.0f", taken / .milliseconds(1))) ms")
      done.signal()
    }
    var times: [Double] = []
    while done.wait(timeout: .now()) == .timedOut {
      let start = ContinuousClock.now
      try cache.set(key, to: times.count)
      times.append((ContinuousClock.now - start) / .microseconds(1))
    }
    times.sort()
    if !times.isEmpty { print("  set beside it: \(figures(times))") }
  }

  private static func figures(_ times: [Double]) -> String {
    let text = { (time: Double) in String(format: "%.2f", time) }
    let last = times.count - 1
    return "median \(text(times[last / 2])), one of 10,000 \(text(times[last - last / 10_000])), "
      + "longest \(text(times[last]))"
  }

  /// The memory of the process that lies in memory, in megabytes.
  private static func resident() -> Int {
    guard let pages = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else {
      return 0
    }
    return (pages.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) / 256
  }
}
