import Foundation
import Keywright

/// The time that the unluckiest sets take, beside which the journal is brought into the property list again
/// and again.
enum LatencyTimes {
  private static let keys = 100_000
  private static let count = 1_000_000

  static func run(_ folder: URL, _ figures: inout Figures) throws {
    let place = folder.appending(path: "latency")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    let store = try DurableTimes.store("latency.plist", keys: keys, in: place)
    let keys = (0..<keys).map(DurableTimes.key)
    let first = try generation(in: place)
    var times: [Double] = []
    times.reserveCapacity(count)
    let clock = ContinuousClock()
    let start = clock.now
    var last = start
    for number in 1...count {
      try store.set(keys[number &* 7_919 % keys.count], to: -number)
      let now = clock.now
      times.append((now - last) / .microseconds(1))
      last = now
    }
    let mean = (last - start) / .microseconds(1) / Double(count)
    times.sort()
    let compactions = try generation(in: place) - first
    figures.add(
      "process: set among \(keys.count) keys, mean", mean, "µs", .none,
      "\(count) sets, \(compactions) compactions")
    figures.add("  99.9 of 100 take at most", times[count / 1_000 * 999], "µs")
    figures.add("  99.99 of 100 take at most", times[count / 10_000 * 9_999], "µs", .atMost(1_000))
    figures.add("  the longest", times[count - 1], "µs")
  }

  /// The number of the latest journal, which each compaction raises.
  private static func generation(in place: URL) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: place.path)
      .compactMap { $0.split(separator: ".").last.flatMap { Int($0) } }.max() ?? 0
  }
}
