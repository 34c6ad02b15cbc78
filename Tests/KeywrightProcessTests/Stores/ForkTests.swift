#if os(Linux)
  import Foundation
  import Glibc
  import Keywright
  import KeywrightStorage
  import KeywrightTestSupport
  import Testing

  /// Parent and child share an open file, and with it the lock on it.
  @Suite("After fork", .timeLimit(.minutes(20))) struct ForkTests {
    let folder = TemporaryFolder()
    static let number = Key<Root, Int>("number", default: 0)

    private static func open(_ folder: String) -> DefaultsStore {
      DefaultsStore(url: URL(filePath: folder + "/defaults.plist"), lockTimeout: .seconds(60))
    }

    /// Runs a closure in a child; Swift's module of the C library does not let one call `fork`.
    /// - Returns: The child, which ends with 0 if the closure says that all is well.
    private static func fork(_ body: () -> Bool) throws -> pid_t {
      typealias Fork = @convention(c) () -> pid_t
      let child = unsafeBitCast(try #require(dlsym(nil, "fork")), to: Fork.self)()
      if child == 0 {
        // A child that hangs ends by a signal.
        alarm(1_000)
        _exit(body() ? 0 : 1)
      }
      return child
    }

    /// Whether a child found that all is well.
    private static func isWell(_ child: pid_t) -> Bool {
      var status: Int32 = -1
      while waitpid(child, &status, 0) < 0, errno == EINTR {}
      return status == 0
    }

    private static func code(_ body: () throws -> Void) -> StoreError.Code? {
      do {
        try body()
        return nil
      } catch {
        return (error as? StoreError)?.code
      }
    }

    @Test("the parent's store is closed in the child, which changes nothing for the parent")
    func inherited() async throws {
      await #expect(processExitsWith: .success) { [path = folder.url.path as String] in
        let store = Self.open(path)
        let files = FileStore(folder: URL(filePath: path + "/values"))
        try store.set(Self.number, to: 1)
        try store.set(Self.number, to: 2)
        try files.set(Self.number, to: 1)
        let watcher = FolderWatcher.shared
        let child = try Self.fork {
          // Its thread is the parent's alone.
          if FolderWatcher.shared === watcher { return false }
          guard case .closed = store.status else { return false }
          store.close()
          return store.get(Self.number) == 2
            && Self.code { try store.set(Self.number, to: 3) } == .closed
            && Self.code { try store.update(Self.number) { $0 += 1 } } == .closed
            && Self.code { try store.flush() } == .closed
            && Self.code { try store.refresh() } == .closed
            && Self.code { try files.set(Self.number, to: 3) } == .closed
        }
        try #require(Self.isWell(child))
        try store.set(Self.number, to: 4)
        try #require(Self.open(path).get(Self.number) == 4)
      }
    }

    @Test("a store that the child opens itself counts beside the parent's")
    func opened() async throws {
      await #expect(processExitsWith: .success) { [path = folder.url.path as String] in
        let store = Self.open(path)
        try store.update(Self.number) { $0 += 1 }
        let children = try (0..<2).map { _ in
          try Self.fork {
            let store = Self.open(path)
            let token = store.observe(Self.number) { _ in }
            defer { withExtendedLifetime(token) {} }
            let isWell = Self.code {
              for _ in 0..<300 { try store.update(Self.number) { $0 += 1 } }
            }
            store.close()
            return isWell == nil
          }
        }
        for _ in 0..<300 { try store.update(Self.number) { $0 += 1 } }
        try #require(children.allSatisfy(Self.isWell))
        try store.refresh()
        try #require(store.get(Self.number) == 901)
      }
    }

    @Test("within a commit, the child does not let the parent's lock go")
    func withinCommit() async throws {
      await #expect(processExitsWith: .success) { [path = folder.url.path as String] in
        let file = DurableFile(path: path + "/defaults.plist")
        _ = try file.beginUpdating(timeout: .zero)
        let child = try Self.fork {
          file.endWriting()
          file.close()
          return true
        }
        try #require(Self.isWell(child))
        let other = DurableFile(path: path + "/defaults.plist")
        let error = #expect(throws: StorageError.self) { try other.beginUpdating(timeout: .zero) }
        try #require(error?.code == .busy)
        file.endWriting()
        _ = try other.beginUpdating(timeout: .zero)
        other.endWriting()
      }
    }
  }
#endif
