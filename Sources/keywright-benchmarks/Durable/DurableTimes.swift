import Foundation
import Keywright

/// The limits of the durable store: each figure with its limit and, where it depends on the
/// machine, beside bare calls of the system in the same run.
enum DurableTimes {
  static func run(_ arguments: [String]) throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "keywright-benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let parts: [(name: String, run: (URL, inout Figures) throws -> Void)] = [
      ("process", CommitTimes.process), ("durable", CommitTimes.durable),
      ("sizes", SizeTimes.changes), ("opening", SizeTimes.opening), ("codec", CodecTimes.run),
      ("latency", LatencyTimes.run),
    ]
    var figures = Figures()
    for part in parts where arguments.isEmpty || arguments.contains(part.name) {
      try part.run(folder, &figures)
    }
    figures.finish()
  }

  /// A store of some keys, `key0` and so on, all of it in the property list.
  static func store(
    _ name: String, keys: Int, in folder: URL, _ durability: DefaultsStore.Durability = .process
  ) throws -> DefaultsStore {
    let store = DefaultsStore(url: folder.appending(path: name), durability: durability)
    try store.transaction { change in
      for number in 0..<keys { try change.set(key(number), to: number) }
    }
    try store.flush(compacting: true)
    return store
  }

  static func key(_ number: Int) -> Key<Settings, Int> { Key("key\(number)", default: 0) }
}
