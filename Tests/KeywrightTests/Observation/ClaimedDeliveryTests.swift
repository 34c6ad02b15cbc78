import Dispatch
import Keywright
import Testing

/// A commit that one observer receives delivers its notification itself; nobody must notice.
@Suite struct ClaimedDeliveryTests {
  private let key = Key<Root, Int>("n", default: 0)

  /// Runs a body with a store in which commits go the short way, one in which they do not, and one
  /// that is made of others.
  private func withStores(_ body: (any Store) throws -> Void) rethrows {
    let stores: [any Store] = [
      CacheStore(capacity: 100), MemoryStore(), MemoryStore().prefixed("view"),
    ]
    for store in stores { try body(store) }
  }

  @Test func theListenerIsCalledBeforeTheCommitReturns() throws {
    try withStores(heardAtOnce)
  }

  private func heardAtOnce(_ store: any Store) throws {
    let received = Gathered<[Int]>()
    let token = store.observe(key) { received.add([$0.old, $0.new, Int($0.number)]) }
    for number in 1...3 {
      try store.set(key, to: number)
      #expect(received.all.last == [number - 1, number, number])
    }
    token.cancel()
  }

  @Test("A chain of commits, each made by the observer to the one before, needs no deep stack")
  func noRecursion() throws { try withStores(chain) }

  private func chain(_ store: any Store) throws {
    let depth = Shared(0)
    let deepest = Shared(0)
    let token = store.observe(key) { [key] change in
      depth.change { $0 += 1 }
      deepest.change { $0 = max($0, depth.value) }
      if change.new < 2_000 { try? store.set(key, to: change.new + 1) }
      depth.change { $0 -= 1 }
    }
    try store.set(key, to: 1)
    #expect(store.get(key) == 2_000)
    #expect(deepest.value == 1)
    token.cancel()
  }

  @Test("Commits of other threads do not wait for an observer; they are delivered later, in order")
  func othersDoNotWait() throws { try withStores(held) }

  private func held(_ store: any Store) throws {
    let (begun, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let received = Gathered<Int>()
    let token = store.observe(key) { change in
      received.add(change.new)
      guard change.new == 1 else { return }
      begun.signal()
      release.wait()
    }
    let done = DispatchSemaphore(value: 0)
    DispatchQueue.global().async { [key] in
      try? store.set(key, to: 1)
      done.signal()
    }
    begun.wait()
    for number in 2...5 { try store.set(key, to: number) }
    #expect(store.get(key) == 5)
    #expect(received.all == [1])
    release.signal()
    done.wait()
    #expect(received.all == [1, 2, 3, 4, 5])
    token.cancel()
  }

  @Test("Eight threads: one observer receives every commit once, in order, one at a time")
  func everyCommitOnce() throws { try withStores(counted) }

  private func counted(_ store: any Store) throws {
    let numbers = Gathered<UInt64>()
    let olds = Gathered<[Int]>()
    let inside = Shared(0)
    let worst = Shared(0)
    let token = store.observe(key) { change in
      inside.change { $0 += 1 }
      worst.change { $0 = max($0, inside.value) }
      numbers.add(change.number)
      olds.add([change.old, change.new])
      inside.change { $0 -= 1 }
    }
    onThreads(8) { [key] thread in
      for round in 1...500 { try? store.set(key, to: thread * 1_000 + round) }
    }
    #expect(numbers.all == (1...4_000).map(UInt64.init))
    #expect(worst.value == 1)
    let notified = olds.all
    #expect(zip(notified, notified.dropFirst()).allSatisfy { $0[1] == $1[0] })
    token.cancel()
  }

  @Test(
    "An observer of another type, or a second one, or one on the namespace, is notified as well")
  func otherListeners() throws {
    let store = CacheStore(capacity: 10)
    let text = Key<Root, String>("n", default: "none")
    let (texts, numbers, commits) = (Gathered<String>(), Gathered<Int>(), Gathered<UInt64>())
    let first = store.observe(text) { texts.add("\($0.old) \($0.new)") }
    try store.set(key, to: 1)
    try store.set(text, to: "two")
    let second = store.observe(key) { numbers.add($0.new) }
    try store.set(key, to: 3)
    let third = store.observe(Root.self) { commits.add($0.number) }
    try store.set(key, to: 4)
    for token in [first, second, third] { token.cancel() }
    try store.set(key, to: 5)
    #expect(texts.all.prefix(2) == ["none none", "none two"])
    #expect(numbers.all == [3, 4])
    #expect(commits.all == [4])
  }

  @Test("An observer that cancels itself is called no more")
  func cancelling() throws { try withStores(cancelled) }

  private func cancelled(_ store: any Store) throws {
    let received = Gathered<Int>()
    let token = Shared<ObservationToken?>(nil)
    let own = store.observe(key) { change in
      received.add(change.new)
      token.change { $0?.cancel() }
    }
    token.change { $0 = own }
    for number in 1...3 { try store.set(key, to: number) }
    #expect(received.all == [1])
  }

  @Test("An observer that cancels itself is freed once it has returned, and not before")
  func cancellingItselfFreesIt() throws { try withStores(freed) }

  private func freed(_ store: any Store) throws {
    weak var captured: Gathered<Int>?
    let own = Shared<ObservationToken?>(nil)
    do {
      let mine = Gathered<Int>()
      captured = mine
      own.change {
        $0 = store.observe(key) { _ in
          own.value?.cancel()
          own.change { $0 = nil }
          mine.add(1)
        }
      }
    }
    #expect(captured?.all == [])
    try store.set(key, to: 1)
    #expect(captured == nil)
    try store.set(key, to: 2)
  }
}
