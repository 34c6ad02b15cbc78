import Foundation
import Keywright

/// The cost of commits beside that of a plain `set`, as ratios of times that were taken by turns.
enum WriteRatios {
  private static let turns = 1_000
  private static let calls = 50

  static func run(_ arguments: [String]) throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "keywright-benchmark-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try filledStore(in: folder)
    var number = 1
    func next() -> Int {
      number += 1
      return number
    }
    let times = try Timing.series(
      turns, of: calls,
      [
        { try store.set(Settings.count, to: next()) },
        { try store.set(Settings.limited, to: next()) },
        { try store.update(Settings.count) { $0 += 1 } },
      ]
    ).map(\.quick)
    let (plain, clamped, updated) = (times[0], times[1], times[2])
    print("by a plain set, which takes \(text(plain)) µs here:")
    report("set with a clamp", clamped, plain)
    report("update", updated, plain)
    let memory = MemoryStore()
    let inMemory = try Timing.series(
      turns, of: calls,
      [
        { try memory.set(Settings.count, to: next()) },
        { try memory.update(Settings.count) { $0 += 1 } },
      ]
    ).map(\.quick)
    print("in memory, by a plain set, which takes \(text(inMemory[0])) µs here:")
    report("update", inMemory[1], inMemory[0])
  }

  /// A store of 1,000 keys, all of them in the property list.
  private static func filledStore(in folder: URL) throws -> DefaultsStore {
    let store = DefaultsStore(url: folder.appending(path: "store.plist"))
    try store.transaction { change in
      for number in 0..<998 {
        try change.set(Key<Settings, Int>("key\(number)", default: 0), to: number)
      }
      try change.set(Settings.count, to: 1)
      try change.set(Settings.limited, to: 1)
    }
    try store.flush(compacting: true)
    return store
  }

  private static func report(_ name: String, _ time: Double, _ plain: Double) {
    print("  \(name): \(text(time / plain)) (\(text(time)) µs)")
  }

  private static func text(_ number: Double) -> String { String(format: "%.2f", number) }
}
