package import Foundation

/// A child process of a test, waited for by the system's own call.
///
/// A child that stays a zombie stops all exit tests: their monitor asks for any child that has ended, and finds
/// the same one for ever. So each child is reaped, at the latest with its object. It inherits no descriptor but
/// the three streams, so that no pipe of another test stays open in it; Foundation's `Process` can let one slip
/// through between two threads. The members have the names and meanings of that class.
package final class ChildProcess: @unchecked Sendable {
  // `@unchecked`: one thread sets it up and starts it, and one at a time waits for it.

  /// Why a process ended.
  package enum TerminationReason: Sendable {
    case exit, uncaughtSignal
  }

  package struct Failure: Error {
    let path: String
    let code: Int32
  }

  package var executableURL: URL?
  package var arguments: [String] = []
  /// Nil for this process's own.
  package var environment: [String: String]?
  package var currentDirectoryURL: URL?
  /// A `Pipe` or a `FileHandle`; nil for this process's own.
  package var standardInput, standardOutput, standardError: Any?
  package private(set) var processIdentifier: pid_t = 0

  private var end: Int32?

  package init() {}

  /// Kills and reaps a process that was not waited for.
  deinit {
    guard processIdentifier > 0, end == nil else { return }
    kill(processIdentifier, SIGKILL)
    take(options: 0)
  }

  /// Starts the process, with the default signal mask and no other descriptor than the three streams.
  package func run() throws {
    let path = executableURL?.path(percentEncoded: false) ?? ""
    let actions = UnsafeMutablePointer<posix_spawn_file_actions_t>.allocate(capacity: 1)
    let attributes = UnsafeMutablePointer<posix_spawnattr_t>.allocate(capacity: 1)
    posix_spawn_file_actions_init(actions)
    posix_spawnattr_init(attributes)
    defer {
      posix_spawn_file_actions_destroy(actions)
      posix_spawnattr_destroy(attributes)
      actions.deallocate()
      attributes.deallocate()
    }
    for (number, stream) in [standardInput, standardOutput, standardError].enumerated() {
      let number = Int32(number)
      switch stream {
      case let pipe as Pipe:
        let end = number == 0 ? pipe.fileHandleForReading : pipe.fileHandleForWriting
        posix_spawn_file_actions_adddup2(actions, end.fileDescriptor, number)
      // It has no descriptor.
      case let handle as FileHandle where handle === FileHandle.nullDevice:
        posix_spawn_file_actions_addopen(actions, number, "/dev/null", O_RDWR, 0)
      case let handle as FileHandle:
        posix_spawn_file_actions_adddup2(actions, handle.fileDescriptor, number)
      default: break
      }
    }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(attributes, &signals)
    #if canImport(Darwin)
      posix_spawnattr_setflags(
        attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_CLOEXEC_DEFAULT))
      for number: Int32 in 0...2 { posix_spawn_file_actions_addinherit_np(actions, number) }
    #else
      posix_spawnattr_setflags(attributes, Int16(POSIX_SPAWN_SETSIGMASK))
      _ = try Self.function("posix_spawn_file_actions_addclosefrom_np", as: CloseFrom.self)(
        actions, 3)
    #endif
    if let folder = currentDirectoryURL?.path(percentEncoded: false) {
      #if canImport(Darwin)
        posix_spawn_file_actions_addchdir_np(actions, folder)
      #else
        _ = try Self.function("posix_spawn_file_actions_addchdir_np", as: ChangeFolder.self)(
          actions, folder)
      #endif
    }

    let variables = environment ?? ProcessInfo.processInfo.environment
    let words = ([path] + arguments).map { strdup($0) } + [nil]
    let assignments = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in words + assignments { free(text) } }
    let code = posix_spawn(&processIdentifier, path, actions, attributes, words, assignments)
    if code != 0 { throw Failure(path: path, code: code) }
    // Whoever reads from the child, or writes to it, has the other ends alone from now on.
    (standardInput as? Pipe).map { try? $0.fileHandleForReading.close() }
    for stream in [standardOutput, standardError] {
      (stream as? Pipe).map { try? $0.fileHandleForWriting.close() }
    }
  }

  #if !canImport(Darwin)
    private typealias CloseFrom =
      @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
    private typealias ChangeFolder =
      @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, UnsafePointer<CChar>) ->
      Int32

    /// A function that Swift's module of the C library does not name.
    private static func function<Function>(_ name: String, as type: Function.Type) throws
      -> Function
    {
      guard let symbol = dlsym(nil, name) else { throw Failure(path: name, code: ENOSYS) }
      return unsafeBitCast(symbol, to: type)
    }
  #endif

  /// Waits for the end. To be called once, or after ``isRunning`` said that there is nothing to wait for.
  package func waitUntilExit() { take(options: 0) }

  /// Whether the process has not ended.
  package var isRunning: Bool {
    take(options: WNOHANG)
    return end == nil
  }

  private func take(options: Int32) {
    guard end == nil, processIdentifier > 0 else { return }
    var status: Int32 = 0
    while true {
      let ended = waitpid(processIdentifier, &status, options)
      if ended == processIdentifier { end = status }
      if ended >= 0 || errno != EINTR { return }
    }
  }

  /// The code of an exit, or the number of a signal; -1 before the end.
  package var terminationStatus: Int32 {
    guard let end else { return -1 }
    return end & 0x7F == 0 ? end >> 8 & 0xFF : end & 0x7F
  }

  package var terminationReason: TerminationReason {
    (end ?? 0) & 0x7F == 0 ? .exit : .uncaughtSignal
  }

  /// Asks the process to end.
  package func terminate() { kill(processIdentifier, SIGTERM) }
}

/// The programs of other people that this machine has; a test that needs one says so where it is missing.
package enum OtherProgram: String {
  case bash, fish, git, python3, swift, zsh

  /// The path of the program; nil where there is none.
  package var path: String? {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.map { "\($0)/\(rawValue)" }.first(where: FileManager.default.isExecutableFile)
  }

  package static func has(_ programs: OtherProgram...) -> Bool {
    programs.allSatisfy { $0.path != nil }
  }
}
