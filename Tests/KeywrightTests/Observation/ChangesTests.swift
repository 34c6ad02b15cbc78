import Foundation
import Keywright
import KeywrightTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct ChangesTests {
  typealias Cats = Animals.Cats

  let store = MemoryStore()

  /// The events of a key until a change to -1, as text.
  func gathered(_ changes: ObservedSequence<ChangeEvent<Int>>) async -> [String] {
    var received: [String] = []
    for await event in changes {
      if event.value == -1 { break }
      switch event {
      case .change(let change): received.append("\(change.old)>\(change.new)")
      case .missed(let count, let now): received.append("missed \(count), now \(now)")
      }
    }
    return received
  }

  @Test("Every change since the sequence was made comes, in order")
  func everyChange() async throws {
    let changes = store.changes(of: Cats.lion)
    for value in 1...4 { try store.set(Cats.lion, to: value) }
    try store.set(Cats.lion, to: -1)
    #expect(await gathered(changes) == ["0>1", "1>2", "2>3", "3>4"])
  }

  @Test("What is beyond the buffer is counted, and delivered once, with the value after it")
  func missed() async throws {
    let changes = store.changes(of: Cats.lion, buffer: 2)
    for value in 1...5 { try store.set(Cats.lion, to: value) }
    var iterator = changes.makeAsyncIterator()
    #expect(await iterator.next()?.value == 1)
    // The buffer has room now, but what came first is delivered first.
    try store.set(Cats.lion, to: 6)
    #expect(await iterator.next()?.value == 2)
    guard case .missed(let count, let now) = await iterator.next() else {
      return #expect(Bool(false), "nothing was missed")
    }
    #expect(count == 4)
    #expect(now == 6)
    try store.set(Cats.lion, to: 7)
    guard case .change(let change) = await iterator.next() else {
      return #expect(Bool(false), "a change was missed")
    }
    #expect((change.old, change.new) == (6, 7))
  }

  @Test("No room, or less than none, keeps the last change only", arguments: [0, -1, Int.min])
  func noRoom(buffer: Int) async throws {
    let changes = store.changes(of: Cats.lion, buffer: buffer)
    for value in 1...3 { try store.set(Cats.lion, to: value) }
    var iterator = changes.makeAsyncIterator()
    guard case .missed(let count, let now) = await iterator.next() else {
      return #expect(Bool(false), "nothing was missed")
    }
    #expect((count, now) == (3, 3))
  }

  @Test("A buffer without an end keeps everything")
  func endless() async throws {
    let changes = store.changes(of: Cats.lion, buffer: .max)
    for value in 1...1000 { try store.set(Cats.lion, to: value) }
    try store.set(Cats.lion, to: -1)
    #expect(await gathered(changes) == (1...1000).map { "\($0 - 1)>\($0)" })
  }

  @Test("Any pattern of commits and takings adds up", arguments: 0..<20 as Range<UInt64>)
  func addsUp(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let capacity = Int.random(in: 0...5, using: &generator)
    var iterator = store.changes(of: Cats.lion, buffer: capacity).makeAsyncIterator()
    var (made, notified, last) = (0, 0, 0)
    for _ in 0..<200 {
      for _ in 0..<Int.random(in: 0...4, using: &generator) {
        made += 1
        try store.set(Cats.lion, to: made)
      }
      for _ in 0..<Int.random(in: 0...3, using: &generator) where notified < made {
        switch await iterator.next() {
        case .change(let change):
          #expect(change.old == last)
          #expect(change.new == last + 1)
          (notified, last) = (notified + 1, change.new)
        case .missed(let count, let now):
          #expect(now == last + count)
          (notified, last) = (notified + count, now)
        case nil: #expect(Bool(false), "the sequence ended")
        }
      }
    }
    #expect(notified == last)
  }

  @Test("A namespace's sequence gives its part of each commit")
  func namespace() async throws {
    let commits = store.changes(of: Cats.self, buffer: 1)
    try store.set(Animals.kingdom, to: "mammals")
    try store.transaction { change in
      try change.set(Animals.kingdom, to: nil)
      try change.set(Cats.lion, to: 1)
    }
    try store.set(Cats.weight, to: 2)
    try store.set(Cats.weight, to: 3)
    var iterator = commits.makeAsyncIterator()
    guard case .commit(let commit) = await iterator.next() else {
      return #expect(Bool(false), "no commit came")
    }
    #expect(commit.number == 2)
    #expect(commit.changes.map(\.storageString) == ["animals:cats:lion"])
    guard case .missed(let count, let last) = await iterator.next() else {
      return #expect(Bool(false), "nothing was missed")
    }
    #expect(count == 2)
    #expect(last == 4)
  }

  @Test("A store's sequence gives every commit")
  func everything() async throws {
    let commits = store.changes()
    try store.set(Animals.kingdom, to: "mammals")
    try store.set(Cats.lion, to: 1)
    var numbers: [UInt64] = []
    for await case .commit(let commit) in commits {
      numbers.append(commit.number)
      if numbers.count == 2 { break }
    }
    #expect(numbers == [1, 2])
  }

  @Test("A sequence that is released stops observing")
  func letGo() async throws {
    weak var captured: Gathered<Int>?
    do {
      let mine = Gathered<Int>()
      captured = mine
      let key = Key<Cats, Int>(
        "held", default: 0, descriptor: KeyDescriptor(didChange: { _, _ in mine.add(1) }))
      let changes = store.changes(of: key)
      var iterator = changes.makeAsyncIterator()
      try store.set(key, to: 1)
      #expect(await iterator.next()?.value == 1)
    }
    #expect(captured == nil)
  }

  @Test("A loop of an actor stays on the actor")
  @MainActor func isolation() async throws {
    let changes = store.changes(of: Cats.lion)
    try store.set(Cats.lion, to: 1)
    for await event in changes {
      MainActor.assertIsolated()
      #expect(event.value == 1)
      break
    }
  }
}
