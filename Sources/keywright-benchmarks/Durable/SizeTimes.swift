import Foundation
import Keywright

/// The times that depend on how much is stored: of one changed key, and of opening.
enum SizeTimes {
  static func changes(_ folder: URL, _ figures: inout Figures) throws {
    let sizes = [10, 100, 1_000, 10_000, 100_000]
    let stores = try sizes.map { try DurableTimes.store("size\($0)", keys: $0, in: folder) }
    var number = 0
    let times = try Timing.series(
      1_000, of: 20,
      stores.map { store in
        {
          number += 1
          try store.set(Settings.count, to: number)
        }
      }
    ).map(\.quick)
    for (size, time) in zip(sizes, times) {
      figures.add("process: set of one key of \(size)", time, "µs")
    }
    let ratio = (times.max() ?? 0) / (times.min() ?? 1)
    figures.add("  slowest by quickest", ratio, "x", .atMost(1.3))
  }

  static func opening(_ folder: URL, _ figures: inout Figures) throws {
    for (keys, rounds, limit) in [(1_000, 50, 1.0), (100_000, 15, 100.0)] {
      let url = folder.appending(path: "open\(keys)")
      try DurableTimes.store("open\(keys)", keys: keys, in: folder).close()
      var sum = 0
      var isRight = true
      let time = Timing.openingTime(rounds) {
        let store = DefaultsStore(url: url)
        sum &+= store.get(Settings.count)
        isRight = isRight && store.get(DurableTimes.key(keys - 1)) == keys - 1
        return store
      }
      let read = try Timing.series(rounds, [{ sum &+= try Data(contentsOf: url).count }])[0].quick
      figures.add(
        "open \(keys) keys", time / 1_000, "ms", .atMost(limit),
        "reading the bytes alone: \(Figures.text(read / 1_000)) ms" + (isRight ? "" : " WRONG"))
      if sum == 1 { print("") }
    }
    try openingAfterCrash(folder, &figures)
  }

  /// Opening what a crash leaves at worst: a journal that was about to be made shorter.
  private static func openingAfterCrash(_ folder: URL, _ figures: inout Figures) throws {
    let files = FileManager.default
    let place = folder.appending(path: "crash")
    let copy = folder.appending(path: "crash-copy")
    try files.createDirectory(at: place, withIntermediateDirectories: true)
    let store = try DurableTimes.store("open", keys: 1_000, in: place)
    var number = 0
    var length = 0
    while true {
      for _ in 0..<100 {
        number += 1
        try store.set(DurableTimes.key(number % 1_000), to: -number)
      }
      let now = try Data(contentsOf: place.appending(path: "open.journal")).count
      if now < length { break }
      length = now
      try? files.removeItem(at: copy)
      try files.copyItem(at: place, to: copy)
    }
    let saved = folder.appending(path: "crash-saved")
    try files.moveItem(at: copy, to: saved)
    var isRight = true
    let time = try Timing.openingTime(20) {
      try files.copyItem(at: saved, to: copy)
      return copy.appending(path: "open")
    } _: { url in
      let store = DefaultsStore(url: url)
      isRight = isRight && store.get(DurableTimes.key(1)) < 0
      return store
    } after: {
      try files.removeItem(at: copy)
    }
    figures.add(
      "open 1,000 keys beside a journal of \(length / 1_024) KB", time / 1_000, "ms", .none,
      isRight ? "" : "WRONG")
  }
}

extension Timing {
  /// The quick time of making something, without that of releasing it.
  fileprivate static func openingTime(_ count: Int, _ open: () -> DefaultsStore) -> Double {
    openingTime(count) {
    } _: { _ in
      open()
    } after: {
    }
  }

  /// The quick time of making something, without that of what comes before and after.
  fileprivate static func openingTime<Place>(
    _ count: Int, before: () throws -> Place, _ open: (Place) -> DefaultsStore,
    after: () throws -> Void
  ) rethrows -> Double {
    var opened: DefaultsStore?
    var times: [Double] = []
    for _ in 0..<count {
      let place = try before()
      times.append(once { opened = open(place) })
      opened?.close()
      opened = nil
      try after()
    }
    return Series(times).quick
  }
}
