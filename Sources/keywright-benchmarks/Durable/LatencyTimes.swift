import Foundation
import Keywright

/// The time that the unluckiest sets take, beside which the property list is published again and again.
enum LatencyTimes {
  private static let keys = 100_000
  private static let count = 1_000_000

  static func run(_ folder: URL, _ figures: inout Figures) throws {
    let place = folder.appending(path: "latency")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    let store = try DurableTimes.store("latency.plist", keys: keys, in: place)
    let keys = (0..<keys).map(DurableTimes.key)
    var lists = Publications(of: place.appending(path: "latency.plist"))
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
      if number.isMultiple(of: 1_000) {
        lists.look()
        last = clock.now
      }
    }
    let mean = (last - start) / .microseconds(1) / Double(count)
    times.sort()
    figures.add(
      "process: set among \(keys.count) keys, mean", mean, "µs", .none,
      "\(count) sets, \(lists.count) publications")
    figures.add("  99.9 of 100 take at most", times[count / 1_000 * 999], "µs")
    figures.add("  99.99 of 100 take at most", times[count / 10_000 * 9_999], "µs", .atMost(1_000))
    figures.add("  the longest", times[count - 1], "µs")
  }
}

/// Counts how often the property list of a store was replaced, each time with the time of another last commit.
struct Publications {
  private let list: URL
  private var modified: Date?
  private(set) var count = 0

  init(of list: URL) {
    self.list = list
    look()
    count = 0
  }

  mutating func look() {
    let values = try? FileManager.default.attributesOfItem(atPath: list.path)
    let date = values?[.modificationDate] as? Date
    if date != modified { count += 1 }
    modified = date
  }
}
