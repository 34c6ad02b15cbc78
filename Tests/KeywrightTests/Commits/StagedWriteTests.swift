import Foundation
import Testing

@testable import Keywright

@Suite("A commit of values that need no step but writing") struct StagedWriteTests {
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
  func notification() throws {
    let received = Gathered<String>()
    let tokens = [
      store.observe(key(0)) { received.add("\($0.old)>\($0.new) \($0.wasStored)") },
      store.observe { received.add("all \($0.changes.map(\.storageString))") },
    ]
    try store.set(key(0), to: 2)
    try store.set(key(0), to: 2)
    #expect(received.all == ["1>2 true", "all [\"plain:k0\"]"])
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
    let long = String(decoding: [UInt8](repeating: 0x78, count: 65 << 20), as: UTF8.self)
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

  @Test("of several keys is one notification, which leaves out what stays as it is")
  func severalKeys() throws {
    try store.transaction { change in
      for number in 0..<20 { try change.set(key(number), to: number) }
    }
    let received = Gathered<String>()
    let tokens = [
      store.observe(key(3)) { received.add("\($0.old)>\($0.new) \($0.wasStored)") },
      store.observe(key(20)) { received.add("\($0.old)>\($0.new) \($0.wasStored)") },
      store.observe { received.add($0.changes.map(\.storageString).joined(separator: " ")) },
    ]
    try store.transaction { change in
      for number in 0...20 { try change.set(key(number), to: number == 3 ? 30 : number) }
    }
    for token in tokens { token.cancel() }
    #expect(received.all == ["3>30 true", "-1>20 false", "plain:k3 plain:k20"])
  }

  @Test("takes others beside it, and values that are read on the way")
  func mixed() throws {
    let text = Key<Plain, String>("text", default: "")
    try store.transaction { change in
      try change.set(key(1), to: 1)
      try change.set(text, to: "one")
      try change.remove(key(0))
      try change.set(key(2), to: 2)
      #expect(try change.get(key(1)) == 1)
      #expect(try change.get(text) == "one")
      try change.set(key(1), to: 3)
      try change.set(key(0), to: 4)
    }
    #expect((0..<3).map { store.get(key($0)) } == [4, 3, 2])
    #expect(store.get(text) == "one")
  }

  @Test("of several keys changes none if one is refused")
  func severalUnstorable() throws {
    let text = Key<Plain, String>("text", default: "")
    let error = #expect(throws: StoreError.self) {
      try store.transaction { change in
        try change.set(key(0), to: 9)
        try change.set(
          text, to: String(decoding: [UInt8](repeating: 0x78, count: 65 << 20), as: UTF8.self))
      }
    }
    #expect(error?.code == .unencodable)
    #expect(error?.storageString == "plain:text")
    #expect(store.get(key(0)) == 1)
  }
}
