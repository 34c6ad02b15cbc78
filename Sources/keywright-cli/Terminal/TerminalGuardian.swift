import Foundation
import KeywrightStorage

#if canImport(Darwin)
  private typealias SpawnActions = posix_spawn_file_actions_t?
#else
  private typealias SpawnActions = posix_spawn_file_actions_t
#endif

/// A process that restores the terminal if this one is killed, which no handler could do.
struct TerminalGuardian {
  /// The verb by which the command becomes the guardian.
  static let verb = "restore-terminal"

  /// The end of the guardian's input; it closes with this process.
  private let pipe: Int32
  private let process: pid_t

  /// - Returns: Nil if it cannot be started; the terminal is then restored by handlers alone.
  init?(_ terminal: Int32, _ settings: termios, _ raw: termios) {
    var ends: (Int32, Int32) = (-1, -1)
    let code = StandardStreams.whileTaken {
      withUnsafeMutableBytes(of: &ends) {
        Foundation.pipe($0.assumingMemoryBound(to: Int32.self).baseAddress)
      }
    }
    guard code == 0, let path = Bundle.main.executableURL?.path else { return nil }
    for end in [ends.0, ends.1] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let actions = UnsafeMutablePointer<SpawnActions>.allocate(capacity: 1)
    posix_spawn_file_actions_init(actions)
    defer {
      posix_spawn_file_actions_destroy(actions)
      actions.deallocate()
      close(ends.0)
    }
    posix_spawn_file_actions_adddup2(actions, ends.0, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(actions, terminal, STDOUT_FILENO)
    posix_spawn_file_actions_addopen(actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    let words = ["keywright", Self.verb]
    let arguments = words.map { strdup($0) } + [nil]
    defer { for word in arguments { free(word) } }
    var process = pid_t()
    guard posix_spawn(&process, path, actions, nil, arguments, [nil]) == 0 else {
      close(ends.1)
      return nil
    }
    (pipe, self.process) = (ends.1, process)
    for var settings in [settings, raw] {
      _ = withUnsafeBytes(of: &settings) { write(pipe, $0.baseAddress, $0.count) }
    }
  }

  /// Tells it that the terminal was restored. It is not waited for, since a signal may have stopped it before it
  /// ignored that one.
  func dismiss() {
    var byte = UInt8(ascii: "x")
    _ = write(pipe, &byte, 1)
    close(pipe)
    var status: Int32 = 0
    _ = waitpid(process, &status, WNOHANG)
  }
}

extension TerminalGuardian {
  /// The guardian's work: it restores the terminal on standard output when standard input ends without a word,
  /// unless another program has the terminal by then.
  static func watch() {
    // It outlives what ends the command, and writes although it is in the background by then.
    for number in [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGTTOU, SIGTSTP] {
      signal(number, SIG_IGN)
    }
    var (settings, raw, now) = (termios(), termios(), termios())
    guard isatty(STDOUT_FILENO) == 1, take(&settings), take(&raw) else { return }
    var byte: UInt8 = 0
    guard take(&byte) == false, tcgetattr(STDOUT_FILENO, &now) == 0, now.isAs(raw) else { return }
    tcsetattr(STDOUT_FILENO, TCSANOW, &settings)
    let text = TerminalSequences.leave
    _ = write(STDOUT_FILENO, text.utf8Start, text.utf8CodeUnitCount)
  }

  /// Reads a value from standard input; false if that ends before.
  private static func take<Value>(_ value: inout Value) -> Bool {
    withUnsafeMutableBytes(of: &value) { bytes in
      var place = 0
      while place < bytes.count {
        let count = read(STDIN_FILENO, bytes.baseAddress?.advanced(by: place), bytes.count - place)
        if count < 0, errno == EINTR { continue }
        if count <= 0 { return false }
        place += count
      }
      return true
    }
  }
}

extension termios {
  /// Whether both treat input and output alike.
  fileprivate func isAs(_ other: termios) -> Bool {
    c_iflag == other.c_iflag && c_oflag == other.c_oflag && c_lflag == other.c_lflag
  }
}
