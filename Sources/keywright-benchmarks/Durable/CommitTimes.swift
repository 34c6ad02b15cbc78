import Foundation
import Keywright

/// Times of commits in a store of 1,000 keys.
enum CommitTimes {
  private static let keys = 1_000

  static func process(_ folder: URL, _ figures: inout Figures) throws {
    guard let bare = BareFile(in: folder) else { return }
    let store = try DurableTimes.store("process", keys: keys, in: folder)
    let some = (0..<100).map(DurableTimes.key)
    var number = 0
    let call = Timing.mean(20_000) { bare.commit() }
    let mean = try Timing.mean(20_000) {
      number += 1
      try store.set(Settings.count, to: number)
    }
    let median = try Timing.median(2_000, of: 16) {
      number += 1
      try store.set(Settings.count, to: number)
    }
    let transaction = try Timing.median(1_000) {
      number += 1
      try store.transaction { change in
        for key in some { try change.set(key, to: number) }
      }
    }
    let beside = "bare flock, pread, pwrite, flock: \(Figures.text(call)) µs"
    figures.add("process: set, mean with compactions", mean, "µs", .atMost(5), beside)
    figures.add("process: set, median", median, "µs", .atMost(5))
    figures.add("process: transaction of 100 keys", transaction, "µs", .atMost(60))
  }

  static func durable(_ folder: URL, _ figures: inout Figures) throws {
    guard let bare = BareFile(in: folder) else { return }
    let store = try DurableTimes.store("durable", keys: keys, in: folder, .durable)
    let some = (0..<100).map(DurableTimes.key)
    var number = 0
    let times = try Timing.medians(
      1_000,
      [
        { bare.writeDurably() },
        {
          number += 1
          try store.set(Settings.count, to: number)
        },
        {
          number += 1
          try store.transaction { change in
            for key in some { try change.set(key, to: number) }
          }
        },
      ])
    figures.add(
      "durable: set, one writer", times[1], "µs", .atMost(1.3 * (times[0] + 10)),
      "bare pwrite, fdatasync: \(Figures.text(times[0])) µs")
    figures.add(
      "durable: transaction of 100 keys", times[2] / times[1], "x", .atMost(1.5),
      "\(Figures.text(times[2])) µs, beside a single set")

    let alone = rate(of: store, writers: 1, each: 1_000)
    let together = rate(of: store, writers: 8, each: 500)
    figures.add(
      "durable: commits of 8 writers", together / alone, "x", .atLeast(3),
      "\(Int(together)) a second, beside \(Int(alone)) of one")
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
