import Foundation
import KeywrightVerbs
import Synchronization

/// A line on standard error that says what takes so long: shown after a second, at a terminal alone, and
/// wiped when it is done.
final class Progress: Sendable {
  private struct State {
    var work = "working"
    var start = ContinuousClock.now
    var isShown = false
    var isPaused = true
  }

  private let state = Mutex(State())
  private static let shared = Progress()

  /// Shows progress from now on; a file that is no terminal gets none.
  static func start() {
    guard isatty(STDERR_FILENO) != 0 else { return }
    resume()
    let thread = Thread {
      while true {
        Thread.sleep(forTimeInterval: 0.25)
        shared.show()
      }
    }
    thread.start()
  }

  /// Says what the command does now.
  static func note(_ work: String) {
    shared.state.withLock { $0.work = work }
  }

  /// Runs a body that may read what a person types, with nothing printed between the lines.
  static func silent<Result>(
    whileTyping paths: [String], _ body: () throws -> Result
  ) rethrows -> Result {
    guard paths.contains("-"), isatty(STDIN_FILENO) == 1 else { return try body() }
    pause()
    defer { resume() }
    return try body()
  }

  /// Wipes the line: before other output, a question, or a verb that lasts for ever.
  static func pause() {
    shared.state.withLock { state in
      state.isPaused = true
      if state.isShown { StandardError.write("\r\u{1B}[K") }
      state.isShown = false
    }
  }

  static func resume() {
    shared.state.withLock { state in
      state.isPaused = false
      state.start = .now
    }
  }

  private func show() {
    state.withLock { state in
      let seconds = (ContinuousClock.now - state.start).components.seconds
      guard !state.isPaused, seconds >= 1 else { return }
      state.isShown = true
      StandardError.write("\r\u{1B}[Kkeywright: \(state.work), \(seconds) s")
    }
  }
}
