import Foundation
import KeywrightTestSupport
import Testing

@Suite("Shells complete") struct ShellTests {
  let command: BuiltCommand

  init() throws {
    command = try BuiltCommand()
    try FileManager.default.createSymbolicLink(
      atPath: command.folder.file("keywright"), withDestinationPath: BuiltCommand.path)
  }

  /// Runs a script in a shell.
  private func shell(_ name: String, _ arguments: [String], _ script: String) throws -> [String] {
    let process = ChildProcess()
    process.executableURL = URL(filePath: try #require(OtherProgram(rawValue: name)?.path))
    process.arguments = arguments + ["-c", script]
    process.currentDirectoryURL = command.folder.url
    var environment = ProcessInfo.processInfo.environment
    environment["PATH"] = command.folder.path + ":" + environment["PATH", default: "/usr/bin:/bin"]
    environment["HOME"] = command.folder.path
    environment["XDG_CONFIG_HOME"] = command.folder.path
    process.environment = environment
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }

  @Test(
    "bash completes the last piece of a word, which it splits at : and =",
    .enabled(if: OtherProgram.has(.bash), "NOT RUN: no bash"))
  func bash() throws {
    let script = """
      eval "$(keywright completions bash)"
      ask() {
        COMP_LINE="$1"; COMP_POINT=${#1}; shift
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
        _keywright keywright; printf '%s\\n' "${COMPREPLY[@]}"
      }
      ask 'keywright exp' keywright exp
      ask 'keywright get player:vo' keywright get player : vo
      ask 'keywright get player:' keywright get player :
      ask 'keywright set player:theme=d' keywright set player : theme = d
      ask 'keywright check Pl' keywright check Pl
      """
    let lines = try shell("bash", ["--norc"], script)
    #expect(lines.prefix(4) == ["explain", "export", "volume", "volume"])
    #expect(lines.contains("equaliser:band:"))
    #expect(lines.suffix(2) == ["dark", "Player.keys.json"])
  }

  @Test(
    "zsh adds words with their descriptions",
    .enabled(if: OtherProgram.has(.zsh), "NOT RUN: no zsh"))
  func zsh() throws {
    let script = """
      eval "$(keywright completions zsh)"
      compadd() { print -r -- "${(@P)@[-1]}" }
      _files() { print files "$@" }
      words=(keywright get player:vo); CURRENT=3; _keywright
      words=(keywright set player:theme ''); CURRENT=4; _keywright
      words=(keywright lock ''); CURRENT=3; _keywright
      """
    let lines = try shell("zsh", ["-f"], script)
    #expect(lines == ["player:volume", "system light dark", "files -/"])
  }

  @Test("fish asks the command", .enabled(if: OtherProgram.has(.fish), "NOT RUN: no fish"))
  func fish() throws {
    let script = """
      keywright completions fish | source
      complete -C 'keywright exp'
      complete -C 'keywright get player:vo'
      complete -C 'keywright set player:theme '
      complete -C 'keywright check Play'
      """
    let lines = try shell("fish", ["--no-config"], script)
    #expect(
      lines == [
        "explain\tsays all that is known of a key, and of its value",
        "export\twrites the values of a store as JSON, property list or KEY=value",
        "player:volume\tLoudness.", "dark", "light", "system", "Player.keys.json",
      ])
  }
}
