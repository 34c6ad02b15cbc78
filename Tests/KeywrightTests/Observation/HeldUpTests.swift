import Dispatch
import KeywrightStorage
import Testing

@testable import Keywright

/// An observer that does not return holds up the notifications of its store, and nothing else.
@Suite struct HeldUpTests {
  private let store = MemoryStore()
  private let a = Key<Root, Int>("a", default: 0)
  private let b = Key<Root, String>("b", default: "")

  /// Holds up an observer, runs a body, releases it, and waits until everything was delivered.
  private func holdingUp(_ body: () throws -> Void) rethrows {
    let (begun, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let token = store.observe(Key<Root, Int>("held", default: 0)) { _ in
      begun.signal()
      release.wait()
    }
    let done = DispatchSemaphore(value: 0)
    onThread {
      try? store.set(Key<Root, Int>("held", default: 0), to: 1)
      done.signal()
    }
    begun.wait()
    try body()
    release.signal()
    done.wait()
    token.cancel()
  }

  private func onThread(_ body: @escaping @Sendable () -> Void) {
    DispatchQueue.global().async(execute: body)
  }

  /// Commits 1, 2, 3 and so on until it is reported that commits wait; returns the last number.
  private func commitUntilReported() throws -> Int {
    var number = 0
    repeat {
      number += 1
      try store.set(a, to: number)
    } while store.issues.isEmpty
    return number
  }

  @Test("Commits that wait are reported once, where they have waited for long")
  func patience() {
    for (patience, isReported) in [(Duration.zero, true), (.seconds(3600), false)] {
      let queue = NotificationQueue(
        observers: ObserverRegistry(), time: SystemTime(), patience: patience)
      var reports = 0
      for number in 1...3 * UInt64(NotificationQueue.capacity) {
        if queue.enqueue(Commit(number: number, origin: .local, writes: [])) { reports += 1 }
      }
      #expect(reports == (isReported ? 1 : 0))
    }
  }

  @Test("An observer that comes asks for the last number once commits are announced to it")
  func numbers() {
    let name = a.storageString
    let registry = ObserverRegistry()
    for scope in [a.observedScope, .everything] {
      var isAnnounced = false
      // With an earlier number it would receive commits before those that nobody was told of, and some behind.
      let observer = registry.add(
        scope,
        after: {
          isAnnounced = registry.mayObserve(name)
          return 7
        }, onEnd: {}, onCommit: { _ in })
      #expect(isAnnounced)
      observer.map(registry.remove)
    }
  }

  @Test("A commit that is delivered at once is no backlog, although others have waited before it")
  func claimed() {
    let queue = NotificationQueue(observers: ObserverRegistry(), time: SystemTime())
    let commits = (1...3).map { Commit(number: $0, origin: .local, writes: []) }
    #expect(queue.claim())
    _ = queue.enqueue(commits[1])
    #expect(queue.backlog?.count == 1)
    queue.deliver(claimed: commits[0])
    #expect(queue.claim())
    #expect(queue.backlog == nil)
    queue.deliver(claimed: commits[2])
    #expect(queue.isIdle)
  }

  @Test("Nothing waits for nobody: four threads, no observer and no hook")
  func nobody() {
    onThreads(4) { _ in
      for _ in 0..<5_000 { try? store.update(a) { $0 += 1 } }
    }
    #expect(store.get(a) == 20_000)
    // A busy machine may stop a thread inside a commit, which is another report.
    #expect(!store.issues.contains { $0.operation == "observe" })
    #expect(store.core.notifications.isIdle)
  }

  @Test func manyCommitsAreJoinedAndReported() throws {
    store.onIssue { _ in }
    let changes = Gathered<[Int]>()
    let texts = Gathered<String>()
    let tokens = [
      store.observe(a) { changes.add([$0.old, $0.new]) }, store.observe(b) { texts.add($0.new) },
    ]
    var count = 0
    try holdingUp {
      try store.set(b, to: "five")
      count = try commitUntilReported()
    }
    tokens.forEach { $0.cancel() }
    #expect(count >= NotificationQueue.capacity)
    #expect(changes.all.count < 20)
    #expect(changes.all.first?.first == 0)
    #expect(changes.all.last?.last == count)
    #expect(texts.all == ["five"])
    #expect(store.issues.map(\.code) == [.busy])
  }

  @Test func sequencesSayHowManyTheyMissed() async throws {
    store.onIssue { _ in }
    var changes = store.changes(of: a).makeAsyncIterator()
    let count = NotificationQueue.capacity + 10
    try holdingUp {
      for number in 1...count { try store.set(a, to: number) }
    }
    var (received, last) = (0, 0)
    while last < count {
      switch await changes.next() {
      case .change(let change): (received, last) = (received + 1, change.new)
      case .missed(let missed, let now): (received, last) = (received + missed, now)
      case nil: last = .max
      }
    }
    #expect(received == count)
  }

  @Test func hooksThatRanElsewhereDoNotRunForWhatIsJoined() throws {
    store.onIssue { _ in }
    let notified = Gathered<Int>()
    let watched = Key<Root, Int>(
      "watched", default: 0, descriptor: KeyDescriptor(didChange: { _, new in notified.add(new) }))
    let composition = Layers([.readingAndWriting(store)])
    let received = Gathered<Int>()
    // Commits of `a` wait, and are joined, only where somebody observes it.
    let tokens = [store.observe(watched) { received.add($0.new) }, store.observe(a) { _ in }]
    try holdingUp {
      try composition.set(watched, to: 1)
      _ = try commitUntilReported()
    }
    tokens.forEach { $0.cancel() }
    #expect(received.all == [1])
    #expect(notified.all == [1])
    #expect(store.issues.map(\.code) == [.busy])
  }

  @Test func hooksOfANamespaceThatRanElsewhereDoNotRunForJoinedCommits() throws {
    store.onIssue { _ in }
    let composition = Layers([.readingAndWriting(store)])
    // Commits wait, and are joined, only where somebody observes them.
    let tokens = [store.observe(Hooked.size) { _ in }, store.observe(a) { _ in }]
    try holdingUp {
      try composition.set(Hooked.size, to: 1)
      _ = try commitUntilReported()
    }
    tokens.forEach { $0.cancel() }
    #expect(Hooked.sizes.all == [1])
    #expect(store.issues.map(\.code) == [.busy])
  }

  @Test func aValueThatWasReadIsNotGivenAgainWhenItsNotificationComesLate() throws {
    var buffer = LatestOnly(of: store.core)
    try store.set(a, to: 1)
    try store.set(a, to: 2)
    buffer.add(1)
    // The value that is read now is that of commit 2.
    #expect(buffer.take() != nil)
    buffer.add(2)
    #expect(!buffer.isReady)
  }

  @Test func hooksRunOnceForWhatIsJoined() throws {
    store.onIssue { _ in }
    let notified = Shared(0)
    let watched = Key<Root, Int>(
      "watched", default: 0,
      descriptor: KeyDescriptor(didChange: { _, new in notified.change { $0 = new } }))
    let count = NotificationQueue.capacity + 10
    try holdingUp {
      for number in 1...count { try store.set(watched, to: number) }
    }
    #expect(notified.value == count)
  }
}

private enum Hooked: PostCommitHook {
  typealias Parent = Root
  static let namespaceID = "hooked"
  static let size = Key<Hooked, Int>("size", default: 0)
  static let sizes = Gathered<Int>()

  static func postCommit(_ commit: Commit) { commit[size].map { sizes.add($0.new) } }
}
