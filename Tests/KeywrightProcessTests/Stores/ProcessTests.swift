import Foundation
import Keywright
import KeywrightTestSupport
import Testing

/// Each exit test is a process of its own, begun by the test.
@Suite("Several processes on one file") struct ProcessTests {
  let folder = TemporaryFolder()
  var path: String { folder.url.appending(path: "defaults.plist").path }

  private static func open(_ path: String) -> DefaultsStore {
    DefaultsStore(url: URL(filePath: path), lockTimeout: .seconds(60))
  }

  @Test("lose no increment")
  func increments() async throws {
    let path = self.path
    async let one: Void = increment(path)
    async let two: Void = increment(path)
    onThreads(2) { _ in
      let store = Self.open(path)
      for _ in 0..<100 { store[Counter.n] += 1 }
    }
    _ = await (one, two)
    let store = Self.open(path)
    try store.refresh()
    #expect(store.get(Counter.n) == 600)
    #expect(store.problems.isEmpty)
  }

  private func increment(_ path: String) async {
    await #expect(processExitsWith: .success) { [path = path as String] in
      let store = Self.open(path)
      for step in 0..<200 {
        if step.isMultiple(of: 2) {
          store[Counter.n] += 1
        } else {
          try store.update(Counter.n) { $0 += 1 }
        }
      }
      try #require(store.problems.isEmpty)
    }
  }

  @Test("do not lose what each of them commits under keys of its own")
  func merging() async throws {
    let path = self.path
    let foreign = ["theirs": "kept"]
    try PropertyListSerialization.write(foreign, to: folder.url)
    async let one: Void = commit("one", to: path)
    async let two: Void = commit("two", to: path)
    // Two objects of this process, which share one store.
    onThreads(2) { Self.commit("thread\($0)", to: path) }
    _ = await (one, two)
    let store = Self.open(path)
    try store.refresh()
    for writer in ["one", "two", "thread0", "thread1"] {
      for number in 0..<5 {
        #expect(store.get(Counter.number(writer, number)) == 95 + number)
        #expect(store.get(Counter.number(writer + "'", number)) == 95 + number)
      }
    }
    #expect(store.get(Key<Root, String?>("theirs")) == "kept")
    #expect(try store.storedKeys().count == 41)
    #expect(store.problems.isEmpty)
    // Closing waits only a moment for maintenance that does so already.
    try store.compact()
    store.close()
    // With the number of the checkpoint.
    #expect(try PropertyListSerialization.members(of: folder.url).count == 42)
  }

  private func commit(_ writer: String, to path: String) async {
    await #expect(processExitsWith: .success) {
      [writer = writer as String, path = path as String] in
      Self.commit(writer, to: path)
    }
  }

  private static func commit(_ writer: String, to path: String) {
    let store = open(path)
    for step in 0..<100 {
      do {
        try store.transaction { change in
          try change.set(Counter.number(writer, step % 5), to: step)
          try change.set(Counter.number(writer + "'", step % 5), to: step)
        }
        if step % 40 == 39 { try store.compact() }
      } catch {
        Issue.record(error)
      }
    }
  }

  @Test("a reader sees another's commit after refresh, and its hooks do not run")
  func refresh() async throws {
    let path = self.path
    let store = Self.open(path)
    #expect(store.get(House.rooms) == 1)
    await #expect(processExitsWith: .success) { [path = path as String] in
      try Self.open(path).set(House.rooms, to: 7)
    }
    #expect(store.get(House.rooms) == 1)
    let journal = Journal()
    try journal.listening { try store.refresh() }
    #expect(store.get(House.rooms) == 7)
    #expect(journal.take() == [])
  }

  @Test("a commit first takes over what another wrote")
  func takesOver() async throws {
    let path = self.path
    let store = Self.open(path)
    try store.set(House.rooms, to: 2)
    await #expect(processExitsWith: .success) { [path = path as String] in
      try Self.open(path).set(House.owner, to: "Ada")
    }
    try store.update(House.rooms) {
      #expect(store.get(House.owner) == "Ada")
      $0 += 1
    }
    #expect(try store.storedKeys() == ["house:owner", "house:rooms"])
  }

  @Test("agree on a default that is stored when missing")
  func whenMissing() async throws {
    let path = self.path
    async let one: Void = install(path)
    async let two: Void = install(path)
    _ = await (one, two)
    let store = Self.open(path)
    let kept = try #require(try store.read(Counter.install))
    #expect(store.get(Key<Root, String?>("1")) == kept.uuidString)
    #expect(try store.storedKeys().count == 3)
  }

  private func install(_ path: String) async {
    await #expect(processExitsWith: .success) { [path = path as String] in
      let store = Self.open(path)
      let found = store.get(Counter.install).uuidString
      try store.transaction { counter in
        let number = try counter.get(Key<Root, String?>("1")) == nil ? "1" : "2"
        try counter.set(Key<Root, String?>(number), to: found)
      }
      // The second one compares.
      let first = store.get(Key<Root, String?>("1"))
      try #require(first == found)
    }
  }

  @Test("a set that returned survives the process's sudden end")
  func suddenEnd() async throws {
    let path = self.path
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      try Self.open(path).set(Counter.n, to: 42)
      kill(getpid(), SIGKILL)
    }
    #expect(Self.open(path).get(Counter.n) == 42)
  }

  @Test("one that holds the lock too long makes another's set throw busy")
  func busy() async throws {
    let path = self.path
    let store = Self.open(path)
    let mayEnd = DispatchSemaphore(value: 0)
    let (held, isHeld) = AsyncStream.makeStream(of: Void.self)
    let (ended, hasEnded) = AsyncStream.makeStream(of: Void.self)
    // In a thread of its own: the exit test needs those that tasks share.
    Thread.detachNewThread {
      try? store.update(Counter.n) { value in
        value = 1
        isHeld.finish()
        mayEnd.wait()
      }
      isHeld.finish()
      hasEnded.finish()
    }
    for await _ in held {}
    await #expect(processExitsWith: .success) { [path = path as String] in
      let store = DefaultsStore(url: URL(filePath: path), lockTimeout: .milliseconds(50))
      let error = #expect(throws: StoreError.self) { try store.set(Counter.n, to: 2) }
      try #require(error?.code == .busy)
    }
    mayEnd.signal()
    for await _ in ended {}
    #expect(store.get(Counter.n) == 1)
  }
}

private enum Counter {
  static let n = Key<Root, Int>("n", default: 0)
  static func number(_ writer: String, _ number: Int) -> Key<Root, Int> {
    Key("\(writer)\(number)", default: -1)
  }
  static let install = Key<Root, UUID>(
    "install", descriptor: KeyDescriptor(default: .lazy(persist: .whenMissing) { UUID() }))
}
