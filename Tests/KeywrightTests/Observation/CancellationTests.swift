import Foundation
import Keywright
import KeywrightTestSupport
import Synchronization
import Testing

@Suite struct CancellationTests {
  typealias Cats = Animals.Cats

  let store = MemoryStore()

  @Test("A cancelled observation receives nothing more, and may be cancelled again")
  func cancel() throws {
    let received = Gathered<Int>()
    let token = store.observe(Cats.lion) { received.add($0.new) }
    try store.set(Cats.lion, to: 1)
    #expect(!token.isCancelled)
    token.cancel()
    token.cancel()
    #expect(token.isCancelled)
    try store.set(Cats.lion, to: 2)
    #expect(received.all == [1])
  }

  @Test("Letting the token go ends the observation and frees the observer")
  func lettingGo() throws {
    let received = Gathered<Int>()
    weak var captured: Gathered<Int>?
    do {
      let mine = Gathered<Int>()
      captured = mine
      let token = store.observe(Cats.lion) {
        received.add($0.new)
        mine.add($0.new)
      }
      try store.set(Cats.lion, to: 1)
      #expect(captured != nil)
      token.cancel()
      withExtendedLifetime(token) {}
    }
    do {
      let token = store.observe(Cats.lion) { received.add($0.new * 10) }
      try store.set(Cats.lion, to: 2)
      withExtendedLifetime(token) {}
    }
    try store.set(Cats.lion, to: 3)
    #expect(captured == nil)
    #expect(received.all == [1, 20])
  }

  @Test("An observer that cancels itself and its neighbours stops them at once")
  func cancelInside() throws {
    let received = Gathered<String>()
    let tokens = Mutex<[ObservationToken]>([])
    let first = store.observe(Cats.lion) { _ in
      received.add("first")
      tokens.withLock { $0 }.forEach { $0.cancel() }
    }
    let second = store.observe(Cats.lion) { _ in received.add("second") }
    let all = store.observe { _ in received.add("all") }
    tokens.withLock { $0 = [first, second] }
    try store.set(Cats.lion, to: 1)
    try store.set(Cats.lion, to: 2)
    #expect(received.all == ["first", "all", "all"])
    all.cancel()
  }

  @Test("An observer added inside an observer receives the next commit, not the present one")
  func addInside() throws {
    let received = Gathered<String>()
    let added = Mutex<ObservationToken?>(nil)
    let token = store.observe(Cats.lion) { [store] change in
      received.add("outer \(change.new)")
      added.withLock { held in
        if held == nil { held = store.observe(Cats.lion) { received.add("inner \($0.new)") } }
      }
    }
    try store.set(Cats.lion, to: 1)
    try store.set(Cats.lion, to: 2)
    #expect(received.all == ["outer 1", "outer 2", "inner 2"])
    token.cancel()
  }

  @Test("An observation receives no commit made before it, though their notifications still wait")
  func nothingOfThePast() throws {
    let received = Gathered<String>()
    let added = Mutex<ObservationToken?>(nil)
    let token = store.observe(Cats.lion) { [store] change in
      received.add("outer \(change.new)")
      guard change.new == 1 else { return }
      store[Cats.lion] = 2
      added.withLock { $0 = store.observe(Cats.lion) { received.add("inner \($0.old)>\($0.new)") } }
      store[Cats.lion] = 3
    }
    try store.set(Cats.lion, to: 1)
    #expect(received.all == ["outer 1", "outer 2", "outer 3", "inner 2>3"])
    token.cancel()
  }

  @Test("Observing and cancelling inside an update closure waits for nothing")
  func insideUpdate() throws {
    let received = Gathered<Int>()
    let token = try store.update(Cats.lion) { value in
      store.observe(Cats.weight) { _ in }.cancel()
      value = 5
      return store.observe(Cats.lion) { received.add($0.new) }
    }
    #expect(received.all == [5])
    token.cancel()
  }

  @Test("What an observer captures may cancel, observe and commit while it is freed")
  func freedCaptures() throws {
    final class Last: Sendable {
      let store: MemoryStore
      let other: ObservationToken
      init(_ store: MemoryStore) {
        self.store = store
        other = store.observe { _ in }
      }
      deinit {
        other.cancel()
        store[Cats.weight] = 9
        store.observe { _ in }.cancel()
      }
    }
    do {
      let last = Last(store)
      let token = store.observe(Cats.lion) { _ in withExtendedLifetime(last) {} }
      withExtendedLifetime(token) {}
    }
    #expect(store.get(Cats.weight) == 9)
  }

  @Test("A thousand observers of one key, cancelled in any order: each receives until then")
  func manyOnOneKey() throws {
    var generator = SeededGenerator(seed: 7)
    let counts = Mutex([Int](repeating: 0, count: 1000))
    var tokens = (0..<1000).map { index in
      (index, store.observe(Cats.lion) { _ in counts.withLock { $0[index] += 1 } })
    }
    tokens.shuffle(using: &generator)
    var expected = [Int](repeating: 0, count: 1000)
    for round in 1...10 {
      try store.set(Cats.lion, to: round)
      for (index, _) in tokens { expected[index] += 1 }
      for (_, token) in tokens.suffix(100) { token.cancel() }
      tokens.removeLast(100)
    }
    #expect(counts.withLock { $0 } == expected)
  }

  @Test("A token keeps the store open: another handle's commits are delivered")
  func tokenKeepsTheStore() throws {
    let folder = TemporaryFolder()
    let url = folder.url.appending(path: "settings.plist")
    let received = Gathered<Int>()
    let token = DefaultsStore(url: url).observe(Cats.lion) { received.add($0.new) }
    try DefaultsStore(url: url).set(Cats.lion, to: 1)
    #expect(received.all == [1])
    token.cancel()
  }
}
