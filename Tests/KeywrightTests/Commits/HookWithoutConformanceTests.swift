import Keywright
import Synchronization
import Testing

/// Functions of the right shape in types that do not state the conformance: they are hooks as well.
/// Tests/Examples/Refused.swift has the wrong shapes that do not compile.
@Suite("A hook without its conformance") struct HookWithoutConformanceTests {
  let store = MemoryStore()

  @Test("of a namespace is called, also beside the other one")
  func namespaces() throws {
    try store.set(Unstated.count, to: 1)
    #expect(store.get(Unstated.count) == 10)
    #expect(Unstated.received.withLock { $0 } == ["unstated:count"])
    #expect(throws: StoreError.self) { try store.set(Unstated.count, to: -1) }
    #expect(store.get(Unstated.count) == 10)

    try store.set(OnlyBefore.count, to: 1)
    #expect(OnlyBefore.calls.load(ordering: .relaxed) == 1)
    try store.set(OnlyAfter.count, to: 1)
    #expect(OnlyAfter.calls.load(ordering: .relaxed) == 1)
    try store.clear(OnlyAfter.self)
    #expect(OnlyAfter.calls.load(ordering: .relaxed) == 2)
  }

  @Test("of a key type is called, of one that has a single function too")
  func keyTypes() throws {
    let log = Log()
    try store.set(EveryHook(log: log), to: 1)
    #expect(store.get(EveryHook.kept) == 2)
    #expect(log.entries.withLock { $0 } == ["will 0 2", "did 0 2"])

    try store.update(OnlyProcessing()) { $0 = ($0 ?? 0) + 1 }
    #expect(store.get(OnlyProcessing.kept) == 3)
    try store.set(OnlyProcessing(), to: -9)
    #expect(try store.read(OnlyProcessing.kept) == nil)
    try store.set(OnlyDid(log: log), to: 5)
    #expect(log.entries.withLock { $0 }.last == "only 0 5")
  }

  @Test("that is stated is called once, and a key that has none is stored as it is")
  func others() throws {
    let log = Log()
    try store.set(Stated(log: log), to: 1)
    #expect(log.entries.withLock { $0 } == ["stated 0 1"])
    try store.set(Silent(), to: 4)
    #expect(store.get(Silent.kept) == 4)
    let cache = CacheStore(capacity: 9)
    let anything = AnyProcessed()
    try cache.set(anything, to: 3)
    #expect(cache.get(anything) as? Int == 3)
  }

  @Test("A key named like a hook is a key")
  func keysOfThoseNames() throws {
    try store.set(NamedAlike.preCommit, to: 1)
    try store.set(NamedAlike.postCommit, to: 2)
    #expect(store.get(NamedAlike.preCommit) + store.get(NamedAlike.postCommit) == 3)
  }
}

private final class Log: Sendable {
  let entries = Mutex<[String]>([])
  func note(_ text: String) { entries.withLock { $0.append(text) } }
}

private enum Unstated: Namespace {
  typealias Parent = Root
  static let namespaceID = "unstated"
  static let count = Key<Unstated, Int>("count", default: 0)
  static let received = Mutex<[String]>([])

  static func preCommit(_ commit: inout PendingCommit) throws {
    guard let count = commit[count] else { return }
    if count.new < 0 { throw CancellationError() }
    commit.amend(Self.count, to: 10)
  }

  static func postCommit(_ commit: Commit) {
    received.withLock { $0 += commit.changes.map(\.storageString) }
  }
}

private enum OnlyBefore: Namespace {
  typealias Parent = Root
  static let namespaceID = "onlyBefore"
  static let count = Key<OnlyBefore, Int>("count", default: 0)
  static let calls = Atomic(0)
}

extension OnlyBefore {
  static func preCommit(_ commit: inout PendingCommit) { calls.add(1, ordering: .relaxed) }
}

private enum OnlyAfter: Namespace {
  typealias Parent = Root
  static let namespaceID = "onlyAfter"
  static let count = Key<OnlyAfter, Int>("count", default: 0)
  static let calls = Atomic(0)

  static func postCommit(_ commit: Commit) { calls.add(1, ordering: .relaxed) }
}

private enum NamedAlike: Namespace {
  typealias Parent = Root
  static let namespaceID = "namedAlike"
  static let preCommit = Key<NamedAlike, Int>("preCommit", default: 0)
  static let postCommit = Key<NamedAlike, Int>("postCommit", default: 0)
}

private struct EveryHook: KeyType {
  static let kept = Key<Root, Int>("every", default: 0)
  let key = kept
  let log: Log

  func process(_ value: Int) -> Int { value + 1 }
  func willChange(from old: Int, to new: Int) { log.note("will \(old) \(new)") }
  func didChange(from old: Int, to new: Int) { log.note("did \(old) \(new)") }
}

private struct OnlyProcessing: KeyType {
  static let kept = Key<Root, Int?>("processing")
  let key = kept

  func process(_ value: Int?) throws -> Int? { value.flatMap { $0 < 0 ? nil : $0 + 2 } }
}

private struct OnlyDid: KeyType {
  let key = Key<Root, Int>("did", default: 0)
  let log: Log

  func didChange(from old: Int, to new: Int) { log.note("only \(old) \(new)") }
}

private struct Stated: DidChangeKeyType {
  let key = Key<Root, Int>("stated", default: 0)
  let log: Log

  func didChange(from old: Int, to new: Int) { log.note("stated \(old) \(new)") }
}

private struct Silent: KeyType {
  static let kept = Key<Root, Int>("silent", default: 0)
  let key = kept

  /// Of another type, so that it is no hook.
  func process(_ value: String) -> String { value + value }
}

/// A value of any type, to which the result of a function that does not exist could be cast.
private struct AnyProcessed: KeyType {
  let key = Key<Root, any Sendable>(
    "anything", default: 0,
    coding: ValueCoding(encode: { _ in "any" }, decode: { _ in 0 }))
}
