import Foundation
import KeywrightVerbs
import Synchronization

/// A question to the person at the terminal.
enum Confirmation {
  private static let isPossible = Mutex(false)

  /// Lets questions be asked: by the command itself, and not by tests of its verbs, which would wait.
  static func enable() {
    let hasTerminal = isatty(STDIN_FILENO) != 0 && isatty(STDERR_FILENO) != 0
    isPossible.withLock { $0 = hasTerminal }
  }

  /// Whether there is a terminal to ask in.
  static var canAsk: Bool { isPossible.withLock(\.self) }

  /// Asks for a yes; without a terminal to ask in, the answer is no.
  static func ask(_ question: String) -> Bool { isYes(answer(question, "y/N")) }

  /// Asks for one of several answers; without a terminal to ask in, the answer is empty.
  static func answer(_ question: String, _ choices: String) -> String {
    guard canAsk else { return "" }
    Progress.pause()
    defer { Progress.resume() }
    StandardError.write("\(question) [\(choices)] ")
    return readLine() ?? ""
  }

  /// The option of verbs that ask.
  static let option = VerbDescription.Option.flag(
    "yes", "does not ask; without it, what is to happen is shown"
  ).common

  /// Asks whether to go on, unless `--yes` is the answer.
  ///
  /// - Parameters:
  ///   - text: What is about to happen, which is printed where there is no terminal to ask in.
  ///   - past: What was not done if nobody agrees, as in "removed".
  /// - Returns: The end of a verb to which nobody said yes; nil to go on.
  static func refusal(
    _ arguments: Arguments, _ text: String, _ question: String, past: String
  ) -> Outcome? {
    if arguments.flags.contains(option.name) || ask(text + question) { return nil }
    return Outcome(
      output: arguments.has(.json) ? "[]\n" : canAsk ? "" : text,
      complaints: complaint("nothing was \(past); --yes is the answer without a question"),
      code: .problems)
  }

  static func isYes(_ answer: String) -> Bool {
    ["y", "yes"].contains(answer.trimmingCharacters(in: .whitespaces).lowercased())
  }
}
