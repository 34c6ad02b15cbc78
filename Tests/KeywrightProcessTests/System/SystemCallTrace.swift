#if os(Linux)
  import Foundation
  import Glibc
  import KeywrightTestSupport

  /// The system calls by which this process changes, locks and synchronizes files, as the kernel
  /// sees them: `strace` is attached to the process while a closure runs.
  ///
  /// For exit tests alone, whose process runs nothing else.
  struct SystemCallTrace {
    /// Whether there is a `strace`, and it may trace.
    static let isPossible = {
      let process = strace(["-o", "/dev/null", "true"])
      guard (try? process.run()) != nil else { return false }
      process.waitUntilExit()
      return process.terminationStatus == 0
    }()

    struct Failure: Error { let log: String }

    private static let callsOnNames = [
      "linkat", "mkdirat", "rename", "renameat", "renameat2", "unlink", "unlinkat",
    ]
    private static let callsOnOpenFiles = [
      "fallocate", "fdatasync", "flock", "fsync", "ftruncate", "pwrite64", "pwritev", "pwritev2",
      "sync_file_range", "syncfs",
    ]

    private let folder: String
    private var log: String { folder + "/strace.log" }

    /// - Parameter folder: A folder for the log.
    init(in folder: String) { self.folder = folder }

    /// Runs a closure under `strace`.
    ///
    /// - Returns: The calls that succeeded, each with the names of its files, as `fsync
    ///   store.plist`; a random part of a name is left out.
    func calls(of body: () throws -> Void) throws -> [String] {
      Self.allowTracing()
      // An architecture may lack some of the calls, which the question marks allow.
      let names = (Self.callsOnNames + Self.callsOnOpenFiles).map { "?" + $0 }
      let filter = "trace=" + names.joined(separator: ",")
      let process = Self.strace(["-f", "-y", "-o", log, "-e", filter, "-p", "\(getpid())"])
      try? FileManager.default.removeItem(atPath: log)
      try process.run()
      defer {
        // It inherits the signals that a thread of a pool blocks; what it traced goes on.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
      }
      // The tracer needs a while to attach, and another to write down what it saw.
      try mark("begin")
      try body()
      try mark("end")
      let lines = try text().split(separator: "\n")
      let start = lines.lastIndex { $0.contains("/begin\"") } ?? lines.startIndex
      let end = lines.firstIndex { $0.contains("/end\"") } ?? lines.endIndex
      return lines[start..<end].compactMap(Self.call)
    }

    /// Makes a call that does nothing, until the log shows it.
    private func mark(_ name: String) throws {
      for _ in 0..<600_000 {
        unlinkat(AT_FDCWD, "\(folder)/\(name)", 0)
        if let text = try? text(), text.contains("/\(name)\"") { return }
        usleep(1_000)
      }
      throw Failure(log: (try? text()) ?? "no log")
    }

    private func text() throws -> String {
      String(decoding: try Data(contentsOf: URL(filePath: log)), as: UTF8.self)
    }

    /// Reads a line such as `12 renameat(5</tmp>, "a", 5</tmp>, "b") = 0`.
    private static func call(_ line: Substring) -> String? {
      guard let match = line.wholeMatch(of: /\d+ +(\w+)\((.*)\) += (\d+)/) else { return nil }
      let (name, arguments) = (match.1, match.2)
      // The path of an open file stands behind its descriptor.
      let paths =
        callsOnNames.contains(String(name))
        ? arguments.matches(of: /"([^"]*)"/).map(\.1)
        : arguments.prefixMatch(of: /\d+<([^>]*)>/).map { [$0.1] } ?? []
      let files = paths.map { $0.split(separator: "/").last ?? "" }.map {
        String($0).replacing(/temporary-[-\w]+/, with: "temporary")
      }
      let lock = name == "flock" ? arguments.firstMatch(of: /LOCK_(EX|UN)/).map { " \($0.1)" } : nil
      return "\(name) \(files.joined(separator: " "))\(lock ?? "")"
    }

    private static func strace(_ arguments: [String]) -> ChildProcess {
      let process = ChildProcess()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = ["strace"] + arguments
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      return process
    }

    /// Lets a child trace this process, where only a parent may (Yama's `ptrace_scope` of 1).
    private static func allowTracing() {
      // Found by its name, since Swift imports no function with a variable number of arguments.
      typealias Prctl = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
      guard let prctl = dlsym(nil, "prctl") else { return }
      // PR_SET_PTRACER, PR_SET_PTRACER_ANY; fails where nothing forbids it.
      _ = unsafeBitCast(prctl, to: Prctl.self)(0x5961_6d61, .max, 0, 0, 0)
    }
  }
#endif
