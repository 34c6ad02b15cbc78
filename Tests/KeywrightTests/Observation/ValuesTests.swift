import Foundation
import Keywright
import KeywrightTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct ValuesTests {
  typealias Cats = Animals.Cats

  let store = MemoryStore()

  @Test("The value at the beginning comes first, then each new one")
  func currentFirst() async throws {
    try store.set(Cats.lion, to: 1)
    var values = store.values(of: Cats.lion).makeAsyncIterator()
    #expect(await values.next() == 1)
    for value in 2...5 {
      try store.set(Cats.lion, to: value)
      #expect(await values.next() == value)
    }
    try store.remove(Cats.lion)
    #expect(await values.next() == 0)
  }

  @Test("A task that waits is woken by the commit")
  func wakes() async throws {
    let values = store.values(of: Cats.lion)
    let (started, start) = AsyncStream<Void>.makeStream()
    let task = Task {
      var received: [Int] = []
      for await value in values {
        received.append(value)
        start.finish()
        if value == 9 { break }
      }
      return received
    }
    for await _ in started {}
    try store.set(Cats.lion, to: 9)
    #expect(await task.value == [0, 9])
  }

  @Test("Commits that were not taken give one value: the latest")
  func coalesces() async throws {
    var values = store.values(of: Cats.lion).makeAsyncIterator()
    #expect(await values.next() == 0)
    for value in 1...1000 { try store.set(Cats.lion, to: value) }
    #expect(await values.next() == 1000)
    try store.set(Cats.lion, to: 7)
    #expect(await values.next() == 7)
  }

  @Test("A value that was read already is not given again for the same commit")
  func notTwice() async throws {
    var values = store.values(of: Cats.lion).makeAsyncIterator()
    try store.set(Cats.lion, to: 1)
    #expect(await values.next() == 1)
    try store.set(Cats.lion, to: 2)
    #expect(await values.next() == 2)
  }

  @Test("Commits of other keys give nothing")
  func otherKeys() async throws {
    var values = store.values(of: Cats.lion).makeAsyncIterator()
    #expect(await values.next() == 0)
    try store.set(Cats.weight, to: 3)
    try store.set(Cats.lion, to: 1)
    #expect(await values.next() == 1)
  }

  @Test("Each iteration gives the present value first")
  func secondIteration() async throws {
    let values = store.values(of: Cats.lion)
    var first = values.makeAsyncIterator()
    #expect(await first.next() == 0)
    try store.set(Cats.lion, to: 1)
    var second = values.makeAsyncIterator()
    #expect(await second.next() == 1)
    #expect(await first.next() == 1)
  }

  @Test("A cancelled task ends its loop, whether it waits or not")
  func cancelled() async {
    let values = store.values(of: Cats.lion)
    let (started, start) = AsyncStream<Void>.makeStream()
    let task = Task {
      var count = 0
      for await _ in values {
        count += 1
        start.finish()
      }
      return count
    }
    for await _ in started {}
    task.cancel()
    #expect(await task.value == 1)
    let second = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      var count = 0
      for await _ in store.values(of: Cats.lion) { count += 1 }
      return count
    }
    #expect(await second.value == 0)
  }

  @Test("Two tasks that wait on one iterator: one gets the value, the other goes on waiting")
  func sharedIterator() async throws {
    var iterator = store.values(of: Cats.lion).makeAsyncIterator()
    #expect(await iterator.next() == 0)
    struct Shared: @unchecked Sendable {
      let iterator: ObservedSequence<Int>.AsyncIterator
    }
    let shared = Shared(iterator: iterator)
    try await withThrowingTaskGroup(of: Int?.self) { group in
      for _ in 0..<2 {
        group.addTask {
          var copy = shared.iterator
          return await copy.next()
        }
      }
      try store.set(Cats.lion, to: 1)
      let first = try await group.next()
      #expect(first == .some(.some(1)))
      group.cancelAll()
      let second = try await group.next()
      #expect(second == .some(.none))
    }
  }

  @Test("A value that is set by an observer while another waits is the one given")
  func latestEvenIfNoticesAreLate() async throws {
    let token = store.observe(Cats.lion) { [store] change in
      if change.new < 10 { store[Cats.lion] = change.new + 1 }
    }
    var values = store.values(of: Cats.lion).makeAsyncIterator()
    #expect(await values.next() == 0)
    try store.set(Cats.lion, to: 1)
    #expect(await values.next() == 10)
    token.cancel()
  }

  @Test("A closed store gives the last value and ends")
  func closed() async throws {
    let folder = TemporaryFolder()
    let store = DefaultsStore(url: folder.url.appending(path: "settings.plist"))
    var values = store.values(of: Cats.lion).makeAsyncIterator()
    #expect(await values.next() == 0)
    try store.set(Cats.lion, to: 1)
    store.close()
    #expect(await values.next() == 1)
    #expect(await values.next() == nil)
    var late = store.values(of: Cats.lion).makeAsyncIterator()
    #expect(await late.next() == 1)
    #expect(await late.next() == nil)
  }

  @Test("A task that waits on a store ends when that is closed")
  func closedWhileWaiting() async throws {
    let folder = TemporaryFolder()
    let store = DefaultsStore(url: folder.url.appending(path: "settings.plist"))
    let (started, start) = AsyncStream<Void>.makeStream()
    let task = Task {
      for await _ in store.values(of: Cats.lion) { start.finish() }
    }
    for await _ in started {}
    store.close()
    await task.value
  }

  @Test(
    "A store that is closed inside an update is closed after it, and its sequences end with its value"
  )
  func closedInside() async throws {
    let folder = TemporaryFolder()
    let store = DefaultsStore(url: folder.url.appending(path: "settings.plist"))
    var values = store.values(of: Cats.lion).makeAsyncIterator()
    #expect(await values.next() == 0)
    try store.update(Cats.lion) { value in
      store.close()
      value = 1
    }
    #expect(await values.next() == 1)
    #expect(await values.next() == nil)
  }
}
