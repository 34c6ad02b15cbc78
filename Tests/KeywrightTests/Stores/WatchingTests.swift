import Foundation
import KeywrightStorage
import KeywrightTestSupport
import Testing

@testable import Keywright

@Suite("What others change is seen without a call", .timeLimit(.minutes(20)))
struct WatchingTests {
  let folder = TemporaryFolder()
  var url: URL { folder.url.appending(path: "sub/defaults.plist") }
  static let rooms = Key<Root, Int>("rooms", default: 1)
  static let owner = Key<Root, String?>("owner")

  @Test("when another process commits, with its origin")
  func process() async throws {
    let store = DefaultsStore(url: url)
    var events = store.changes(of: Self.rooms).makeAsyncIterator()
    let path = url.path
    for number in [7, 8] {
      await #expect(processExitsWith: .success) { [path = path as String, number = number as Int] in
        try DefaultsStore(url: URL(filePath: path)).set(WatchingTests.rooms, to: number)
      }
      guard case .change(let change)? = await events.next() else {
        Issue.record("no change")
        return
      }
      #expect(change.new == number)
      #expect(change.origin == .otherProcess)
      #expect(store.get(Self.rooms) == number)
    }
  }

  @Test("when a program edits the file, with that origin, beside a commit")
  func edit() async throws {
    let store = DefaultsStore(url: url)
    try store.set(Self.rooms, to: 5)
    var events = store.changes(of: Self.owner).makeAsyncIterator()
    try PropertyListSerialization.write(
      ["rooms": 5, "owner": "Ada"], to: url.deletingLastPathComponent())
    guard case .change(let change)? = await events.next() else {
      Issue.record("no change")
      return
    }
    #expect(change.new == "Ada")
    #expect(change.origin == .externalEdit)
    #expect(store.get(Self.rooms) == 5)
  }

  @Test("at once for `get` too, if the store was opened so")
  func always() async throws {
    let store = DefaultsStore(url: url, watching: .always)
    let path = url.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      try DefaultsStore(url: URL(filePath: path)).set(WatchingTests.rooms, to: 7)
    }
    // Nobody observes: what was taken over is numbered as a commit.
    while store.core.lastNumber == 0 { await Task.yield() }
    #expect(store.get(Self.rooms) == 7)
  }

  @Test("when what is observed is made of the store")
  func composition() async throws {
    let store = DefaultsStore(url: url)
    let whole = MemoryStore().combined(with: store.prefixed("user42"))
    #expect(!store.file.isWatching)
    var events = whole.changes(of: Self.rooms).makeAsyncIterator()
    #expect(store.file.isWatching)
    let path = url.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      try DefaultsStore(url: URL(filePath: path)).prefixed("user42").set(
        WatchingTests.rooms, to: 7)
    }
    guard case .change(let change)? = await events.next() else {
      Issue.record("no change")
      return
    }
    #expect(change.new == 7)
    #expect(change.origin == .otherProcess)
  }

  @Test("not at all if the store was opened so")
  func never() throws {
    let store = DefaultsStore(url: url, watching: .never)
    let token = store.observe(Self.rooms) { _ in }
    #expect(!store.file.isWatching)
    token.cancel()
  }

  @Test("but a look finds nothing in what the process itself commits")
  func ownCommits() throws {
    let store = DefaultsStore(url: url, watching: .never)
    try store.set(Self.rooms, to: 5)
    #expect(store.file.look() == .busy)
    #expect(store.file.look() == .nothing)
    try DefaultsStore(
      file: DefaultsFile(location: .success(url.path)), lockTimeout: .seconds(3_600)
    ).set(Self.rooms, to: 6)
    #expect(store.file.look() == .news)
    #expect(store.file.look() == .nothing)
  }

  @Test("until the store is closed or released")
  func closing() {
    let store = DefaultsStore(url: url)
    #expect(!store.file.isWatching)
    let token = store.observe { _ in }
    #expect(store.file.isWatching)
    store.close()
    #expect(!store.file.isWatching)
    token.cancel()
  }
}

@Suite("An edit by another program") struct EditTests {
  let folder = TemporaryFolder()
  var url: URL { folder.url.appending(path: "defaults.plist") }
  static let rooms = Key<Root, Int>("rooms", default: 1)
  static let owner = Key<Root, String?>("owner")

  /// A store that shares nothing with others, is not watched, and whose list nothing brings up to date by itself.
  private func openWithoutMaintenance() -> DefaultsStore {
    DefaultsStore(
      file: DefaultsFile(location: .success(url.path), fileSystem: FaultyFileSystem()))
  }

  @Test("and another process's commits are distinguished")
  func apart() throws {
    let store = openWithoutMaintenance()
    try store.transaction {
      try $0.set(Self.rooms, to: 5)
      try $0.set(Self.owner, to: "Ada")
    }
    try store.flush(compacting: true)
    let received = Gathered<String>()
    let token = store.observe { commit in
      received.add("\(commit.origin) \(commit.changes.map(\.storageString))")
    }
    let other = openWithoutMaintenance()
    try other.set(Self.rooms, to: 6)
    try PropertyListSerialization.write(["rooms": 5, "owner": "Bob"], to: folder.url)
    try store.refresh()
    #expect(received.all == ["otherProcess [\"rooms\"]", "externalEdit [\"owner\"]"])
    #expect(store.get(Self.rooms) == 6)
    #expect(store.get(Self.owner) == "Bob")
    #expect(store.problems.isEmpty)
    token.cancel()
  }

  @Test("while the store was closed that a commit gives way to is an issue of its own")
  func overridden() throws {
    let writer = openWithoutMaintenance()
    try writer.set(Self.rooms, to: 5)
    try writer.flush(compacting: true)
    try writer.set(Self.rooms, to: 6)
    let system = SystemFileSystem()
    let date = system.date()
    // The clock of files ticks every few milliseconds: an edit within one tick is no later.
    repeat {
      try PropertyListSerialization.write(["rooms": 7, "owner": "Bob"], to: folder.url)
    } while try system.status(of: url.path, in: SystemFileSystem.workingFolder).changed <= date

    // As a process that starts now would open it.
    let store = DefaultsStore(file: DefaultsFile(location: .success(url.path)))
    #expect(store.get(Self.rooms) == 7)
    #expect(store.get(Self.owner) == "Bob")
    #expect(store.problems.map(\.code) == [.overridden])
    #expect(store.problems.first?.storageString == "rooms")
    #expect(try store.history.count == 1)
  }
}
