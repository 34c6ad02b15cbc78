import Foundation
import KeywrightStorage
import KeywrightTestSupport
import Testing

@testable import Keywright

/// As on a phone between a restart and its first unlock: `open` of a file answers EPERM.
@Suite("A store that was opened before the first unlock", .timeLimit(.minutes(20)))
struct LockedDeviceTests {
  let folder = TemporaryFolder()
  let disk = FaultyFileSystem()
  var path: String { folder.file("defaults.plist") }
  static let rooms = Key<Root, Int>("rooms", default: 1)
  static let owner = Key<Root, String?>("owner")
  static let migrations = [Migration(from: ["rooms"], to: Player.volume)]

  private enum Player: Namespace {
    typealias Parent = Root
    static let namespaceID = "player"
    static let volume = Key<Player, Int>("volume", default: 0)
  }

  /// A store of five rooms that belong to Ada, out of reach.
  private func openLocked() throws -> DefaultsStore {
    let before = DefaultsStore(file: DefaultsFile(location: .success(path)))
    try before.transaction {
      try $0.set(Self.rooms, to: 5)
      try $0.set(Self.owner, to: "Ada")
    }
    before.close()
    disk.isLocked = true
    let file = DefaultsFile(location: .success(path), fileSystem: disk)
    file.watch(.whenObserved)
    return DefaultsStore(file: file)
  }

  private func contents() throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    return try Dictionary(
      uniqueKeysWithValues: names.map { name in
        (name, try Data(contentsOf: folder.url.appending(path: name)))
      })
  }

  @Test("gives defaults and one issue, refuses writes, and touches nothing")
  func locked() throws {
    let store = try openLocked()
    let before = try contents()
    guard case .unavailable(let reason) = store.status else {
      Issue.record("\(store.status)")
      return
    }
    #expect(reason.systemError == EPERM)
    for _ in 0..<3 {
      #expect(store.get(Self.rooms) == 1)
      #expect(store.get(Self.owner) == nil)
    }
    #expect(store.problems.map(\.code) == [.unavailable])
    let calls: [() throws -> Void] = [
      { try store.set(Self.rooms, to: 2) }, { try store.update(Self.rooms) { $0 += 1 } },
      { try store.remove(Self.owner) }, { try store.removeEverything() },
      { try store.transaction { try $0.set(Self.owner, to: "Bob") } },
      { _ = try store.read(Self.rooms) }, { try store.refresh() },
      { try store.flush(compacting: true) },
    ]
    for call in calls {
      let error = #expect(throws: StoreError.self) { try call() }
      #expect(error?.code == .unavailable)
      #expect(error?.systemError == EPERM)
    }
    store.close()
    #expect(try contents() == before)
  }

  @Test("notifies observers of each stored key once, when it can be read")
  func unlocked() throws {
    let store = try openLocked()
    let changes = Protected<[String]>([])
    let token = store.observe { commit in
      changes.withLock { changes in
        for change in commit.changes { changes.append("\(change.storageString) \(commit.origin)") }
      }
    }
    disk.isLocked = false
    try store.refresh()
    try store.refresh()
    // A thread that looks by itself may have found them first, and be notifying.
    while changes.withLock({ $0.count }) < 2 { usleep(1_000) }
    #expect(
      changes.withLock { $0.sorted() } == ["owner otherProcess", "rooms otherProcess"])
    #expect(store.get(Self.rooms) == 5)
    #expect(store.get(Self.owner) == "Ada")
    token.cancel()
  }

  @Test("notifies observers without being asked to look")
  func observed() async throws {
    let store = try openLocked()
    var values = store.values(of: Self.rooms).makeAsyncIterator()
    #expect(await values.next() == 1)
    disk.isLocked = false
    #expect(await values.next() == 5)
  }

  @Test("commits to what is stored, at the first commit that can")
  func commit() throws {
    let store = try openLocked()
    disk.isLocked = false
    try store.update(Self.rooms) { $0 += 1 }
    #expect(store.get(Self.rooms) == 6)
    #expect(try store.read(Self.owner) == "Ada")
  }

  @Test("migrates before the first commit, also below other layers", arguments: [false, true])
  func migrate(isLayered: Bool) throws {
    let store = try openLocked()
    #expect(throws: StoreError.self) { try store.migrate(Self.migrations) }
    disk.isLocked = false
    if isLayered {
      let layers = Layers([.readingAndWriting(MemoryStore()), .readingAndWriting(store)])
      try layers.update(Player.volume) { $0 += 1 }
    } else {
      try store.update(Player.volume) { $0 += 1 }
    }
    #expect(store.get(Player.volume) == 6)
    #expect(try !store.contains(Self.rooms))
  }

  @Test("migrates when it is read because somebody observes it")
  func migrateObserved() async throws {
    let store = try openLocked()
    #expect(throws: StoreError.self) { try store.migrate(Self.migrations) }
    var values = store.values(of: Player.volume).makeAsyncIterator()
    #expect(await values.next() == 0)
    disk.isLocked = false
    #expect(await values.next() == 5)
  }

  @Test("is waited for, and reports its status")
  func ready() async throws {
    let store = try openLocked()
    #expect(throws: StoreError.self) { try store.migrate(Self.migrations) }
    var statuses = store.availability.makeAsyncIterator()
    guard case .unavailable? = await statuses.next() else {
      Issue.record("available")
      return
    }
    async let isReady: Void = store.ready()
    disk.isLocked = false
    try await isReady
    #expect(store.get(Player.volume) == 5)
    guard case .ready? = await statuses.next() else {
      Issue.record("not ready")
      return
    }
    store.close()
    guard case .closed? = await statuses.next() else {
      Issue.record("not closed")
      return
    }
    #expect(await statuses.next() == nil)
  }

  @Test("is waited for no longer than the task lives, or the store")
  func inVain() async throws {
    let store = try openLocked()
    let task = Task { try await store.ready() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    let other = Task { try await store.ready() }
    store.close()
    let error = await #expect(throws: StoreError.self) { try await other.value }
    #expect(error?.code == .closed)
    let nameless = DefaultsStore(suite: "a/b")
    let reason = await #expect(throws: StoreError.self) { try await nameless.ready() }
    #expect(reason?.code == .unavailable)
  }

  @Test("is ready at once where the file can be read, or is not there yet")
  func atOnce() async throws {
    let store = DefaultsStore(url: folder.url.appending(path: "new.plist"), protection: .none)
    try await store.ready()
    try store.set(Self.rooms, to: 3)
    #expect(store.get(Self.rooms) == 3)
  }
}
