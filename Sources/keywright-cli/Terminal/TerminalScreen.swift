import Foundation
import KeywrightStorage
import Synchronization

/// The terminal as a screen: keys one by one, cells at any place. Whatever ends the process, the terminal is
/// again as it was.
final class TerminalScreen {
  private let terminal: Int32
  /// The end of a pipe that wakes the thread that waits for keys.
  private let wakes: Int32
  private let guardian: TerminalGuardian?
  private let errors: CapturedErrors?
  private var decoder = KeyDecoder()

  /// The event that woke the waiting thread.
  enum Event: Equatable {
    case keys([KeyPress])
    /// The terminal has another size, or shows what others wrote.
    case resized
    /// Another thread has news.
    case woken
    /// The terminal is gone.
    case closed
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Whether the process has a terminal.
  static var isPossible: Bool {
    let file = StandardStreams.opening { open("/dev/tty", O_RDWR | O_CLOEXEC) }
    if file >= 0 { close(file) }
    return file >= 0
  }

  /// Takes the terminal of the process, whatever its streams are.
  init() throws(Failure) {
    let file = StandardStreams.opening { open("/dev/tty", O_RDWR | O_CLOEXEC) }
    var settings = termios()
    guard file >= 0, tcgetattr(file, &settings) == 0 else {
      if file >= 0 { close(file) }
      throw Failure(description: "there is no terminal")
    }
    var ends: (Int32, Int32) = (-1, -1)
    let code = StandardStreams.whileTaken {
      withUnsafeMutableBytes(of: &ends) { pipe($0.assumingMemoryBound(to: Int32.self).baseAddress) }
    }
    guard code == 0 else {
      close(file)
      throw Failure(description: String(cString: strerror(errno)))
    }
    (terminal, wakes) = (file, ends.0)
    for end in [ends.0, ends.1] {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    var raw = settings
    cfmakeraw(&raw)
    TerminalState.begin(file, settings, raw, waking: ends.1)
    guardian = TerminalGuardian(file, settings, raw)
    errors = CapturedErrors()
  }

  /// Shows the screen.
  func enter() {
    errors?.begin()
    TerminalState.enter()
  }

  /// Shows again what was there before.
  func leave() {
    TerminalState.leave()
    errors?.end()
  }

  /// Gives the terminal back.
  func end() {
    leave()
    guardian?.dismiss()
    TerminalState.end()
    close(terminal)
    close(wakes)
  }

  /// Stops the process, as ctrl-z does, until it is continued.
  func suspend() {
    leave()
    kill(0, SIGTSTP)
    enter()
  }

  var size: ScreenSize {
    var size = winsize()
    guard ioctl(terminal, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0 else {
      return ScreenSize(rows: 24, columns: 80)
    }
    return ScreenSize(rows: Int(size.ws_row), columns: Int(size.ws_col))
  }

  func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Foundation.write(terminal, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Wakes the thread that waits, from any thread.
  static func wake() { TerminalState.wake(UInt8(ascii: "w")) }

  /// Waits for keys, for another size, or for other news.
  func next() -> Event {
    while true {
      var files = [
        pollfd(fd: terminal, events: Int16(POLLIN), revents: 0),
        pollfd(fd: wakes, events: Int16(POLLIN), revents: 0),
      ]
      // A lone escape is a key once nothing follows.
      let count = poll(&files, 2, decoder.isWaiting ? 40 : -1)
      if count == 0 { return .keys(decoder.flush()) }
      if count < 0 { continue }
      if files[1].revents != 0, let event = wakeEvent() { return event }
      guard files[0].revents != 0 else { continue }
      let bytes = Self.read(terminal)
      if bytes.isEmpty { return .closed }
      let keys = decoder.add(bytes)
      if !keys.isEmpty { return .keys(keys) }
    }
  }

  private func wakeEvent() -> Event? {
    let bytes = Self.read(wakes)
    if bytes.contains(UInt8(ascii: "c")) { TerminalState.enter() }
    if bytes.contains(where: { $0 != UInt8(ascii: "w") }) { return .resized }
    return bytes.isEmpty ? nil : .woken
  }

  private static func read(_ file: Int32) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      count = max(0, Foundation.read(file, buffer.baseAddress, buffer.count))
    }
  }
}

/// The one terminal of the process, for handlers of signals.
private enum TerminalState {
  // `nonisolated(unsafe)`, guarded by order: the main thread writes these before it installs the handlers that
  // read them, and takes the handlers away before it resets them.
  private nonisolated(unsafe) static var terminal: Int32 = -1
  // Guarded by order, as `terminal`; one word, which the threads that wake the main one read.
  private nonisolated(unsafe) static var wakes: Int32 = -1
  // One word, written by the main thread and by a handler that ends the process.
  private nonisolated(unsafe) static var isShown = false
  // Guarded by order, as `terminal`; not changed again.
  private nonisolated(unsafe) static var settings = termios()
  // Guarded by order, as `settings`.
  private nonisolated(unsafe) static var raw = termios()

  /// Signals that end the process.
  private static let fatal = [
    SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV,
  ]

  static func begin(_ file: Int32, _ before: termios, _ raw: termios, waking: Int32) {
    (terminal, settings, self.raw, wakes) = (file, before, raw, waking)
    for number in fatal {
      signal(number) { number in
        TerminalState.leave()
        signal(number, SIG_DFL)
        raise(number)
      }
    }
    signal(SIGWINCH) { _ in TerminalState.wake(UInt8(ascii: "s")) }
    signal(SIGCONT) { _ in TerminalState.wake(UInt8(ascii: "c")) }
  }

  static func end() {
    for number in fatal + [SIGWINCH, SIGCONT] { signal(number, SIG_DFL) }
    // A thread that wakes the main one now must not write into a file that gets the number next.
    let file = wakes
    (terminal, wakes) = (-1, -1)
    close(file)
  }

  /// Wakes the main thread; a full pipe has woken it already.
  static func wake(_ reason: UInt8) {
    var reason = reason
    let code = errno
    _ = Foundation.write(wakes, &reason, 1)
    errno = code
  }

  static func enter() {
    tcsetattr(terminal, TCSADRAIN, &raw)
    write(TerminalSequences.enter)
    isShown = true
  }

  /// Nothing here allocates, or takes a lock.
  static func leave() {
    guard isShown else { return }
    isShown = false
    write(TerminalSequences.leave)
    tcsetattr(terminal, TCSANOW, &settings)
  }

  private static func write(_ text: StaticString) {
    _ = Foundation.write(terminal, text.utf8Start, text.utf8CodeUnitCount)
  }
}

/// The sequences that every terminal of today knows (ECMA-48 and xterm's control sequences).
enum TerminalSequences {
  /// The other screen, no line wrap, pasted text between marks.
  static let enter: StaticString = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h"
  static let leave: StaticString = "\u{1B}[?2004l\u{1B}[?7h\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"
}

/// The text that is written to standard error while the terminal is a screen, which it would spoil; printed
/// afterwards.
private final class CapturedErrors {
  private let stream: Int32
  private let file: Int32

  /// - Returns: Nil if standard error is no terminal, or cannot be captured.
  init?() {
    guard isatty(STDERR_FILENO) == 1 else { return nil }
    let folder = FileManager.default.temporaryDirectory.path
    var path = Array("\(folder)/keywright-errors-XXXXXX".utf8CString)
    stream = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
    file = StandardStreams.opening { mkstemp(&path) }
    // No other process needs the name, and without it no end of this process leaves a file.
    if file >= 0 { unlink(path) }
    guard stream >= 0, file >= 0 else { return nil }
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
  }

  func begin() { dup2(file, STDERR_FILENO) }

  func end() {
    guard dup2(stream, STDERR_FILENO) >= 0 else { return }
    lseek(file, 0, SEEK_SET)
    let handle = FileHandle(fileDescriptor: file, closeOnDealloc: false)
    if let text = try? handle.read(upToCount: 65536) {
      try? FileHandle.standardError.write(contentsOf: text)
    }
    ftruncate(file, 0)
    lseek(file, 0, SEEK_SET)
  }

  deinit {
    close(stream)
    close(file)
  }
}
