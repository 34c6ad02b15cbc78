import Foundation
import Keywright

/// Times of commits in a store of 1,000 keys.
enum CommitTimes {
  private static let keys = 1_000

  static func process(_ folder: URL, _ figures: inout Figures) throws {
    guard let bare = BareFile(in: folder) else { return }
    let store = try DurableTimes.store("process", keys: keys, in: folder)
    let numbers = Numbers()
    let times = try Timing.series(
      2_000, of: 100,
      [{ bare.commit() }, { try store.set(Settings.count, to: numbers.next()) }])
    let transactions = try Timing.series(2_000, [{ try numbers.setAll(in: store) }])
    let share = try shareOfPublications(of: store, folder.appending(path: "process"), numbers)
    figures.add(
      "process: set", times[1].quick, "µs", .atMost(5), "median \(Figures.text(times[1].median)) µs"
    )
    figures.add(
      "process: set, its share of publications added", times[1].quick + share, "µs", .atMost(5))
    figures.add(
      "  bare flock, pread, pwrite, flock", times[0].quick, "µs", .none,
      "median \(Figures.text(times[0].median)) µs")
    figures.add(
      "process: transaction of 100 keys", transactions[0].quick, "µs", .atMost(60),
      "median \(Figures.text(transactions[0].median)) µs")
  }

  /// The time of the publications beside many commits, divided among these.
  private static func shareOfPublications(
    of store: DefaultsStore, _ list: URL, _ numbers: Numbers
  ) throws -> Double {
    let commits = 100_000
    var lists = Publications(of: list)
    for number in 0..<commits {
      try store.set(Settings.count, to: numbers.next())
      if number.isMultiple(of: 1_000) { lists.look() }
    }
    let times = try Timing.series(
      20,
      [
        { try store.set(Settings.count, to: numbers.next()) },
        { try store.flush(compacting: true) },
      ])
    return times[1].median * Double(lists.count) / Double(commits)
  }

  static func durable(_ folder: URL, _ figures: inout Figures) throws {
    guard let bare = BareFile(in: folder) else { return }
    let store = try DurableTimes.store("durable", keys: keys, in: folder, .durable)
    let numbers = Numbers()
    let times = try Timing.series(
      1_000,
      [
        { bare.writeDurably() },
        { try store.set(Settings.count, to: numbers.next()) },
        { try numbers.setAll(in: store) },
      ]
    ).map(\.median)
    figures.add(
      "durable: set, one writer", times[1], "µs", .atMost(1.3 * (times[0] + 10)),
      "bare pwrite, fdatasync: \(Figures.text(times[0])) µs")
    figures.add(
      "durable: transaction of 100 keys", times[2] / times[1], "x", .atMost(1.5),
      "\(Figures.text(times[2])) µs, beside a single set")

    var alone: [Double] = []
    var together: [Double] = []
    // The disk's time changes from one tenth of a second to the next.
    for _ in 0..<25 {
      alone.append(rate(of: store, writers: 1, each: 500))
      together.append(rate(of: store, writers: 8, each: 250))
    }
    let ratios = zip(together, alone).map(/).sorted()
    figures.add(
      "durable: commits of 8 writers", ratios[12], "x", .atLeast(3),
      "of one's; half of 25 rounds from \(Figures.text(ratios[6])) to \(Figures.text(ratios[18]))")
  }

  /// Commits a second, of threads that all run at once, however many processors there are.
  private static func rate(of store: DefaultsStore, writers: Int, each: Int) -> Double {
    let done = DispatchSemaphore(value: 0)
    let time = Timing.once {
      for writer in 0..<writers {
        Thread.detachNewThread {
          for number in 0..<each { try? store.set(DurableTimes.key(writer), to: -number) }
          done.signal()
        }
      }
      for _ in 0..<writers { done.wait() }
    }
    return Double(writers * each) / time * 1e6
  }
}

/// Numbers that differ, so that every commit changes something.
private final class Numbers {
  private var last = 0
  private let keys = (0..<100).map(DurableTimes.key)

  func next() -> Int {
    last += 1
    return last
  }

  /// Changes 100 keys in one commit.
  func setAll(in store: DefaultsStore) throws {
    let number = next()
    try store.transaction { change in
      for key in keys { try change.set(key, to: number) }
    }
  }
}
