import Foundation
import Synchronization

/// Colours for people at a terminal; none where output is piped, or `NO_COLOR` is set.
struct Ink: Sendable {
  let isColored: Bool
  /// Whether a person reads the output, so that no value may control the terminal.
  let isTerminal: Bool

  /// Looks that both a light and a dark terminal have: of the terminal's own colours, red and green alone.
  enum Color: String {
    case plain = "", bold = "1", faint = "2", inverse = "7", red = "31", green = "32"
  }

  private static let output = Mutex(Ink(isTerminal: false, environment: [:]))

  /// The colours of standard output.
  static var ofOutput: Ink { output.withLock(\.self) }

  /// Lets output be coloured: by the command itself, and not by tests of its verbs.
  static func enable() {
    let ink = Ink(
      isTerminal: isatty(STDOUT_FILENO) != 0, environment: ProcessInfo.processInfo.environment)
    output.withLock { $0 = ink }
  }

  /// The colours of a file, as https://no-color.org has it.
  init(isTerminal: Bool, environment: [String: String]) {
    self.isTerminal = isTerminal
    isColored =
      isTerminal && environment["NO_COLOR", default: ""].isEmpty
      && environment["TERM", default: "dumb"] != "dumb"
  }

  func paint(_ text: String, _ color: Color) -> String {
    isColored && color != .plain && !text.isEmpty
      ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
  }
}
