import Foundation
import KeywrightVerbs

/// A terminal that does not show what is typed, for a secret.
struct TerminalEcho {
  /// The terminal's settings of before, which a program that is interrupted restores too.
  // `nonisolated(unsafe)`, guarded by order: the one thread that reads standard input writes it before it installs
  // the handler that reads it.
  private nonisolated(unsafe) static var settings = termios()

  /// Hides what is typed on standard input.
  ///
  /// - Returns: Nil if it is no terminal.
  static func off() -> TerminalEcho? {
    guard isatty(STDIN_FILENO) == 1, tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
    var hidden = settings
    hidden.c_lflag &= ~tcflag_t(ECHO)
    guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden) == 0 else { return nil }
    signal(SIGINT) { _ in
      tcsetattr(STDIN_FILENO, TCSANOW, &TerminalEcho.settings)
      _exit(130)
    }
    return TerminalEcho()
  }

  /// Shows again what is typed, from the next line on.
  func restore() {
    signal(SIGINT, SIG_DFL)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &Self.settings)
    StandardError.write("\n")
  }
}
