import Foundation
import Keywright
import KeywrightTestSupport
import Synchronization
import Testing

/// Eight threads, with results that are known exactly.
@Suite(.timeLimit(.minutes(20))) struct ObserverConcurrencyTests {
  typealias Cats = Animals.Cats

  static let threads = 8
  static let each = 500
  static var total: Int { threads * each }

  let store = MemoryStore()

  /// Adds one, `each` times on each thread.
  func count() {
    onThreads(Self.threads) { [store] _ in
      for _ in 0..<Self.each { store[Cats.lion] += 1 }
    }
  }

  @Test("An observer receives every commit of every thread once, in order")
  func order() {
    let received = Gathered<Change<Int>>()
    let commits = Gathered<UInt64>()
    let tokens = [
      store.observe(Cats.lion) { received.add($0) }, store.observe { commits.add($0.number) },
    ]
    count()
    #expect(received.all.map(\.old) == Array(0..<Self.total))
    #expect(received.all.map(\.new) == Array(1...Self.total))
    #expect(commits.all == (1...Self.total).map(UInt64.init))
    for token in tokens { token.cancel() }
  }

  @Test("Commits that nobody observes do not wait to be delivered, and are not reported as waiting")
  func nobody() {
    let keys = (0..<4).map { Key<Root, Int>("key\($0)", default: 0) }
    onThreads(4) { [store] number in
      for value in 1...5_000 { store[keys[number]] = value }
    }
    #expect(keys.map(store.get) == [5_000, 5_000, 5_000, 5_000])
    #expect(store.issues.isEmpty)
  }

  @Test("Observers are called one at a time")
  func oneAtATime() {
    let inside = Atomic(0)
    let worst = Atomic(0)
    let receive: @Sendable () -> Void = {
      let now = inside.add(1, ordering: .relaxed).newValue
      worst.max(now, ordering: .relaxed)
      inside.subtract(1, ordering: .relaxed)
    }
    let tokens = [store.observe(Cats.lion) { _ in receive() }, store.observe { _ in receive() }]
    count()
    #expect(worst.load(ordering: .relaxed) == 1)
    for token in tokens { token.cancel() }
  }

  @Test(
    "Sequences of any buffer: changes delivered and missed add up", arguments: [0, 1, 16, 1000])
  func sequences(buffer: Int) async {
    let sequences = (0..<3).map { _ in store.changes(of: Cats.lion, buffer: buffer) }
    await withTaskGroup { group in
      for changes in sequences {
        group.addTask {
          var value = 0
          for await event in changes {
            switch event {
            case .change(let change):
              #expect(change.old == value)
              #expect(change.new == value + 1)
            case .missed(let count, let now): #expect(now == value + count)
            }
            value = event.value
            if value == Self.total { break }
          }
          #expect(value == Self.total)
        }
      }
      group.addTask { await onOtherThread { count() } }
    }
  }

  @Test("Values never go back, and end with the last")
  func values() async {
    let sequences = (0..<3).map { _ in store.values(of: Cats.lion) }
    await withTaskGroup { group in
      for values in sequences {
        group.addTask {
          var last = -1
          for await value in values {
            #expect(value >= last)
            last = value
            if value == Self.total { break }
          }
        }
      }
      group.addTask { await onOtherThread { count() } }
    }
  }

  @Test("Observers that come and go receive a run of commits without a gap")
  func storm() {
    let runs = Gathered<[Int]>()
    onThreads(Self.threads) { [store] thread in
      for round in 0..<Self.each {
        if thread % 2 == 0 { store[Cats.lion] += 1 }
        let received = Gathered<Int>()
        let token = store.observe(Cats.lion) { received.add($0.new) }
        if thread % 2 == 1, round % 2 == 0 { store[Cats.lion] += 1 }
        token.cancel()
        runs.add(received.all)
      }
    }
    for run in runs.all where !run.isEmpty {
      #expect(run == Array(run[0]..<(run[0] + run.count)))
    }
    #expect(store.get(Cats.lion) == Self.threads / 2 * Self.each + Self.threads / 2 * Self.each / 2)
    let received = Gathered<UInt64>()
    let token = store.observe { received.add($0.number) }
    store[Cats.lion] = 0
    #expect(received.all.count == 1)
    token.cancel()
  }

  @Test("Tokens cancelled by other threads while commits go on")
  func foreignCancels() {
    let tokens = (0..<Self.total).map { _ in store.observe(Cats.lion) { _ in } }
    onThreads(Self.threads) { [store] thread in
      for round in 0..<Self.each {
        tokens[round * Self.threads + thread].cancel()
        tokens[thread * Self.each + round].cancel()
        if round % 50 == 0 { store[Cats.lion] += 1 }
      }
    }
    let cancelled = tokens.filter(\.isCancelled)
    #expect(cancelled.count == Self.total)
    #expect(store.get(Cats.lion) == Self.threads * Self.each / 50)
  }

  @Test("An observer that throws time away holds up no commit of another thread, and loses nothing")
  func slowListener() {
    let (isInside, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let received = Gathered<Int>()
    let token = store.observe(Cats.lion) { change in
      received.add(change.new)
      guard change.new == 1 else { return }
      isInside.signal()
      mayGoOn.wait()
    }
    onThreads(2) { [store] thread in
      if thread == 0 {
        store[Cats.lion] = 1
      } else {
        isInside.wait()
        for value in 2...100 { store[Cats.lion] = value }
        #expect(store.get(Cats.lion) == 100)
        #expect(received.all == [1])
        mayGoOn.signal()
      }
    }
    #expect(received.all == Array(1...100))
    token.cancel()
  }

  @Test("Two stores whose observers commit to each other, on several threads")
  func twoStores() {
    let other = MemoryStore()
    let tokens = [
      store.observe(Cats.lion) { change in other[Cats.lion] = change.new },
      other.observe(Cats.lion) { [store] change in store[Cats.weight] = 2 + Double(change.new % 97)
      },
    ]
    count()
    #expect(store.get(Cats.lion) == Self.total)
    #expect(other.get(Cats.lion) == Self.total)
    for token in tokens { token.cancel() }
  }

  @Test("Tasks that are cancelled at any moment end, and leave no observer behind")
  func cancelledTasks() async {
    let ended = Gathered<Int>()
    await withTaskGroup { group in
      for number in 0..<200 {
        group.addTask { [store] in
          let task = Task {
            if number % 2 == 0 {
              for await _ in store.changes(of: Cats.lion, buffer: 1) {}
            } else {
              for await _ in store.values(of: Cats.lion) {}
            }
            ended.add(number)
          }
          store[Cats.lion] += 1
          for _ in 0..<(number % 5) { await Task.yield() }
          task.cancel()
          await task.value
        }
      }
    }
    #expect(ended.all.sorted() == Array(0..<200))
    #expect(store.get(Cats.lion) == 200)
  }

  @Test("A file-backed store: handles of several threads, one row of commits")
  func file() {
    let folder = TemporaryFolder()
    let url = folder.url.appending(path: "settings.plist")
    let received = Gathered<Int>()
    let token = DefaultsStore(url: url).observe(Cats.lion) { received.add($0.new) }
    onThreads(Self.threads) { _ in
      let store = DefaultsStore(url: url)
      for _ in 0..<50 { store[Cats.lion] += 1 }
    }
    #expect(received.all == Array(1...(Self.threads * 50)))
    token.cancel()
  }
}

/// Runs what blocks away from the threads that tasks share.
private func onOtherThread(_ body: @escaping @Sendable () -> Void) async {
  await withCheckedContinuation { continuation in
    Thread {
      body()
      continuation.resume()
    }.start()
  }
}
