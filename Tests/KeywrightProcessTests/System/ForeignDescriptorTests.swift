#if os(Linux)
  import Foundation
  import Glibc
  import KeywrightTestSupport
  import Testing

  @testable import KeywrightStorage

  /// In processes of their own: in this one, other tests would get the numbers.
  @Suite("A program that closes descriptors of a store, and opens others")
  struct ForeignDescriptorTests {
    let folder = TemporaryFolder()

    /// The files that a store keeps open, by their names in its folder; an empty name for the folder.
    static let open = ["store", "store.lock", "store.journal", ""]

    @Test(
      "find its own files as it left them, and all commits in the store's",
      arguments: open.map { [$0] } + [open])
    func commits(closed: [String]) async throws {
      await #expect(processExitsWith: .exitCode(7)) {
        [path = folder.path as String, closed = closed as [String]] in
        let file = DurableFile(path: path + "/inner/store", maintenance: .resting)
        var mirror = Mirror()
        for number in 1...2 { try mirror.commit([("a", .integer(Int64(number)))], to: file) }
        try file.flush(compacting: true)
        let own = ForeignDescriptorTests.exchange(closed, of: path + "/inner", for: path + "/own")
        try #require(own.count == closed.count)

        try mirror.commit([("b", .integer(3))], to: file, durability: .durable)
        // A commit asks the journal, and one in four milliseconds all files.
        var count: Int64 = 0
        while !file.hasIssues, count < 1_000_000 {
          count += 1
          try mirror.commit([("c", .integer(count))], to: file)
        }
        try mirror.commit([("c", .integer(4))], to: file)
        let issues = file.takeIssues()
        file.close()

        let areOpen = own.allSatisfy { fcntl($0, F_GETFD) >= 0 }
        let isEmpty = FileManager.default.contents(atPath: path + "/own")?.isEmpty == true
        let kept = try DurableFile.read(path + "/inner/store")
        let expected: PropertyListDictionary = .init([
          "a": .integer(2), "b": .integer(3), "c": .integer(4),
        ])
        let isReported = issues.map(\.code) == [.unsupported]
        exit(areOpen && isEmpty && kept == expected && isReported ? 7 : 1)
      }
    }

    @Test("find a file of zeros as they left it, where the store's last commit ends in zeros")
    func zeros() async {
      await #expect(processExitsWith: .exitCode(7)) { [path = folder.path as String] in
        let file = DurableFile(path: path + "/inner/store", maintenance: .resting)
        var mirror = Mirror()
        let zeros = [UInt8](repeating: 0, count: 65_536)
        for _ in 1...2 { try mirror.commit([("a", .data(Array(zeros[..<64])))], to: file) }
        try Data(zeros).write(to: URL(filePath: path + "/own"))
        let journal = ["store.journal"]
        let own = ForeignDescriptorTests.exchange(journal, of: path + "/inner", for: path + "/own")
        try mirror.commit([("b", .integer(3))], to: file)
        let isTheirs = FileManager.default.contents(atPath: path + "/own") == Data(zeros)
        let kept = try DurableFile.read(path + "/inner/store")
        exit(own.count == 1 && isTheirs && kept["b"] == .integer(3) ? 7 : 1)
      }
    }

    @Test("have a flush reach the disk all the same, and commit again")
    func flush() async {
      await #expect(processExitsWith: .exitCode(7)) { [path = folder.path as String] in
        let file = DurableFile(path: path + "/inner/store", maintenance: .resting)
        var mirror = Mirror()
        for number in 1...2 { try mirror.commit([("a", .integer(Int64(number)))], to: file) }
        let journal = ["store.journal"]
        _ = ForeignDescriptorTests.exchange(journal, of: path + "/inner", for: path + "/own")
        var code: StorageError.Code?
        do throws(StorageError) { try file.flush() } catch { code = error.code }
        try mirror.commit([("b", .integer(3))], to: file, durability: .durable)
        let kept = try DurableFile.read(path + "/inner/store")
        exit(code == nil && kept["a"] == .integer(2) && kept["b"] == .integer(3) ? 7 : 1)
      }
    }

    @Test("have its own files left open when the store ends", arguments: [true, false])
    func ending(isClosed: Bool) async {
      await #expect(processExitsWith: .exitCode(7)) {
        [path = folder.path as String, isClosed = isClosed as Bool] in
        var file: DurableFile? = DurableFile(
          path: path + "/inner/store", maintenance: .resting)
        try file?.set(["a": .integer(1)])
        let all = ForeignDescriptorTests.open
        let own = ForeignDescriptorTests.exchange(all, of: path + "/inner", for: path + "/own")
        if isClosed { file?.close() }
        file = nil
        exit(own.count == all.count && own.allSatisfy { fcntl($0, F_GETFD) >= 0 } ? 7 : 1)
      }
    }

    @Test("find them as they left them when they were those of the watcher, which goes on")
    func watching() async {
      await #expect(processExitsWith: .exitCode(7)) { [path = folder.path as String] in
        let isSeen = DispatchSemaphore(value: 0)
        let watcher = FolderWatcher()
        let before = ForeignDescriptorTests.links
        let token = watcher.watch(path + "/store", companions: ".journal") {
          isSeen.signal()
          return .nothing
        }
        isSeen.wait()
        // By what they are: another thread may have had a number for a moment.
        let links = ForeignDescriptorTests.links.filter { before[$0.key] != $0.value }
        try #require(links.values.count { $0.hasPrefix("pipe") } >= 2)
        try #require(links.values.contains { $0.contains("inotify") })
        let own = ForeignDescriptorTests.exchange(links.keys.sorted(), for: path + "/own")
        // Wakes the thread in the old way, which it must not hear, and finds the file in the new one.
        let other = watcher.watch(path + "/other", companions: ".journal") { .nothing }
        isSeen.wait()
        try Data("x".utf8).write(to: URL(filePath: path + "/store"))
        isSeen.wait()
        let isEmpty = FileManager.default.contents(atPath: path + "/own")?.isEmpty == true
        token?.cancel()
        other?.cancel()
        exit(isEmpty && own.allSatisfy { fcntl($0, F_GETFD) >= 0 } ? 7 : 1)
      }
    }

    /// The numbers of all descriptors.
    static var numbers: [Int32] {
      ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? [])
        .compactMap { Int32($0) }
        // That of the listing is closed by now, and may be another file's next.
        .filter { fcntl($0, F_GETFD) >= 0 }
    }

    /// All descriptors, with what they are.
    static var links: [Int32: String] {
      Dictionary(numbers.compactMap { number in link(number).map { (number, $0) } }) { $1 }
    }

    static func link(_ number: Int32) -> String? {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")
    }

    /// Closes the descriptors of files in a folder, and opens one file with all of their numbers.
    static func exchange(_ names: [String], of folder: String, for path: String) -> [Int32] {
      let numbers = numbers.filter { number in
        let link = link(number)
        return names.contains { link == ($0.isEmpty ? folder : folder + "/" + $0) }
      }
      return exchange(numbers, for: path)
    }

    /// Closes descriptors, and opens one file with all of their numbers.
    static func exchange(_ numbers: [Int32], for path: String) -> [Int32] {
      for number in numbers { close(number) }
      let own = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      for number in numbers where number != own { dup2(own, number) }
      return numbers
    }
  }
#endif
