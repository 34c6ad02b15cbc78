import Foundation
import KeywrightTestSupport
import Testing

/// Runs the built program, as several processes on one store.
@Suite("Two pomodoro processes")
struct SecondProcessTests {
  let home = FileManager.default.temporaryDirectory.appending(path: "pomodoro \(UUID().uuidString)")

  private func process(_ arguments: [String], output: Pipe) throws -> ChildProcess {
    let process = ChildProcess()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
      .deletingLastPathComponent().appending(path: "keywright-pomodoro")
    process.arguments = arguments
    process.environment = ["HOME": home.path, "XDG_CONFIG_HOME": home.path]
    process.standardOutput = output
    process.standardError = output
    try process.run()
    return process
  }

  private func run(_ arguments: [String]) throws -> String {
    let output = Pipe()
    let process = try process(arguments, output: output)
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  /// The next line that a process prints.
  private func line(_ output: Pipe) throws -> String {
    var line = Data()
    while let byte = try output.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8) {
      line += byte
      if byte.isEmpty { break }
    }
    return String(decoding: line, as: UTF8.self)
  }

  @Test("share a session: one watches what another starts and a third stops")
  func share() throws {
    defer { try? FileManager.default.removeItem(at: home) }
    #expect(try run(["status"]) == "idle, 0 rounds today\n")
    #expect(try run(["set", "focus", "50"]) == "focus is 50 now\n")

    let watched = Pipe()
    let watcher = try process(["watch"], output: watched)
    defer {
      watcher.terminate()
      watcher.waitUntilExit()
    }
    #expect(try line(watched) == "idle, 0 rounds today")

    let started = Pipe()
    let starter = try process(["start", "write"], output: started)
    #expect(try line(started) == "Focus.")
    #expect(try line(started) == "50 min left")
    #expect(try line(watched).hasPrefix("focus on 'write', "))
    let refused = try run(["start"])
    #expect(refused.contains("a round is running; `stop` ends it"), "\(refused)")

    #expect(try run(["stop"]) == "Ready for the next round.\n")
    #expect(try line(watched) == "idle, 0 rounds today")
    starter.waitUntilExit()
    #expect(starter.terminationStatus == 0)
  }

  @Test("refuse what the schema refuses, and explain where a setting comes from")
  func settings() throws {
    defer { try? FileManager.default.removeItem(at: home) }
    let refused = try run(["set", "focus", "999"])
    #expect(refused.contains("1...180"), "\(refused)")
    let explained = try run(["--focus=40", "why"])
    #expect(explained.contains("value        40, from layer 1"), "\(explained)")
  }
}
