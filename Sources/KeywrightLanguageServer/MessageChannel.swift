package import Foundation
import KeywrightVerbs

/// The connection with an editor.
package protocol MessageChannel {
  /// Returns bytes that have arrived; nil after the last, and where nobody will send any more.
  ///
  /// - Parameters:
  ///   - waits: Whether to wait for some; if not, there may be none.
  ///   - editor: The editor's process, if that is known.
  mutating func read(waits: Bool, from editor: pid_t?) -> [UInt8]?

  /// Sends text.
  mutating func write(_ text: String) throws
}

/// Standard input and output.
package struct StandardChannel: MessageChannel {
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  package init() {}

  package mutating func read(waits: Bool, from editor: pid_t?) -> [UInt8]? {
    var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    while true {
      // An editor that crashed may leave its end of the pipe to a process that it started.
      let isGone = editor.map { kill($0, 0) != 0 && errno == ESRCH } ?? false
      let ready = poll(&descriptor, 1, waits && !isGone ? 10_000 : 0)
      if ready == 0, isGone { return nil }
      if ready == 0, waits { continue }
      if ready == 0 { return [] }
      if ready < 0, errno != EINTR { return nil }
      if ready < 0 { continue }
      let count = Foundation.read(STDIN_FILENO, &buffer, buffer.count)
      if count > 0 { return Array(buffer[..<count]) }
      if count == 0 || errno != EINTR && errno != EAGAIN { return nil }
    }
  }

  package mutating func write(_ text: String) throws { try StandardOutput.write(text) }
}
