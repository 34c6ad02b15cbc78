import FoundationEssentials
import Keywright
import KeywrightHistory
import KeywrightRig

/// Eight threads that use every part of the interface at once, for the thread sanitizer.
struct Soak {
  private let folder: String
  private let crowd: Crowd

  init(_ arguments: [String]) {
    folder = arguments.first ?? "."
    crowd = Crowd(arguments)
  }

  private struct Stores: Sendable {
    let process: DefaultsStore
    let durable: DefaultsStore
    let cache = CacheStore(capacity: 20)
    let timed = CacheStore(capacity: 50, ttl: .milliseconds(2))
    let memory = MemoryStore()
    let files: FileStore
    let layers: Layers

    init(folder: String) {
      process = DefaultsStore(url: url(folder + "/soak.plist"), lockTimeout: .seconds(60))
      durable = DefaultsStore(
        url: url(folder + "/soak.plist"), durability: .durable, lockTimeout: .seconds(60))
      files = FileStore(folder: url(folder + "/files"), lockTimeout: .seconds(60))
      let front = CacheStore(capacity: 8)
      let back = DefaultsStore(url: url(folder + "/back.plist"), lockTimeout: .seconds(60))
      layers = front.combined(with: memory).combined(with: back)
    }
  }

  func run() {
    let stores = Stores(folder: folder)
    let counts = counts()
    let listener = Task { await follow(stores) }
    let raced = crowd.run { thread, step, random in
      attempt { try work(stores, thread, step, &random) }
    } finish: {
      counts?.run(attempt: attempt)
    }
    counts?.check(threads: Crowd.size)
    let count = stores.process.get(Increments.number)
    listener.cancel()
    stores.process.close()
    say("done \(count) \(raced)")
  }

  private func counts() -> SoakCounts? {
    var counts: SoakCounts?
    attempt { counts = try SoakCounts(folder: folder, each: 20) }
    return counts
  }

  /// Runs what may fail for reasons of its own, such as a store that another thread has closed.
  private func attempt(_ body: () throws -> Void) {
    do {
      try body()
    } catch {
      say("note \(code(of: error)) \(error)")
    }
  }

  private func follow(_ stores: Stores) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for await _ in stores.process.values(of: Increments.number) {} }
      group.addTask { for await _ in stores.process.changes(of: Workload.key(1), buffer: 4) {} }
      group.addTask { for await _ in stores.layers.changes() {} }
      group.addTask { for await _ in stores.memory.values(of: Workload.key(2)) {} }
      await group.waitForAll()
    }
  }

  private func work(_ stores: Stores, _ thread: Int, _ step: Int, _ random: inout Seeded) throws {
    let key = Workload.key(Int.random(in: 0..<Workload.slots, using: &random))
    let text = "\(thread):\(step)"
    switch Int.random(in: 0..<26, using: &random) {
    case 0: try stores.process.update(Increments.number) { $0 += 1 }
    case 1: try stores.process.set(key, to: text)
    case 2: try stores.durable.set(key, to: text)
    case 3: try stores.process.set(key, to: nil)
    case 4: try stores.process.refresh()
    case 5: try stores.process.flush(compacting: step % 8 == 0)
    case 6: try Workload.commit(step + 1, to: stores.process)
    case 7: try stores.files.set(key, to: text)
    case 8: _ = try stores.files.read(key) as String?
    case 9: try stores.cache.set(key, to: text)
    case 10: try stores.timed.set(key, to: text)
    case 11: _ = stores.timed.get(key)
    case 12: try stores.layers.set(key, to: text)
    case 13: _ = stores.layers.get(key)
    case 14: try stores.memory.transaction { try $0.set(key, to: text) }
    case 15: observe(stores.process, key)
    case 16: observe(stores.layers, key)
    case 17: _ = try stores.process.storedKeys()
    case 18: _ = stores.layers.explain(key)
    case 19: stores.process.slot(key).set(text, ignoring: attempt)
    case 20: stores.cache.trim(to: 10)
    case 21: if step % 50 == 0 { try stores.memory.removeEverything() }
    case 22: another(step)
    case 23: try zip(stores.memory, stores.files).set(key, to: (text, text))
    case 24: _ = zip(stores.cache, stores.files).get(key)
    default: for _ in 0..<50 { _ = stores.process.get(key) }
    }
  }

  private func observe(_ store: some Store, _ key: Key<Root, String?>) {
    let token = store.observe(key) { _ = $0.new }
    attempt { try store.set(key, to: "observed") }
    token.cancel()
  }

  /// Opens and closes a file that several threads use for a moment.
  private func another(_ step: Int) {
    let store = DefaultsStore(url: url(folder + "/\(step % 3).plist"), lockTimeout: .seconds(60))
    try? store.set(Increments.number, to: step)
    if step % 2 == 0 { store.close() }
  }
}

extension Slot<String?> {
  fileprivate func set(_ text: String, ignoring attempt: (() throws -> Void) -> Void) {
    attempt { try set(text) }
    attempt { try update { $0 = ($0 ?? "") + "+" } }
    _ = get()
  }
}
