import Foundation
import Keywright

/// What depends on how much is stored: one changed key, and opening.
enum SizeTimes {
  static func changes(_ folder: URL, _ figures: inout Figures) throws {
    let sizes = [10, 100, 1_000, 10_000, 100_000]
    let stores = try sizes.map { try DurableTimes.store("size\($0)", keys: $0, in: folder) }
    var number = 0
    var times = sizes.map { _ in Double.infinity }
    for _ in 0..<3 {
      for (index, store) in stores.enumerated() {
        let median = try Timing.median(1_000, of: 8) {
          number += 1
          try store.set(Settings.count, to: number)
        }
        times[index] = min(times[index], median)
      }
    }
    for (size, time) in zip(sizes, times) {
      figures.add("process: set of one key of \(size), median", time, "µs")
    }
    let ratio = (times.max() ?? 0) / (times.min() ?? 1)
    figures.add("  slowest by quickest", ratio, "x", .atMost(1.3))
  }

  static func opening(_ folder: URL, _ figures: inout Figures) throws {
    for (keys, rounds, limit) in [(1_000, 50, 1.0), (100_000, 5, 100.0)] {
      let url = folder.appending(path: "open\(keys)")
      try DurableTimes.store("open\(keys)", keys: keys, in: folder).close()
      var sum = 0
      var isRight = true
      let time = Timing.medianOpening(rounds) {
        let store = DefaultsStore(url: url)
        sum &+= store.get(Settings.count)
        isRight = isRight && store.get(DurableTimes.key(keys - 1)) == keys - 1
        return store
      }
      let read = try Timing.median(rounds) { sum &+= try Data(contentsOf: url).count }
      figures.add(
        "open \(keys) keys", time / 1_000, "ms", .atMost(limit),
        "reading the bytes alone: \(Figures.text(read / 1_000)) ms" + (isRight ? "" : " WRONG"))
      if sum == 1 { print("") }
    }
  }
}

extension Timing {
  /// The median time of making something, without that of letting it go.
  fileprivate static func medianOpening(_ count: Int, _ open: () -> DefaultsStore) -> Double {
    var opened: DefaultsStore?
    var times: [Double] = []
    for _ in 0..<count {
      times.append(once { opened = open() })
      opened?.close()
      opened = nil
    }
    return times.sorted()[count / 2]
  }
}
