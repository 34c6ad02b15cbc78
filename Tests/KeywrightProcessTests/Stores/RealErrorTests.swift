#if os(Linux)
  import Foundation
  import Glibc
  import KeywrightStorage
  import KeywrightTestSupport
  import Testing

  @testable import Keywright

  /// Errors that the system itself gives, each in a process of its own.
  ///
  /// `busy` is caused for real in ``ProcessTests``, by a process that keeps the lock; `corrupt` in
  /// ``DefaultsFileFaultTests``, by bytes that are not what was written.
  @Suite("What the system refuses") struct RealErrorTests {
    let folder = TemporaryFolder()
    var path: String { folder.url.path }
    static let rooms = Key<Root, Int>("rooms", default: 1)
    static let text = Key<Root, String?>("text")

    private static func open(
      _ folder: String, _ durability: DefaultsStore.Durability = .process
    ) -> DefaultsStore {
      let store = DefaultsStore(
        url: URL(filePath: folder + "/defaults.plist"), durability: durability)
      store.onIssue { _ in }
      return store
    }

    private static func code(_ body: () throws -> Void) -> StoreError.Code? {
      do {
        try body()
        return nil
      } catch {
        return (error as? StoreError)?.code
      }
    }

    private enum State { case ready, readOnly }

    /// Whether a store's status is the one wanted.
    private static func isState(_ wanted: State, _ status: DefaultsStore.Status) -> Bool {
      switch (wanted, status) {
      case (.ready, .ready), (.readOnly, .readOnly): true
      default: false
      }
    }

    @Test("to write beyond the largest size of a file is `full`, and nothing changed")
    func fileSize() async throws {
      await #expect(processExitsWith: .success) { [path = path as String] in
        let store = Self.open(path)
        try store.set(Self.rooms, to: 5)
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit()
        try #require(getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
        limit.rlim_cur = 4_096
        try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
        let long = String(repeating: "x", count: 8_000)
        let error = #expect(throws: StoreError.self) { try store.set(Self.text, to: long) }
        try #require(error?.code == .full && error?.systemError == EFBIG)
        try #require(error?.advice?.contains("ulimit -f") == true)
        try #require(store.get(Self.text) == nil && store.get(Self.rooms) == 5)
        try store.set(Self.rooms, to: 6)
      }
      let store = Self.open(path)
      #expect(store.get(Self.rooms) == 6)
      #expect(try store.storedKeys() == ["rooms"])
    }

    @Test(
      "to write on a disk without room is `full`; to remove works",
      .enabled(if: MountedDisk.canMount, "NOT RUN: needs root, to mount a disk"))
    func fullDisk() async throws {
      await #expect(processExitsWith: .success) { [path = path as String] in
        let disk = try MountedDisk.small(64 << 10, in: path)
        let store = Self.open(disk.path)
        try store.set(Self.rooms, to: 5)
        let keys = (0..<1_000).map { Key<Root, String?>("text\($0)") }
        let long = String(repeating: "x", count: 900)
        var kept = 0
        let code = Self.code {
          for key in keys {
            try store.set(key, to: long)
            kept += 1
          }
        }
        try #require(code == .full && kept > 2)
        try #require(store.get(keys[kept]) == nil && store.get(Self.rooms) == 5)
        try store.transaction { change in
          for key in keys[..<kept] { try change.set(key, to: nil) }
        }
        try #require(try Self.open(disk.path).storedKeys() == ["rooms"])
      }
    }

    @Test("more open files harms no commit of an open store, and is reported once")
    func noDescriptors() async throws {
      for number in 4...5 { try Self.open(path).set(Self.rooms, to: number) }
      await #expect(processExitsWith: .success) { [path = path as String] in
        let store = Self.open(path)
        // Opens the lock file and changes nothing.
        try store.set(Self.rooms, to: 5)
        var limit = rlimit()
        try #require(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
        limit.rlim_cur = rlim_t(dup(0))
        try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
        let token = store.observe(Self.rooms) { _ in }
        let again = store.observe(Self.rooms) { _ in }
        for number in 6...8 { try store.set(Self.rooms, to: number) }
        // Maintenance has begun by then.
        usleep(800_000)
        try store.set(Self.rooms, to: 9)
        try store.flush()
        withExtendedLifetime((token, again)) {}
        try #require(store.issues.map(\.code) == [.unavailable])
      }
      #expect(Self.open(path).get(Self.rooms) == 9)
    }

    @Test("to write in a folder of others is `readOnly`, until it is one's own")
    func modes() async throws {
      #expect(chmod(path, 0o777) == 0)
      await #expect(processExitsWith: .success) { [path = path as String] in
        let place = try Self.unprivileged(path)
        try Self.open(place).set(Self.rooms, to: 5)
        Self.open(place).close()
        let names = try FileManager.default.contentsOfDirectory(atPath: place)
        for name in names { chmod(place + "/" + name, 0o400) }
        chmod(place, 0o500)

        let store = Self.open(place)
        try #require(Self.isState(.readOnly, store.status))
        try #require(store.get(Self.rooms) == 5)
        try #require(Self.code { try store.set(Self.rooms, to: 6) } == .readOnly)
        try store.refresh()
        try #require(store.get(Self.rooms) == 5)

        chmod(place, 0o700)
        for name in names { chmod(place + "/" + name, 0o600) }
        try store.refresh()
        try #require(Self.isState(.ready, store.status))
        try store.set(Self.rooms, to: 6)
        try #require(try Self.open(place).read(Self.rooms) == 6)
      }
    }

    @Test("to write where the mode of the list alone says so is `readOnly`")
    func modeOfTheList() async throws {
      #expect(chmod(path, 0o777) == 0)
      await #expect(processExitsWith: .success) { [path = path as String] in
        let place = try Self.unprivileged(path)
        let disk = FaultyFileSystem()
        let file = place + "/defaults.plist"
        let store = DefaultsStore(
          file: DefaultsFile(location: .success(file), fileSystem: disk))
        store.onIssue { _ in }
        for number in 4...5 {
          try store.set(Self.rooms, to: number)
          if number == 4 { try store.flush(compacting: true) }
        }
        chmod(file, 0o400)
        disk.pause(.milliseconds(20))
        for _ in 0..<2 {
          try #require(Self.code { try store.set(Self.rooms, to: 6) } == .readOnly)
          try #require(Self.isState(.readOnly, store.status))
          try #require(Self.code { try store.flush(compacting: true) } == .readOnly)
          try store.refresh()
        }
        try #require(store.get(Self.rooms) == 5)

        chmod(file, 0o600)
        disk.pause(.milliseconds(20))
        try store.set(Self.rooms, to: 6)
        try #require(Self.isState(.ready, store.status))
        try store.flush(compacting: true)
      }
    }

    @Test(
      "to write on a read-only disk is `readOnly`",
      .enabled(if: MountedDisk.canMount, "NOT RUN: needs root, to mount a disk"))
    func readOnlyDisk() async throws {
      let place = path + "/place"
      try Self.open(place).set(Self.rooms, to: 5)
      await #expect(processExitsWith: .success) {
        [path = path as String, place = place as String] in
        let disk = try MountedDisk.readOnly(place, in: path)
        let store = Self.open(disk.path)
        try #require(Self.isState(.readOnly, store.status))
        let error = #expect(throws: StoreError.self) { try store.set(Self.rooms, to: 6) }
        try #require(error?.code == .readOnly && error?.systemError == EROFS)
        try #require(store.get(Self.rooms) == 5)
      }
    }

    @Test("to read a file is `unavailable`, until it may be read; nothing is written meanwhile")
    func unreadable() async throws {
      #expect(chmod(path, 0o777) == 0)
      await #expect(processExitsWith: .success) { [path = path as String] in
        let place = try Self.unprivileged(path)
        try Self.open(place).set(Self.rooms, to: 5)
        let file = place + "/defaults.plist"
        chmod(file, 0)

        let store = Self.open(place)
        guard case .unavailable(let error) = store.status else {
          Issue.record("\(store.status)")
          exit(1)
        }
        try #require(error.code == .unavailable && error.systemError == EACCES)
        try #require(store.get(Self.rooms) == 1)
        try #require(Self.code { try store.set(Self.rooms, to: 6) } == .unavailable)
        try #require(Self.code { try store.refresh() } == .unavailable)

        chmod(file, 0o600)
        try store.refresh()
        try #require(store.get(Self.rooms) == 5)
        try store.set(Self.rooms, to: 6)

        chmod(file, 0)
        TemporaryFolder.passMoment()
        try #require(Self.code { try store.set(Self.rooms, to: 7) } == .unavailable)
        guard case .unavailable = store.status else { exit(1) }
        try #require(store.get(Self.rooms) == 6)
        chmod(file, 0o600)
        try store.refresh()
        try #require(Self.isState(.ready, store.status))
      }
    }

    @Test(
      "to confirm what it was given is `uncertain`, then `readOnly`, until the disk takes it again",
      .enabled(
        if: MountedDisk.canMountFiles, "NOT RUN: needs root, mkfs.ext4 and a loop device"))
    func unconfirmed() async throws {
      await #expect(processExitsWith: .success) { [path = path as String] in
        let disk = try MountedDisk.overcommitted(in: path)
        let store = Self.open(disk.path, .durable)
        try store.set(Self.rooms, to: 5)
        disk.fill()
        let long = String(repeating: "x", count: 200_000)
        try #require(Self.code { try store.set(Self.text, to: long) } == .uncertain)
        try #require(Self.isState(.readOnly, store.status))
        try #require(Self.code { try store.set(Self.rooms, to: 6) } == .readOnly)
        try #require(Self.code { try store.flush() } == .uncertain)
        try store.refresh()
        try #require(Self.code { try store.set(Self.rooms, to: 6) } == .readOnly)
        try #require(store.get(Self.rooms) == 5)

        disk.empty()
        try store.refresh()
        try #require(Self.isState(.ready, store.status))
        try #require(store.get(Self.rooms) == 5)
        try #require([nil, long].contains(store.get(Self.text)))
        try store.set(Self.rooms, to: 7)
        try store.flush(compacting: true)
      }
    }

    /// Goes on as nobody in particular, to whom modes apply.
    /// - Returns: A folder of one's own.
    private static func unprivileged(_ folder: String) throws -> String {
      if geteuid() == 0 { try #require(setgid(65_534) == 0 && setuid(65_534) == 0) }
      let place = folder + "/place"
      try #require(mkdir(place, 0o700) == 0)
      return place
    }
  }
#endif
