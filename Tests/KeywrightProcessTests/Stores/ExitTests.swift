#if os(Linux)
  import Foundation
  import Glibc
  import KeywrightStorage
  import KeywrightTestSupport
  import Testing

  @testable import Keywright

  /// Each exit test is a process of its own, which ends by `exit` when its closure returns.
  @Suite("A program that ends normally", .timeLimit(.minutes(10))) struct ExitTests {
    let folder = TemporaryFolder()
    var path: String { folder.url.appending(path: "defaults.plist").path }

    /// A store that nothing closes, as a global of a program is.
    nonisolated(unsafe) private static var store: DefaultsStore?
    nonisolated(unsafe) private static var disk: FaultyFileSystem?

    private static func open(_ path: String) -> DefaultsStore {
      let store = DefaultsStore(url: URL(filePath: path))
      Self.store = store
      return store
    }

    /// A store whose list nothing brings up to date before the end, however long the program takes:
    /// maintenance has files of the real file system only.
    private static func openWithoutMaintenance(_ path: String) -> DefaultsStore {
      let file = DefaultsFile.shared(at: .success(path), fileSystem: FaultyFileSystem())
      let store = DefaultsStore(file: file)
      Self.store = store
      return store
    }

    /// A store whose journal has 2, and whose list 1.
    private static func openAhead(of path: String) throws -> DefaultsStore {
      let store = openWithoutMaintenance(path)
      try store.set(Counter.n, to: 1)
      try store.flush(compacting: true)
      try store.set(Counter.n, to: 2)
      return store
    }

    /// The values in the list, as Foundation finds them.
    private func listed() throws -> String {
      let list = try PropertyListSerialization.propertyList(
        from: Data(contentsOf: URL(filePath: path)), format: nil)
      let members = try #require(list as? [String: Any])
      return members.filter { !$0.key.hasPrefix("keywright:") }.map { "\($0.value)" }
        .joined(separator: " ")
    }

    @Test("leaves a list with the last value, after every run")
    func everyRun() async throws {
      for run in 1...4 {
        await #expect(processExitsWith: .success) { [path = path as String, run = run as Int] in
          // Maintenance that is slow on a busy machine has the list left to the next opening.
          let store = run == 1 ? Self.open(path) : Self.openWithoutMaintenance(path)
          try store.set(Counter.n, to: run)
        }
        #expect(try listed() == "\(run)")
      }
      #expect(!folder.names.contains { $0.contains("temporary") })
    }

    @Test("leaves what other threads commit meanwhile in the list or in the journal")
    func threads() async throws {
      await #expect(processExitsWith: .success) { [path = path as String] in
        let store = Self.open(path)
        for _ in 0..<2 { Thread.detachNewThread { while true { store[Counter.n] += 1 } } }
        while store.get(Counter.n) < 500 { usleep(100) }
      }
      let store = DefaultsStore(url: URL(filePath: path))
      #expect(store.get(Counter.n) >= 500)
      #expect(store.problems.isEmpty)
    }

    @Test("has commits wait for the disk once it has flushed the store")
    func lateCommit() async throws {
      await #expect(processExitsWith: .success) { [path = path as String] in
        // Called last, since the store's own function is registered after it.
        atexit {
          guard let store = Self.store, let disk = Self.disk else { _exit(1) }
          disk.replacePlan { _, _ in nil }
          store[Counter.n] += 1
          if !disk.operations.contains(.fdatasync) { _exit(1) }
        }
        let disk = FaultyFileSystem()
        Self.disk = disk
        let store = DefaultsStore(file: .shared(at: .success(path), fileSystem: disk))
        Self.store = store
        try store.set(Counter.n, to: 1)
        try #require(!disk.operations.contains(.fdatasync))
      }
      #expect(DefaultsStore(url: URL(filePath: path)).get(Counter.n) == 2)
    }

    @Test("inside a commit leaves the list, and the commit is not made")
    func insideCommit() async throws {
      await #expect(processExitsWith: .success) { [path = path as String] in
        let store = try Self.openAhead(of: path)
        try store.update(Counter.n) { _ in exit(0) }
      }
      #expect(try listed() == "1")
      #expect(DefaultsStore(url: URL(filePath: path)).get(Counter.n) == 2)
    }

    @Test("does not wait for another who has the lock, and leaves the list to the next opening")
    func lockedByAnother() async throws {
      await #expect(processExitsWith: .success) { [path = path as String] in
        _ = try Self.openAhead(of: path)
        // As another process has it, for as long as this one lives.
        let lock = Glibc.open(path + ".lock", O_RDWR)
        try #require(flock(lock, LOCK_EX) == 0)
      }
      #expect(try listed() == "1")
      #expect(DefaultsStore(url: URL(filePath: path)).get(Counter.n) == 2)
    }

    @Test("leaves a list of over a megabyte to the next opening")
    func longList() async throws {
      await #expect(processExitsWith: .success) { [path = path as String] in
        let text = Key<Root, String>("text", default: "")
        let store = Self.openWithoutMaintenance(path)
        try store.set(text, to: String(repeating: "x", count: 1_100_000))
        try store.flush(compacting: true)
        try store.remove(text)
        try store.set(Counter.n, to: 2)
      }
      #expect(try listed().utf8.count > 1_000_000)
      #expect(DefaultsStore(url: URL(filePath: path)).get(Counter.n) == 2)
    }

    @Test("after a fork, in the child, leaves the parent's list alone")
    func child() async throws {
      await #expect(processExitsWith: .success) { [path = path as String] in
        _ = try Self.openAhead(of: path)
        let list = try Data(contentsOf: URL(filePath: path))
        typealias Fork = @convention(c) () -> pid_t
        let child = unsafeBitCast(try #require(dlsym(nil, "fork")), to: Fork.self)()
        if child == 0 { exit(0) }
        var status: Int32 = -1
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        try #require(status == 0)
        try #require(try Data(contentsOf: URL(filePath: path)) == list)
      }
      #expect(try listed() == "2")
    }

    @Test("by `_exit`, as by a signal, leaves it all in the journal")
    func immediately() async throws {
      await #expect(processExitsWith: .success) { [path = path as String] in
        _ = try Self.openAhead(of: path)
        _exit(0)
      }
      #expect(try listed() == "1")
      #expect(DefaultsStore(url: URL(filePath: path)).get(Counter.n) == 2)
    }
  }

  private enum Counter {
    static let n = Key<Root, Int>("n", default: 0)
  }
#endif
