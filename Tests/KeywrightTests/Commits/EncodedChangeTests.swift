import Foundation
import Testing

@testable import Keywright

@Suite("A commit of values that need no step but writing") struct EncodedChangeTests {
  let store = MemoryStore()

  enum Plain: Namespace {
    typealias Parent = Root
    static let namespaceID = "plain"
  }

  private func key(_ number: Int) -> Key<Plain, Int> { Key("k\(number)", default: -1) }

  init() throws {
    // From the second commit on it is known that the namespace's hooks do nothing.
    try store.set(key(0), to: 0)
    try store.set(key(0), to: 1)
  }

  @Test("keeps the last value given to each of many keys")
  func manyKeys() throws {
    try store.transaction { change in
      for round in 0..<3 {
        for number in 0..<100 { try change.set(key(number), to: round * 1_000 + number) }
      }
      for number in 0..<100 { #expect(try change.get(key(number)) == 2_000 + number) }
      for number in stride(from: 0, to: 100, by: 2) { try change.remove(key(number)) }
      for number in stride(from: 0, to: 100, by: 4) { try change.update(key(number)) { $0 -= 1 } }
    }
    for number in 0..<100 {
      let expected = number % 2 == 1 ? 2_000 + number : number % 4 == 0 ? -2 : -1
      #expect(store.get(key(number)) == expected)
    }
  }

  @Test("is announced with the types of its key")
  func notice() throws {
    let heard = Gathered<String>()
    let tokens = [
      store.observe(key(0)) { heard.add("\($0.old)>\($0.new) \($0.wasStored)") },
      store.observe { heard.add("all \($0.changes.map(\.storageString))") },
    ]
    try store.set(key(0), to: 2)
    try store.set(key(0), to: 2)
    #expect(heard.all == ["1>2 true", "all [\"plain:k0\"]"])
    for token in tokens { token.cancel() }
  }

  @Test("replaces what is of another type, and says that something was there")
  func otherType() throws {
    try store.set(Key<Plain, String>("k0", default: ""), to: "a text of more than fifteen bytes")
    #expect(store.get(Key<Plain, String>("k0", default: "")).count == 33)
    try store.set(key(0), to: 3)
    #expect(store.get(key(0)) == 3)
    #expect(store.stored("plain:k0") == 3)
  }

  @Test("refuses what no file can hold, and keeps the old value")
  func unstorable() throws {
    let text = Key<Plain, String>("text", default: "")
    try store.set(text, to: "old")
    let long = String(repeating: "x", count: 65 << 20)
    let error = #expect(throws: StoreError.self) { try store.set(text, to: long) }
    #expect(error?.code == .unencodable)
    #expect(error?.storageString == "plain:text")
    #expect(store.get(text) == "old")
  }

  @Test("from inside another commit is refused")
  func reentrant() throws {
    try store.update(key(0)) { value in
      let error = #expect(throws: StoreError.self) { try store.set(key(1), to: 1) }
      #expect(error?.code == .reentrant)
      value = 7
    }
    #expect(store.get(key(0)) == 7)
    #expect(store.get(key(1)) == -1)
  }
}
