import Foundation
import KeywrightStorage
import KeywrightVerbs

/// The editor of the person at the terminal.
struct EditorProgram {
  /// The words that a shell understands, as in `code --wait`.
  let command: String

  /// The editor that the environment of this process names.
  ///
  /// - Throws: If it is not UTF-8: with other bytes it would be another program.
  init() throws(ForeignText) {
    var command = ""
    for name in ["VISUAL", "EDITOR"] where command.isEmpty {
      command = try ProcessEnvironment.text(of: name) ?? ""
    }
    self.command = command.isEmpty ? "vi" : command
  }

  /// Refuses to give an editor the privileges of another user.
  static func refuseRaisedPrivileges() throws(Arguments.Refusal) {
    if ProcessPrivileges.areRaised {
      throw Arguments.Refusal(
        reason: "an editor is not started with the privileges of another user")
    }
  }

  /// The way in which an editor ended, if it did not succeed.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Opens a file, and waits for the editor's end.
  ///
  /// Interrupts from the keyboard are the editor's alone.
  func open(_ path: String) throws(Failure) {
    let (interrupt, quit) = (signal(SIGINT) { _ in }, signal(SIGQUIT) { _ in })
    var settings = termios()
    let isTerminal = tcgetattr(STDIN_FILENO, &settings) == 0
    defer {
      signal(SIGINT, interrupt)
      signal(SIGQUIT, quit)
      // An editor that is killed leaves the terminal as it had it.
      if isTerminal { tcsetattr(STDIN_FILENO, TCSANOW, &settings) }
    }
    let status = try start(["sh", "-c", command + " \"$@\"", command, path])
    if status & 0x7F != 0 {
      throw Failure(description: "the editor `\(command)` was ended by signal \(status & 0x7F)")
    }
    if status != 0 {
      throw Failure(
        description: "the editor `\(command)` ended with the code \(status >> 8 & 0xFF)")
    }
  }

  /// Runs a shell with the terminal of this process, and returns the status of its end.
  private func start(_ words: [String]) throws(Failure) -> Int32 {
    let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    // By their bytes, which need not be UTF-8.
    let variables = ProcessInfo.processInfo.environment.keys.compactMap { name in
      ProcessEnvironment.bytes(of: name).map { value in
        Array("\(name)=".utf8CString.dropLast())
          + UnsafeBufferPointer(start: value, count: strlen(value) + 1)
      }
    }
    let environment: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) } + [nil]
    defer { for string in arguments + environment { free(string) } }
    var process = pid_t()
    let code = posix_spawn(&process, "/bin/sh", nil, nil, arguments, environment)
    guard code == 0 else {
      throw Failure(description: "/bin/sh: \(String(cString: strerror(code)))")
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status
  }
}
