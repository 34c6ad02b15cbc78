import Foundation
import KeywrightStorage

/// The terminal as a screen: keys one by one, cells at any place. The terminal is again as it was at the end, and
/// while the process is stopped.
///
/// A process has one terminal, and handlers of signals can only reach it as a global.
enum TerminalScreen {
  // `nonisolated(unsafe)`, guarded by order: the main thread writes these before it installs the handlers that
  // read them, and takes the handlers away before it resets them.
  private nonisolated(unsafe) static var terminal: Int32 = -1
  // Guarded by order, as `terminal`; the end of a pipe that wakes the main thread, which alone reads it.
  private nonisolated(unsafe) static var wakes: Int32 = -1
  // Guarded by order, as `terminal`; the other end, one word, which any thread reads.
  private nonisolated(unsafe) static var waking: Int32 = -1
  // One word, written by the main thread and by a handler that interrupts it.
  private nonisolated(unsafe) static var isShown = false
  // Guarded by order, as `terminal`; the terminal's settings of before.
  private nonisolated(unsafe) static var settings = termios()
  // Guarded by order, as `terminal`; its settings as a screen.
  private nonisolated(unsafe) static var raw = termios()
  // Used by the main thread alone.
  private nonisolated(unsafe) static var decoder = KeyDecoder()

  /// Signals that end or stop the process.
  private static let ends = [
    SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGPIPE, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE,
    SIGSEGV,
  ]

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Takes the terminal of the process, whatever its streams are.
  static func begin() throws(Failure) {
    let file = StandardStreams.opening { open("/dev/tty", O_RDWR | O_CLOEXEC) }
    let kind = ProcessInfo.processInfo.environment["TERM", default: "dumb"]
    var pipes: [Int32] = [-1, -1]
    guard kind != "dumb", file >= 0, tcgetattr(file, &settings) == 0,
      StandardStreams.whileTaken({ pipe(&pipes) }) == 0
    else {
      throw Failure(
        description: "there is no terminal to draw on; `list`, `set` and `watch` work line by line")
    }
    for end in pipes {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (terminal, wakes, waking, raw) = (file, pipes[0], pipes[1], settings)
    cfmakeraw(&raw)
    // Ctrl-C and ctrl-z are signals, so that they act while the store is waited for.
    raw.c_lflag |= tcflag_t(ISIG)
  }

  /// Shows the screen.
  static func enter() {
    for number in ends {
      signal(number) { number in
        TerminalScreen.leave()
        // Of a signal that stops: the main thread enters again when the process goes on.
        TerminalScreen.wake(UInt8(ascii: "c"))
        signal(number, SIG_DFL)
        raise(number)
      }
    }
    signal(SIGWINCH) { _ in TerminalScreen.wake() }
    signal(SIGCONT) { _ in TerminalScreen.wake(UInt8(ascii: "c")) }
    isShown = true
    tcsetattr(terminal, TCSADRAIN, &raw)
    // The other screen, no line wrap, pasted text between marks (ECMA-48 and xterm's control sequences).
    write("\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h")
  }

  /// Shows again what was there before. Nothing here allocates, or takes a lock.
  static func leave() {
    guard isShown else { return }
    isShown = false
    write("\u{1B}[?2004l\u{1B}[?7h\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l")
    tcsetattr(terminal, TCSANOW, &settings)
  }

  private static func write(_ text: StaticString) {
    _ = Foundation.write(terminal, text.utf8Start, text.utf8CodeUnitCount)
  }

  /// Gives the terminal back, before the process ends: its files stay open, so that a thread that wakes the main one
  /// now writes into none that got the number next.
  static func end() {
    leave()
    for number in ends + [SIGWINCH, SIGCONT] { signal(number, SIG_DFL) }
  }

  static var size: ScreenSize {
    var size = winsize()
    guard ioctl(terminal, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0 else {
      return ScreenSize(rows: 24, columns: 80)
    }
    return ScreenSize(rows: Int(size.ws_row), columns: Int(size.ws_col))
  }

  static func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Foundation.write(terminal, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }
}

extension TerminalScreen {
  /// The event that woke the waiting thread.
  enum Event: Equatable {
    case keys([KeyPress])
    /// Another thread has news, or the terminal has another size, or shows what others wrote.
    case woken
    /// The terminal is gone.
    case closed
  }

  /// Wakes the thread that waits, from any thread or handler; a full pipe has woken it already.
  static func wake(_ reason: UInt8 = UInt8(ascii: "w")) {
    var reason = reason
    let code = errno
    _ = Foundation.write(waking, &reason, 1)
    errno = code
  }

  /// Waits for an event.
  static func next() -> Event {
    while true {
      var files = [terminal, wakes].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      // A lone escape is a key once nothing follows.
      let count = poll(&files, 2, decoder.isWaiting ? 40 : -1)
      if count == 0 { return .keys(decoder.flush()) }
      if count < 0 { continue }
      // A store that changes without an end leaves the keys their turn.
      if files[0].revents == 0 {
        if read(wakes).contains(UInt8(ascii: "c")) { enter() }
        return .woken
      }
      let bytes = read(terminal)
      if bytes.isEmpty { return .closed }
      let keys = decoder.add(bytes)
      if !keys.isEmpty { return .keys(keys) }
    }
  }

  private static func read(_ file: Int32) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      repeat {
        count = Foundation.read(file, buffer.baseAddress, buffer.count)
      } while count < 0 && errno == EINTR
      count = max(0, count)
    }
  }
}
