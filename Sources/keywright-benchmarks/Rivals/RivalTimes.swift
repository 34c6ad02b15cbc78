import Foundation
import Keywright
import Synchronization

/// Nanoseconds of a get and a set on one thread, with 1,000 values, beside other ways to keep them: medians of
/// turns in one run, each with its ratio to Keywright's.
///
/// MMKV is missing, because its library has no functions that can be loaded by their names.
enum RivalTimes {
  private static let values = 1_000
  private static let turns = 200
  private static let gets = 2_000
  private static let title = "a short text"

  static func run(_ arguments: [String]) throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "keywright-benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let suite = "keywright-benchmark-\(UUID().uuidString)"
    defer { UserDefaults.standard.removePersistentDomain(forName: suite) }
    let rivals =
      try [durable(in: folder), memory()] + others(in: folder)
      + [preferences(suite), dictionary(), calls(in: folder)].compactMap(\.self)
    let ints = try times(rivals) { rival in rival.getInt.map { read in { use(read(gets)) } } }
    let strings = try times(rivals) { rival in
      rival.getString.map { read in { use(read(gets)) } }
    }
    let sets = try times(rivals) { rival in
      var number = 1
      return {
        for _ in 0..<rival.sets {
          number += 1
          try rival.set(number)
        }
      }
    }
    // A table of *Cost*, from which its bars are drawn.
    let command = "swift run -c release keywright-benchmarks rivals"
    row(["`\(command)`", "get Int", "get String", "set Int", "a set survives"])
    print("|---|---|---|---|---|")
    for (index, rival) in rivals.enumerated() {
      let calls = [(ints, gets, gets), (strings, gets, gets), (sets, rival.sets, rivals[0].sets)]
      let cells = calls.map { times, count, own in
        cell(times[index].map { $0 / Double(count) }, by: times[0].map { $0 / Double(own) })
      }
      row([rival.name] + cells + [rival.survives])
    }
  }

  // MARK: Measuring

  /// The median of each rival's turns in nanoseconds; nil for one that has no such call.
  private static func times(
    _ rivals: [Rival], _ turn: (Rival) -> (() throws -> Void)?
  ) throws -> [Double?] {
    let bodies = rivals.map(turn)
    let series = try Timing.series(turns, bodies.map { $0 ?? {} })
    return zip(series, bodies).map { $1 == nil ? nil : $0.median * 1_000 }
  }

  /// Calls of a read in a loop, so that a turn is one call of a closure.
  @inline(__always)
  private static func repeated(_ read: @escaping () -> Int) -> (Int) -> Int {
    { count in
      var sum = 0
      for _ in 0..<count { sum &+= read() }
      return sum
    }
  }

  /// Keeps the compiler from leaving out a read.
  @inline(never)
  private static func use(_ number: Int) {}

  private static func cell(_ time: Double?, by own: Double?) -> String {
    guard let time, let own else { return "–" }
    return "\(Figures.text(time)) (\(Figures.text(time / own)))"
  }

  private static func row(_ cells: [String]) { print("| " + cells.joined(separator: " | ") + " |") }

  // MARK: Stores

  private static func durable(in folder: URL) throws -> Rival {
    let store = DefaultsStore(url: folder.appending(path: "store.plist"))
    try fill(store)
    try store.flush(compacting: true)
    return Rival(
      name: "DefaultsStore", survives: "kill -9, several processes",
      getInt: repeated { store.get(Settings.count) },
      getString: repeated { store.get(Settings.title).utf8.count },
      set: { try store.set(Settings.count, to: $0) })
  }

  private static func memory() throws -> Rival {
    let store = MemoryStore()
    try fill(store)
    return Rival(
      name: "MemoryStore", survives: "nothing",
      getInt: repeated { store.get(Settings.count) },
      getString: repeated { store.get(Settings.title).utf8.count },
      set: { try store.set(Settings.count, to: $0) })
  }

  private static func fill(_ store: some Store) throws {
    try store.transaction { change in
      for number in 2..<values {
        try change.set(Key<Settings, Int>("key\(number)", default: 0), to: number)
      }
      try change.set(Settings.count, to: 1)
      try change.set(Settings.title, to: title)
    }
  }

  /// The databases that the system has a library of.
  private static func others(in folder: URL) throws -> [Rival] {
    var rivals: [Rival] = []
    if let library = RivalLibrary("liblmdb.so.0", "liblmdb.so", "liblmdb.dylib") {
      for isMapped in [true, false] {
        let map = try LightningMap(
          library, at: folder.appending(path: "lmdb-\(isMapped)").path, isMapped: isMapped)
        for number in 2..<values { try map.set("key\(number)", to: number) }
        try map.set("title", to: title)
        try map.set("count", to: 1)
        rivals.append(
          Rival(
            name: isMapped ? "LMDB, WRITEMAP and NOSYNC" : "LMDB, NOSYNC",
            survives: "kill -9, several processes", getInt: repeated { map.number("count") },
            getString: repeated { map.textCount("title") }, set: { try map.set("count", to: $0) }))
      }
    }
    if let library = RivalLibrary("libsqlite3.so.0", "libsqlite3.dylib") {
      let table = try SQLiteTable(library, at: folder.appending(path: "sqlite").path)
      for number in 2..<values { try table.set("key\(number)", to: number) }
      try table.set("title", to: title)
      try table.set("count", to: 1)
      rivals.append(
        Rival(
          name: "SQLite, WAL, NORMAL", survives: "kill -9, several processes",
          getInt: repeated { table.number("count") },
          getString: repeated { table.textCount("title") },
          set: { try table.set("count", to: $0) }))
    }
    return rivals
  }

  private static func preferences(_ suite: String) -> Rival? {
    guard let defaults = UserDefaults(suiteName: suite) else { return nil }
    for number in 2..<values { defaults.set(number, forKey: "key\(number)") }
    defaults.set(title, forKey: "title")
    defaults.set(1, forKey: "count")
    return Rival(
      name: "UserDefaults, synchronize", survives: "kill -9", sets: 1,
      getInt: repeated { defaults.integer(forKey: "count") },
      getString: repeated { defaults.string(forKey: "title")?.utf8.count ?? 0 },
      set: {
        defaults.set($0, forKey: "count")
        _ = defaults.synchronize()
      })
  }

  /// A dictionary in a mutex, which many programs write themselves.
  private static func dictionary() -> Rival {
    final class Locked: Sendable {
      let numbers = Mutex<[String: Int]>([:])
      let texts = Mutex<[String: String]>([:])
    }
    let locked = Locked()
    locked.numbers.withLock { numbers in
      for number in 2..<values { numbers["key\(number)"] = number }
      numbers["count"] = 1
    }
    locked.texts.withLock { $0["title"] = title }
    return Rival(
      name: "a dictionary in a Mutex", survives: "nothing",
      getInt: repeated { locked.numbers.withLock { $0["count"] ?? 0 } },
      getString: repeated { locked.texts.withLock { $0["title"] ?? "" }.utf8.count },
      set: { number in locked.numbers.withLock { $0["count"] = number } })
  }

  /// The calls of the system without which several processes cannot share a log.
  private static func calls(in folder: URL) -> Rival? {
    BareFile(in: folder).map { bare in
      Rival(
        name: "bare flock, pread, pwrite, flock", survives: "kill -9", set: { _ in bare.commit() })
    }
  }
}
