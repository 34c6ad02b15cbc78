import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

#if os(Linux)
  import Glibc

  /// In processes of their own, since they close what a process prints to.
  @Suite("A process whose standard streams are closed") struct StandardStreamsTests {
    let folder = TemporaryFolder()

    /// Prints as a program does that does not know that its streams are closed.
    static func printSomething(_ text: String = "progress\n") {
      for stream: Int32 in 0...2 { _ = text.withCString { write(stream, $0, strlen($0)) } }
    }

    /// Whether a stream leads to something of a name that begins so; libdispatch may have taken it, too.
    static func lead(to beginnings: [String]) -> Bool {
      (0...2).contains { stream in
        let link = try? FileManager.default.destinationOfSymbolicLink(
          atPath: "/proc/self/fd/\(stream)")
        return beginnings.contains { link?.hasPrefix($0) == true }
      }
    }

    @Test("keep its commits, whatever it prints meanwhile")
    func commits() async {
      await #expect(processExitsWith: .exitCode(7)) { [path = folder.file("store") as String] in
        for stream: Int32 in 0...2 { close(stream) }
        let file = DurableFile(path: path, maintenance: .resting)
        var mirror = Mirror()
        for number in 1...20 {
          try? mirror.commit([("a", .integer(Int64(number)))], to: file)
          StandardStreamsTests.printSomething(String(repeating: "progress ", count: number))
        }
        let kept = try? DurableFile.read(path)["a"]
        exit(kept == .integer(20) && file.takeIssues().isEmpty ? 7 : 1)
      }
    }

    @Test("have them closed again when the files are open")
    func givenBack() async {
      await #expect(processExitsWith: .exitCode(7)) { [path = folder.file("store") as String] in
        for stream: Int32 in 0...2 { close(stream) }
        let file = DurableFile(path: path, maintenance: .resting)
        var mirror = Mirror()
        try? mirror.commit([("a", .integer(1))], to: file)
        exit(StandardStreamsTests.lead(to: ["/dev/null", path]) ? 1 : 7)
      }
    }

    @Test("can put files of its own there while others are opened")
    func ownStream() async {
      await #expect(processExitsWith: .exitCode(7)) {
        close(1)
        let number = StandardStreams.opening {
          dup2(2, 1)
          return open("/dev/null", O_RDONLY | O_CLOEXEC)
        }
        exit(number > 2 && fcntl(1, F_GETFD) == 0 ? 7 : 1)
      }
    }

    @Test("get no low number where there is nothing to fill the streams with")
    func raised() async {
      await #expect(processExitsWith: .exitCode(7)) {
        let number = StandardStreams.opening {
          // Another thread of the program, at the wrong moment.
          close(0)
          return open("/dev/null", O_RDONLY | O_CLOEXEC)
        }
        exit(number > 2 && fcntl(0, F_GETFD) < 0 && fcntl(number, F_GETFD) == FD_CLOEXEC ? 7 : 1)
      }
    }

    @Test("watch files through descriptors of 3 or more")
    func watching() async {
      await #expect(processExitsWith: .exitCode(7)) { [path = folder.file("store") as String] in
        for stream: Int32 in 0...2 { close(stream) }
        let isSeen = DispatchSemaphore(value: 0)
        let watcher = FolderWatcher()
        let token = watcher.watch(path, companions: ".journal") {
          isSeen.signal()
          return .nothing
        }
        isSeen.wait()
        let isTaken = StandardStreamsTests.lead(to: ["pipe", "anon_inode:inotify", "/dev/null"])
        withExtendedLifetime(token) {}
        exit(isTaken ? 1 : 7)
      }
    }
  }
#endif
