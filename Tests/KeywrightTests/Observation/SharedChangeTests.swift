import KeywrightStorage
import KeywrightTestSupport
import Synchronization
import Testing

@testable import Keywright

@Suite("Observers of one key share a change")
struct SharedChangeTests {
  let folder = TemporaryFolder()

  /// A number that counts how often it was decoded.
  private struct Counted: Convertible {
    static let decoded = Mutex<[Int: Int]>([:])
    let number: Int

    init(_ number: Int) { self.number = number }

    func encode() -> Int { number }

    static func decode(_ stored: Int) -> Counted? {
      decoded.withLock { $0[stored, default: 0] += 1 }
      return Counted(stored)
    }
  }

  @Test("of which each value is decoded once")
  func decoding() throws {
    let path = folder.file("a.plist")
    let key = Key<Root, Counted>("value", default: Counted(0))
    let other = DefaultsStore(
      file: DefaultsFile(location: .success(path)), lockTimeout: .seconds(3_600))
    try other.set(key, to: Counted(1_001))
    let store = DefaultsStore(file: DefaultsFile(location: .success(path)))
    let received = Gathered<Int>()
    let tokens = (0..<10).map { _ in
      store.observe(key) { received.add($0.old.number * 10_000 + $0.new.number) }
    }
    try other.set(key, to: Counted(1_002))
    // A commit decodes what it encoded.
    Counted.decoded.withLock { $0 = [:] }
    try store.refresh()
    #expect(received.all == Array(repeating: 10_011_002, count: 10))
    #expect(Counted.decoded.withLock { $0 } == [1_001: 1, 1_002: 1])
    for token in tokens { token.cancel() }
  }

  @Test("but for the default of each")
  func defaults() throws {
    let store = MemoryStore()
    let received = Gathered<String>()
    let tokens = [1, 2, 3].map { number in
      store.observe(Key<Root, Int>("value", default: number)) {
        received.add("\($0.old) \($0.new)")
      }
    }
    let key = Key<Root, Int>("value", default: 0)
    try store.set(key, to: 7)
    try store.set(key, to: 8)
    try store.remove(key)
    #expect(
      received.all == ["1 7", "2 7", "3 7", "7 8", "7 8", "7 8", "8 1", "8 2", "8 3"])
    for token in tokens { token.cancel() }
  }

  @Test("of one type and form")
  func types() throws {
    let store = MemoryStore()
    let received = Gathered<String>()
    let tokens = [
      store.observe(Key<Root, Int>("value", default: 0)) { received.add("Int \($0.new)") },
      store.observe(Key<Root, Int?>("value")) { received.add("Int? \($0.new ?? 0)") },
      store.observe(Key<Root, Double>("value", default: 0)) { received.add("Double \($0.new)") },
      store.observe(Key<Root, Int>("value", default: 0, coding: .json)) {
        received.add("JSON \($0.new) \($0.unreadable == nil)")
      },
      store.observe(Key<Root, Int>("value", default: 0)) { received.add("Int \($0.new)") },
    ]
    let key = Key<Root, Int>("value", default: 0)
    try store.set(key, to: 7)
    try store.set(key, to: 8)
    #expect(
      received.all.suffix(5) == ["Int 8", "Int? 8", "Double 8.0", "JSON 0 false", "Int 8"])
    for token in tokens { token.cancel() }
  }

  @Test("of one sensitivity")
  func sensitivity() throws {
    let store = MemoryStore()
    let key = Key<Root, Int>("value", default: 0)
    let secret = Key<Root, Int>(
      "value", default: 0, descriptor: KeyDescriptor(sensitivity: .secret))
    let received = Gathered<String>()
    let tokens = [key, secret, key].map { key in
      store.observe(key) { received.add($0.description) }
    }
    try store.set(key, to: 1234)
    try store.set(key, to: 5678)
    #expect(received.all.suffix(3).map { $0.contains("5678") } == [true, false, true])
    for token in tokens { token.cancel() }
  }
}
