import Foundation
import KeywrightTestSupport
import Testing

@testable import Keywright

/// Commits that are made directly to the stores of a composition.
@Suite struct ChildCommitTests {
  private let front = MemoryStore(name: "front")
  private let back = MemoryStore(name: "back")

  private struct Received: Equatable, CustomStringConvertible {
    let old: Int
    let new: Int
    var origin: CommitOrigin = .layer
    var description: String { "\(old) → \(new), \(origin)" }
  }

  private func observe(_ store: some Store) -> (ObservationToken, Gathered<Received>) {
    let received = Gathered<Received>()
    let token = store.observe(Zoo.lions) {
      received.add(Received(old: $0.old, new: $0.new, origin: $0.origin))
    }
    return (token, received)
  }

  // MARK: Observing

  @Test func observersReceiveVisibleChanges() throws {
    let store = Layers([.readingAndWriting(front), .reading(back)])
    let (token, received) = observe(store)
    try back.set(Zoo.lions, to: 1)
    try front.set(Zoo.lions, to: 2)
    try back.set(Zoo.lions, to: 3)
    try front.remove(Zoo.lions)
    try back.remove(Zoo.lions)
    try store.set(Zoo.lions, to: 4)
    token.cancel()
    #expect(
      received.all == [
        Received(old: 0, new: 1), Received(old: 1, new: 2), Received(old: 2, new: 3),
        Received(old: 3, new: 0), Received(old: 0, new: 4, origin: .local),
      ])
  }

  @Test func aCoveredChangeIsNotReceived() throws {
    try front.set(Zoo.lions, to: 1)
    let store = Layers([.reading(front), .readingAndWriting(back)])
    let (token, received) = observe(store)
    try back.set(Zoo.lions, to: 2)
    #expect(received.all.isEmpty)
    try front.set(Zoo.lions, to: 2)
    try front.remove(Zoo.lions)
    token.cancel()
    #expect(received.all == [Received(old: 1, new: 2)])
  }

  @Test func aViewReceivesCommitsOfItsStore() throws {
    let view = back.prefixed("user")
    let (token, received) = observe(view)
    try back.set(Key<Root, Int>(StorageString("user:zoo:lions"), default: 0), to: 5)
    try back.set(Zoo.lions, to: 6)
    try back.clear(UserSpace.self)
    token.cancel()
    #expect(received.all == [Received(old: 0, new: 5), Received(old: 5, new: 0)])
  }

  @Test("A removal shows what the layer below holds when it is made, not when it began")
  func removalOverAChange() throws {
    let store = Layers([.readingAndWriting(front), .reading(back)])
    let key = Key<Zoo, Int>(
      "lions", default: 0,
      descriptor: KeyDescriptor(willChange: { [back] _, new in
        guard new == 1 else { return }
        onThreads(1) { _ in try? back.set(Zoo.lions, to: 5) }
      }))
    try back.set(Zoo.lions, to: 1)
    try store.set(Zoo.lions, to: 2)
    let (token, received) = observe(store)
    try store.remove(key)
    token.cancel()
    #expect(store.get(Zoo.lions) == 5)
    #expect(received.all.last?.new == 5)
  }

  @Test("A cleared namespace shows what the layers below hold")
  func clearedOverAValue() throws {
    let store = Layers([.readingAndWriting(front), .reading(back)])
    try back.set(Zoo.lions, to: 1)
    try store.set(Zoo.lions, to: 2)
    let (token, received) = observe(store)
    try store.clear(Zoo.self)
    token.cancel()
    #expect(store.get(Zoo.lions) == 1)
    #expect(received.all.map(\.new) == [1])
  }

  private enum UserSpace: Namespace {
    typealias Parent = Root
    static let namespaceID = "user"
  }

  @Test func compositionsOfCompositionsReceiveCommits() throws {
    let inner = Layers([.readingAndWriting(back)], name: "inner")
    let outer = inner.prefixed("a").readOnlyFallback(front)
    let (token, received) = observe(outer)
    let name = Key<Root, Int>(StorageString("a:zoo:lions"), default: 0)
    try back.set(name, to: 1)
    try inner.set(name, to: 2)
    token.cancel()
    #expect(received.all == [Received(old: 0, new: 1), Received(old: 1, new: 2)])
  }

  @Test func commitsThroughAnotherCompositionAreReceived() throws {
    let one = front.combined(with: back)
    let two = MemoryStore().combined(with: back)
    let (token, received) = observe(two)
    try one.set(Zoo.lions, to: 3)
    token.cancel()
    #expect(received.all == [Received(old: 0, new: 3)])
    #expect(two.get(Zoo.lions) == 3)
  }

  @Test func commitsOfACacheAreReceivedWithoutStoredForms() throws {
    let cache = CacheStore(capacity: 10)
    let store = Layers([.readingAndWriting(cache), .reading(back)])
    let (token, received) = observe(store)
    try cache.set(Zoo.lions, to: 1)
    try cache.set(Zoo.lions, to: 2)
    try cache.remove(Zoo.lions)
    token.cancel()
    #expect(
      received.all == [
        Received(old: 0, new: 1), Received(old: 1, new: 2), Received(old: 2, new: 0),
      ])
  }

  @Test func hooksRunOnceAndInTheStoreThatCommits() throws {
    let store = front.combined(with: back)
    let origins = Gathered<CommitOrigin>()
    let token = store.observe { origins.add($0.origin) }
    let journal = Journal()
    try journal.listening { try back.set(House.rooms, to: 3) }
    token.cancel()
    #expect(origins.all == [.layer])
    #expect(journal.take().filter { $0.hasPrefix("post") }.count == 1)
  }

  @Test func valuesFollowTheStores() async throws {
    let store = front.combined(with: back)
    var values = store.values(of: Zoo.lions).makeAsyncIterator()
    #expect(await values.next() == 0)
    try back.set(Zoo.lions, to: 1)
    #expect(await values.next() == 1)
    try store.set(Zoo.lions, to: 2)
    #expect(await values.next() == 2)
    try back.set(Zoo.lions, to: 3)
    #expect(await values.next() == 3)
  }

  @Test func changesOfOtherProcessesKeepTheirOrigin() throws {
    let folder = TemporaryFolder()
    let url = folder.url.appending(path: "settings.plist")
    let file = DefaultsStore(url: url, watching: .never)
    let store = front.combined(with: file)
    #expect(store.get(Zoo.lions) == 0)
    try file.set(Zoo.lions, to: 1)
    #expect(store.get(Zoo.lions) == 1)
    let (token, received) = observe(store)
    try onAnotherProcess(url.path)
    try file.refresh()
    token.cancel()
    #expect(received.all == [Received(old: 1, new: 2, origin: .otherProcess)])
    #expect(store.get(Zoo.lions) == 2)
  }

  /// Writes as another process would: through an object that this one does not share.
  private func onAnotherProcess(_ path: String) throws {
    let other = DefaultsStore(
      file: DefaultsFile(location: .success(path)), lockTimeout: .seconds(3_600))
    try other.set(Zoo.lions, to: 2)
  }

  @Test func theLastNotificationHasTheStoredValue() {
    let store = Layers([.readingAndWriting(front), .readingAndWriting(back)])
    let last = Shared(0)
    let token = store.observe(Zoo.lions) { change in last.change { $0 = change.new } }
    onThreads(4) { thread in
      for step in 1...200 {
        switch thread {
        case 0: try? store.set(Zoo.lions, to: step)
        case 1: try? front.set(Zoo.lions, to: -step)
        case 2: try? front.remove(Zoo.lions)
        default: try? back.set(Zoo.lions, to: 1_000 + step)
        }
      }
    }
    token.cancel()
    #expect(last.value == store.get(Zoo.lions))
  }

  // MARK: Copies

  @Test(arguments: [false, true])
  func aCopyIsRemovedWhenTheStoreBelowChanges(_ isCache: Bool) throws {
    let cache = CacheStore(capacity: 10)
    let store = isCache ? cache.combined(with: back) : front.combined(with: back)
    try store.set(Zoo.lions, to: 1)
    try back.set(Zoo.lions, to: 2)
    #expect(store.get(Zoo.lions) == 2)
    #expect(isCache ? cache.get(Zoo.lions) == 2 : front.get(Zoo.lions) == 2)
    try back.remove(Zoo.lions)
    #expect(try store.read(Zoo.lions) == nil)
    #expect(try store.storedKeys().isEmpty)
    #expect(try isCache ? !cache.contains(Zoo.lions) : !front.contains(Zoo.lions))
  }

  @Test func aValueSetInTheFrontOnPurposeStays() throws {
    let store = front.backed(by: back)
    try back.set(Zoo.lions, to: 1)
    #expect(store.get(Zoo.lions) == 1)
    try store.set(Zoo.lions, to: 5)
    try back.set(Zoo.lions, to: 2)
    #expect(store.get(Zoo.lions) == 5)
    try store.remove(Zoo.lions)
    #expect(store.get(Zoo.lions) == 2)
  }

  @Test func anUpdateBeginsWithTheValueBelow() throws {
    let cache = CacheStore(capacity: 10)
    let store = cache.combined(with: back)
    try store.set(Zoo.lions, to: 1)
    try back.set(Zoo.lions, to: 10)
    try store.update(Zoo.lions) { $0 += 1 }
    #expect(back.get(Zoo.lions) == 11)
    #expect(store.get(Zoo.lions) == 11)
  }

  /// The copy is invalidated and cannot be removed yet: others hold the locks for that.
  @Test func anUpdateBeginsWithTheValueBelowThoughTheCopyIsStillThere() throws {
    let begun = DispatchSemaphore(value: 0)
    // Older than the front, so that a commit locks it first.
    let back = StagedStore("back") { if $0 == .hasBegun { begun.signal() } }
    let front = MemoryStore(name: "front")
    let store = front.combined(with: back)
    try store.set(Zoo.lions, to: 1)
    begun.wait()
    let updated = DispatchSemaphore(value: 0)
    try front.update(Zoo.tigers) { _ in
      onThreads(1) { _ in try? back.set(Zoo.lions, to: 10) }
      begun.wait()
      Thread.detachNewThread {
        _ = try? store.update(Zoo.lions) { $0 += 1 }
        updated.signal()
      }
      begun.wait()
    }
    updated.wait()
    #expect(back.get(Zoo.lions) == 11)
    #expect(store.get(Zoo.lions) == 11)
  }

  @Test func aValueWrittenOverAnInvalidatedCopyIsReadAtOnce() throws {
    let store = front.backed(by: back)
    try back.set(Zoo.lions, to: 1)
    #expect(store.get(Zoo.lions) == 1)
    let seen = Shared(0)
    let token = store.observe(Zoo.lions) { change in
      guard change.origin == .local else { return }
      // Inside a commit nothing is removed.
      try? MemoryStore().update(Zoo.tigers) { _ in seen.change { $0 = store.get(Zoo.lions) } }
    }
    try store.update(Zoo.lions) { lions in
      onThreads(1) { [back] _ in try? back.set(Zoo.lions, to: 2) }
      lions = 9
    }
    token.cancel()
    #expect(seen.value == 9)
    #expect(store.get(Zoo.lions) == 9)
  }

  @Test func aCopyInsideACommitIsNotRead() throws {
    let cache = CacheStore(capacity: 10)
    let store = cache.combined(with: back)
    try store.set(Zoo.lions, to: 1)
    let seen = Shared(0)
    let token = back.observe(Zoo.lions) { _ in seen.change { $0 = store.get(Zoo.lions) } }
    try back.set(Zoo.lions, to: 2)
    token.cancel()
    #expect(seen.value == 2)
  }

  @Test func aCommitBelowThatReturnedIsSeenByEveryReader() {
    let cache = CacheStore(capacity: 10)
    let store = cache.combined(with: back)
    let (failures, committed) = (Shared(0), Shared(0))
    onThreads(4) { thread in
      for step in 1...2_000 {
        if thread == 0 {
          try? back.set(Zoo.lions, to: step)
          committed.change { $0 = step }
          if store.get(Zoo.lions) != step { failures.change { $0 += 1 } }
        } else {
          let least = committed.value
          if store.get(Zoo.lions) < least { failures.change { $0 += 1 } }
        }
      }
    }
    #expect(failures.value == 0)
    #expect(store.get(Zoo.lions) == 2_000)
  }

  @Test func unreadableIsReportedAgainAfterAReload() throws {
    let folder = TemporaryFolder()
    let url = folder.url.appending(path: "settings.plist")
    let file = DefaultsStore(url: url)
    try file.set(Key<Zoo, String>("lions", default: ""), to: "many")
    let store = Layers([.reading(file), .readingAndWriting(back)])
    for _ in 0..<2 { #expect(store.get(Zoo.lions) == 0) }
    #expect(store.issues.count == 1)
    let other = DefaultsStore(
      file: DefaultsFile(location: .success(url.path)), lockTimeout: .seconds(3_600))
    try other.set(Zoo.tigers, to: 2)
    try file.refresh()
    for _ in 0..<2 { #expect(store.get(Zoo.lions) == 0) }
    #expect(store.issues.count == 2)
  }
}

extension Store {
  fileprivate func readOnlyFallback(_ other: some Store) -> Layers { fallback(to: other) }
}
