import Foundation
import Synchronization

/// Colours for people at a terminal; none where output is piped, or `NO_COLOR` is set.
struct Ink: Sendable {
  var isColored: Bool

  enum Color: String {
    case plain = "", bold = "1", faint = "2", red = "31", green = "32"
  }

  private static let output = Mutex(Ink(isColored: false))

  /// The colours of standard output.
  static var ofOutput: Ink { output.withLock(\.self) }

  /// Lets output be coloured: by the command itself, and not by tests of its verbs.
  static func enable() {
    let isColored = isTerminal(STDOUT_FILENO, ProcessInfo.processInfo.environment)
    output.withLock { $0 = Ink(isColored: isColored) }
  }

  static func isTerminal(_ file: Int32, _ environment: [String: String]) -> Bool {
    isatty(file) != 0 && environment["NO_COLOR", default: ""].isEmpty
      && environment["TERM", default: "dumb"] != "dumb"
  }

  func paint(_ text: String, _ color: Color) -> String {
    isColored && color != .plain && !text.isEmpty
      ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
  }
}
