#if os(Linux)
  import Foundation
  import Glibc
  import KeywrightTestSupport
  import Testing

  @testable import KeywrightStorage

  /// The real file system, watched from outside: a fake one shows which calls it is asked for, not
  /// that the system is asked for them.
  @Suite("The kernel sees", .timeLimit(.minutes(20))) struct SystemCallTests {
    static let reason: Comment = "NOT RUN: needs strace, and leave to trace"
    let folder = TemporaryFolder()

    @Test(
      "the first commit make a journal; if it is durable, synchronize that, then its folder and those above",
      .enabled(if: SystemCallTrace.isPossible, reason))
    func firstCommit() async throws {
      await #expect(processExitsWith: .success) { [path = folder.url.path as String] in
        var store = Store(in: path)
        let calls = try store.calls { try $0.commit(1, .durable) }
        // Which folders are above those of the test is the machine's.
        #expect(
          Array(calls.prefix(11)) == [
            "mkdirat inner",
            "flock store.plist.lock EX",
            "pwrite64 store.plist.temporary", "flock store.plist.temporary EX",
            "renameat store.plist.temporary store.plist.journal", "flock store.plist.journal UN",
            "pwrite64 store.plist.journal",
            "flock store.plist.lock UN",
            "fdatasync store.plist.journal",
            "fsync inner",
            "fsync \(store.parent)",
          ], "\(calls.joined(separator: "\n"))")
        #expect(calls.dropFirst(11).allSatisfy { $0.hasPrefix("fsync ") })
      }
    }

    @Test(
      "a later commit write to the journal, and a durable one or a flush synchronize it",
      .enabled(if: SystemCallTrace.isPossible, reason))
    func laterCommits() async throws {
      await #expect(processExitsWith: .success) { [path = folder.url.path as String] in
        var store = Store(in: path)
        try store.commit(1, .durable)
        let written = [
          "flock store.plist.lock EX",
          "pwrite64 store.plist.journal",
          "flock store.plist.lock UN",
        ]
        let synchronized = "fdatasync store.plist.journal"
        try store.expect(written + [synchronized]) { try $0.commit(2, .durable) }
        try store.expect(written) { try $0.commit(3, .process) }
        try store.expect([synchronized]) { try $0.file.flush() }
      }
    }

    @Test(
      "a compaction synchronize each file and name before the next step, with the lock for short",
      .enabled(if: SystemCallTrace.isPossible, reason))
    func compaction() async throws {
      await #expect(processExitsWith: .success) { [path = folder.url.path as String] in
        var store = Store(in: path)
        for number in 1...2 { try store.commit(Int64(number), .durable) }
        try store.file.flush(compacting: true)
        try store.commit(3, .process)
        try store.expect(
          [
            "fdatasync store.plist.journal",
            // What others did.
            "flock store.plist.lock EX", "flock store.plist.lock UN",
            // The list.
            "pwrite64 store.plist.temporary", "fsync store.plist.temporary",
            "flock store.plist.temporary EX", "fsync inner",
            // The journal names it.
            "flock store.plist.lock EX", "pwrite64 store.plist.journal",
            "flock store.plist.lock UN", "fdatasync store.plist.journal",
            // Its place.
            "flock store.plist.lock EX",
            "renameat2 store.plist.temporary store.plist",
            "flock store.plist.lock UN", "fsync inner",
            "flock store.plist.lock EX", "pwrite64 store.plist.journal",
            "flock store.plist.lock UN", "flock store.plist UN",
            // The list before.
            "flock store.plist.lock EX", "flock store.plist.temporary EX",
            "fdatasync store.plist.journal", "unlinkat store.plist.temporary",
            "flock store.plist.lock UN",
          ]
        ) { try $0.file.flush(compacting: true) }
      }
    }

    @Test(
      "no commit of the level of the process, and no opening, wait for the disk",
      .enabled(if: SystemCallTrace.isPossible, reason))
    func nothingSynchronized() async throws {
      await #expect(processExitsWith: .success) { [path = folder.url.path as String] in
        var first = Store(in: path)
        let firstCalls = try first.calls { store in
          for number in 1...2 { try store.commit(Int64(number), .process) }
        }
        #expect(firstCalls.filter { $0.contains("sync") } == [])
        // As a program leaves it that ended some time ago.
        var times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
        try #require(utimensat(AT_FDCWD, path + "/inner/store.plist.journal", &times, 0) == 0)
        var store = Store(in: path)
        let calls = try store.calls { store in
          try store.open()
          for number in 3...400 { try store.commit(Int64(number), .process) }
        }
        try #require(calls.count { $0.hasPrefix("pwrite64 ") } >= 398)
        #expect(calls.filter { $0.contains("sync") } == [])
      }
    }

    /// A file of the real file system with which nothing is done in the background.
    private struct Store {
      let file: DurableFile
      let parent: String
      private let trace: SystemCallTrace
      private var mirror = Mirror()

      init(in folder: String) {
        file = DurableFile(
          path: folder + "/inner/store.plist", maintenance: .resting)
        parent = URL(filePath: folder).lastPathComponent
        trace = SystemCallTrace(in: folder)
      }

      mutating func commit(_ number: Int64, _ durability: Durability) throws {
        try mirror.commit([("a", .integer(number))], to: file, durability: durability)
      }

      mutating func open() throws { mirror.adopt(try file.open()) }

      mutating func calls(of body: (inout Store) throws -> Void) throws -> [String] {
        try trace.calls { try body(&self) }
      }

      /// Compares the calls of a closure; they are in the comment, since of an expectation in
      /// another process nothing else is printed.
      mutating func expect(
        _ expected: [String], from body: (inout Store) throws -> Void,
        at location: SourceLocation = #_sourceLocation
      ) throws {
        let calls = try calls(of: body)
        #expect(calls == expected, "\(calls.joined(separator: "\n"))", sourceLocation: location)
      }
    }
  }
#endif
