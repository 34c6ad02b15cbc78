import Foundation
import Keywright

/// One operation in a loop, for `Tests/Consumers/instructions`, which counts what a call executes.
///
/// Nothing is timed here: callgrind counts inside ``countedCalls(_:_:)`` only, which runs COUNT and
/// then 2 × COUNT calls. The difference has neither the start of the program nor that of a loop in it.
@main
enum Calls {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count == 2, let name = arguments.first,
      let count = arguments.last.flatMap(Int.init),
      let make = operations.first(where: { $0.name == name })?.make
    else {
      print("usage: Calls OPERATION COUNT")
      for operation in operations { print("  \(operation.name)") }
      return
    }
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "keywright-calls-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let operation = try make(folder)
    // Everything that happens once happens here.
    try operation.calls(count)
    for times in [1, 2] {
      try operation.emptyJournal()
      try countedCalls(operation, times * count)
    }
  }

  /// An operation whose store, keys and observers exist.
  struct Operation {
    /// Calls it so many times.
    var calls: (Int) throws -> Void
    /// Empties the journal, so that no compaction falls into the calls that count.
    var emptyJournal: () throws -> Void = {}
  }

  private static let operations: [(name: String, make: @Sendable (URL) throws -> Operation)] = [
    ("get-int", getInt), ("get-subscript", getSubscript), ("get-string", getString),
    ("set", set), ("set-clamped", setClamped), ("update", update),
    ("update-in-place", updateInPlace), ("set-observed", setObserved),
    ("set-struct", setStruct), ("transaction-100", transaction),
    ("memory-set", memorySet), ("memory-update", memoryUpdate),
    ("memory-set-observed", memorySetObserved),
    ("memory-set-observed-101", memorySetObservedOften),
    ("cache-get", cacheGet), ("cache-set", cacheSet), ("cache-set-evicting", cacheSetEvicting),
    ("cache-set-observed", cacheSetObserved),
  ]

  // MARK: The durable store

  private static func getInt(_ folder: URL) throws -> Operation {
    let store = try filledStore(in: folder)
    return Operation { count in
      var sum = 0
      for _ in 0..<count { sum &+= store.get(Settings.count) }
      use(sum)
    }
  }

  private static func getSubscript(_ folder: URL) throws -> Operation {
    let store = try filledStore(in: folder)
    return Operation { count in
      var sum = 0
      for _ in 0..<count { sum &+= store[Settings.count] }
      use(sum)
    }
  }

  private static func getString(_ folder: URL) throws -> Operation {
    let store = try filledStore(in: folder)
    return Operation { count in
      var sum = 0
      for _ in 0..<count { sum &+= store.get(Settings.title).utf8.count }
      use(sum)
    }
  }

  private static func set(_ folder: URL) throws -> Operation {
    let store = try filledStore(in: folder)
    var number = 1
    return writing(store) { count in
      for _ in 0..<count {
        number += 1
        try store.set(Settings.count, to: number)
      }
    }
  }

  private static func setClamped(_ folder: URL) throws -> Operation {
    let store = try filledStore(in: folder)
    var number = 1
    return writing(store) { count in
      for _ in 0..<count {
        number += 1
        try store.set(Settings.limited, to: number)
      }
    }
  }

  private static func update(_ folder: URL) throws -> Operation {
    let store = try filledStore(in: folder)
    return writing(store) { count in
      for _ in 0..<count { try store.update(Settings.count) { $0 += 1 } }
    }
  }

  private static func updateInPlace(_ folder: URL) throws -> Operation {
    let store = try filledStore(in: folder)
    return writing(store) { count in
      for _ in 0..<count { store[Settings.count] += 1 }
    }
  }

  private static func setStruct(_ folder: URL) throws -> Operation {
    let store = try filledStore(in: folder)
    var frame = Settings.Frame(x: 0, y: 0, width: 800, height: 600, title: "main")
    return writing(store) { count in
      for _ in 0..<count {
        frame.x += 1
        try store.set(Settings.frame, to: frame)
      }
    }
  }

  private static func setObserved(_ folder: URL) throws -> Operation {
    let store = try filledStore(in: folder)
    let token = store.observe(Settings.count) { _ in }
    var number = 1
    return writing(store) { count in
      for _ in 0..<count {
        number += 1
        try store.set(Settings.count, to: number)
      }
      withExtendedLifetime(token) {}
    }
  }

  private static func transaction(_ folder: URL) throws -> Operation {
    let store = try filledStore(in: folder)
    let keys = (0..<100).map(numbered)
    var number = 1_000
    return writing(store) { count in
      for _ in 0..<count {
        number += 1
        try store.transaction { change in
          for key in keys { try change.set(key, to: number) }
        }
      }
    }
  }

  /// A store of 1,000 keys, all of them in the property list.
  private static func filledStore(in folder: URL) throws -> DefaultsStore {
    let store = DefaultsStore(url: folder.appending(path: "store.plist"))
    try store.transaction { change in
      for number in 0..<997 { try change.set(numbered(number), to: number) }
      try change.set(Settings.count, to: 1)
      try change.set(Settings.limited, to: 1)
      try change.set(Settings.title, to: "a value of more than fifteen bytes")
    }
    try store.flush(compacting: true)
    return store
  }

  private static func numbered(_ number: Int) -> Key<Settings, Int> {
    Key("key\(number)", default: 0)
  }

  private static func writing(
    _ store: DefaultsStore, _ calls: @escaping (Int) throws -> Void
  ) -> Operation {
    Operation(calls: calls, emptyJournal: { try store.flush(compacting: true) })
  }

  // MARK: Memory

  private static func memorySet(_ folder: URL) throws -> Operation {
    try memorySet(observers: 0)
  }

  private static func memoryUpdate(_ folder: URL) throws -> Operation {
    let store = MemoryStore()
    return Operation { count in
      for _ in 0..<count { try store.update(Settings.count) { $0 += 1 } }
    }
  }

  private static func memorySetObserved(_ folder: URL) throws -> Operation {
    try memorySet(observers: 1)
  }

  private static func memorySetObservedOften(_ folder: URL) throws -> Operation {
    try memorySet(observers: 101)
  }

  private static func memorySet(observers: Int) throws -> Operation {
    let store = MemoryStore()
    let tokens = (0..<observers).map { _ in store.observe(Settings.count) { _ in } }
    var number = 1
    return Operation { count in
      for _ in 0..<count {
        number += 1
        try store.set(Settings.count, to: number)
      }
      withExtendedLifetime(tokens) {}
    }
  }

  // MARK: The cache

  private static let capacity = 1_000

  private static func cacheGet(_ folder: URL) throws -> Operation {
    let cache = try filledCache()
    return Operation { count in
      var sum = 0
      for _ in 0..<count { sum &+= cache.get(Settings.count) }
      use(sum)
    }
  }

  private static func cacheSet(_ folder: URL) throws -> Operation {
    try cacheSet(observers: 0)
  }

  private static func cacheSetObserved(_ folder: URL) throws -> Operation {
    try cacheSet(observers: 1)
  }

  private static func cacheSet(observers: Int) throws -> Operation {
    let cache = try filledCache()
    let tokens = (0..<observers).map { _ in cache.observe(Settings.count) { _ in } }
    var number = 1
    return Operation { count in
      for _ in 0..<count {
        number += 1
        try cache.set(Settings.count, to: number)
      }
      withExtendedLifetime(tokens) {}
    }
  }

  /// Sets keys that are not in the cache, in turn: there are eight times as many as it holds.
  private static func cacheSetEvicting(_ folder: URL) throws -> Operation {
    let cache = CacheStore(capacity: capacity)
    let keys = (0..<8 * capacity).map(numbered)
    for key in keys { try cache.set(key, to: 1) }
    var next = 0
    return Operation { count in
      for _ in 0..<count {
        try cache.set(keys[next], to: next)
        next = next + 1 == keys.count ? 0 : next + 1
      }
    }
  }

  private static func filledCache() throws -> CacheStore {
    let cache = CacheStore(capacity: capacity)
    for number in 0..<capacity - 1 { try cache.set(numbered(number), to: number) }
    try cache.set(Settings.count, to: 1)
    return cache
  }

  /// Keeps the compiler from leaving out the reads.
  private static func use(_ sum: Int) {
    if sum == .min { print("") }
  }
}

/// The function in which callgrind counts, and after which it writes down what it counted: under one name,
/// which is what optimising would change.
@_silgen_name("keywright_counted_calls")
@inline(never)
@_optimize(none)
func countedCalls(_ operation: Calls.Operation, _ count: Int) throws {
  try operation.calls(count)
}
