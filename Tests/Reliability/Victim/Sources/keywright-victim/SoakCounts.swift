import FoundationEssentials
import Keywright
import KeywrightRig

/// Increments by every way there is to change a value, on all threads at once: what they come to is
/// known exactly.
struct SoakCounts: Sendable {
  /// One way to add one to a number.
  private struct Way: Sendable {
    let name: String
    let increment: @Sendable () throws -> Void
    let value: @Sendable () -> Int
  }

  private static let number = Key<Root, Int>("number", default: 0)
  private static let late = Key<Root, Int>(
    "late", descriptor: KeyDescriptor(default: .lazy(persist: .whenMissing) { 1_000 }))
  private static let band = Key<Root, Int>(
    .family("band", KeyParameter("left"), KeyParameter(3)), default: 0)
  private static let renamed = Key<Root, Int>("renamed", default: 0)
  private static let routed = Key<Routed, Int>("number", default: 0)
  private static let unrouted = Key<Root, Int>("unrouted", default: 0)

  private let ways: [Way]
  private let migrated = MemoryStore(name: "migrated")
  private let notified = Box(0)
  private let tokens: [ObservationToken]

  /// How many increments each thread makes in each way.
  let each: Int

  init(folder: String, each: Int) throws {
    self.each = each
    let number = SoakCounts.number
    let cache = CacheStore(capacity: 4)
    let memory = MemoryStore()
    let files = FileStore(folder: url(folder + "/counts"), lockTimeout: .seconds(60))
    let defaults = DefaultsStore(url: url(folder + "/counts.plist"), lockTimeout: .seconds(60))
    let combined = CacheStore(capacity: 4).combined(with: MemoryStore())
    let view = memory.prefixed("view")
    let stack = Layers(managed: MemoryStore(), user: MemoryStore(), defaults: MemoryStore())
    let router = Layers.routing([.namespace(Routed.self, to: MemoryStore())], otherwise: memory)
    let holder = Holder(MemoryStore())
    try migrated.set(Key<Root, Int>("former", default: 0), to: 500)
    ways = [
      SoakCounts.updating("a cache", cache, number),
      SoakCounts.updating("memory", memory, number),
      SoakCounts.updating("a view", view, number),
      SoakCounts.updating("combined stores", combined, number),
      SoakCounts.updating("a stack", stack, number),
      SoakCounts.updating("a route", router, SoakCounts.routed),
      SoakCounts.updating("beside the routes", router, SoakCounts.unrouted),
      SoakCounts.updating("a folder", files, number),
      SoakCounts.updating("a file", defaults, number),
      SoakCounts.updating("a key of a family", memory, SoakCounts.band),
      SoakCounts.updating("a default that is stored", memory, SoakCounts.late),
      SoakCounts.updating("a migrated key", migrated, SoakCounts.renamed),
      Way(name: "in place", increment: { holder.store[number] += 1 }) { holder.store.get(number) },
      Way(name: "a slot") {
        try view.slot(Key<Root, Int>("slot", default: 0)).update { $0 += 1 }
      } value: {
        view.get(Key<Root, Int>("slot", default: 0))
      },
      Way(name: "a wrapper") {
        try holder.$wrapped.update { $0 += 1 }
      } value: {
        holder.wrapped
      },
      Way(name: "a transaction") {
        try memory.transaction { try $0.update(Key<Root, Int>("inside", default: 0)) { $0 += 1 } }
      } value: {
        memory.get(Key<Root, Int>("inside", default: 0))
      },
    ]
    let notified = notified
    tokens = [
      cache.observe(number) { change in notified.withLock { $0 += change.new - change.old } },
      memory.observe(number) { change in notified.withLock { $0 += change.new - change.old } },
      combined.observe(number) { change in notified.withLock { $0 += change.new - change.old } },
    ]
  }

  private static func updating<Space>(
    _ name: String, _ store: some Store, _ key: Key<Space, Int>
  ) -> Way {
    Way(name: name, increment: { try store.update(key) { $0 += 1 } }) { store.get(key) }
  }

  /// One thread's share of it.
  func run(attempt: (() throws -> Void) -> Void) {
    attempt { _ = try migrated.migrate([Migration(from: ["former"], to: SoakCounts.renamed)]) }
    for _ in 0..<each {
      for way in ways { attempt(way.increment) }
      observeOnce(attempt: attempt)
    }
  }

  /// Observes, and cancels inside the callback.
  private func observeOnce(attempt: (() throws -> Void) -> Void) {
    let store = MemoryStore()
    let token = Box<ObservationToken?>(nil)
    let received = Box(0)
    let own = store.observe(SoakCounts.number) { _ in
      received.withLock { $0 += 1 }
      token.withLock { $0.take() }?.cancel()
    }
    token.withLock { $0 = own }
    for value in 1...3 { attempt { try store.set(SoakCounts.number, to: value) } }
    let times = received.withLock { $0 }
    if times != 1 { say("note received \(times) times, not once") }
  }

  /// Says what is not as it must be, once all threads have ended.
  func check(threads: Int) {
    let total = threads * each
    for way in ways {
      let start = ["a default that is stored": 1_000, "a migrated key": 500][way.name] ?? 0
      let value = way.value()
      if value != start + total { say("note \(way.name): \(value), not \(start + total)") }
    }
    let sum = notified.withLock { $0 }
    if sum != 3 * total { say("note observers were notified of \(sum), not \(3 * total)") }
    for token in tokens { token.cancel() }
  }
}

/// The namespace that a router keeps apart.
private enum Routed: Namespace {
  typealias Parent = Root
  static let namespaceID = "routed"
}

/// A wrapped value, as a program's own type has it.
private struct Holder: Sendable {
  let store: MemoryStore
  @Stored var wrapped: Int

  init(_ store: MemoryStore) {
    self.store = store
    _wrapped = Stored(Key<Root, Int>("wrapped", default: 0), in: store)
  }
}
