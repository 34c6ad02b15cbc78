import Dispatch
import Keywright
import KeywrightTesting
import Synchronization
import Testing

/// Commits of keys without processing, constraints and hooks, with and without observers.
@Suite struct CacheCommitTests {
  let cache = CacheStore(capacity: 4)
  private let key = Key<QuietKeys, Int>("a", default: -1)

  @Test("Observers that come between plain commits receive every later one, with old and new")
  func observers() throws {
    for number in 0..<3 { try cache.set(key, to: number) }
    let received = Mutex<[(old: Int, new: Int, wasStored: Bool, number: UInt64)]>([])
    let token = cache.observe(key) { change in
      received.withLock { $0.append((change.old, change.new, change.wasStored, change.number)) }
    }
    try cache.set(key, to: 3)
    try cache.remove(key)
    try cache.set(key, to: 5)
    token.cancel()
    try cache.set(key, to: 6)
    let notified = received.withLock { $0 }
    #expect(notified.map(\.old) == [2, 3, -1])
    #expect(notified.map(\.new) == [3, -1, 5])
    #expect(notified.map(\.wasStored) == [true, true, false])
    #expect(notified.map(\.number) == [4, 5, 6])
  }

  @Test("Commits that nobody observes have numbers too, one each; what is trimmed has none")
  func unobservedNumbers() throws {
    let cache = CacheStore(capacity: 1_000)
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for number in 1...30_000 { try? cache.set(key, to: number) }
    }
    cache.trim(to: 0)
    let number = Mutex<UInt64>(0)
    let token = cache.observe(key) { change in number.withLock { $0 = change.number } }
    try cache.set(key, to: 0)
    token.cancel()
    #expect(number.withLock { $0 } == 120_001)
  }

  @Test("A value of another type is replaced, and observers learn that something was stored")
  func anotherType() throws {
    let text = Key<QuietKeys, String>("a", default: "")
    for _ in 0..<2 { try cache.set(text, to: "x") }
    let received = Mutex<[Bool]>([])
    let token = cache.observe(key) { change in received.withLock { $0.append(change.wasStored) } }
    try cache.set(key, to: 1)
    token.cancel()
    #expect(received.withLock { $0 } == [true])
    #expect(cache.get(key) == 1)
  }

  @Test("Inside another commit it throws reentrant, and changes nothing")
  func reentrancy() throws {
    for _ in 0..<2 { try cache.set(key, to: 1) }
    var codes: [StoreError.Code] = []
    let other = CacheStore(capacity: 4)
    try cache.update(key) { value in
      for store in [cache, other] {
        do throws(StoreError) { try store.set(key, to: 2) } catch { codes.append(error.code) }
      }
      value += 10
    }
    #expect(codes == [.reentrant, .reentrant])
    #expect(cache.get(key) == 11)
    #expect(try !other.contains(key))
  }

  @Test("Hooks are called by every commit, also after many, and of outer namespaces too")
  func hooks() throws {
    HookedKeys.calls.withLock { $0 = [] }
    let inner = Key<HookedKeys.Inner, Int>("k", default: 0)
    for number in 1...5 { try cache.set(inner, to: number) }
    #expect(HookedKeys.calls.withLock { $0 } == [1, 2, 3, 4, 5])
    #expect(throws: StoreError.self) { try cache.set(inner, to: 100) }
    #expect(cache.get(inner) == 5)
  }

  @Test("Setting nil removes, and removing nothing is no commit")
  func nils() throws {
    let optional = Key<QuietKeys, String?>("o")
    let received = Mutex(0)
    try cache.set(optional, to: "x")
    try cache.set(optional, to: "y")
    let token = cache.observe { _ in received.withLock { $0 += 1 } }
    try cache.set(optional, to: nil)
    try cache.set(optional, to: nil)
    token.cancel()
    #expect(received.withLock { $0 } == 1)
    #expect(try !cache.contains(optional))
  }

  @Test("A value is freed with no lock held, so that its deinit may commit")
  func deinitMayCommit() throws {
    for _ in 0..<2 { try cache.set(key, to: 0) }
    let object = Key<QuietKeys, Cached.Object>("object", default: Cached.Object())
    try cache.set(object, to: Cached.Object { [cache, key] in try? cache.set(key, to: 7) })
    try cache.set(object, to: Cached.Object())
    #expect(cache.get(key) == 7)
    #expect(cache.issues.isEmpty)
  }

  @Test("A value that has to go is freed with no lock held, whatever the commit that evicts it")
  func deinitOfTheEvictedMayCommit() throws {
    let object = Key<QuietKeys, Cached.Object>("object", default: Cached.Object())
    let evictions: [(CacheStore) throws -> Void] = [
      { try $0.set(key, to: 1) }, { try $0.set(key, to: 1, cost: 1) },
      { [key] cache in try cache.transaction { try $0.set(key, to: 1) } },
      { [key] cache in try cache.update(key) { $0 += 5 } }, { $0.trim(to: 0) },
    ]
    for evict in evictions {
      let (cache, other) = (CacheStore(capacity: 1), MemoryStore())
      try cache.set(object, to: Cached.Object { [key] in try? other.set(key, to: 7) })
      try evict(cache)
      #expect(other.get(key) == 7)
    }
  }

  @Test("In a cache where entries expire, old values that have are not reported")
  func expired() throws {
    let clock = TestClock()
    let cache = CacheStore(capacity: 4, clock: clock)
    for _ in 0..<2 { try cache.set(key, to: 1) }
    try cache.set(key, to: 2, ttl: .seconds(1))
    clock.advance(by: .seconds(2))
    let received = Mutex<[Int]>([])
    let token = cache.observe(key) { change in received.withLock { $0.append(change.old) } }
    try cache.set(key, to: 3)
    token.cancel()
    #expect(received.withLock { $0 } == [-1])
  }

  @Test("A key type of one's own keeps its behaviour")
  func ownKeyType() throws {
    struct Doubling: ProcessingKeyType {
      let key = Key<QuietKeys, Int>("doubled", default: 0)

      func process(_ value: Int) -> Int { value * 2 }
    }
    for number in 1...3 {
      try cache.set(Doubling(), to: number)
      #expect(cache.get(Doubling()) == number * 2)
    }
    cache[Doubling()] = 10
    #expect(cache.get(Doubling()) == 20)
  }
}

private enum QuietKeys: Namespace {
  typealias Parent = Root
  static let namespaceID = "quiet"
}

private enum HookedKeys: PreCommitHook, PostCommitHook {
  typealias Parent = Root
  static let namespaceID = "hooked"
  static let calls = Mutex<[Int]>([])

  struct TooMuch: Error {}

  static func preCommit(_ commit: inout PendingCommit) throws {
    let change = commit[Key<Inner, Int>("k", default: 0)]
    if change?.new == 100 { throw TooMuch() }
  }

  static func postCommit(_ commit: Commit) {
    guard let change = commit[Key<Inner, Int>("k", default: 0)] else { return }
    calls.withLock { $0.append(change.new) }
  }

  enum Inner: Namespace {
    typealias Parent = HookedKeys
    static let namespaceID = "inner"
  }
}
